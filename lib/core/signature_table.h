// SPDX-License-Identifier: BSD-3-Clause
// The table of call signatures (CST) of one segment of a stream: signature bytes -> terminal, in order of
// first use. The bytes lie one after another, each with its length, so that the table can be walked from the
// memory alone.
#pragma once

#include <cstdint>

#include "core/bytes.h"
#include "core/index_table.h"

namespace recorder {

class SignatureTable {
 public:
  // Beside a signature there is room for its length and for what a comparison reads beyond its end.
  static constexpr uint32_t kReadable = 16;
  struct Entry {
    uint32_t offset;  // of the signature's first byte
    uint32_t size;
  };

  // `memory` holds the bytes, `entries` one Entry a terminal; both are the caller's.
  bool init(uint8_t *memory, uint32_t memory_size, Entry *entries, uint32_t entry_capacity);
  void reset();
  void extend(uint32_t memory_size) { memory_size_ = memory_size; }
  void destroy() { index_.destroy(); }

  // False when the signature might not fit: time for a new segment.
  bool has_room(uint32_t size) const {
    return count_ < entry_capacity_ && uint64_t{used_} + size + kReadable <= memory_size_ && index_.room();
  }
  // Terminal of the signature, which is added when it is new. has_room(size) must hold.
  uint32_t intern(const uint8_t *signature, uint32_t size);

  bool knows(const uint8_t *signature, uint32_t size) const;

  const uint8_t *bytes_of(uint32_t terminal) const { return memory_ + entries_[terminal].offset; }
  uint32_t size_of(uint32_t terminal) const { return entries_[terminal].size; }
  uint32_t count() const { return count_; }
  // varint length and signature of every terminal, in order: the body of the trace's section.
  const uint8_t *data() const { return memory_; }
  uint32_t used() const { return used_; }
  uint64_t private_bytes() const { return index_.bytes(); }

 private:
  uint32_t place_of(const uint8_t *signature, uint32_t size, uint32_t hash) const;

  uint8_t *memory_;
  Entry *entries_;
  uint32_t memory_size_, used_;
  uint32_t entry_capacity_, count_;
  IndexTable index_;
};

}  // namespace recorder
