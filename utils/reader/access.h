// SPDX-License-Identifier: BSD-3-Clause
// For tools that are linked with the reader itself: what is behind the C API.
#pragma once

#include "reader/companion.h"
#include "reader/recorder-reader.h"
#include "reader/selection.h"
#include "reader/trace.h"

namespace recorder::reader {

Trace &trace_of(recorder_trace *trace);
const Selection &selection_of(const recorder_selection *selection);

// recorder_calls_open() with companions.
recorder_calls *open_calls(recorder_trace *trace, const recorder_selection *selection, recorder_order order,
                           MakeCompanion make, recorder_error *error);
// That of the stream of the call that recorder_calls_next() returned.
Companion *companion_of(const recorder_calls *calls);

}  // namespace recorder::reader
