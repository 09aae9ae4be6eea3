// SPDX-License-Identifier: BSD-3-Clause
// Digits in texts.
#include "merge/digits.h"

#include <cstring>

namespace recorder {
namespace {

bool is_digit(uint8_t c) { return c >= '0' && c <= '9'; }

}  // namespace

bool next_digits(Bytes text, uint64_t from, Digits *digits) {
  constexpr uint64_t kMostDigits = 18;
  for (uint64_t i = from; i < text.size;) {
    if (!is_digit(text.data[i])) {
      ++i;
      continue;
    }
    const uint64_t at = i;
    while (i < text.size && is_digit(text.data[i])) ++i;
    if (i - at > kMostDigits) continue;
    *digits = {at, i - at};
    return true;
  }
  return false;
}

uint64_t digits_value(Bytes text, const Digits &digits) {
  uint64_t value = 0;
  for (uint64_t i = 0; i < digits.size; ++i) value = value * 10 + (text.data[digits.at + i] - '0');
  return value;
}

uint32_t least_width(Bytes text, const Digits &digits) {
  const bool padded = text.data[digits.at] == '0' && digits.size > 1;
  return padded ? static_cast<uint32_t>(digits.size) : 1;
}

bool same_skeleton(Bytes a, Bytes b) {
  uint64_t i = 0;
  uint64_t k = 0;
  for (;;) {
    Digits x = {a.size, 0};
    Digits y = {b.size, 0};
    const bool more = next_digits(a, i, &x);
    if (more != next_digits(b, k, &y) || x.at - i != y.at - k) return false;
    if (x.at != i && memcmp(a.data + i, b.data + k, x.at - i) != 0) return false;
    if (!more) return true;
    i = x.at + x.size;
    k = y.at + y.size;
  }
}

}  // namespace recorder
