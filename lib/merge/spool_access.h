// SPDX-License-Identifier: BSD-3-Clause
// What the merge asks of the spool, which it does not know: the bytes that grow with a run are read there and
// kept there, so that the end of a long run needs no more memory than that of a short one.
#pragma once

#include <cstdint>

#include "format/bytes.h"

namespace recorder {

struct SpoolAccess {
  void *self;
  // The bytes of an image have been read and need not stay in memory; they may be read again. Bytes that lie
  // elsewhere than in the spool stay.
  void (*release)(void *self, Bytes bytes);
  // Keeps a copy, at *place. False where there is no room.
  bool (*store)(void *self, Bytes bytes, uint64_t *place);
  // A copy of `size` bytes again; nullptr on failure.
  const uint8_t *(*map)(void *self, uint64_t place, uint64_t size);
  void (*unmap)(void *self, Bytes mapped);
  // Nobody asks for it any more.
  void (*discard)(void *self, uint64_t place, uint64_t size);
};

inline void release(const SpoolAccess *spool, Bytes bytes) {
  if (spool != nullptr) spool->release(spool->self, bytes);
}

}  // namespace recorder
