// SPDX-License-Identifier: BSD-3-Clause
// The loop of the tools that print calls: the selected ones, one after another, into the output.
#pragma once

#include <cstring>
#include <memory>
#include <string>
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
template <class Printer>
class Printers {
 public:
  explicit Printers(const Workflow &workflow) : workflow_(workflow), printers_(workflow.size()) {}

  Printer &of(size_t trace) {
    if (trace != last_ || printers_[trace] == nullptr) find(trace);
    return *printers_[trace];
  }

 private:
  void find(size_t trace) {
    if (workflow_.options().order() == RECORDER_BY_RANK) printers_[last_] = nullptr;
    if (printers_[trace] == nullptr) printers_[trace] = std::make_unique<Printer>(workflow_, trace);
    last_ = trace;
  }

  const Workflow &workflow_;
  std::vector<std::unique_ptr<Printer>> printers_;
  size_t last_ = 0;
};

// A Printer is made from the workflow and the number of a trace, and its print(text, call) appends what is to
// be printed of a WorkflowCall of this trace; the header comes first.
template <class Printer>
void print_calls(const Workflow &workflow, const std::string &header) {
  WorkflowCalls calls(workflow);
  const Progress progress(workflow);
  Printers<Printer> printers(workflow);
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
