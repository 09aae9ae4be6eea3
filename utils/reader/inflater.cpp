// SPDX-License-Identifier: BSD-3-Clause
// Streaming decompression with every claim of the trace checked: length, checksum, end of the zlib stream.
#include "reader/inflater.h"

#include <algorithm>

#include "reader/failure.h"

namespace recorder::reader {

Inflater::Inflater(const Source &source, const StoredRange &range, const char *what)
    : source_(source), range_(range), what_(what) {
  // No deflate stream is denser than 1032:1, so what claims more is not worth starting.
  const uint64_t most = range.stored_bytes > UINT64_MAX / 1100 ? UINT64_MAX : range.stored_bytes * 1100;
  if (range.compressed ? range.raw_bytes > most : range.raw_bytes != range.stored_bytes) {
    damaged("%s claims an impossible size", what);
  }
  block_.resize(static_cast<size_t>(std::min<uint64_t>(kBlock, range.stored_bytes)));
  if (range.compressed && inflateInit(&zlib_) != Z_OK) fail(RECORDER_E_MEMORY, "no memory to decompress");
}

Inflater::~Inflater() {
  if (range_.compressed) inflateEnd(&zlib_);
}

size_t Inflater::read(uint8_t *out, size_t size) {
  if (finished_ || size == 0) return 0;
  const size_t n = range_.compressed ? inflate_some(out, size) : copy(out, size);
  produced_ += n;
  if (n == 0) finish();
  return n;
}

void Inflater::read_all(uint8_t *out, size_t size) {
  for (size_t done = 0; done < size;) {
    const size_t n = read(out + done, size - done);
    if (n == 0) damaged("%s end early", what_);
    done += n;
  }
}

// Takes the next stored bytes into the block, and into the checksum.
void Inflater::fill() {
  const uint64_t left = range_.stored_bytes - next_;
  const size_t n = static_cast<size_t>(std::min<uint64_t>(left, block_.size()));
  source_.read(range_.offset + next_, block_.data(), n);
  crc_ = static_cast<uint32_t>(crc32(crc_, block_.data(), static_cast<uInt>(n)));
  next_ += n;
  zlib_.next_in = block_.data();
  zlib_.avail_in = static_cast<uInt>(n);
}

size_t Inflater::copy(uint8_t *out, size_t size) {
  if (zlib_.avail_in == 0 && next_ < range_.stored_bytes) fill();
  const size_t n = std::min<size_t>(size, zlib_.avail_in);
  std::copy_n(zlib_.next_in, n, out);
  zlib_.next_in += n;
  zlib_.avail_in -= static_cast<uInt>(n);
  return n;
}

size_t Inflater::inflate_some(uint8_t *out, size_t size) {
  zlib_.next_out = out;
  zlib_.avail_out = static_cast<uInt>(std::min<size_t>(size, 1u << 30));
  const uInt wanted = zlib_.avail_out;
  while (zlib_.avail_out == wanted && !stream_ended_) {
    if (zlib_.avail_in == 0) {
      if (next_ == range_.stored_bytes) damaged("the compressed data of %s ends early", what_);
      fill();
    }
    const int result = inflate(&zlib_, Z_NO_FLUSH);
    if (result == Z_STREAM_END) {
      stream_ended_ = true;
    } else if (result == Z_MEM_ERROR) {
      fail(RECORDER_E_MEMORY, "no memory to decompress");
    } else if (result != Z_OK) {
      damaged("the compressed data of %s is invalid", what_);
    }
  }
  const size_t n = wanted - zlib_.avail_out;
  if (n > range_.raw_bytes - produced_) damaged("%s is longer than it says", what_);
  return n;
}

void Inflater::finish() {
  finished_ = true;
  if (range_.compressed && (zlib_.avail_in != 0 || next_ != range_.stored_bytes)) {
    damaged("%s has bytes after its compressed data", what_);
  }
  if (produced_ != range_.raw_bytes) damaged("%s is shorter than it says", what_);
  if (crc_ != range_.crc) damaged("%s has a wrong checksum", what_);
}

}  // namespace recorder::reader
