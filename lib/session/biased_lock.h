// SPDX-License-Identifier: BSD-3-Clause
// A lock that its first thread takes without an atomic read-modify-write as long as no other thread comes.
// That thread says that it is inside with a plain store and looks whether the lock is still its own; who
// comes second takes that away once and for all, lets membarrier supply the fence that the first has left
// out, and waits until it is outside. From then on the lock is one like others.
#pragma once

#include <atomic>
#include <cstdint>

#include "session/lock.h"

namespace recorder {

// After this, every thread sees what this one has stored before, or this one sees what it has stored before:
// the expensive half of the fence that hot paths do without.
void fence_all_threads();

class BiasedLock {
 public:
  // How a thread holds it. Not at all: it has interrupted itself, and what the lock guards may be half done.
  enum class How : uint8_t { not_at_all, as_first, as_any };

  RECORDER_INLINE How lock() {
    const auto self = reinterpret_cast<uintptr_t>(&this_thread);
    if (__builtin_expect(first_.load(std::memory_order_relaxed) == self, 1)) {
      if (__builtin_expect(inside_.load(std::memory_order_relaxed), 0)) return How::not_at_all;
      inside_.store(true, std::memory_order_relaxed);
      std::atomic_signal_fence(std::memory_order_seq_cst);
      if (__builtin_expect(first_.load(std::memory_order_relaxed) == self, 1)) return How::as_first;
      inside_.store(false, std::memory_order_release);
    }
    return lock_as_any(self);
  }
  RECORDER_INLINE void unlock(How how) {
    if (__builtin_expect(how == How::as_first, 1))
      inside_.store(false, std::memory_order_release);
    else if (how == How::as_any)
      lock_.unlock();
  }
  // In fork's child, whose only thread may become the first.
  void remake() {
    lock_.remake();
    inside_.store(false, std::memory_order_relaxed);
    first_.store(kNone, std::memory_order_relaxed);
  }

 private:
  static constexpr uintptr_t kNone = 0, kNoLonger = 1;

  __attribute__((noinline)) How lock_as_any(uintptr_t self);

  std::atomic<uintptr_t> first_;  // the thread, by the address of its this_thread
  std::atomic<bool> inside_;      // written by that thread only
  Lock lock_;
};

class BiasedLocked {
 public:
  RECORDER_INLINE explicit BiasedLocked(BiasedLock &lock) : lock_(lock), how_(lock.lock()) {}
  RECORDER_INLINE ~BiasedLocked() { lock_.unlock(how_); }
  BiasedLocked(const BiasedLocked &) = delete;
  BiasedLocked &operator=(const BiasedLocked &) = delete;

 private:
  BiasedLock &lock_;
  const BiasedLock::How how_;
};

}  // namespace recorder
