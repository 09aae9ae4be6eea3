// SPDX-License-Identifier: BSD-3-Clause
// The writing side of every format of ours: bytes that grow in memory of our own. Cursor (cursor.h) reads
// them.
#pragma once

#include <cstdint>
#include <cstring>
#include <utility>

#include "format/bytes.h"
#include "format/varint.h"
#include "session/memory.h"

namespace recorder {

// Without memory, ok() turns false and stays so, and what is put is ignored: check once, at the end.
class Buffer {
 public:
  bool ok() const { return bytes_.ok(); }
  uint64_t size() const { return bytes_.size(); }
  bool empty() const { return bytes_.empty(); }
  uint8_t *data() { return bytes_.data(); }
  const uint8_t *data() const { return bytes_.data(); }
  Bytes bytes() const { return {bytes_.data(), bytes_.size()}; }

  void clear() { bytes_.clear(); }  // keeps the memory
  void truncate(uint64_t size) { bytes_.truncate(size); }
  bool reserve(uint64_t size) { return bytes_.reserve(size); }
  void fail() { bytes_.fail(); }
  void swap(Buffer &other) noexcept { bytes_.swap(other.bytes_); }

  void put_u8(uint8_t value) { bytes_.push(value); }
  void put_varint(uint64_t value) {
    if (value < 0x80) return put_u8(static_cast<uint8_t>(value));
    if (uint8_t *to = bytes_.room(kVarintMost)) bytes_.take(write_varint(to, value));
  }
  void put_zigzag(int64_t value) { put_varint(to_zigzag(value)); }
  void put_u32le(uint32_t value) {
    uint8_t word[4];
    write_u32le(word, value);
    bytes_.append(word, sizeof word);
  }
  void put_u64le(uint64_t value) {
    uint8_t word[8];
    write_u64le(word, value);
    bytes_.append(word, sizeof word);
  }
  void put_bytes(const void *from, uint64_t size) { bytes_.append(static_cast<const uint8_t *>(from), size); }
  void put_bytes(Bytes from) { bytes_.append(from.data, from.size); }

  // Length and bytes; nullptr is written as "".
  void put_str(const char *text) { put_str(text, text ? strlen(text) : 0); }
  void put_str(const char *text, uint64_t size) {
    put_varint(size);
    put_bytes(text, size);
  }
  void put_str(Bytes text) {
    put_varint(text.size);
    put_bytes(text);
  }

  // `size` zero bytes at the end, to be filled by the caller; nullptr when there is no memory.
  uint8_t *extend(uint64_t size) {
    const uint64_t at = bytes_.size();
    if (size > ~uint64_t{0} / 2 || !bytes_.resize(at + size)) return nullptr;
    return bytes_.data() + at;
  }

 private:
  Vector<uint8_t> bytes_;
};

}  // namespace recorder
