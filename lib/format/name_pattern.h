// SPDX-License-Identifier: BSD-3-Clause
// Names that differ only in numbers: `plt_0001`, `plt_0002` (recorder-format(5), "Name patterns"; the paper,
// section 5.2.1, leaves them open). What writer and reader must agree on: which texts take part, what their
// numbers are, when two have the same skeleton, and how a number is printed. No allocation, no library.
#pragma once

#include <cstdint>
#include <cstring>

namespace recorder {

// The runs of decimal digits of a text, and a hash of the rest.
struct NameFields {
  static constexpr uint32_t kMostText = 255;
  static constexpr uint32_t kMostFields = 16;
  static constexpr uint32_t kMostDigits = 18;  // fit into 64 bits with a sign
  static constexpr uint32_t kMostTemplates = 256;
  // While there are fewer, the text before decides, too. Without a limit texts that never come again might
  // use all of them up.
  static constexpr uint32_t kMostWithBefore = 128;

  struct Field {
    uint32_t begin, size;
    uint64_t value;
  };
  uint32_t count;
  uint32_t hash;
  Field fields[kMostFields];

  // False when the text takes no part in patterns.
  bool split(const char *text, uint64_t size) {
    count = 0;
    uint64_t h = size == 0 ? 0 : 0x9E3779B97F4A7C15u;
    if (size > kMostText) return false;
    for (uint32_t i = 0; i < size;) {
      if (!is_digit(text[i])) {
        h = (h ^ static_cast<uint8_t>(text[i++])) * 0x100000001B3u;
        continue;
      }
      if (count == kMostFields) return false;
      Field &field = fields[count++];
      field = {i, 0, 0};
      for (; i < size && is_digit(text[i]); ++i)
        field.value = field.value * 10 + static_cast<uint64_t>(text[i] - '0');
      field.size = i - field.begin;
      if (field.size > kMostDigits) return false;
      h = (h ^ '0') * 0x100000001B3u;
    }
    hash = static_cast<uint32_t>(h ^ h >> 32);
    return count != 0;
  }

  // Whether two texts are equal but for their numbers.
  static bool same_skeleton(const char *a, uint64_t a_size, const NameFields &af, const char *b,
                            uint64_t b_size, const NameFields &bf) {
    if (af.count != bf.count) return false;
    uint64_t a_at = 0;
    uint64_t b_at = 0;
    for (uint32_t i = 0; i <= af.count; ++i) {
      const uint64_t a_end = i < af.count ? af.fields[i].begin : a_size;
      const uint64_t b_end = i < bf.count ? bf.fields[i].begin : b_size;
      if (a_end - a_at != b_end - b_at || memcmp(a + a_at, b + b_at, a_end - a_at) != 0) return false;
      if (i == af.count) break;
      a_at = a_end + af.fields[i].size;
      b_at = b_end + bf.fields[i].size;
    }
    return true;
  }

  // What tells a text apart as one that stands before another; 0 for one that does not count as such.
  static uint64_t before(const char *text, uint64_t size) {
    if (size == 0 || size > kMostText) return 0;
    uint64_t h = 0x9E3779B97F4A7C15u;
    for (uint64_t i = 0; i < size; ++i) {
      if (is_digit(text[i])) return 0;
      h = (h ^ static_cast<uint8_t>(text[i])) * 0x100000001B3u;
    }
    return (h ^ h >> 32) | 1;
  }

  // Decimal digits of a number, with zeros in front up to `width`; returns how many. `out` has kMostPrinted
  // bytes.
  static constexpr uint32_t kMostPrinted = 20;
  static uint32_t print(uint64_t value, uint32_t width, char *out) {
    char reversed[kMostPrinted];
    uint32_t n = 0;
    for (; value != 0 || n == 0; value /= 10) reversed[n++] = static_cast<char>('0' + value % 10);
    while (n < width && n < kMostPrinted) reversed[n++] = '0';
    for (uint32_t i = 0; i < n; ++i) out[i] = reversed[n - 1 - i];
    return n;
  }

 private:
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
};

}  // namespace recorder
