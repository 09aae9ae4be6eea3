// SPDX-License-Identifier: BSD-3-Clause
// Keeps a signal that our own writing may cause (RLIMIT_FSIZE: SIGXFSZ) from the application: blocked
// meanwhile, and taken away if it came. The write then just fails with EFBIG.
#pragma once

#include <signal.h>
#include <time.h>

#include <cstdint>

#include "session/sys.h"

namespace recorder {

class NoFileSizeSignal {
 public:
  NoFileSizeSignal() {
    const uint64_t mask = kMask;
    sys::sigprocmask(SIG_BLOCK, &mask, &old_);
    was_pending_ = pending();
  }
  ~NoFileSizeSignal() {
    if (!was_pending_ && pending()) {
      const uint64_t mask = kMask;
      const timespec none{0, 0};
      sys::call(SYS_rt_sigtimedwait, &mask, nullptr, &none, sizeof mask);
    }
    sys::sigprocmask(SIG_SETMASK, &old_, nullptr);
  }
  NoFileSizeSignal(const NoFileSizeSignal &) = delete;
  NoFileSizeSignal &operator=(const NoFileSizeSignal &) = delete;

 private:
  static constexpr uint64_t kMask = uint64_t{1} << (SIGXFSZ - 1);
  static bool pending() {
    uint64_t set = 0;
    sys::call(SYS_rt_sigpending, &set, sizeof set);
    return (set & kMask) != 0;
  }

  uint64_t old_ = 0;
  bool was_pending_ = false;
};

}  // namespace recorder
