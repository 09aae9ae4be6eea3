// SPDX-License-Identifier: BSD-3-Clause
// Wide strings as UTF-8, in a buffer of fixed size: what does not fit is left out.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

namespace recorder {

class WideText {
 public:
  explicit WideText(const wchar_t *text, size_t limit = SIZE_MAX) {
    for (size_t i = 0; i < limit && text[i] != L'\0' && size_ + 5 <= sizeof bytes_; ++i)
      append(static_cast<uint32_t>(text[i]));
    bytes_[size_] = '\0';
  }
  const char *data() const { return bytes_; }
  size_t size() const { return size_; }

 private:
  void append(uint32_t c) {
    if (c < 0x80) return put(c);
    if (c < 0x800) {
      put(0xC0 | c >> 6);
    } else if (c < 0x10000) {
      put(0xE0 | c >> 12);
      put(0x80 | (c >> 6 & 0x3F));
    } else {
      put(0xF0 | (c >> 18 & 0x07));
      put(0x80 | (c >> 12 & 0x3F));
      put(0x80 | (c >> 6 & 0x3F));
    }
    put(0x80 | (c & 0x3F));
  }
  void put(uint32_t byte) { bytes_[size_++] = static_cast<char>(byte); }

  size_t size_ = 0;
  char bytes_[4096];
};

template <class Sink>
inline void wide_text(Sink &sink, const char *name, const wchar_t *wide) {
  if (wide == nullptr) return sink.str(name, nullptr);
  const WideText text(wide);
  sink.str(name, text.data(), text.size());
}

}  // namespace recorder
