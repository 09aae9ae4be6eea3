// SPDX-License-Identifier: BSD-3-Clause
// The tables of calls, by layer, operation, function, file and rank.
#include "summary/tables.h"

#include <algorithm>
#include <memory>
#include <numeric>

#include "summary/rows.h"

namespace recorder::tools {

using analysis::FileSum;
using analysis::FunctionSum;
using analysis::Operation;
using analysis::RankSum;
using analysis::Survey;
using analysis::Tally;

std::vector<size_t> order_of(size_t count, const TableOptions &options,
                             const std::function<SortValues(size_t)> &values) {
  std::vector<SortValues> keys;
  keys.reserve(count);
  for (size_t i = 0; i < count; ++i) keys.push_back(values(i));
  std::vector<size_t> order(count);
  std::iota(order.begin(), order.end(), size_t{0});
  const auto before = [&](size_t x, size_t y) {
    const SortValues &a = keys[x], &b = keys[y];
    if (options.sort == SortKey::calls && a.calls != b.calls) return a.calls > b.calls;
    if (options.sort == SortKey::bytes && a.bytes != b.bytes) return a.bytes > b.bytes;
    if (options.sort == SortKey::time && a.time_ns != b.time_ns) return a.time_ns > b.time_ns;
    return a.name != b.name ? a.name < b.name : x < y;
  };
  const size_t wanted = options.top == 0 ? count : std::min(options.top, count);
  std::partial_sort(order.begin(), order.begin() + static_cast<ptrdiff_t>(wanted), order.end(), before);
  order.resize(wanted);
  return order;
}

namespace {

const std::vector<Column> kTallyColumns = {{"calls", "calls", Column::count},
                                           {"failed", "failed", Column::count},
                                           {"time_ns", "time s", Column::ns},
                                           {"read_bytes", "read", Column::bytes},
                                           {"written_bytes", "written", Column::bytes},
                                           {"copied_bytes", "copied", Column::bytes},
                                           {"unknown_transfers", "of unknown size", Column::count}};

std::vector<Column> with_tally(std::vector<Column> columns) {
  columns.insert(columns.end(), kTallyColumns.begin(), kTallyColumns.end());
  return columns;
}

void put_tally(Row &row, const Tally &tally, bool times) {
  row.emplace_back(tally.calls);
  row.emplace_back(tally.failed);
  row.push_back(time_cell(times, tally.time_ns));
  row.emplace_back(tally.read);
  row.emplace_back(tally.written);
  row.emplace_back(tally.copied);
  row.emplace_back(tally.unknown);
}

}  // namespace

Table layer_table(const Survey &survey, const TableOptions &options) {
  Table table{"layers", "layers: each sees what the others do in its own way, so that they do not add up",
              with_tally({{"layer", "layer", Column::text}})};
  for (const Column &column :
       {Column{"own_ns", "own time s", Column::ns}, Column{"data_calls", "data calls", Column::count},
        Column{"data_ns", "data s", Column::ns}, Column{"metadata_calls", "metadata calls", Column::count},
        Column{"metadata_ns", "metadata s", Column::ns}})
    table.columns.push_back(column);
  std::vector<Row> rows;
  for (uint32_t layer = 0; layer < survey.layers().size(); ++layer) {
    Tally sum;
    int64_t own_ns = 0, ns[3] = {};
    uint64_t calls[3] = {};
    for (const FunctionSum &function : survey.functions()) {
      if (function.layer_number != layer) continue;
      sum.add(function.sum);
      own_ns += function.own_ns;
      const int kind = moves_data(function.operation) ? 1 : is_metadata(function.operation) ? 2 : 0;
      calls[kind] += function.sum.calls;
      ns[kind] += function.outer_ns;
    }
    if (sum.calls == 0) continue;
    sum.time_ns = ns[0] + ns[1] + ns[2];
    Row row = {survey.layers()[layer].name};
    put_tally(row, sum, options.times);
    row.push_back(time_cell(options.times, own_ns));
    for (const int kind : {1, 2}) {
      row.emplace_back(calls[kind]);
      row.push_back(time_cell(options.times, ns[kind]));
    }
    rows.push_back(std::move(row));
  }
  return filled(std::move(table), std::move(rows));
}

Table operation_table(const Survey &survey, const TableOptions &options) {
  Table table{"operations", "operations",
              with_tally({{"layer", "layer", Column::text}, {"operation", "operation", Column::text}})};
  std::map<std::pair<uint32_t, unsigned>, Tally> sums;
  for (const FunctionSum &function : survey.functions()) {
    if (function.sum.calls == 0) continue;
    Tally sum = function.sum;
    sum.time_ns = function.outer_ns;
    sums[{function.layer_number, static_cast<unsigned>(function.operation)}].add(sum);
  }
  std::vector<Row> rows;
  for (const auto &[key, sum] : sums) {
    rows.push_back(
        {survey.layers()[key.first].name, std::string(name_of(static_cast<Operation>(key.second)))});
    put_tally(rows.back(), sum, options.times);
  }
  return filled(std::move(table), std::move(rows));
}

Table function_table(const Survey &survey, const TableOptions &options) {
  Table table{"functions", "functions",
              with_tally({{"layer", "layer", Column::text}, {"function", "function", Column::text}})};
  table.columns.push_back({"own_ns", "own time s", Column::ns});
  std::vector<size_t> called;
  for (size_t i = 0; i < survey.functions().size(); ++i)
    if (survey.functions()[i].sum.calls != 0) called.push_back(i);
  std::vector<size_t> order = order_of(called.size(), options, [&](size_t i) {
    const FunctionSum &f = survey.functions()[called[i]];
    return SortValues{f.sum.calls, f.sum.bytes(), f.sum.time_ns, f.name};
  });
  for (size_t &i : order) i = called[i];
  return ordered(std::move(table), std::move(order), called.size(),
                 [&survey, times = options.times](size_t i) {
                   const FunctionSum &f = survey.functions()[i];
                   Row row = {f.layer, f.name};
                   put_tally(row, f.sum, times);
                   if (!any_known(f)) row[f.operation == Operation::read ? 5 : 6] = Cell();
                   row.push_back(time_cell(times, f.own_ns));
                   return row;
                 });
}

Tally storage_tally(const Survey &survey, const FileSum &file) {
  Tally sum;
  uint32_t lowest = UINT32_MAX;
  bool seen = false;
  for (const auto &[layer, tally] : file.layers) {
    lowest = std::min(lowest, layer);
    if (!survey.is_storage(layer)) continue;
    sum.add(tally);
    seen = true;
  }
  if (seen) return sum;
  for (const auto &[layer, tally] : file.layers)
    if (layer == lowest) sum = tally;
  return sum;
}

Table file_table(const Survey &survey, const TableOptions &options) {
  Table table{"files", "files: as the storage saw them", with_tally({})};
  table.columns.push_back({"layers", "layers", Column::text});
  table.columns.push_back({"file", "file", Column::text});
  const auto file_at = [&survey](size_t i) -> const FileSum & {
    return i < survey.files().size() ? survey.files()[i] : *survey.other_files();
  };
  const size_t all = survey.files().size() + (survey.other_files() != nullptr ? 1 : 0);
  std::vector<size_t> order = order_of(all, options, [&](size_t i) {
    const Tally sum = storage_tally(survey, file_at(i));
    return SortValues{sum.calls, sum.bytes(), sum.time_ns, file_at(i).path};
  });
  return ordered(std::move(table), std::move(order), all,
                 [&survey, file_at, times = options.times](size_t i) {
                   const FileSum &file = file_at(i);
                   Row row;
                   put_tally(row, storage_tally(survey, file), times);
                   std::string layers;
                   for (uint32_t layer = 0; layer < survey.layers().size(); ++layer)
                     for (const auto &used : file.layers)
                       if (used.first == layer)
                         layers += (layers.empty() ? "" : ",") + survey.layers()[layer].name;
                   row.emplace_back(layers);
                   row.emplace_back(file.path.empty() ? "(other files)" : file.path);
                   return row;
                 });
}

Table rank_table(const Survey &survey, const TableOptions &options, bool several_traces) {
  Table table{"ranks",
              "ranks: bytes and times of the storage; I/O time is that of all layers",
              {{"trace", several_traces ? "trace" : nullptr, Column::number},
               {"rank", "rank", Column::number},
               {"calls", "calls", Column::count},
               {"io_ns", "I/O time s", Column::ns},
               {"read_ns", "read s", Column::ns},
               {"write_ns", "write s", Column::ns},
               {"metadata_ns", "metadata s", Column::ns},
               {"read_bytes", "read", Column::bytes},
               {"written_bytes", "written", Column::bytes},
               {"copied_bytes", "copied", Column::bytes}}};
  std::vector<size_t> order = order_of(survey.ranks().size(), options, [&](size_t i) {
    const RankSum &rank = survey.ranks()[i];
    return SortValues{rank.calls, rank.bytes(), rank.io_ns, ""};
  });
  return ordered(std::move(table), std::move(order), survey.ranks().size(),
                 [&survey, times = options.times](size_t i) {
                   const RankSum &rank = survey.ranks()[i];
                   return Row{static_cast<int64_t>(rank.trace),
                              static_cast<int64_t>(rank.rank),
                              rank.calls,
                              time_cell(times, rank.io_ns),
                              time_cell(times, rank.read_ns),
                              time_cell(times, rank.write_ns),
                              time_cell(times, rank.metadata_ns),
                              rank.read,
                              rank.written,
                              rank.copied};
                 });
}

}  // namespace recorder::tools
