// SPDX-License-Identifier: BSD-3-Clause
// The table of bandwidths, by layer and direction.
#include "summary/rows.h"
#include "summary/tables.h"

namespace recorder::tools {

using analysis::FunctionSum;
using analysis::Operation;
using analysis::Survey;

namespace {

// Bytes in a second; nothing when it took no time.
Cell rate(uint64_t bytes, int64_t ns) {
  if (ns <= 0) return {};
  return static_cast<double>(bytes) / (static_cast<double>(ns) / 1e9);
}

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

}  // namespace recorder::tools
