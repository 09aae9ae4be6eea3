// SPDX-License-Identifier: BSD-3-Clause
// The values of one number over ranks, as the differences between neighbours: runs of equal differences and
// repeats of such sequences, nested. Whatever is regular over ranks (constants, a*rank+b, 2-D and 3-D
// decompositions, neighbours with wrap-around, anything periodic) takes a few bytes, and two halves join by
// looking at the seam only.
//
//   items = { varint 2*n, zigzag d        n differences of d each
//           | varint 2*n+1, varint size, items of so many bytes      n times these items }
//
// Values and differences are modulo 2^64. This is also how columns lie in the file (recorder-format(5)).
//
// Why differences: runs of them are the same wherever a range of ranks is cut, once neighbours have been
// joined. A range that begins in the middle of a row finds the same period as one that begins with it, only
// rotated, and rotations are recognised. The first and the last run may be cut, so that the last one is never
// taken into a repeat, and one that turns out to go on is taken out of it again.
#pragma once

#include <cstdint>

#include "format/buffer.h"
#include "format/cursor.h"

namespace recorder {

struct StepItem {
  bool repeat;
  uint64_t count;  // of differences, or of repetitions
  uint64_t step;   // of a run
  Bytes body;      // of a repeat
};

constexpr unsigned kStepDepth = 8;  // repeats are nested no deeper

bool next_item(Cursor *in, StepItem *item);
void put_run(uint64_t count, uint64_t step, Buffer *out);

// Walks through the values of a column. Items must have been checked (count_steps).
class StepIterator {
 public:
  StepIterator(uint64_t first, Bytes items) : value_(first) { frames_[0] = {Cursor(items), items, 1}; }
  uint64_t value() const { return value_; }
  bool next();  // false at the end

 private:
  struct Frame {
    Cursor in;
    Bytes body;
    uint64_t left;  // repetitions, with the present one
  };
  Frame frames_[kStepDepth + 1];
  unsigned depth_ = 0;
  uint64_t run_ = 0;
  uint64_t step_ = 0;
  uint64_t value_;
};

// The number of differences and their sum. False when the items are damaged or nested too deep.
bool count_steps(Bytes items, uint64_t *count, uint64_t *sum, unsigned depth = 0);

// Puts items together. Keeps its memory, so that a million joins do not mean a million mappings.
class StepJoiner {
 public:
  // Appends to `out` the items of `left`, one difference, and those of `right`, which may not lie in `out`.
  bool join(Bytes left, uint64_t step, Bytes right, Buffer *out);

  // Difference by difference: begin, push..., end.
  void begin(Buffer *out);
  bool push(const StepItem &item);
  bool push_run(uint64_t count, uint64_t step) { return push({false, count, step, {}}); }
  // As a repeat, or as the items themselves where there is only one turn. `body` does not lie in here.
  bool push_repeat(uint64_t count, Bytes body);
  bool end();

 private:
  static constexpr unsigned kPeriod = 12;  // items in a repeat that is looked for
  static constexpr unsigned kWindow = 4 * kPeriod;

  struct Place {  // of an item in text_
    uint64_t at;
    uint64_t size;
  };

  Bytes bytes(unsigned i) const { return {text_.data() + items_[i].at, items_[i].size}; }
  StepItem item(unsigned i) const;
  bool equal(unsigned i, unsigned k) const;
  static bool join_runs(Bytes left, uint64_t step, Bytes right, Buffer *out);
  bool load(Bytes left);
  bool append(const StepItem &item);
  bool push_items(Bytes items);
  void set_count(unsigned i, uint64_t count);
  void remove(unsigned from, unsigned n);
  bool body_is(unsigned repeat, unsigned from, unsigned n) const;
  void fold();
  bool fold_period(unsigned p);
  void settle(unsigned i);
  bool absorb(unsigned *i);
  bool rotate(unsigned i);
  void spill(unsigned n);

  Buffer *out_ = nullptr;
  Buffer text_;
  Buffer spare_;
  Place items_[kWindow + 1];
  unsigned count_ = 0;
  unsigned quiet_ = 0;  // items since the last one that changed another
};

}  // namespace recorder
