// SPDX-License-Identifier: BSD-3-Clause
// From the records of a trace to events: the selected ones, on the axes of the report.
#pragma once

#include <atomic>
#include <cstdint>

#include "reader/selection.h"
#include "report/event.h"

namespace recorder::report {

// Where a trace stands among those of the report.
struct TracePlace {
  uint64_t first_rank = 0;  // the number of its first rank among all
  int64_t start_ns = 0;
};

// Hands the selected calls to `sink`, without times where nobody wants them: then loops are not expanded;
// `met` counts all of them, for somebody who shows progress. A reader::Failure when the trace is damaged.
void read_events(reader::Trace &trace, const reader::Selection &selection, const TracePlace &place,
                 bool times, EventSink &sink, std::atomic<uint64_t> &met);

}  // namespace recorder::report
