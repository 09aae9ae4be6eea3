// SPDX-License-Identifier: BSD-3-Clause
// A range of a Source as a sequence of bytes, decompressed in small blocks: memory does not depend on its
// length. The checksum of the stored bytes is verified when the end is reached.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <vector>

#include "reader/source.h"

namespace recorder::reader {

struct StoredRange {
  uint64_t offset;
  uint64_t stored_bytes;
  uint64_t raw_bytes;
  uint32_t crc;
  bool compressed;
};

class Inflater {
 public:
  // `what` names the range in messages and must live as long.
  Inflater(const Source &source, const StoredRange &range, const char *what);
  ~Inflater();
  Inflater(const Inflater &) = delete;
  Inflater &operator=(const Inflater &) = delete;

  // Up to `size` bytes; 0 only at the end, which has been verified then.
  size_t read(uint8_t *out, size_t size);
  // All of them; that there are fewer is damage.
  void read_all(uint8_t *out, size_t size);

 private:
  void fill();
  void finish();
  size_t copy(uint8_t *out, size_t size);
  size_t inflate_some(uint8_t *out, size_t size);

  static constexpr size_t kBlock = 32 * 1024;

  const Source &source_;
  StoredRange range_;
  const char *what_;
  uint64_t next_ = 0;      // of the stored bytes: how many went into the block so far
  uint64_t produced_ = 0;  // raw bytes given away
  uint32_t crc_ = 0;
  bool finished_ = false;
  bool stream_ended_ = false;
  std::vector<uint8_t> block_;
  z_stream zlib_ = {};
};

}  // namespace recorder::reader
