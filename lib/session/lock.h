// SPDX-License-Identifier: BSD-3-Clause
// A small lock for the slow paths. It is never held while the application's code runs, and fork's child
// remakes it. It knows its owner: a signal handler that ends the process may have interrupted who holds it.
#pragma once

#include <atomic>
#include <cstdint>

#include "session/sys.h"

// Hundreds of wrappers in one object make the compiler shy of inlining; in these it is what the speed comes
// from.
#define RECORDER_INLINE inline __attribute__((always_inline))

namespace recorder {

// Its address names a thread.
extern __attribute__((visibility("hidden"))) __thread char this_thread
    __attribute__((tls_model("initial-exec")));

class Lock {
 public:
  // False, without the lock, when this thread holds it already.
  bool lock() {
    const auto self = reinterpret_cast<uintptr_t>(&this_thread);
    for (uint32_t spins = 0;; ++spins) {
      uintptr_t owner = 0;
      if (word_.compare_exchange_weak(owner, self, std::memory_order_acquire)) return true;
      if (owner == self) return false;
      if (spins > 64 && owner != 0) wait(owner);
    }
  }
  void unlock() {
    // Who waits is seen, or sees this: neither may pass the other.
    word_.store(0, std::memory_order_seq_cst);
    if (__builtin_expect(waiting_.load(std::memory_order_seq_cst) != 0, 0)) wake();
  }
  void remake() {
    word_.store(0, std::memory_order_relaxed);
    waiting_.store(0, std::memory_order_relaxed);
  }

 private:
  __attribute__((noinline, cold)) void wait(uintptr_t owner) {
    waiting_.fetch_add(1, std::memory_order_seq_cst);
    sys::futex(low_half(), FUTEX_WAIT_PRIVATE, static_cast<uint32_t>(owner));
    waiting_.fetch_sub(1, std::memory_order_relaxed);
  }
  __attribute__((noinline, cold)) void wake() { sys::futex(low_half(), FUTEX_WAKE_PRIVATE, 1); }
  const void *low_half() const {
    constexpr bool kBigEndian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
    return reinterpret_cast<const char *>(&word_) + (kBigEndian ? sizeof word_ - sizeof(uint32_t) : 0);
  }

  std::atomic<uintptr_t> word_;
  std::atomic<uint32_t> waiting_;
};

class Locked {
 public:
  explicit Locked(Lock &lock) : lock_(lock), held_(lock.lock()) {}
  ~Locked() {
    if (held_) lock_.unlock();
  }
  Locked(const Locked &) = delete;
  Locked &operator=(const Locked &) = delete;
  // False: the caller interrupted itself, and what the lock guards may be half done.
  bool held() const { return held_; }

 private:
  Lock &lock_;
  const bool held_;
};

}  // namespace recorder
