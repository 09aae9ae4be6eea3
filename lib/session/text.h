// SPDX-License-Identifier: BSD-3-Clause
// Text put together in a fixed buffer, always ended by a zero, without stdio. What does not fit is cut, and
// said so.
#pragma once

#include <cstdint>
#include <cstring>

namespace recorder {

class Text {
 public:
  Text(char *buffer, uint64_t size) : begin_(buffer), at_(buffer), limit_(buffer + size - 1) { *at_ = '\0'; }

  Text &put(const char *s) { return put(s, strlen(s)); }
  Text &put(const char *s, uint64_t n) {
    if (n > static_cast<uint64_t>(limit_ - at_)) {
      n = static_cast<uint64_t>(limit_ - at_);
      cut_ = true;
    }
    memcpy(at_, s, n);
    at_ += n;
    *at_ = '\0';
    return *this;
  }
  Text &put(char c) { return put(&c, 1); }
  Text &number(uint64_t v, uint32_t width = 0) {
    char digits[20];
    uint32_t n = 0;
    do digits[sizeof digits - ++n] = static_cast<char>('0' + v % 10);
    while ((v /= 10) != 0);
    while (n < width && n < sizeof digits) digits[sizeof digits - ++n] = '0';
    return put(digits + sizeof digits - n, n);
  }
  Text &integer(int64_t v) {
    if (v < 0) put('-');
    return number(v < 0 ? uint64_t{0} - static_cast<uint64_t>(v) : static_cast<uint64_t>(v));
  }
  Text &hex(uint64_t v) {
    char digits[16];
    uint32_t n = 0;
    do digits[sizeof digits - ++n] = "0123456789abcdef"[v & 15];
    while ((v >>= 4) != 0);
    return put("0x").put(digits + sizeof digits - n, n);
  }

  bool cut() const { return cut_; }
  uint64_t size() const { return static_cast<uint64_t>(at_ - begin_); }
  const char *c_str() const { return begin_; }

 private:
  char *begin_, *at_, *limit_;
  bool cut_ = false;
};

}  // namespace recorder
