// SPDX-License-Identifier: BSD-3-Clause
// The clock of the hot path: ticks since the process's origin, from the processor's counter where it is
// invariant, else from CLOCK_MONOTONIC. clock.cpp decides and calibrates.
#pragma once

#include <cstdint>

namespace recorder {

// A pair of readings made together; two of them, far apart, give the length of a tick.
struct ClockReading {
  uint64_t counter;
  uint64_t monotonic_ns;
};

class Clock {
 public:
  // Sets the origin. `resolution_ns` is the coarsest tick that the user accepts: the counter is shifted right
  // as far as one tick stays at or below it.
  void start(uint64_t resolution_ns);

  // Ticks since the origin. The counters of all cores agree where the processor
  // declares them invariant; Call::stop clamps what a faulty machine would make negative.
  uint64_t now() const { return (counter() - origin_.counter) >> shift_; }

  // ns = ticks * num / den, measured over the whole run so that no error accumulates.
  void ratio(uint64_t *num, uint64_t *den) const;

  ClockReading read() const;
  bool uses_counter() const { return uses_counter_; }
  static uint64_t monotonic();  // ns
  uint64_t origin_ns() const { return origin_.monotonic_ns; }

 private:
  uint64_t counter() const {
#if defined(__x86_64__)
    // <x86intrin.h> would be two thirds of what the compiler reads for each of the hundreds of wrappers.
    if (__builtin_expect(uses_counter_, 1)) return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    if (__builtin_expect(uses_counter_, 1)) {
      uint64_t value;
      asm volatile("mrs %0, cntvct_el0" : "=r"(value));
      return value;
    }
#endif
    return monotonic();
  }

  ClockReading origin_;
  uint32_t shift_;
  bool uses_counter_;
};

}  // namespace recorder
