// SPDX-License-Identifier: BSD-3-Clause
// Which packed numbers stand for the times of a call: the same distances as of coded times, where a stream is
// too long to learn bit by bit (recorder-format(5), "Packed times").
#pragma once

#include <cstdint>

#include "format/packed_numbers.h"
#include "format/times_model.h"

namespace recorder {

// Streams of at least so many calls: below, the learning codec is quick enough, and takes less space.
constexpr uint64_t kPackedTimesFrom = 32768;

class PackedTimes {
 public:
  void begin_part() { before_ = kNoTerminal; }

  // Both ways, as numbers.code() goes.
  template <class Numbers>
  TimeLine::Distances code(Numbers &numbers, const TimedCall &call, bool contains_last,
                           const TimeLine::Distances &d) {
    const uint32_t kind = contains_last ? 2 : 0;
    const uint64_t first = numbers.code(context(call, kind, before_), to_zigzag(d.first));
    before_ = call.terminal;
    const uint64_t second = contains_last ? to_zigzag(static_cast<int64_t>(d.second)) : d.second;
    const uint64_t other = numbers.code(context(call, kind + 1, 0), second);
    return {from_zigzag(first), contains_last ? static_cast<uint64_t>(from_zigzag(other)) : other};
  }

 private:
  static constexpr uint32_t kNoTerminal = UINT32_MAX;
  static packed::NumberContext context(const TimedCall &call, uint32_t kind, uint32_t before) {
    return {uint64_t{call.terminal} << 35 | uint64_t{kind} << 32 | before,
            uint64_t{call.function} << 3 | kind, kind};
  }

  uint32_t before_ = kNoTerminal;  // the terminal of the call before
};

}  // namespace recorder
