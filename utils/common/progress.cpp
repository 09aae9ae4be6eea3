// SPDX-License-Identifier: BSD-3-Clause
// The line, five times a second, cleared at the end.
#include "common/progress.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <system_error>

namespace recorder::tools {

namespace {

using Clock = std::chrono::steady_clock;

std::string left(double seconds) {
  char text[48];
  if (seconds >= 3600) {
    std::snprintf(text, sizeof text, "%.0f h %.0f min", seconds / 3600 - 0.5,
                  seconds / 60 - 60 * static_cast<int>(seconds / 3600));
  } else if (seconds >= 60) {
    std::snprintf(text, sizeof text, "%d min %d s", static_cast<int>(seconds) / 60,
                  static_cast<int>(seconds) % 60);
  } else {
    std::snprintf(text, sizeof text, "%.0f s", seconds);
  }
  return text;
}

void put_line(const char *unit, uint64_t done, uint64_t total, double elapsed) {
  const double share = total == 0 ? 1 : std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  const std::string eta =
      share > 0.001 && elapsed > 1 ? ", " + left(elapsed / share - elapsed) + " left" : "";
  std::fprintf(stderr, "\r%s: %3.0f %%, %.1f of %.1f million %s%s\033[K", program_name(), 100 * share,
               static_cast<double>(done) / 1e6, static_cast<double>(total) / 1e6, unit, eta.c_str());
}

}  // namespace

bool Progress::wanted(const Options &options) {
  const bool output_is_terminal = (options.output().empty() || options.output() == "-") && isatty(1) != 0;
  return !options.quiet() && isatty(2) != 0 && !output_is_terminal;
}

Progress::Progress(const Workflow &workflow) {
  if (!wanted(workflow.options())) return;
  start("calls", workflow.calls_to_read(), [&workflow] { return workflow.calls_read(); });
}

Progress::Progress(const Options &options, const char *unit, uint64_t total, std::function<uint64_t()> done) {
  if (wanted(options)) start(unit, total, std::move(done));
}

void Progress::start(const char *unit, uint64_t total, std::function<uint64_t()> done) {
  const auto loop = [this, unit, total, done = std::move(done)] {
    const Clock::time_point began = Clock::now();
    bool shown = false;
    std::unique_lock<std::mutex> lock(mutex_);
    // Short work ends before anything is shown.
    while (
        !changed_.wait_for(lock, std::chrono::milliseconds(shown ? 200 : 500), [this] { return ended_; })) {
      put_line(unit, done(), total, std::chrono::duration<double>(Clock::now() - began).count());
      shown = true;
    }
    if (shown) std::fprintf(stderr, "\r\033[K");
  };
  try {
    thread_ = std::thread(loop);
  } catch (const std::system_error &) {
    // Work without a line is better than none.
  }
}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ended_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

}  // namespace recorder::tools
