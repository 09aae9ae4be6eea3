// SPDX-License-Identifier: BSD-3-Clause
// How values lie in a signature, by the texts of their kinds (recorder-format(5), "Kinds"). A text is
// compiled once; kind_walk.h then goes through values.
#pragma once

#include <cstdint>

#include "format/cursor.h"

namespace recorder {

enum class KindOp : uint8_t {
  zigzag,
  varint,
  offset,  // a zigzag
  word,    // 8 bytes
  text,
  pointer,   // 0 null, 1 an address, else one that is stored
  fd,        // slot + 1, or 0 and a number
  new_fd,    // slot + 1 or 0, and a number
  slot,      // slot + 1 or 0
  classed,   // the same, and which class
  map,       // slot + 1 and a distance, or 0
  array,     // u16 size of the element's code
  optional,  // u16 size of the value's code
  any,
};

// Compiles kinds, one after another, into memory of the caller's.
class KindCode {
 public:
  KindCode(uint8_t *code, uint64_t room) : code_(code), room_(room) {}

  // False for what is no kind, is nested too deep or has no room; then nothing can be added any more.
  bool add(const char *kind, uint64_t size);
  Bytes bytes() const { return {code_, size_}; }

  // Room that is enough for the code of so many bytes of text.
  static constexpr uint64_t room_for(uint64_t text) { return 3 * text; }

 private:
  bool put(KindOp op);
  bool kind(const char **text, const char *end, unsigned depth);
  bool nested(KindOp op, const char **text, const char *end, unsigned depth);
  bool record(const char **text, const char *end, unsigned depth);
  bool word(const char **text, const char *end);

  uint8_t *code_;
  uint64_t room_;
  uint64_t size_ = 0;
};

// Moves behind a value of the kind, as compiled or as text. False when there is none.
bool skip_value(Bytes code, Cursor *in);
bool skip_value(const char *kind, uint64_t kind_size, Cursor *in);

// What values of a kind are made of.
struct Contents {
  enum What : uint8_t { kNumber = 1, kReal = 2, kAddress = 4, kText = 8, kHandle = 16, kOther = 32 };
  uint8_t whats;

  bool has(What what) const { return (whats & what) != 0; }
  bool only(What what) const { return whats == what; }
  // Numbers that may be random, and addresses; with or without handles.
  bool only_numbers() const { return has_numbers_within(kNumber | kReal | kAddress); }
  bool only_numbers_and_handles() const { return has_numbers_within(kNumber | kReal | kAddress | kHandle); }

 private:
  bool has_numbers_within(uint8_t allowed) const {
    return (whats & ~allowed) == 0 && (whats & (kNumber | kReal)) != 0;
  }
};
// As compiled, or of a kind as text; of none if it is not sound.
Contents contents_of(Bytes code);
Contents contents_of(const char *kind, uint64_t kind_size);

}  // namespace recorder
