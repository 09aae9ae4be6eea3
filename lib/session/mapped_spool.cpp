// SPDX-License-Identifier: BSD-3-Clause
// Pages of the spool come and go (see mapped_spool.h). All sizes are rounded up to pages.
#include "session/mapped_spool.h"

#include <string.h>

#include "session/memory.h"

namespace recorder {

MappedSpool::~MappedSpool() {
  if (base_ != nullptr) sys::munmap(const_cast<uint8_t *>(base_), size_);
}

bool MappedSpool::map(Spool *spool) {
  spool_ = spool;
  base_ = spool->map_all(&size_);
  return base_ != nullptr;
}

// The mapping is of a file, whose pages come back when they are read: those around the bytes may go with
// them. 64 KiB is a multiple of every kernel's page.
void MappedSpool::release(void *self, Bytes bytes) {
  constexpr uintptr_t kGranule = 64 * 1024;
  const MappedSpool &spool = *static_cast<const MappedSpool *>(self);
  const auto base = reinterpret_cast<uintptr_t>(spool.base_);
  const auto first = reinterpret_cast<uintptr_t>(bytes.data);
  if (spool.base_ == nullptr || bytes.size == 0 || first < base || first - base >= spool.size_) return;
  const uintptr_t down = first & ~(kGranule - 1);
  const uintptr_t from = down < base ? base : down;
  sys::madvise(reinterpret_cast<void *>(from), first + bytes.size - from, MADV_DONTNEED);
}

bool MappedSpool::store(void *self, Bytes bytes, uint64_t *place) {
  Spool *spool = static_cast<MappedSpool *>(self)->spool_;
  Extent extent;
  if (spool == nullptr || !spool->allocate(Memory::round_up(bytes.size), &extent)) return false;
  uint8_t *out = spool->map(extent);
  if (out == nullptr) {
    spool->give_back(extent);
    return false;
  }
  memcpy(out, bytes.data, bytes.size);
  Spool::unmap(out, extent.size);
  *place = extent.offset;
  return true;
}

const uint8_t *MappedSpool::map_again(void *self, uint64_t place, uint64_t size) {
  return static_cast<MappedSpool *>(self)->spool_->map(Extent{place, Memory::round_up(size)});
}

void MappedSpool::unmap(void *, Bytes mapped) {
  Spool::unmap(const_cast<uint8_t *>(mapped.data), Memory::round_up(mapped.size));
}

void MappedSpool::discard(void *self, uint64_t place, uint64_t size) {
  static_cast<MappedSpool *>(self)->spool_->give_back(Extent{place, Memory::round_up(size)});
}

}  // namespace recorder
