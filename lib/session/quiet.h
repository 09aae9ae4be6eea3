// SPDX-License-Identifier: BSD-3-Clause
// Keeps signals that our own writing may cause (RLIMIT_FSIZE: SIGXFSZ; a stderr that nobody reads: SIGPIPE)
// from the application: blocked meanwhile, and taken away if they came. The write then just fails with EFBIG
// or EPIPE.
#pragma once

#include <signal.h>
#include <time.h>

#include <cstdint>
#include <initializer_list>

#include "session/sys.h"

namespace recorder {

class NoWriteSignals {
 public:
  // `and_others`: what else the thread is to be spared, until the end. Not the signals of faults.
  explicit NoWriteSignals(bool and_others = false) {
    const uint64_t mask = kMask | (and_others ? ~kFaults : 0);
    sys::sigprocmask(SIG_BLOCK, &mask, &old_);
    were_pending_ = pending();
  }
  ~NoWriteSignals() {
    const timespec none{0, 0};
    const uint64_t ours = pending() & ~were_pending_;
    for (const uint64_t signal : {kFileSize, kPipe})
      if ((ours & signal) != 0) sys::call(SYS_rt_sigtimedwait, &signal, nullptr, &none, sizeof signal);
    sys::sigprocmask(SIG_SETMASK, &old_, nullptr);
  }
  NoWriteSignals(const NoWriteSignals &) = delete;
  NoWriteSignals &operator=(const NoWriteSignals &) = delete;

 private:
  static constexpr uint64_t kFileSize = uint64_t{1} << (SIGXFSZ - 1), kPipe = uint64_t{1} << (SIGPIPE - 1);
  static constexpr uint64_t kMask = kFileSize | kPipe;
  static constexpr uint64_t kFaults = uint64_t{1} << (SIGSEGV - 1) | uint64_t{1} << (SIGBUS - 1) |
                                      uint64_t{1} << (SIGFPE - 1) | uint64_t{1} << (SIGILL - 1) |
                                      uint64_t{1} << (SIGTRAP - 1) | uint64_t{1} << (SIGSYS - 1) |
                                      uint64_t{1} << (SIGABRT - 1);
  static uint64_t pending() {
    uint64_t set = 0;
    sys::call(SYS_rt_sigpending, &set, sizeof set);
    return set & kMask;
  }

  uint64_t old_ = 0;
  uint64_t were_pending_ = 0;
};

}  // namespace recorder
