// SPDX-License-Identifier: BSD-3-Clause
// Recorder's own use of other libraries: calls of this thread pass through unrecorded while a Guard lives.
#pragma once

#include <cstdint>

namespace recorder {
class Stream;
struct GuardState {
  Stream *stream;
  uintptr_t was;
  bool was_busy;
};
}  // namespace recorder

extern "C" {
__attribute__((visibility("default"))) void recorder_guard_begin(recorder::GuardState *state);
__attribute__((visibility("default"))) void recorder_guard_end(recorder::GuardState *state);
}

namespace recorder {

class Guard {
 public:
  Guard() { recorder_guard_begin(&state_); }
  ~Guard() { recorder_guard_end(&state_); }
  Guard(const Guard &) = delete;
  Guard &operator=(const Guard &) = delete;

 private:
  GuardState state_;
};

}  // namespace recorder
