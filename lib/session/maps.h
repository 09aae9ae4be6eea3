// SPDX-License-Identifier: BSD-3-Clause
// The file mappings of the process that the filters keep, by address: munmap, msync and their like are
// recorded with the file that they concern. Rare calls, so a lock and a search.
#pragma once

#include <cstdint>

#include "session/lock.h"
#include "session/memory.h"

namespace recorder {

class MapTable {
 public:
  struct Found {
    uint64_t start;  // of the mapping that contains the address, 0 if there is none
    uint64_t size;
  };
  bool add(uint64_t start, uint64_t size);
  Found find(const void *address);
  // What remains of the mapping after munmap(address, size) keeps its identity; true when nothing does.
  bool remove(uint64_t address, uint64_t size);
  void remake() { lock_.remake(); }

 private:
  static constexpr uint32_t kMost = 65536;
  struct Entry {
    uint64_t start, end, first;  // `first`: where it began when it was made, its handle
  };
  bool init();

  Lock lock_;
  Entry *entries_;
  uint32_t count_;
};

extern __attribute__((visibility("hidden"))) MapTable maps;

}  // namespace recorder
