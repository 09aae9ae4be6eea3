// SPDX-License-Identifier: BSD-3-Clause
// A small lock for the slow paths. It is never held while the application's code runs, and fork's child
// remakes it.
#pragma once

#include <atomic>
#include <cstdint>

#include "session/sys.h"

namespace recorder {

class Lock {
 public:
  void lock() {
    for (uint32_t spins = 0; word_.exchange(1, std::memory_order_acquire) != 0; ++spins)
      if (spins > 64) sys::sched_yield();
  }
  void unlock() { word_.store(0, std::memory_order_release); }
  void remake() { word_.store(0, std::memory_order_relaxed); }

 private:
  std::atomic<uint32_t> word_;
};

class Locked {
 public:
  explicit Locked(Lock &lock) : lock_(lock) { lock_.lock(); }
  ~Locked() { lock_.unlock(); }
  Locked(const Locked &) = delete;
  Locked &operator=(const Locked &) = delete;

 private:
  Lock &lock_;
};

}  // namespace recorder
