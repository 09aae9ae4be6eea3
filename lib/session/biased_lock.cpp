// SPDX-License-Identifier: BSD-3-Clause
// The slow half of the lock (see biased_lock.h).
#include "session/biased_lock.h"

#include "session/sys.h"

namespace recorder {

void fence_all_threads() {
  constexpr int kPrivateExpedited = 1 << 3, kRegister = 1 << 4;
  static bool registered = sys::membarrier(kRegister) == 0;
  if (registered && sys::membarrier(kPrivateExpedited) == 0) return;
  // Older kernels: any thread's store has left its processor after a millisecond.
  const timespec pause{0, 1000000};
  sys::nanosleep(&pause);
}

BiasedLock::How BiasedLock::lock_as_any(uintptr_t self) {
  if (!lock_.lock()) return How::not_at_all;
  const uintptr_t first = first_.load(std::memory_order_relaxed);
  if (first == kNone) {
    inside_.store(true, std::memory_order_relaxed);
    first_.store(self, std::memory_order_relaxed);
    lock_.unlock();
    return How::as_first;
  }
  if (first != kNoLonger) {
    first_.store(kNoLonger, std::memory_order_seq_cst);
    fence_all_threads();
    while (inside_.load(std::memory_order_acquire)) sys::sched_yield();
  }
  return How::as_any;
}

}  // namespace recorder
