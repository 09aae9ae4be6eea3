// SPDX-License-Identifier: BSD-3-Clause
// What was encoded of a rank until its part of the trace is written: in a file without a name, so that memory
// does not grow with the trace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "format/bytes.h"

namespace recorder::filter {

struct Extent {
  uint64_t offset = 0, size = 0;
};

class Spool {
 public:
  // In the folder of this file. A WriteFailure when that cannot be written.
  explicit Spool(const std::string &beside);
  ~Spool();
  Spool(const Spool &) = delete;

  Extent put(const void *data, size_t size);
  // Makes everything that was put readable, until the next clear().
  void map();
  // What was read so far counts as memory of ours no more; it can still be read.
  void release();
  Bytes bytes_of(const Extent &extent) const { return {memory_ + extent.offset, extent.size}; }
  void clear();

 private:
  void unmap();

  int fd_ = -1;
  uint64_t size_ = 0;
  const uint8_t *memory_ = nullptr;
  uint64_t mapped_ = 0;
};

}  // namespace recorder::filter
