// SPDX-License-Identifier: BSD-3-Clause
// What is kept of the times of one segment when the calls' own are not: for each terminal the sum, the
// extremes and a histogram of durations and gaps, as recorder-format(5) stores them before compression.
#pragma once

#include <cstdint>

#include "core/bytes.h"
#include "format/format.h"

namespace recorder {

struct LengthStatistics {
  uint64_t sum, least, most;
  uint64_t bins[format::kTimeBins];

  void add(uint64_t length) {
    sum += length;
    if (length > most) most = length;
    if (length < least) least = length;
    ++bins[format::time_bin(length)];
  }
};

struct CallStatistics {
  uint64_t count;
  LengthStatistics duration, gap;
};

// The memory is the caller's, zeroed at first, kBytes of it; what is not used is not touched.
class TimeStatistics {
 public:
  static constexpr uint32_t kMostTerminals = 1024;
  static constexpr uint64_t kBytes = kMostTerminals * sizeof(CallStatistics);

  void init(void *memory) { calls_ = static_cast<CallStatistics *>(memory); }
  void *memory() { return calls_; }

  void add(uint32_t terminal, uint64_t gap, uint64_t duration) {
    CallStatistics &call = calls_[terminal];
    if (call.count++ == 0) call.duration.least = call.gap.least = ~uint64_t{0};
    call.duration.add(duration);
    call.gap.add(gap);
  }

  // The table of a segment of so many terminals: calls alone, in the order of their first use, which is that
  // of the terminals.
  static uint64_t bound(uint32_t terminals) { return 5 + uint64_t{terminals} * kMostEntry; }
  uint8_t *put(uint8_t *out, uint32_t terminals) const {
    uint32_t count = 0;
    for (uint32_t i = 0; i < terminals; ++i) count += calls_[i].count != 0;
    out = put_varint(out, count);
    for (uint32_t i = 0; i < terminals; ++i)
      if (calls_[i].count != 0)
        out = put_length(put_length(put_varint(out, calls_[i].count), calls_[i].duration), calls_[i].gap);
    return out;
  }
  uint64_t calls(uint32_t terminals) const {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < terminals; ++i) sum += calls_[i].count;
    return sum;
  }
  void reset(uint32_t terminals) { memset(calls_, 0, terminals * sizeof *calls_); }

 private:
  static constexpr uint64_t kMostEntry = 10 + 2 * (3 + format::kTimeBins) * 10 + 4;

  static uint8_t *put_length(uint8_t *out, const LengthStatistics &length) {
    uint32_t first = 0;
    uint32_t last = format::kTimeBins;
    while (first < last && length.bins[first] == 0) ++first;
    while (last > first && length.bins[last - 1] == 0) --last;
    out = put_varint(put_varint(put_varint(out, length.sum), length.least), length.most);
    out = put_varint(put_varint(out, first), last - first);
    for (uint32_t i = first; i < last; ++i) out = put_varint(out, length.bins[i]);
    return out;
  }

  CallStatistics *calls_;
};

}  // namespace recorder
