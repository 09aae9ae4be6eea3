// SPDX-License-Identifier: BSD-3-Clause
// Coded numbers that stand behind what else is kept of a stream's times: the bytes of a coder of their own,
// then how many these are and their checksum, so that readers find their beginning from the end.
#pragma once

#include <cstdint>

#include "format/deflate.h"
#include "format/format.h"
#include "format/range_coder.h"
#include "format/varint.h"
#include "session/status.h"

namespace recorder {

// begin, any numbers through coder(), end; then again.
class CodedTail {
 public:
  void begin(ByteSink sink, void *self) {
    sink_ = sink;
    self_ = self;
    coder_.begin(sink, self);
  }
  RangeEncoder &coder() { return coder_; }
  Status end() {
    if (Status s = coder_.end(); !s.ok()) return s;
    write_u64le(trailer_, coder_.stored_size());
    write_u32le(trailer_ + 8, coder_.crc());
    return Status::from(sink_(self_, trailer_, sizeof trailer_), "cannot write compressed numbers");
  }

  // Of all bytes, after end().
  uint64_t stored_size() const { return coder_.stored_size() + sizeof trailer_; }
  uint32_t crc() const {
    return crc_of_both(coder_.crc(), crc_of(Bytes{trailer_, sizeof trailer_}), sizeof trailer_);
  }

 private:
  static_assert(format::kTailTrailer == 12);

  RangeEncoder coder_;
  ByteSink sink_ = nullptr;
  void *self_ = nullptr;
  uint8_t trailer_[format::kTailTrailer];
};

}  // namespace recorder
