// SPDX-License-Identifier: BSD-3-Clause
// Events of the Chrome trace event format (JSON object format), one on a line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "common/output.h"

namespace recorder::tools::timeline {

// A row of the viewer: a thread of a process.
struct Track {
  uint64_t pid;
  uint64_t tid;
};

// Viewers take a thread with the number of its process for the main one, and want numbers that no thread of
// another process has: row 0 has the number of the process, and row n the nth such number behind all of them.
inline Track row_of(uint64_t pid, uint64_t row, uint64_t processes) { return {pid, row * processes + pid}; }

// Microseconds with three decimals, exactly.
void put_microseconds(std::string &out, int64_t ns);

class Events {
 public:
  explicit Events(Output &output) : output_(output) {}

  void begin();
  void end();
  uint64_t count() const { return count_; }

  // The text to which an event is appended, as one JSON object.
  std::string &next() {
    output_.flush_if_full();
    output_.buffer() += count_++ == 0 ? "\n" : ",\n";
    return output_.buffer();
  }

  void process_name(uint64_t pid, std::string_view name, uint64_t position);
  void thread_name(const Track &track, std::string_view name, uint64_t position);
  // A value over time, from here on.
  void counter(uint64_t pid, std::string_view name, int64_t ns, uint64_t value);

 private:
  void metadata(const char *what, const Track &track, const char *argument, std::string_view text);
  void metadata(const char *what, const Track &track, const char *argument, uint64_t number);

  Output &output_;
  uint64_t count_ = 0;
};

}  // namespace recorder::tools::timeline
