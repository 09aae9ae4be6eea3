// SPDX-License-Identifier: BSD-3-Clause
// The loop of the tools that print calls: the selected ones, one after another, into the output.
#pragma once

#include <cstring>
#include <string>

#include "common/output.h"
#include "common/program.h"

namespace recorder::tools {

// What a header says of the times, "" for exact ones, which need none.
inline std::string time_mode(const recorder_trace *trace) {
  const char *mode = recorder_metadata(trace, "time_mode");
  return mode == nullptr || strcmp(mode, "exact") == 0 ? "" : mode;
}

// `print(text, call)` appends what is to be printed of a call; the header comes first.
template <class Print>
void print_calls(const Options &options, recorder_trace *trace, const std::string &header, Print print) {
  const CallsPtr calls = open_calls(options, trace);
  Output output;
  output.open(options.output());
  output.buffer() += header;
  try {
    while (const recorder_call *call = next_call(options, calls.get())) {
      print(output.buffer(), *call);
      output.flush_if_full();
    }
  } catch (...) {
    output.flush();  // what was read before the damage
    throw;
  }
  output.close();
}

}  // namespace recorder::tools
