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

// 00 to 99, two digits each.
struct DigitPairs {
  char of[200];
  constexpr DigitPairs() : of() {
    for (int i = 0; i < 100; ++i) {
      of[2 * i] = static_cast<char>('0' + i / 10);
      of[2 * i + 1] = static_cast<char>('0' + i % 10);
    }
  }
};
inline constexpr DigitPairs kDigitPairs;

// Seconds with nine decimals that end before `end`, at most kLongestSeconds characters; returns where they
// begin.
constexpr size_t kLongestSeconds = 24;
inline char *put_seconds_before(char *end, int64_t ns) {
  const uint64_t value = ns < 0 ? 0 - static_cast<uint64_t>(ns) : static_cast<uint64_t>(ns);
  uint64_t seconds = value / 1000000000;
  auto rest = static_cast<uint32_t>(value % 1000000000);
  const auto put_pair = [&end](uint32_t pair) {
    end -= 2;
    end[0] = kDigitPairs.of[2 * pair];
    end[1] = kDigitPairs.of[2 * pair + 1];
  };
  *--end = static_cast<char>('0' + rest % 10);
  rest /= 10;
  for (int i = 0; i < 4; ++i, rest /= 100) put_pair(rest % 100);
  *--end = '.';
  for (; seconds >= 100; seconds /= 100) put_pair(static_cast<uint32_t>(seconds % 100));
  if (seconds >= 10) {
    put_pair(static_cast<uint32_t>(seconds));
  } else {
    *--end = static_cast<char>('0' + seconds);
  }
  if (ns < 0) *--end = '-';
  return end;
}

inline void put_seconds(std::string &out, int64_t ns) {
  char digits[kLongestSeconds];
  char *const end = digits + sizeof digits;
  const char *const begin = put_seconds_before(end, ns);
  out.append(begin, static_cast<size_t>(end - begin));
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
