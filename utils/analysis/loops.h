// SPDX-License-Identifier: BSD-3-Clause
// When a loop may be gone through once for all its turns: when its turns do the same to the same files, but
// for offsets, and these move on by the same distance in each turn, for each file one.
//
// What a turn reads of the state that earlier calls left (bindings of slots, remembered offsets, positions)
// the turn before has written, or nobody in the loop writes it. So when three turns in a row are alike and
// equally far apart, the others are, too. Two calls on one file that move on by different distances would
// overtake each other some day: then the loop is expanded.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/walk.h"

namespace recorder::analysis {

// What is noted of each event while a loop is looked at.
class LoopLog {
 public:
  static constexpr size_t kMostEntries = 1u << 20;

  bool active() const { return readers_ != 0; }
  void add(const Event &event);
  // Somebody begins to look at a loop, and is done with it.
  void open() { ++readers_; }
  void close();

  // Places in the log. Those of an earlier generation are void: the log was too long and forgot.
  size_t mark() const { return entries_.size(); }
  uint64_t generation() const { return generation_; }

  // Whether three turns, from a to b to c to d, are alike and equally far apart. Then distances[i] is how far
  // the offset of the ith event of a turn moves on in each.
  bool alike(size_t a, size_t b, size_t c, size_t d, std::vector<int64_t> &distances) const;

 private:
  struct Entry {
    uint64_t shape;
    const reader::Name *file;
    uint64_t times, bytes;
    int64_t offset;
    uint64_t first_number, first_step;  // in numbers_ and steps_
    bool has_bytes, has_offset;
  };
  bool same(size_t x, size_t y) const;
  bool even(size_t x, size_t y, size_t z) const;
  size_t numbers_end(size_t entry) const;
  size_t steps_end(size_t entry) const;

  uint64_t readers_ = 0, generation_ = 0;
  int64_t divided_ = 0;  // events with parts so far
  std::vector<Entry> entries_;
  std::vector<int64_t> numbers_;  // what completes the records; offsets marked in is_offset_
  std::vector<bool> is_offset_;
  std::vector<Step> steps_;
};

}  // namespace recorder::analysis
