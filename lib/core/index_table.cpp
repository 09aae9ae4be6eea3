// SPDX-License-Identifier: BSD-3-Clause
// Growth and deletion of the index table (see index_table.h).
#include "core/index_table.h"

#include "session/memory.h"

namespace recorder {

namespace {
constexpr uint32_t kInitialEntries = 512;
}

bool IndexTable::init() {
  entries_ = static_cast<Entry *>(Memory::map(kInitialEntries * sizeof(Entry)));
  mask_ = kInitialEntries - 1;
  if (entries_ == nullptr) return false;
  clear();
  return true;
}

void IndexTable::clear() {
  count_ = 0;
  memset(entries_, 0xFF, (uint64_t{mask_} + 1) * sizeof(Entry));
}

void IndexTable::destroy() {
  if (entries_ != nullptr) Memory::unmap(entries_, bytes());
  entries_ = nullptr;
}

// Linear probing stays correct without tombstones when every later entry of the cluster that may stand in the
// hole is moved into it.
void IndexTable::erase(uint32_t position) {
  uint32_t hole = position;
  uint32_t at = position;
  for (;;) {
    at = (at + 1) & mask_;
    if (entries_[at].index == kEmpty) break;
    const uint32_t home = entries_[at].hash & mask_;
    if (((at - home) & mask_) < ((at - hole) & mask_)) continue;
    entries_[hole] = entries_[at];
    hole = at;
  }
  entries_[hole].index = kEmpty;
  --count_;
}

bool IndexTable::grow() {
  const uint32_t old_mask = mask_;
  Entry *old = entries_;
  const uint64_t size = (uint64_t{old_mask} + 1) * 2;
  auto *fresh = static_cast<Entry *>(Memory::map(size * sizeof(Entry)));
  if (fresh == nullptr) return false;
  entries_ = fresh;
  mask_ = static_cast<uint32_t>(size - 1);
  clear();
  for (uint64_t i = 0; i <= old_mask; ++i) {
    if (old[i].index == kEmpty) continue;
    uint32_t at = old[i].hash & mask_;
    while (entries_[at].index != kEmpty) at = (at + 1) & mask_;
    fill(at, old[i].hash, old[i].index);
  }
  Memory::unmap(old, (uint64_t{old_mask} + 1) * sizeof(Entry));
  return true;
}

}  // namespace recorder
