// SPDX-License-Identifier: BSD-3-Clause
// Feeds zlib in pieces that its 32-bit counters can hold and hands on what it produces.
#include "format/deflate.h"

namespace recorder {
namespace {

constexpr uint64_t kPiece = uint64_t{1} << 30;

void *take(void *arena, unsigned count, unsigned size) {
  return static_cast<Arena *>(arena)->take(uint64_t{count} * size);
}

// The arena gives everything back at once, when the Deflater goes.
void keep(void *, void *) {}

}  // namespace

Status Deflater::begin(ByteSink sink, void *self) {
  sink_ = sink;
  self_ = self;
  raw_ = stored_ = 0;
  crc_ = 0;
  if (!out_) {
    out_ = static_cast<uint8_t *>(arena_.take(kOut));
    stream_.zalloc = take;
    stream_.zfree = keep;
    stream_.opaque = &arena_;
    if (!out_ || start() != Z_OK) {
      out_ = nullptr;
      return Status::no_memory("cannot compress the trace");
    }
  } else if (deflateReset(&stream_) != Z_OK) {
    return Status::corrupt("cannot restart compression");
  }
  stream_.next_out = out_;
  stream_.avail_out = kOut;
  return Status::good();
}

// With a window and a block of symbols that hold all of a short stream nothing is lost, and zlib need not
// clear a table of 128 KiB for each of the dozen small sections of a trace.
int Deflater::start() {
  constexpr int kShortWindowBits = 12, kShortMemory = 6, kUsualMemory = 8;
  static_assert(kShort <= 1 << kShortWindowBits && kShort <= 1 << (kShortMemory + 6));
  const bool is_short = what_ == For::short_streams;
  return deflateInit2(&stream_, level_, Z_DEFLATED, is_short ? kShortWindowBits : MAX_WBITS,
                      is_short ? kShortMemory : kUsualMemory, Z_DEFAULT_STRATEGY);
}

Status Deflater::put(Bytes bytes) {
  raw_ += bytes.size;
  while (bytes.size > 0) {
    const uint64_t piece = bytes.size < kPiece ? bytes.size : kPiece;
    stream_.next_in = const_cast<uint8_t *>(bytes.data);
    stream_.avail_in = static_cast<unsigned>(piece);
    if (Status s = run(Z_NO_FLUSH); !s.ok()) return s;
    bytes.data += piece;
    bytes.size -= piece;
  }
  return Status::good();
}

Status Deflater::end() {
  stream_.next_in = nullptr;
  stream_.avail_in = 0;
  if (Status s = run(Z_FINISH); !s.ok()) return s;
  return give();
}

Status Deflater::run(int flush) {
  for (;;) {
    const int result = deflate(&stream_, flush);
    if (result == Z_STREAM_END) return Status::good();
    if (result != Z_OK && result != Z_BUF_ERROR) return Status::corrupt("cannot compress the trace");
    if (stream_.avail_out != 0 && flush == Z_NO_FLUSH) return Status::good();  // all input is taken
    if (Status s = give(); !s.ok()) return s;
  }
}

Status Deflater::give() {
  const uint64_t size = kOut - stream_.avail_out;
  crc_ = crc_of({out_, size}, crc_);
  stored_ += size;
  stream_.next_out = out_;
  stream_.avail_out = kOut;
  return Status::from(size > 0 ? sink_(self_, out_, size) : 0, "cannot write the trace");
}

uint32_t crc_of(Bytes bytes, uint32_t before) {
  uLong crc = before;
  while (bytes.size > 0) {
    const uint64_t piece = bytes.size < kPiece ? bytes.size : kPiece;
    crc = crc32(crc, bytes.data, static_cast<unsigned>(piece));
    bytes.data += piece;
    bytes.size -= piece;
  }
  return static_cast<uint32_t>(crc);
}

uint32_t crc_of_both(uint32_t first, uint32_t second, uint64_t second_size) {
  return static_cast<uint32_t>(crc32_combine(first, second, static_cast<z_off_t>(second_size)));
}

int append_to_buffer(void *buffer, const void *data, uint64_t size) {
  Buffer *to = static_cast<Buffer *>(buffer);
  to->put_bytes(data, size);
  return to->ok() ? 0 : -ENOMEM;
}

}  // namespace recorder
