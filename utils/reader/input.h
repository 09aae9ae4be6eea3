// SPDX-License-Identifier: BSD-3-Clause
// The format's Cursor for code that may throw: every step succeeds, or the trace is reported as damaged.
#pragma once

#include <cstdint>
#include <string_view>

#include "format/cursor.h"
#include "reader/failure.h"

namespace recorder::reader {

class Input {
 public:
  // `what` names the bytes in messages: "section cst".
  Input(const uint8_t *data, uint64_t size, const char *what) : cursor_(data, size), what_(what) {}
  Input(std::string_view bytes, const char *what)
      : Input(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size(), what) {}

  uint64_t left() const { return cursor_.left(); }
  bool at_end() const { return cursor_.at_end(); }
  const char *what() const { return what_; }

  uint8_t u8() {
    uint8_t value;
    if (!cursor_.u8(&value)) ends();
    return value;
  }
  uint64_t varint() {
    uint64_t value;
    if (!cursor_.varint(&value)) ends();
    return value;
  }
  // Takes the escape (format::kEscape) if it is next.
  bool escape() { return cursor_.escape(); }
  bool apart() { return cursor_.apart(); }
  // Takes the track of an offset or a number if it is next; 0 when it is not.
  uint8_t track() { return cursor_.track(); }
  // Takes a slot that is told from the end if it is next.
  bool near_slot(uint8_t *distance) { return cursor_.near_slot(distance); }
  int64_t zigzag() {
    int64_t value;
    if (!cursor_.zigzag(&value)) ends();
    return value;
  }
  uint32_t u32le() {
    uint32_t value;
    if (!cursor_.u32le(&value)) ends();
    return value;
  }
  uint64_t u64le() {
    uint64_t value;
    if (!cursor_.u64le(&value)) ends();
    return value;
  }
  std::string_view bytes(uint64_t size) {
    Bytes out;
    if (!cursor_.bytes(size, &out)) ends();
    return {reinterpret_cast<const char *>(out.data), out.size};
  }
  std::string_view str() { return bytes(varint()); }

  // How many things follow that take at least `least` bytes each.
  uint64_t count(uint64_t least = 1) {
    uint64_t value;
    if (!cursor_.count(&value, least)) ends();
    return value;
  }
  void expect_end() const {
    if (!at_end()) damaged("%s is longer than its content", what_);
  }

 private:
  [[noreturn]] void ends() const { damaged("%s ends early or holds an impossible number", what_); }

  Cursor cursor_;
  const char *what_;
};

}  // namespace recorder::reader
