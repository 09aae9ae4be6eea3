// SPDX-License-Identifier: BSD-3-Clause
// Small operations on bytes that the hot path needs inlined: loads, comparison, hash, varints. The comparison
// and the hash may read up to 7 bytes past the end: every buffer they are given keeps kSlack readable bytes.
#pragma once

#include <cstdint>
#include <cstring>

namespace recorder {

constexpr uint32_t kSlack = 8;

inline uint64_t load64(const uint8_t *p) {
  uint64_t v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}

inline void store64(uint8_t *p, uint64_t v) { __builtin_memcpy(p, &v, sizeof v); }

// The low `n` bytes of a word, n in 1..8.
inline uint64_t low_bytes(uint64_t v, uint32_t n) { return v << (64 - 8 * n); }

inline bool equal_bytes(const uint8_t *a, const uint8_t *b, uint32_t n) {
  for (; n > 8; n -= 8, a += 8, b += 8)
    if (load64(a) != load64(b)) return false;
  return n == 0 || low_bytes(load64(a) ^ load64(b), n) == 0;
}

inline uint64_t mix(uint64_t h) {
  h *= 0x9E3779B97F4A7C15u;
  return h ^ (h >> 32);
}

inline uint32_t hash_bytes(const uint8_t *p, uint32_t n) {
  uint64_t h = n;
  for (; n > 8; n -= 8, p += 8) h = mix(h ^ load64(p));
  if (n != 0) h = mix(h ^ low_bytes(load64(p), n));
  return static_cast<uint32_t>(mix(h));
}

inline uint64_t zigzag(int64_t v) { return (static_cast<uint64_t>(v) << 1) ^ static_cast<uint64_t>(v >> 63); }

inline uint8_t *put_varint(uint8_t *p, uint64_t v) {
  while (__builtin_expect(v >= 0x80, 0)) {
    *p++ = static_cast<uint8_t>(v | 0x80);
    v >>= 7;
  }
  *p++ = static_cast<uint8_t>(v);
  return p;
}

// For bytes that this process wrote itself (unlike the reader's cursor, it trusts them).
inline const uint8_t *get_varint(const uint8_t *p, uint64_t *v) {
  uint64_t value = 0;
  uint32_t shift = 0;
  while ((*p & 0x80) != 0) {
    value |= static_cast<uint64_t>(*p++ & 0x7F) << shift;
    shift += 7;
  }
  *v = value | static_cast<uint64_t>(*p++) << shift;
  return p;
}

}  // namespace recorder
