// SPDX-License-Identifier: BSD-3-Clause
// Start gaps and durations of the calls of one stream, in ticks: a control byte with two lengths, then the
// two numbers, whose first bytes may be zeros. Values of random arguments stand before the times
// of their call; where no times are kept, they are alone in it.
#pragma once

#include <cstdint>

#include "core/bytes.h"

namespace recorder {

class TimeBuffer {
 public:
  // A record takes at most 17 bytes; the stores write 8 bytes at a time.
  static constexpr uint32_t kRecordSlack = 24;

  void set_window(uint8_t *begin, uint8_t *end) {
    next_ = begin;
    set_end(end);
  }
  void set_end(uint8_t *end) { limit_ = end - kRecordSlack; }
  // For values alone. To times it is full, so that nothing is asked of calls that have their own.
  void set_window_of_values(uint8_t *begin) {
    next_ = begin;
    limit_ = nullptr;
  }
  bool full() const { return next_ > limit_; }
  uint8_t *position() const { return next_; }
  uint64_t last_end() const { return last_end_; }
  void resume(uint64_t last_end) { last_end_ = last_end; }

  // Gap is against the end of the previous call, so that quantisation never accumulates; a parent begins
  // before its children, hence zigzag.
  void append(uint64_t start, uint64_t end) {
    const uint64_t gap = zigzag(static_cast<int64_t>(start - last_end_));
    const uint64_t duration = end - start;
    last_end_ = end;
    if (__builtin_expect((gap | duration) >> 16 == 0, 1)) {
      store64(next_, kShort | gap << 8 | duration << 24);
      next_ += kShortBytes;
      return;
    }
    const uint32_t gap_bytes = width(gap);
    const uint32_t duration_bytes = width(duration);
    uint8_t *const at = next_;  // which the bytes stored might alias
    *at = static_cast<uint8_t>(gap_bytes | duration_bytes << 4);
    store64(at + 1, gap);
    store64(at + 1 + gap_bytes, duration);
    next_ = at + 1 + gap_bytes + duration_bytes;
  }

  // A value of an argument of the call whose times come next: 15 and the width of the value, u16 function, u8
  // argument, u8 element, the value.
  static constexpr uint8_t kAside = 15;
  static constexpr uint32_t kAsideHead = 5;
  void append_aside(uint32_t fn, uint32_t argument, uint32_t element, uint64_t value) {
    const uint32_t bytes = value >> 63 != 0 ? 8 : width(value);
    uint8_t *const at = next_;
    *at = static_cast<uint8_t>(kAside | bytes << 4);
    at[1] = static_cast<uint8_t>(fn);
    at[2] = static_cast<uint8_t>(fn >> 8);
    at[3] = static_cast<uint8_t>(argument);
    at[4] = static_cast<uint8_t>(element < 255 ? element : 255);
    store64(at + kAsideHead, value);
    next_ = at + kAsideHead + bytes;
  }

  // In a window of values alone: those of a call are complete. It reads as times that are all 0.
  void end_values() { *next_++ = 0; }

  // Of numbers below 2^63.
  static uint32_t width(uint64_t v) { return static_cast<uint32_t>(70 - __builtin_clzll(v << 1 | 1)) >> 3; }

 private:
  // Two bytes for each number, as a loop's calls are: one store, and no question of their widths.
  static constexpr uint64_t kShort = 0x22;
  static constexpr uint32_t kShortBytes = 5;

  uint8_t *next_;
  uint8_t *limit_;
  uint64_t last_end_;
};

}  // namespace recorder
