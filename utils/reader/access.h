// SPDX-License-Identifier: BSD-3-Clause
// For tools that are linked with the reader itself: what is behind the C API.
#pragma once

#include "reader/recorder-reader.h"
#include "reader/selection.h"
#include "reader/trace.h"

namespace recorder::reader {

Trace &trace_of(recorder_trace *trace);
const Selection &selection_of(const recorder_selection *selection);

}  // namespace recorder::reader
