// SPDX-License-Identifier: BSD-3-Clause
// Residues: k * distance modulo the alignment repeats after alignment / gcd turns.
#include "analysis/alignment.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace recorder::analysis {

namespace {

struct Residues {
  uint64_t times;
  uint64_t distance;  // below the alignment, not 0
};

uint64_t residue(int64_t value, uint64_t modulus) {
  const auto m = static_cast<__int128>(modulus);
  return static_cast<uint64_t>((value % m + m) % m);
}

// The number that `value` must be multiplied with to give 1 modulo `modulus`; they have no common divisor.
uint64_t inverse(uint64_t value, uint64_t modulus) {
  __int128 r = modulus, next_r = value % modulus, t = 0, next_t = 1;
  while (next_r != 0) {
    const __int128 quotient = r / next_r;
    const __int128 old_r = r, old_t = t;
    r = next_r;
    next_r = old_r - quotient * next_r;
    t = next_t;
    next_t = old_t - quotient * next_t;
  }
  return static_cast<uint64_t>(t < 0 ? t + modulus : t);
}

// How many k below `times` solve base + k * distance = 0.
uint64_t solutions(uint64_t base, const Residues &loop, uint64_t modulus) {
  const uint64_t divisor = std::gcd(loop.distance, modulus);
  if (base % divisor != 0) return 0;
  const uint64_t period = modulus / divisor;
  const uint64_t wanted = (period - base / divisor % period) % period;
  const auto first = static_cast<uint64_t>(static_cast<unsigned __int128>(wanted) *
                                           inverse(loop.distance / divisor % period, period) % period);
  return first < loop.times ? (loop.times - 1 - first) / period + 1 : 0;
}

// The last loop is solved, the others go through their residues.
uint64_t count(uint64_t base, const std::vector<Residues> &loops, size_t at, uint64_t modulus) {
  if (at == loops.size()) return base == 0 ? 1 : 0;
  const Residues &loop = loops[at];
  if (at + 1 == loops.size()) return solutions(base, loop, modulus);
  const uint64_t period = modulus / std::gcd(loop.distance, modulus);
  uint64_t sum = 0;
  for (uint64_t k = 0; k < std::min(period, loop.times); ++k) {
    const uint64_t often = loop.times / period + (k < loop.times % period ? 1 : 0);
    sum += often * count(base, loops, at + 1, modulus);
    base = static_cast<uint64_t>((static_cast<unsigned __int128>(base) + loop.distance) % modulus);
  }
  return sum;
}

}  // namespace

uint64_t aligned_offsets(int64_t base, const Step *steps, size_t number, uint64_t alignment) {
  uint64_t factor = 1;
  std::vector<Residues> loops;
  for (size_t i = 0; i < number; ++i) {
    const uint64_t distance = residue(steps[i].distance, alignment);
    if (distance == 0) {
      factor *= steps[i].times;
    } else {
      loops.push_back({steps[i].times, distance});
    }
  }
  // The one with the most residues comes last.
  std::sort(loops.begin(), loops.end(), [alignment](const Residues &a, const Residues &b) {
    const auto residues = [alignment](const Residues &r) {
      return std::min(r.times, alignment / std::gcd(r.distance, alignment));
    };
    return residues(a) < residues(b);
  });
  return factor * count(residue(base, alignment), loops, 0, alignment);
}

uint64_t aligned_offsets(const Event &event, uint64_t alignment) {
  if (event.loops == 0) {
    const uint64_t magnitude =
        event.offset < 0 ? 0 - static_cast<uint64_t>(event.offset) : static_cast<uint64_t>(event.offset);
    return magnitude % alignment == 0 ? 1 : 0;
  }
  return aligned_offsets(event.offset, event.steps, event.loops, alignment);
}

}  // namespace recorder::analysis
