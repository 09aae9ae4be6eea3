// SPDX-License-Identifier: BSD-3-Clause
// Opens Recorder's own files, also where the program has used up its descriptors: what it did until then is
// worth a trace all the more. Its limit is lifted for that one call, so that our number lies behind all that
// the program can have.
#pragma once

#include <fcntl.h>
#include <sys/resource.h>

#include <atomic>
#include <cstdint>

#include "session/sys.h"

namespace recorder {

// One thread at a time: each puts back the limit that it found.
inline std::atomic<bool> lifting_limit{false};

// A descriptor, which is to be closed soon, or a negative error number.
inline int open_own(const char *path, int flags, mode_t mode = 0) {
  const int fd = sys::open(path, flags, mode);
  if (fd != -EMFILE) return fd;
  constexpr int kMostTurns = 1000;
  for (int turn = 0; lifting_limit.exchange(true, std::memory_order_acquire); ++turn) {
    if (turn == kMostTurns) return fd;
    sys::call(SYS_sched_yield);
  }
  struct Limit {
    uint64_t soft, hard;
  } was{}, lifted{};
  int again = fd;
  if (sys::call(SYS_prlimit64, 0, static_cast<int>(RLIMIT_NOFILE), nullptr, &was) == 0) {
    lifted = Limit{was.hard, was.hard};
    sys::call(SYS_prlimit64, 0, static_cast<int>(RLIMIT_NOFILE), &lifted, nullptr);
    again = sys::open(path, flags, mode);
    sys::call(SYS_prlimit64, 0, static_cast<int>(RLIMIT_NOFILE), &was, nullptr);
  }
  lifting_limit.store(false, std::memory_order_release);
  return again;
}

}  // namespace recorder
