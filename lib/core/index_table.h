// SPDX-License-Identifier: BSD-3-Clause
// An open-addressing hash table of 32-bit indices with linear probing. It stores no keys: the caller compares
// what an index refers to. Grows by doubling; deletion shifts entries back, so there are no tombstones.
#pragma once

#include <cstdint>

namespace recorder {

class IndexTable {
 public:
  static constexpr uint32_t kEmpty = 0xFFFFFFFFu;
  struct Entry {
    uint32_t index;
    uint32_t hash;
  };

  // False without memory; the table then stays as it was.
  bool init();
  void clear();
  void destroy();

  // Position of the entry with this hash for which same(index) holds, else of the free place.
  template <class Same>
  uint32_t find(uint32_t hash, Same same) const {
    uint32_t at = hash & mask_;
    while (entries_[at].index != kEmpty && !(entries_[at].hash == hash && same(entries_[at].index)))
      at = (at + 1) & mask_;
    return at;
  }
  uint32_t index_at(uint32_t position) const { return entries_[position].index; }
  void replace(uint32_t position, uint32_t index) { entries_[position].index = index; }
  // Fills the free place that find() gave. room() must hold.
  void fill(uint32_t position, uint32_t hash, uint32_t index) {
    entries_[position] = {index, hash};
    ++count_;
  }
  void erase(uint32_t position);

  bool crowded() const { return count_ * 2 > mask_; }
  // Doubles the table; false without memory (the caller may go on until it is full).
  bool grow();
  bool room() const { return count_ < mask_; }
  uint32_t count() const { return count_; }
  uint64_t bytes() const { return (uint64_t{mask_} + 1) * sizeof(Entry); }

 private:
  Entry *entries_;
  uint32_t mask_;
  uint32_t count_;
};

}  // namespace recorder
