// SPDX-License-Identifier: BSD-3-Clause
// The loop of the tools that print calls: the selected ones, one after another, into the output.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/output.h"
#include "common/progress.h"
#include "common/workflow.h"

namespace recorder::tools {

// What a header says of the times, "" for exact ones, which need none.
inline std::string time_mode(const recorder_trace *trace) {
  const char *mode = recorder_metadata(trace, "time_mode");
  return mode == nullptr || strcmp(mode, "exact") == 0 ? "" : mode;
}

// Printers by trace, since what they remember of a trace means nothing in another. Without --merge a trace
// is done when the next one begins, and so is its printer.
template <class Make>
class Printers {
 public:
  Printers(const Workflow &workflow, Make make)
      : workflow_(workflow), make_(std::move(make)), printers_(workflow.size()) {}

  auto &of(size_t trace) {
    if (trace != last_ || printers_[trace] == nullptr) find(trace);
    return *printers_[trace];
  }

 private:
  void find(size_t trace) {
    if (workflow_.options().order() == RECORDER_BY_RANK) printers_[last_] = nullptr;
    if (printers_[trace] == nullptr) printers_[trace] = make_(trace);
    last_ = trace;
  }

  const Workflow &workflow_;
  const Make make_;
  std::vector<decltype(std::declval<Make>()(size_t{}))> printers_;
  size_t last_ = 0;
};

// `make(trace)` gives a pointer to the printer of the trace of this number, and print(text, call) of that
// appends what is to be printed of a WorkflowCall; the header comes first. `transfers` as for WorkflowCalls.
template <class Make>
void print_calls(const Workflow &workflow, const std::string &header, Make make, bool transfers = false) {
  WorkflowCalls calls(workflow, transfers);
  const Progress progress(workflow);
  Printers<Make> printers(workflow, std::move(make));
  Output output;
  output.open(workflow.options().output());
  output.buffer() += header;
  try {
    while (const WorkflowCall *call = calls.next()) {
      printers.of(call->trace).print(output.buffer(), *call);
      output.flush_if_full();
    }
  } catch (...) {
    output.flush();  // what was read before the damage
    throw;
  }
  output.close();
}

}  // namespace recorder::tools
