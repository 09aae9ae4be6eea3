// SPDX-License-Identifier: BSD-3-Clause
// One line on a terminal that says how far long work is: percent, calls and the time that is left. A thread
// of its own writes it, so that the work itself pays nothing.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

#include "common/workflow.h"

namespace recorder::tools {

class Progress {
 public:
  // Shows how much of the calls of the workflow has been read, until it is destroyed. Nothing appears with
  // --quiet, when standard error is no terminal, or when the output goes to one.
  explicit Progress(const Workflow &workflow);
  // The same for other work: `done` tells how many of `total` units are done, and runs in another thread.
  Progress(const Options &options, const char *unit, uint64_t total, std::function<uint64_t()> done);
  ~Progress();
  Progress(const Progress &) = delete;

 private:
  static bool wanted(const Options &options);
  void start(const char *unit, uint64_t total, std::function<uint64_t()> done);
  void show();

  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false;
};

}  // namespace recorder::tools
