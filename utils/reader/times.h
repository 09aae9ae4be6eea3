// SPDX-License-Identifier: BSD-3-Clause
// The timestamps of one stream, one call after the other, and what a tick is in nanoseconds.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "reader/inflater.h"

namespace recorder::reader {

class TickScale {
 public:
  TickScale() = default;
  TickScale(uint64_t numerator, uint64_t denominator, int64_t origin_ns)
      : numerator_(numerator), denominator_(denominator), origin_(origin_ns) {}

  // Nanoseconds since the trace's start.
  int64_t to_ns(int64_t ticks) const;

 private:
  uint64_t numerator_ = 1;
  uint64_t denominator_ = 1;
  int64_t origin_ = 0;
};

class TimeReader {
 public:
  // `last_end`: where the stream's earlier part ended, 0 at its start.
  TimeReader(const Source &source, const StoredRange &range, int64_t last_end);

  // The next call's start and end in ticks since the process's start.
  void next(int64_t *start, int64_t *end);
  // After the last call: nothing may be left, and the checksum must be right.
  void finish();
  int64_t last_end() const { return last_end_; }

 private:
  void refill();
  static uint64_t load(const uint8_t *from, unsigned bytes);

  static constexpr size_t kMostRecord = 17;
  static constexpr size_t kBuffer = 32 * 1024;

  Inflater in_;
  std::vector<uint8_t> buffer_;
  size_t at_ = 0;
  size_t filled_ = 0;
  bool ended_ = false;
  int64_t last_end_;
};

}  // namespace recorder::reader
