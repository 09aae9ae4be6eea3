// SPDX-License-Identifier: BSD-3-Clause
// Escapes of JSON and C; recognising UTF-8.
#include "common/text.h"

#include <cmath>
#include <cstdio>
#include <cstring>

namespace recorder::tools {

bool put_double(std::string &out, double value) {
  if (std::isfinite(value)) {
    put_number(out, value);
    return true;
  }
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  constexpr uint64_t kUsualNan = 0x7ff8000000000000u;
  if (std::isinf(value)) {
    out += value < 0 ? "-inf" : "inf";
  } else if (bits == kUsualNan) {
    out += "nan";
  } else {
    put_based(out, "nan:0x", bits, 16);
  }
  return false;
}

size_t utf8_length(std::string_view text) {
  const auto byte = [text](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const auto follows = [&](size_t i) { return (byte(i) & 0xc0) == 0x80; };
  const unsigned first = byte(0);
  if (text.empty()) return 0;
  if (first < 0x80) return 1;
  if (first < 0xc2) return 0;
  if (first < 0xe0) return follows(1) ? 2 : 0;
  if (first < 0xf0) {
    const bool overlong = first == 0xe0 && byte(1) < 0xa0;
    const bool surrogate = first == 0xed && byte(1) >= 0xa0;
    return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first < 0xf5) {
    const bool overlong = first == 0xf0 && byte(1) < 0x90;
    const bool beyond = first == 0xf4 && byte(1) >= 0x90;
    return follows(1) && follows(2) && follows(3) && !overlong && !beyond ? 4 : 0;
  }
  return 0;
}

namespace {

// Appends characters that need no escape; returns what is left.
std::string_view put_plain(std::string &out, std::string_view text) {
  size_t n = 0;
  while (n < text.size()) {
    const unsigned char c = static_cast<unsigned char>(text[n]);
    if (c < 0x20 || c == '"' || c == '\\' || c >= 0x7f) break;
    ++n;
  }
  out.append(text.data(), n);
  return text.substr(n);
}

char short_escape(unsigned char c) {
  switch (c) {
    case '"':
      return '"';
    case '\\':
      return '\\';
    case '\n':
      return 'n';
    case '\t':
      return 't';
    case '\r':
      return 'r';
    default:
      return 0;
  }
}

template <class Escape>
void put_string(std::string &out, std::string_view text, Escape escape) {
  out += '"';
  for (;;) {
    text = put_plain(out, text);
    if (text.empty()) break;
    const unsigned char c = static_cast<unsigned char>(text[0]);
    const size_t n = c >= 0x80 ? utf8_length(text) : 0;
    if (n != 0) {
      out.append(text.data(), n);
      text.remove_prefix(n);
      continue;
    }
    if (const char letter = short_escape(c)) {
      out += '\\';
      out += letter;
    } else {
      char code[8];
      snprintf(code, sizeof code, escape(c), c);
      out += code;
    }
    text.remove_prefix(1);
  }
  out += '"';
}

}  // namespace

void put_json_string(std::string &out, std::string_view text) {
  put_string(out, text, [](unsigned char c) { return c >= 0x80 ? "\\udc%02x" : "\\u%04x"; });
}

void put_c_string(std::string &out, std::string_view text) {
  put_string(out, text, [](unsigned char) { return "\\%03o"; });
}

}  // namespace recorder::tools
