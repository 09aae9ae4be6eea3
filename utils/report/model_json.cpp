// SPDX-License-Identifier: BSD-3-Clause
// Parts of the model, one function each.
#include "report/model_json.h"

#include <algorithm>
#include <set>

namespace recorder::report {

namespace {

constexpr size_t kListedFiles = 50;  // slowest, and as many of the largest
constexpr size_t kOffsetFiles = 6;   // with charts of offsets
constexpr size_t kCommonSizes = 5;

// Rows of [bin, value, bin, value …]: most cells are empty.
Json sparse(const Grid &grid) {
  Json rows = Json::array();
  for (uint64_t row = 0; row < grid.rows(); ++row) {
    Json cells = Json::array();
    for (uint64_t bin = 0; bin < grid.bins(); ++bin) {
      if (grid.at(row, bin) == 0) continue;
      cells.push_back(bin);
      cells.push_back(grid.at(row, bin));
    }
    rows.push_back(std::move(cells));
  }
  return rows;
}

Json functions_json(const Model &model) {
  std::vector<const FunctionTotals *> order;
  for (const FunctionTotals &f : model.functions()) order.push_back(&f);
  std::sort(order.begin(), order.end(), [](const auto *a, const auto *b) {
    return a->calls != b->calls ? a->calls > b->calls : a->name < b->name;
  });
  Json list = Json::array();
  for (const FunctionTotals *f : order) {
    list.push_back({{"layer", f->layer},
                    {"name", f->name},
                    {"operation", name_of(f->operation)},
                    {"calls", f->calls},
                    {"failed", f->failed},
                    {"time_ns", f->time_ns},
                    {"longest_ns", f->longest_ns},
                    {"read_bytes", f->read_bytes},
                    {"written_bytes", f->written_bytes},
                    {"unsized", f->unsized}});
  }
  return list;
}

Json sizes_json(const SizeHistogram &sizes, uint64_t unsized_calls) {
  Json bins = Json::array(), common = Json::array();
  for (unsigned bin = 0; bin < SizeHistogram::kBins; ++bin)
    if (sizes.bins[bin] != 0) bins.push_back({bin, sizes.bins[bin]});
  std::vector<std::pair<uint64_t, uint64_t>> order(sizes.exact.begin(), sizes.exact.end());
  std::sort(order.begin(), order.end(), [](const auto &a, const auto &b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  for (size_t i = 0; i < std::min(order.size(), kCommonSizes); ++i)
    common.push_back({order[i].first, order[i].second});
  return {{"calls", sizes.calls + unsized_calls},
          {"sized", sizes.calls},
          {"bytes", sizes.bytes},
          {"bins", std::move(bins)},
          {"common", std::move(common)}};
}

Json layers_json(const Model &model) {
  Json list = Json::array();
  for (const LayerTotals &layer : model.layers()) {
    Json level = layer.level == kNoLevel ? Json() : Json(layer.level);
    list.push_back({{"name", layer.name},
                    {"level", std::move(level)},
                    {"calls", layer.calls},
                    {"failed", layer.failed},
                    {"time_ns", layer.time_ns},
                    {"metadata_calls", layer.metadata_calls},
                    {"reads", sizes_json(layer.reads, layer.unsized_reads)},
                    {"writes", sizes_json(layer.writes, layer.unsized_writes)},
                    {"placed_reads", layer.placed_reads},
                    {"placed_writes", layer.placed_writes},
                    {"unaligned_reads", layer.unaligned_reads},
                    {"unaligned_writes", layer.unaligned_writes}});
  }
  return list;
}

// Of the ranks of each row: mean, least and most.
template <class Get>
Json rows_of(const Model &model, Get get) {
  Json list = Json::array();
  for (uint64_t row = 0; row < model.rows(); ++row) {
    uint64_t sum = 0, least = UINT64_MAX, most = 0;
    const uint64_t first = model.first_rank(row), end = model.first_rank(row + 1);
    for (uint64_t rank = first; rank < end; ++rank) {
      const uint64_t value = get(rank);
      sum += value;
      least = std::min(least, value);
      most = std::max(most, value);
    }
    list.push_back({sum, least, most});
  }
  return list;
}

Json ranks_json(const Model &model) {
  Json first = Json::array();
  for (uint64_t row = 0; row <= model.rows(); ++row) first.push_back(model.number_of(model.first_rank(row)));
  const auto &ranks = model.ranks();
  return {{"first", std::move(first)},
          {"calls", rows_of(model, [&](uint64_t r) { return ranks[r].calls; })},
          {"files", rows_of(model, [&](uint64_t r) { return ranks[r].files; })},
          {"io_ns", rows_of(model, [&](uint64_t r) { return ranks[r].io_ns; })}};
}

Json level_json(const Model &model, unsigned level) {
  const Activity &a = model.activity(level);
  if (!a.any) return nullptr;
  RankTraffic sum;
  for (const RankTraffic &r : a.ranks) {
    sum.read_bytes += r.read_bytes, sum.written_bytes += r.written_bytes;
    sum.read_ns += r.read_ns, sum.write_ns += r.write_ns;
    sum.metadata_ns += r.metadata_ns, sum.metadata_calls += r.metadata_calls;
  }
  Json operations = Json::array();
  for (unsigned i = 0; i < kOperations; ++i) {
    if (a.operation_calls[i] == 0) continue;
    Json bins = Json::array(), rows = Json::array();
    for (uint64_t bin = 0; bin < TimeAxis::kBins; ++bin) bins.push_back(a.operations.at(i, bin));
    for (uint64_t row = 0; row < model.rows(); ++row) rows.push_back(a.operations_by_row.at(row, i));
    operations.push_back({{"name", name_of(static_cast<Operation>(i))},
                          {"metadata", is_metadata(static_cast<Operation>(i))},
                          {"calls", a.operation_calls[i]},
                          {"time_ns", a.operation_ns[i]},
                          {"over_time", std::move(bins)},
                          {"by_row", std::move(rows)}});
  }
  return {{"name", name_of(static_cast<Level>(level))},
          {"read_bytes", sum.read_bytes},
          {"written_bytes", sum.written_bytes},
          {"read_ns", sum.read_ns},
          {"write_ns", sum.write_ns},
          {"metadata_ns", sum.metadata_ns},
          {"metadata_calls", sum.metadata_calls},
          {"rows",
           {{"read_bytes", rows_of(model, [&](uint64_t r) { return a.ranks[r].read_bytes; })},
            {"written_bytes", rows_of(model, [&](uint64_t r) { return a.ranks[r].written_bytes; })},
            {"metadata_ns", rows_of(model, [&](uint64_t r) { return a.ranks[r].metadata_ns; })},
            {"metadata_calls", rows_of(model, [&](uint64_t r) { return a.ranks[r].metadata_calls; })}}},
          {"activity",
           {{"read_bytes", sparse(a.read_bytes)},
            {"written_bytes", sparse(a.written_bytes)},
            {"calls", sparse(a.calls)},
            {"metadata_ns", sparse(a.metadata_ns)}}},
          {"operations", std::move(operations)}};
}

Json file_json(const Model &model, const FileTotals &file) {
  const FileTraffic &t = file.traffic[file.base()];
  return {{"name", file.name},
          {"several", file.several},
          {"level", file.base()},
          {"ranks", file.ranks},
          {"first_rank", model.number_of(file.first_rank)},
          {"reads", t.reads},
          {"writes", t.writes},
          {"metadata", t.metadata},
          {"opens", t.opens},
          {"read_bytes", t.read_bytes},
          {"written_bytes", t.written_bytes},
          {"read_ns", t.read_ns},
          {"write_ns", t.write_ns},
          {"metadata_ns", t.metadata_ns},
          {"first_ns", file.first_ns},
          {"last_ns", file.last_ns},
          {"placed", file.placed},
          {"consecutive", file.consecutive}};
}

std::vector<const FileTotals *> by(const Model &model, uint64_t (*value)(const FileTotals &)) {
  std::vector<const FileTotals *> order;
  for (const FileTotals &file : model.files().all()) order.push_back(&file);
  std::stable_sort(order.begin(), order.end(),
                   [value](const auto *a, const auto *b) { return value(*a) > value(*b); });
  return order;
}
uint64_t time_of(const FileTotals &file) { return file.traffic[file.base()].time_ns(); }
uint64_t bytes_of(const FileTotals &file) { return file.traffic[file.base()].bytes(); }

Json files_json(const Model &model) {
  std::set<const FileTotals *> listed;
  for (const auto &order : {by(model, time_of), by(model, bytes_of)})
    for (size_t i = 0; i < std::min(order.size(), kListedFiles); ++i) listed.insert(order[i]);
  Json list = Json::array();
  FileTraffic all;
  uint64_t shared = 0, everywhere = 0;
  for (const FileTotals *file : by(model, time_of)) {
    const FileTraffic &t = file->traffic[file->base()];
    all.read_bytes += t.read_bytes, all.written_bytes += t.written_bytes;
    all.read_ns += t.read_ns, all.write_ns += t.write_ns, all.metadata_ns += t.metadata_ns;
    all.opens += t.opens;
    shared += file->ranks > 1;
    everywhere += file->ranks == model.rank_count();
    if (listed.count(file) != 0) list.push_back(file_json(model, *file));
  }
  return {{"count", model.files().all().size()},
          {"shared", shared},
          {"everywhere", everywhere},
          {"all",
           {{"opens", all.opens},
            {"read_bytes", all.read_bytes},
            {"written_bytes", all.written_bytes},
            {"read_ns", all.read_ns},
            {"write_ns", all.write_ns},
            {"metadata_ns", all.metadata_ns}}},
          {"listed", std::move(list)}};
}

Json offsets_json(const Model &model) {
  Json list = Json::array();
  for (const FileTotals *file : by(model, bytes_of)) {
    if (list.size() == kOffsetFiles) break;
    const unsigned level = file->samples[0].kept().empty() ? 1 : 0;
    const Samples &samples = file->samples[level];
    if (samples.kept().empty()) continue;
    std::vector<Sample> order = samples.kept();
    std::stable_sort(order.begin(), order.end(),
                     [](const Sample &a, const Sample &b) { return a.start_ns < b.start_ns; });
    Json rows = Json::array();
    for (const Sample &s : order)
      rows.push_back(
          {s.start_ns, s.end_ns - s.start_ns, s.offset, s.bytes, model.number_of(s.rank), s.write ? 1 : 0});
    list.push_back(
        {{"file", file->name}, {"level", level}, {"accesses", samples.seen()}, {"shown", std::move(rows)}});
  }
  return list;
}

Json manners_json(const Model &model) {
  Json list = Json::array();
  for (unsigned i = 0; i < kManners; ++i) {
    Json one = {{"manner", name_of(static_cast<Manner>(i))}};
    for (const unsigned writes : {0u, 1u}) {
      const MannerTotals &m = model.manners()[writes][i];
      one[writes ? "writes" : "reads"] = {{"calls", m.calls}, {"bytes", m.bytes}, {"time_ns", m.time_ns}};
    }
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace

Json to_json(const Model &model) {
  Json levels = Json::array();
  for (unsigned level = 0; level < kLevels; ++level) levels.push_back(level_json(model, level));
  return {
      {"calls", model.calls()},
      {"io_ns", model.io_ns()},
      {"base", static_cast<unsigned>(model.base())},
      {"axis",
       {{"from_ns", model.axis().from_ns()}, {"bin_ns", model.axis().width_ns()}, {"bins", TimeAxis::kBins}}},
      {"layers", layers_json(model)},
      {"functions", functions_json(model)},
      {"ranks", ranks_json(model)},
      {"levels", std::move(levels)},
      {"files", files_json(model)},
      {"offsets", offsets_json(model)},
      {"manners", manners_json(model)}};
}

Json to_json(const std::vector<Sentence> &sentences) {
  Json all = Json::object();
  for (const Sentence &sentence : sentences)
    all[sentence.chart] = {{"severity", name_of(sentence.severity)}, {"text", sentence.text}};
  return all;
}

}  // namespace recorder::report
