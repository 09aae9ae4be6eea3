// SPDX-License-Identifier: BSD-3-Clause
// zlib's compressor with memory of our own: inside an application that traces itself malloc, or that is half
// torn down, nothing here calls malloc.
#pragma once

#include <zlib.h>

#include <cstdint>

#include "format/buffer.h"
#include "format/bytes.h"
#include "session/memory.h"
#include "session/status.h"

namespace recorder {

// Where compressed bytes go; 0 or -errno.
using ByteSink = int (*)(void *self, const void *data, uint64_t size);

// One zlib stream at a time: begin, put..., end. The same object makes any number of streams and keeps its
// memory: about 300 KiB, or a sixth of that if no stream is longer than kShort.
class Deflater {
 public:
  static constexpr uint64_t kShort = 4096;

  enum class For { streams_of_any_size, short_streams };
  explicit Deflater(int level, For what = For::streams_of_any_size)
      : arena_(512 * 1024), level_(level), what_(what) {}
  Deflater(const Deflater &) = delete;
  Deflater &operator=(const Deflater &) = delete;

  Status begin(ByteSink sink, void *self);
  Status put(Bytes bytes);
  Status end();

  uint64_t raw_size() const { return raw_; }
  uint64_t stored_size() const { return stored_; }
  uint32_t crc() const { return crc_; }  // of the stored bytes

 private:
  static constexpr uint64_t kOut = 64 * 1024;

  int start();
  Status run(int flush);
  Status give();

  Arena arena_;
  z_stream stream_ = {};
  uint8_t *out_ = nullptr;
  ByteSink sink_ = nullptr;
  void *self_ = nullptr;
  uint64_t raw_ = 0;
  uint64_t stored_ = 0;
  uint32_t crc_ = 0;
  int level_;
  For what_;
};

// zlib's CRC-32 for any size.
uint32_t crc_of(Bytes bytes, uint32_t before = 0);
// Of the concatenation, from the two CRCs and the length of the second part.
uint32_t crc_of_both(uint32_t first, uint32_t second, uint64_t second_size);

// A ByteSink whose self is a Buffer.
int append_to_buffer(void *buffer, const void *data, uint64_t size);

}  // namespace recorder
