// SPDX-License-Identifier: BSD-3-Clause
// The table of file mappings (see maps.h).
#include "session/maps.h"

namespace recorder {

MapTable maps;

bool MapTable::init() {
  if (entries_ == nullptr) entries_ = static_cast<Entry *>(Memory::map(kMost * sizeof(Entry)));
  return entries_ != nullptr;
}

bool MapTable::add(uint64_t start, uint64_t size) {
  Locked hold(lock_);
  if (!init()) return false;
  // MAP_FIXED may lie over an older mapping.
  for (uint32_t i = count_; i-- > 0;)
    if (entries_[i].first == start) entries_[i] = entries_[--count_];
  if (count_ == kMost) return false;
  entries_[count_++] = Entry{start, start + size, start};
  return true;
}

MapTable::Found MapTable::find(const void *address) {
  const auto at = reinterpret_cast<uint64_t>(address);
  Locked hold(lock_);
  for (uint32_t i = count_; i-- > 0;)
    if (at >= entries_[i].start && at < entries_[i].end)
      return {entries_[i].first, entries_[i].end - entries_[i].first};
  return {0, 0};
}

bool MapTable::remove(uint64_t address, uint64_t size) {
  Locked hold(lock_);
  for (uint32_t i = count_; i-- > 0;) {
    Entry &e = entries_[i];
    if (address >= e.end || address + size <= e.start) continue;
    if (address <= e.start && address + size >= e.end) {
      e = entries_[--count_];
      return true;
    }
    // A hole in the middle is not remembered: what lies behind it still counts as the mapping.
    if (address <= e.start)
      e.start = address + size;
    else if (address + size >= e.end)
      e.end = address;
    return false;
  }
  return false;
}

}  // namespace recorder
