// SPDX-License-Identifier: BSD-3-Clause
// Goes through values of compiled kinds (kinds.h) and says where numbers and texts are.
#pragma once

#include <cstdint>

#include "format/cursor.h"
#include "format/format.h"
#include "format/kinds.h"
#include "format/varint.h"

namespace recorder {

// The Taker is told of each number, word and text that is a value of its own, as KindOp::zigzag, offset,
// varint, word and text say, and where it begins; the cursor is then behind it:
//   void number(KindOp how, const uint8_t *from, uint64_t value);
//   void text(const uint8_t *from, Bytes content);
// It is not told of lengths, tags and what is null, of texts that were cut, nor of what is not in its
// shortest form: such bytes mean something else (values that are aside, name patterns).
template <class Taker>
class KindWalk {
 public:
  KindWalk(Cursor *in, Taker *taker) : in_(*in), taker_(*taker) {}

  // False when the values do not look like their kinds.
  bool run(Bytes code) {
    for (uint64_t i = 0; i < code.size;) {
      const auto op = static_cast<KindOp>(code.data[i++]);
      if (op != KindOp::array && op != KindOp::optional) {
        if (!step(op)) return false;
        continue;
      }
      const uint64_t size = code.data[i] | uint64_t{code.data[i + 1]} << 8;
      const Bytes inner = {code.data + i + 2, size};
      if (!(op == KindOp::array ? array(inner) : optional(inner))) return false;
      i += 2 + size;
    }
    return true;
  }

 private:
  static constexpr unsigned kDeepest = 16;

  bool step(KindOp op) {
    switch (op) {
      case KindOp::zigzag:
      case KindOp::offset:
      case KindOp::varint:
        return number(op);
      case KindOp::word:
        return word();
      case KindOp::text:
        return text();
      case KindOp::pointer:
        return number(KindOp::varint, 2);
      case KindOp::fd:
        return fd();
      case KindOp::new_fd:
        return slot() && number(KindOp::zigzag);
      case KindOp::slot:
        return slot();
      case KindOp::classed:
        return classed();
      case KindOp::map:
        return map();
      default:
        return any(0);
    }
  }

  bool varint(uint64_t *value, bool *shortest) {
    const uint8_t *from = in_.here();
    if (!in_.varint(value)) return false;
    *shortest = static_cast<uint64_t>(in_.here() - from) == varint_size(*value);
    return true;
  }

  // The taker hears of it when it is at least `least`.
  bool plain_number(KindOp how, uint64_t least, uint64_t *value) {
    const uint8_t *from = in_.here();
    bool shortest = false;
    if (!varint(value, &shortest)) return false;
    if (!shortest || *value < least) return true;
    taker_.number(how, from, how == KindOp::varint ? *value : static_cast<uint64_t>(from_zigzag(*value)));
    return true;
  }
  bool number(KindOp how, uint64_t least = 0) {
    if (in_.track() != 0 && how == KindOp::varint) how = KindOp::zigzag;  // a difference follows
    uint64_t ignored = 0;
    return plain_number(how, least, &ignored);
  }

  // Plus 1; 0 for none. One that is told from the end is some other number, and not in its shortest form.
  bool slot(uint64_t *coded) { return plain_number(KindOp::varint, 1, coded); }
  bool slot() {
    uint64_t ignored = 0;
    return slot(&ignored);
  }

  bool word() {
    uint64_t value = 0;
    const uint8_t *from = in_.here();
    if (!in_.u64le(&value)) return false;
    taker_.number(KindOp::word, from, value);
    return true;
  }

  bool pattern() {
    uint64_t n = 0;
    uint64_t ignored = 0;
    if (!in_.varint(&ignored) || !in_.count(&n, 2)) return false;
    for (; n > 0; --n)
      if (!in_.varint(&ignored) || !number(KindOp::zigzag)) return false;
    return true;
  }

  bool text() {
    const uint8_t *from = in_.here();
    uint64_t head = 0;
    bool shortest = false;
    if (in_.escape()) return pattern();
    if (in_.track() != 0) return true;  // aside
    if (!varint(&head, &shortest)) return false;
    if (head == 0) return true;
    if (head < format::kTextHead) return false;
    const uint64_t w = head - format::kTextHead;
    uint64_t full = 0;
    if ((w & 1) && !in_.varint(&full)) return false;
    Bytes content{};
    if (!in_.bytes(w >> 1, &content)) return false;
    if (!(w & 1) && shortest) taker_.text(from, content);
    return true;
  }

  bool fd() {
    uint64_t coded = 0;
    return slot(&coded) && (coded != 0 || number(KindOp::zigzag));
  }
  bool classed() {
    uint64_t coded = 0;
    uint64_t which = 0;
    return slot(&coded) && (coded == 0 || in_.varint(&which));
  }
  bool map() {
    uint64_t coded = 0;
    return slot(&coded) && (coded == 0 || number(KindOp::zigzag));
  }

  bool array(Bytes element) {
    uint64_t head = 0;
    uint64_t full = 0;
    if (!in_.varint(&head)) return false;
    if (head == 0) return true;
    if (((head - 1) & 1) && !in_.varint(&full)) return false;
    const uint64_t n = (head - 1) >> 1;
    if (n > in_.left()) return false;
    for (uint64_t i = 0; i < n; ++i)
      if (!run(element)) return false;
    return true;
  }

  bool optional(Bytes value) {
    uint8_t present = 0;
    return in_.u8(&present) && (present == 0 || run(value));
  }

  bool any(unsigned depth) {
    uint8_t tag = 0;
    if (!in_.u8(&tag) || depth > kDeepest) return false;
    switch (tag) {
      case 0:
        return true;
      case 1:
        return number(KindOp::zigzag);
      case 2:
        return number(KindOp::varint);
      case 3:
        return word();
      case 4:
        return text();
      case 5:
        return number(KindOp::varint, 2);
      case 6:
        return several(depth + 1);
      case 7:
        return number(KindOp::offset);
      default:
        return false;
    }
  }
  bool several(unsigned depth) {
    uint64_t n = 0;
    if (!in_.count(&n)) return false;
    for (; n > 0; --n)
      if (!any(depth)) return false;
    return true;
  }

  Cursor &in_;
  Taker &taker_;
};

}  // namespace recorder
