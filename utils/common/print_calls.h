// SPDX-License-Identifier: BSD-3-Clause
// The loop of the tools that print calls: the selected ones, one after another, into the output.
#pragma once

#include "common/output.h"
#include "common/program.h"

namespace recorder::tools {

// `print(text, call)` appends what is to be printed of a call.
template <class Print>
void print_calls(const Options &options, recorder_trace *trace, Print print) {
  const CallsPtr calls = open_calls(options, trace);
  Output output;
  output.open(options.output());
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
