// SPDX-License-Identifier: BSD-3-Clause
// The tables of calls, by layer, operation, function, file and rank.
#include "summary/tables.h"

#include <algorithm>
#include <memory>
#include <numeric>

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

Cell time_cell(bool times, int64_t ns) { return times ? Cell(ns) : Cell(); }

// Bytes in a second; nothing when it took no time.
Cell rate(uint64_t bytes, int64_t ns) {
  if (ns <= 0) return {};
  return static_cast<double>(bytes) / (static_cast<double>(ns) / 1e9);
}

template <class Make>
Table ordered(Table &&table, std::vector<size_t> &&order, size_t all, Make make) {
  table.rows = order.size();
  table.all_rows = all;
  table.row = [order = std::move(order), make](size_t i) { return make(order[i]); };
  return std::move(table);
}

// Rows that are few and already there.
Table filled(Table &&table, std::vector<Row> &&rows) {
  table.rows = table.all_rows = rows.size();
  table.row = [rows = std::move(rows)](size_t i) { return rows[i]; };
  return std::move(table);
}

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

namespace {

// Whether the bytes of any call are known; where they are not, there is no number and not 0.
bool any_known(const FunctionSum &function) { return function.sum.bytes() != 0 || function.sum.unknown == 0; }

// What went in one direction.
struct Flow {
  uint64_t calls = 0, bytes = 0, unknown = 0;
  int64_t calls_ns = 0;

  void add(const Flow &other) {
    calls += other.calls;
    bytes += other.bytes;
    unknown += other.unknown;
    calls_ns += other.calls_ns;
  }
  Row row(const std::string &layer, const char *direction, const analysis::Busy &busy, bool times) const {
    // Where nobody knows the bytes of any transfer, there is no rate either.
    const bool known = bytes != 0 || unknown == 0;
    return {layer,
            std::string(direction),
            known ? Cell(bytes) : Cell(),
            time_cell(times, calls_ns),
            time_cell(times, busy.ns),
            time_cell(times, busy.slack_ns),
            known ? rate(bytes, busy.ns) : Cell(),
            known ? rate(bytes, calls_ns) : Cell()};
  }
};

// Of all functions of a layer; what the kernel copied went in both.
Flow flow_of(const Survey &survey, uint32_t layer, bool reads) {
  Flow flow;
  for (const FunctionSum &function : survey.functions()) {
    // Lists of requests may hold both.
    if (function.layer_number != layer || !moves_data(function.operation) ||
        (function.operation == (reads ? Operation::write : Operation::read) &&
         (reads ? function.sum.read : function.sum.written) == 0))
      continue;
    flow.add({function.sum.calls, (reads ? function.sum.read : function.sum.written) + function.sum.copied,
              function.sum.unknown, function.sum.time_ns});
  }
  return flow;
}

}  // namespace

Table bandwidth_table(const Survey &survey, const TableOptions &options) {
  Table table{"bandwidth",
              "bandwidth: bytes in the time during which at least one rank reads or writes",
              {{"layer", "layer", Column::text},
               {"direction", "", Column::text},
               {"bytes", "bytes", Column::bytes},
               {"calls_ns", "time in calls s", Column::ns},
               {"busy_ns", "busy s", Column::ns},
               {"busy_slack_ns", nullptr, Column::ns},
               {"bandwidth", "bandwidth", Column::rate},
               {"bandwidth_of_calls", "of a call", Column::rate}}};
  std::vector<Row> rows;
  Flow all[2];
  for (uint32_t layer = 0; layer < survey.layers().size(); ++layer) {
    const analysis::LayerSum &one = survey.layers()[layer];
    for (const bool reads : {true, false}) {
      const Flow flow = flow_of(survey, layer, reads);
      if (survey.is_storage(layer)) all[reads ? 0 : 1].add(flow);
      const analysis::Intervals &busy = reads ? one.reading : one.writing;
      if (flow.calls != 0)
        rows.push_back(
            flow.row(one.name, reads ? "read" : "write", {busy.total(), busy.slack()}, options.times));
    }
  }
  if (all[0].calls != 0) rows.push_back(all[0].row("storage", "read", survey.reading(), options.times));
  if (all[1].calls != 0) rows.push_back(all[1].row("storage", "write", survey.writing(), options.times));
  return filled(std::move(table), std::move(rows));
}

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

namespace {

// Those of the libraries' functions that made other calls.
std::vector<size_t> callers(const Survey &survey, const TableOptions &options, size_t *all) {
  std::vector<size_t> list;
  for (size_t i = 0; i < survey.functions().size(); ++i)
    if (!survey.functions()[i].below.empty()) list.push_back(i);
  *all = list.size();
  std::vector<size_t> order = order_of(list.size(), options, [&](size_t i) {
    const FunctionSum &f = survey.functions()[list[i]];
    return SortValues{f.sum.calls, f.sum.bytes(), f.sum.time_ns, f.name};
  });
  for (size_t &i : order) i = list[i];
  return order;
}

Row caller_row(const Survey &survey, const FunctionSum &function, bool times) {
  uint64_t calls = 0, bytes[2] = {}, reads_of_write = 0, bytes_of_write = 0;
  for (const analysis::Below &below : function.below) {
    const FunctionSum &one = survey.functions()[below.function];
    if (!survey.is_storage(one.layer_number)) continue;
    calls += below.calls;
    if (one.operation == Operation::read) bytes[0] += below.bytes;
    if (one.operation == Operation::write) bytes[1] += below.bytes;
    if (one.operation == Operation::read && function.operation == Operation::write) {
      reads_of_write += below.calls;
      bytes_of_write += below.bytes;
    }
  }
  const uint64_t own = function.sum.bytes();
  Row row = {function.layer,
             function.name,
             function.sum.calls,
             time_cell(times, function.sum.time_ns),
             time_cell(times, function.own_ns),
             any_known(function) ? Cell(own) : Cell(),
             calls,
             bytes[0],
             bytes[1]};
  row.push_back(own != 0 && function.sum.unknown == 0
                    ? Cell(static_cast<double>(bytes[0] + bytes[1]) / static_cast<double>(own))
                    : Cell());
  row.emplace_back(reads_of_write);
  row.emplace_back(bytes_of_write);
  return row;
}

}  // namespace

Table caller_table(const Survey &survey, const TableOptions &options) {
  Table table{
      "callers",
      "calls that caused others: what the storage saw of them; own time is what those others do not explain",
      {{"layer", "layer", Column::text},
       {"function", "function", Column::text},
       {"calls", "calls", Column::count},
       {"time_ns", "time s", Column::ns},
       {"own_ns", "own time s", Column::ns},
       {"bytes", "bytes", Column::bytes},
       {"storage_calls", "storage calls", Column::count},
       {"storage_read_bytes", "read", Column::bytes},
       {"storage_written_bytes", "written", Column::bytes},
       {"amplification", "amplified", Column::ratio},
       {"reads_of_writes", "reads of writes", Column::count},
       {"read_bytes_of_writes", "bytes of them", Column::bytes}}};
  size_t all = 0;
  std::vector<size_t> order = callers(survey, options, &all);
  return ordered(std::move(table), std::move(order), all, [&survey, times = options.times](size_t i) {
    return caller_row(survey, survey.functions()[i], times);
  });
}

Table cause_table(const Survey &survey, const TableOptions &options) {
  Table table{"causes",
              "which calls they caused",
              {{"layer", "layer", Column::text},
               {"function", "function", Column::text},
               {"caused_layer", "caused", Column::text},
               {"caused_function", "", Column::text},
               {"calls", "calls", Column::count},
               {"bytes", "bytes", Column::bytes},
               {"unknown_transfers", "of unknown size", Column::count},
               {"time_ns", "time s", Column::ns}}};
  size_t all = 0;
  std::vector<Row> rows;
  for (const size_t i : callers(survey, options, &all)) {
    const FunctionSum &f = survey.functions()[i];
    for (const analysis::Below &below : f.below) {
      const FunctionSum &one = survey.functions()[below.function];
      rows.push_back({f.layer, f.name, one.layer, one.name, below.calls, below.bytes, below.unknown,
                      time_cell(options.times, below.time_ns)});
    }
  }
  return filled(std::move(table), std::move(rows));
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
