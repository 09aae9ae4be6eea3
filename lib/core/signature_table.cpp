// SPDX-License-Identifier: BSD-3-Clause
// Lookup and insertion of call signatures (see signature_table.h).
#include "core/signature_table.h"

namespace recorder {

bool SignatureTable::init(uint8_t *memory, uint32_t memory_size, Entry *entries, uint32_t entry_capacity) {
  memory_ = memory;
  memory_size_ = memory_size;
  entries_ = entries;
  entry_capacity_ = entry_capacity;
  used_ = count_ = 0;
  return index_.init();
}

void SignatureTable::reset() {
  used_ = count_ = 0;
  index_.clear();
}

// In the index; a free place if it is not there.
uint32_t SignatureTable::place_of(const uint8_t *signature, uint32_t size, uint32_t hash) const {
  return index_.find(hash, [&](uint32_t t) {
    return entries_[t].size == size && equal_bytes(memory_ + entries_[t].offset, signature, size);
  });
}

bool SignatureTable::knows(const uint8_t *signature, uint32_t size) const {
  const uint32_t at = place_of(signature, size, hash_bytes(signature, size));
  return index_.index_at(at) != IndexTable::kEmpty;
}

uint32_t SignatureTable::intern(const uint8_t *signature, uint32_t size) {
  const uint32_t hash = hash_bytes(signature, size);
  uint32_t at = place_of(signature, size, hash);
  if (index_.index_at(at) != IndexTable::kEmpty) return index_.index_at(at);
  if (index_.crowded() && index_.grow()) at = place_of(signature, size, hash);
  uint8_t *place = put_varint(memory_ + used_, size);
  __builtin_memcpy(place, signature, size);
  entries_[count_] = Entry{static_cast<uint32_t>(place - memory_), size};
  used_ = static_cast<uint32_t>(place + size - memory_);
  index_.fill(at, hash, count_);
  return count_++;
}

}  // namespace recorder
