// SPDX-License-Identifier: BSD-3-Clause
// How long the runs of a symbol were that are of another length each time, as those of an inner loop whose
// trip count varies. The grammar then has the symbol with Grammar::kVaries in place of an exponent, and the
// lengths stand here, in the order of the runs: a turn of the outer loop costs what its count says, and no
// symbol. Which runs vary is learnt by what stands before them.
//
// Invariant: of each symbol there are as many lengths as its runs with kVaries occur when the grammar is
// expanded, in that order. So no run of a symbol may be put after one that follows it.
#pragma once

#include <cstdint>

namespace recorder {

class RunCounts {
 public:
  static constexpr uint32_t kMostKeys = 64;   // symbols
  static constexpr uint32_t kMostBytes = 12;  // that put() takes
  static constexpr uint64_t kMargin = 1024;   // enough for one append

  struct Key {
    uint32_t symbol;
    uint64_t total;
  };

  // Without memory no run varies. extend() may raise `size`; is_short() asks for it.
  void set_memory(uint8_t *memory, uint64_t size) {
    memory_ = memory;
    size_ = size;
    wanted_ = false;
  }
  void extend(uint64_t size) {
    size_ = size;
    wanted_ = false;
  }
  bool is_short() const { return wanted_ || (used_ != 0 && size_ - used_ < kMargin); }
  void reset();
  void destroy();

  // Notes that a run of `symbol` behind `left` has ended, and says whether such runs vary.
  struct Variation {
    bool varies;
    bool is_found;     // said for the first time
    bool is_anywhere;  // behind whatever symbol
  };
  Variation variation(uint32_t left, uint32_t symbol, uint64_t length);
  // Whether `n` lengths may be put.
  bool has_room(uint32_t n) const { return size_ - used_ >= uint64_t{n} * kMostBytes; }
  // False when it cannot be kept.
  bool put(uint32_t symbol, uint64_t length);
  // Whether lengths of the symbol may be put: those of so many symbols may.
  bool takes(uint32_t symbol);
  // Puts the lengths of a symbol anew, `most` at most: each is either the next one of those that are there,
  // of which none may be left out, or another. False when there is no room, or much to copy.
  bool begin_anew(uint32_t symbol, uint32_t most);
  void put_next_anew();
  void put_anew(uint64_t length);
  void end_anew();
  // Which of the symbols comes next in the order of their numbers, if it has none yet; then all get them. One
  // that was not named has no lengths, and is forgotten.
  void number_next(uint32_t symbol);
  void renumber();

  uint32_t key_count() const { return key_count_; }
  const Key &key(uint32_t i) const { return keys_[i]; }
  // n x (varint number of a key, varint length)
  const uint8_t *data() const { return memory_; }
  uint64_t used() const { return used_; }

 private:
  // Runs of `symbol` behind `left`.
  struct Context {
    uint32_t left, symbol;
    uint64_t last;
    uint32_t before;   // the length that was another one than the last
    uint16_t changes;  // of the length, weighed; kEnough: it varies
    bool is_told;      // that it varies
  };
  static constexpr uint32_t kPlaces = 1024;  // a power of two
  static constexpr uint32_t kProbes = 4;
  // Runs vary after 32 changes to another length, or 128 back to the one before, as where some turns of a
  // loop do a little more: that is more often a pattern, and what repeats after half as many runs is a rule
  // first.
  static constexpr uint32_t kEnough = 256;
  static constexpr uint32_t kAnother = kEnough / 32;
  static constexpr uint32_t kBack = kEnough / 128;

  // In place of `left`: runs of the symbol that were of another length than the last one behind the same
  // symbol. Where turns differ in more than trip counts, what stands before a run may be new each time.
  static constexpr uint32_t kAnywhere = 0xFFFFFFFFu;
  static constexpr uint64_t kMostAnew = 1 << 16;  // bytes that begin_anew() lets be copied

  Context *find(uint32_t left, uint32_t symbol);
  static bool note(Context *c, uint64_t length);
  Variation tell(Context *c);
  uint32_t number_of(uint32_t symbol);
  uint32_t make_key(uint32_t symbol);

  uint8_t *memory_;
  uint64_t size_, used_;
  bool wanted_;  // for the first lengths
  Context *contexts_;
  uint32_t key_count_, last_key_;
  Key keys_[kMostKeys];
  uint32_t numbered_;  // of the keys, in their new order
  uint8_t numbers_[kMostKeys];
  const uint8_t *anew_from_;  // behind the last length of the key that was put anew
  uint8_t *anew_;             // where the next one is put
};

}  // namespace recorder
