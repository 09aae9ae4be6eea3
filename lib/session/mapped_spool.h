// SPDX-License-Identifier: BSD-3-Clause
// The spool file as the merge reads it: all of it has an address, and little of it is in memory.
#pragma once

#include <cstdint>

#include "format/bytes.h"
#include "merge/spool_access.h"
#include "session/spool.h"

namespace recorder {

class MappedSpool {
 public:
  MappedSpool() = default;
  MappedSpool(const MappedSpool &) = delete;
  MappedSpool &operator=(const MappedSpool &) = delete;
  ~MappedSpool();

  // What the spool holds now. False without address space, or when it holds nothing.
  bool map(Spool *spool);
  Bytes at(uint64_t offset, uint64_t size) const { return {base_ + offset, size}; }
  const SpoolAccess *access() const { return &access_; }

 private:
  static void release(void *self, Bytes bytes);
  static bool store(void *self, Bytes bytes, uint64_t *place);
  static const uint8_t *map_again(void *self, uint64_t place, uint64_t size);
  static void unmap(void *self, Bytes mapped);
  static void discard(void *self, uint64_t place, uint64_t size);

  SpoolAccess access_ = {this, release, store, map_again, unmap, discard};
  Spool *spool_ = nullptr;
  const uint8_t *base_ = nullptr;
  uint64_t size_ = 0;
};

}  // namespace recorder
