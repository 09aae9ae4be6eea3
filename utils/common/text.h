// SPDX-License-Identifier: BSD-3-Clause
// Numbers, times and strings appended to a line. Everything here is exact: what is printed can be read back.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace recorder::tools {

template <class Integer>
inline void put_number(std::string &out, Integer value) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  out.append(digits, static_cast<size_t>(end - digits));
}

template <class Integer>
inline void put_based(std::string &out, const char *prefix, Integer value, int base) {
  char digits[72];
  const auto end = std::to_chars(digits, digits + sizeof digits, value, base).ptr;
  out += prefix;
  out.append(digits, static_cast<size_t>(end - digits));
}

// Seconds with nine decimals.
inline void put_seconds(std::string &out, int64_t ns) {
  uint64_t value = static_cast<uint64_t>(ns);
  if (ns < 0) {
    out += '-';
    value = ~value + 1;
  }
  char digits[32];
  char *end = std::to_chars(digits, digits + sizeof digits, value / 1000000000).ptr;
  uint64_t rest = value % 1000000000;
  *end = '.';
  for (int i = 9; i > 0; --i, rest /= 10) end[i] = static_cast<char>('0' + rest % 10);
  out.append(digits, static_cast<size_t>(end + 10 - digits));
}

// The shortest text that reads back as the same value; inf, -inf, nan, and nan:0x… for a nan that is not the
// usual one. False for those that are no JSON numbers.
bool put_double(std::string &out, double value);

// The length of the valid UTF-8 character at the start of `text`, or 0.
size_t utf8_length(std::string_view text);

// With quotes. Bytes that are no UTF-8 become \udc00 + byte, which no valid text contains, as Python's
// "surrogateescape" does.
void put_json_string(std::string &out, std::string_view text);

// With quotes, as in C; bytes that are no UTF-8 in octal.
void put_c_string(std::string &out, std::string_view text);

}  // namespace recorder::tools
