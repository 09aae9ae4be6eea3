// SPDX-License-Identifier: BSD-3-Clause
// Choice and calibration of the clock (see clock.h).
#include "core/clock.h"

#include <time.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace recorder {

namespace {

// The counter must tick at one rate in every power state (invariant TSC). aarch64's always does.
bool counter_is_steady() {
#if defined(__x86_64__)
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) != 0 && (d & (1u << 8)) != 0;
#elif defined(__aarch64__)
  return true;
#else
  return false;
#endif
}

// Counter ticks in a microsecond, for the choice of the shift only; ratio() measures properly.
uint64_t ticks_per_us(const Clock &clock) {
  const ClockReading first = clock.read();
  ClockReading last = first;
  while (last.monotonic_ns - first.monotonic_ns < 20000) last = clock.read();
  return (last.counter - first.counter) * 1000 / (last.monotonic_ns - first.monotonic_ns);
}

}  // namespace

uint64_t Clock::monotonic() {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<uint64_t>(t.tv_sec) * 1000000000u + static_cast<uint64_t>(t.tv_nsec);
}

// Of several tries the one in which least time passed between the two counters' readings is the truest.
ClockReading Clock::read() const {
  ClockReading best{counter(), monotonic()};
  if (!uses_counter_) return {best.monotonic_ns, best.monotonic_ns};
  uint64_t narrowest = UINT64_MAX;
  for (int i = 0; i < 4; ++i) {
    const uint64_t before = counter();
    const uint64_t ns = monotonic();
    const uint64_t after = counter();
    if (after - before < narrowest) {
      narrowest = after - before;
      best = {before + (after - before) / 2, ns};
    }
  }
  return best;
}

void Clock::start(uint64_t resolution_ns) {
  uses_counter_ = counter_is_steady();
  shift_ = 0;
  const uint64_t per_us = uses_counter_ ? ticks_per_us(*this) : 1000;
  while (shift_ < 40 && (uint64_t{2} << shift_) * 1000 <= resolution_ns * per_us) ++shift_;
  origin_ = read();
}

void Clock::ratio(uint64_t *num, uint64_t *den) const {
  if (!uses_counter_) {
    *num = uint64_t{1} << shift_;
    *den = 1;
    return;
  }
  // The error of a reading, some 20 ns, is the error of the last time of the run, whatever its length; only
  // the quotient of two very small numbers has to be avoided.
  constexpr uint64_t kShortestBaselineNs = 20000;
  ClockReading end = read();
  while (end.monotonic_ns - origin_.monotonic_ns < kShortestBaselineNs) end = read();
  uint64_t ns = end.monotonic_ns - origin_.monotonic_ns;
  uint64_t ticks = end.counter - origin_.counter;
  // ticks >> shift_ are what is stored, so the ratio is scaled back by it; halve both until that fits.
  while (ns >> (63 - shift_) != 0) {
    ns >>= 1;
    ticks >>= 1;
  }
  *num = ns << shift_;
  *den = ticks != 0 ? ticks : 1;
}

}  // namespace recorder
