// SPDX-License-Identifier: BSD-3-Clause
// From the calls of a trace to events.
#pragma once

#include "common/program.h"
#include "report/event.h"

namespace recorder::report {

// Hands the selected calls of a trace to `sink`; its ranks are numbered from `first_rank`, its times begin at
// `start_ns`.
void read_events(const tools::Options &options, recorder_trace *trace, uint64_t first_rank, int64_t start_ns,
                 EventSink &sink);

}  // namespace recorder::report
