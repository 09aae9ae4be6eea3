// SPDX-License-Identifier: BSD-3-Clause
// Integers as bytes: LEB128 of 64 bits, zigzag for signed values, and fixed little-endian words. Written by
// functions, so that neither the machine's byte order nor a struct's padding reaches a file.
#pragma once

#include <cstdint>

namespace recorder {

constexpr unsigned kVarintMost = 10;  // bytes that a 64-bit varint can need

constexpr uint64_t to_zigzag(int64_t value) {
  return (static_cast<uint64_t>(value) << 1) ^ (value < 0 ? ~uint64_t{0} : 0);
}
constexpr int64_t from_zigzag(uint64_t value) {
  return static_cast<int64_t>((value >> 1) ^ (~(value & 1) + 1));
}

constexpr unsigned varint_size(uint64_t value) {
  unsigned n = 1;
  for (; value >= 0x80; value >>= 7) ++n;
  return n;
}

// Up to kVarintMost bytes at `out`; returns how many.
inline unsigned write_varint(uint8_t *out, uint64_t value) {
  unsigned n = 0;
  for (; value >= 0x80; value >>= 7) out[n++] = static_cast<uint8_t>(value | 0x80);
  out[n++] = static_cast<uint8_t>(value);
  return n;
}

inline void write_u32le(uint8_t *out, uint32_t value) {
  for (unsigned i = 0; i < 4; ++i) out[i] = static_cast<uint8_t>(value >> (8 * i));
}
inline void write_u64le(uint8_t *out, uint64_t value) {
  for (unsigned i = 0; i < 8; ++i) out[i] = static_cast<uint8_t>(value >> (8 * i));
}
inline uint32_t read_u32le(const uint8_t *in) {
  uint32_t value = 0;
  for (unsigned i = 0; i < 4; ++i) value |= static_cast<uint32_t>(in[i]) << (8 * i);
  return value;
}
// One load, which a loop over the bytes does not become.
inline uint64_t read_u64le(const uint8_t *in) {
  uint64_t value;
  __builtin_memcpy(&value, in, sizeof value);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  value = __builtin_bswap64(value);
#endif
  return value;
}

}  // namespace recorder
