// SPDX-License-Identifier: BSD-3-Clause
// The statistics that a trace has in place of the times of its calls, summed over ranks and threads.
#pragma once

#include <vector>

#include "reader/trace.h"

namespace recorder::reader {

// By signature, in the order of the files and their terminals. Empty when the trace has none.
std::vector<recorder_statistics> read_statistics(Trace &trace);

}  // namespace recorder::reader
