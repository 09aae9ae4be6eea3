// SPDX-License-Identifier: BSD-3-Clause
// The lengths of time that a trace with bounded errors knows: 0, 1, 2, ... and, from where that is closer
// together than the error allows, each so much longer than the one before it.
#pragma once

#include <cstdint>

namespace recorder {

constexpr bool is_percentage(uint64_t percent) { return percent >= 1 && percent <= 50; }

class TimeLevels {
 public:
  // Between any two neighbours a value is within `percent` of both.
  void set(uint32_t percent) {
    percent_ = percent;
    count_ = 0;
    uint64_t length = 0;
    while (count_ < kMost && length < kLongest) {
      lengths_[count_++] = length;
      const uint64_t more = length / 100 * percent + length % 100 * percent / 100;
      length += more > 1 ? more : 1;
    }
  }

  uint32_t count() const { return count_; }
  uint64_t length(uint32_t level) const { return lengths_[level < count_ ? level : count_ - 1]; }

  // The longest that is not longer than the value.
  uint32_t below(uint64_t value) const {
    uint32_t first = 0;
    uint32_t last = count_;  // the answer lies in [first, last)
    while (last - first > 1) {
      const uint32_t middle = first + (last - first) / 2;
      (lengths_[middle] <= value ? first : last) = middle;
    }
    return first;
  }
  // How far a length may be off that stands for the value.
  uint64_t tolerance(uint64_t value) const { return value / 100 * percent_ + value % 100 * percent_ / 100; }

 private:
  static constexpr uint32_t kMost = 4400;  // enough for 1 %
  static constexpr uint64_t kLongest = uint64_t{1} << 62;

  uint32_t percent_ = 0;
  uint32_t count_ = 0;
  uint64_t lengths_[kMost];
};

}  // namespace recorder
