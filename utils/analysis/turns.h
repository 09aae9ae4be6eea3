// SPDX-License-Identifier: BSD-3-Clause
// The turns of a loop whose calls have times: what one turn consists of, and the moments of many.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/walk.h"
#include "reader/times.h"

namespace recorder::analysis {

class Turns {
 public:
  // A turn of more records comes by itself, and the loops inside it many turns at once.
  static constexpr uint64_t kMostRecords = 512;
  // Fewer are not worth it.
  static constexpr uint64_t kFewest = 16;

  struct Record {
    uint32_t terminal;
    bool is_call;
    uint64_t depth;
  };

  // A turn begins, of which every record is noted.
  void begin() {
    records_.clear();
    distances_.clear();
    calls_ = 0;
    random_ = false;
  }
  void note(uint32_t terminal, const reader::Template &record);
  // After the turn: whether turns like it can be put together. Not when values come from a side stream.
  bool end(std::vector<int64_t> &&distances);

  // Begins a turn elsewhere: behind the last of its calls that are least deep, so that every call is in the
  // same turn as the one that made it. Returns how many records come before that.
  size_t rotate();

  const std::vector<Record> &records() const { return records_; }
  // By call of a turn, how far its offset moves on in each.
  const std::vector<int64_t> &distances() const { return distances_; }
  // How many turns there is room for.
  uint64_t most() const { return kMoments / calls_; }
  // Reads the times of so many turns; then the moments of each call of a turn.
  void read(reader::TimeReader &times, const reader::TickScale &scale, int64_t shift_ns, uint64_t turns);
  const Moment *moments_of(size_t call) const { return &moments_[call * turns_]; }

 private:
  static constexpr uint64_t kMoments = 16384;

  std::vector<Record> records_;
  std::vector<int64_t> distances_;
  uint64_t calls_ = 0;  // of a turn
  bool random_ = false;
  uint64_t turns_ = 0;
  std::vector<Moment> moments_;
};

}  // namespace recorder::analysis
