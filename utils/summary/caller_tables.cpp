// SPDX-License-Identifier: BSD-3-Clause
// The tables of calls that other calls made: by who made them, and by both.
#include "summary/rows.h"
#include "summary/tables.h"

namespace recorder::tools {

using analysis::FunctionSum;
using analysis::Operation;
using analysis::Survey;

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
  return {function.layer,
          function.name,
          function.sum.calls,
          time_cell(times, function.sum.time_ns),
          time_cell(times, function.own_ns),
          any_known(function) ? Cell(own) : Cell(),
          calls,
          bytes[0],
          bytes[1],
          own != 0 && function.sum.unknown == 0
              ? Cell(static_cast<double>(bytes[0] + bytes[1]) / static_cast<double>(own))
              : Cell(),
          reads_of_write,
          bytes_of_write};
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

}  // namespace recorder::tools
