// SPDX-License-Identifier: BSD-3-Clause
// Skipping values by kind (see kinds.h).
#include "format/kinds.h"

#include <cstring>

namespace recorder {

namespace {

constexpr int kDeepest = 16;

struct Word {
  const char *at;
  uint64_t size;
  bool is(const char *text) const { return strlen(text) == size && memcmp(at, text, size) == 0; }
  bool begins(const char *text) const {
    const uint64_t n = strlen(text);
    return n <= size && memcmp(at, text, n) == 0;
  }
  Word from(uint64_t n) const { return {at + n, size - n}; }
};

bool skip(Word kind, Cursor *in, int depth);

bool skip_varints(Cursor *in, int n) {
  uint64_t ignored = 0;
  for (; n > 0; --n)
    if (!in->escape() && !in->varint(&ignored)) return false;
  return true;
}

// Null, or a number of things and, when some are missing, their full number.
bool skip_head(Cursor *in, uint64_t *count, bool *is_null) {
  uint64_t head = 0;
  if (!in->varint(&head)) return false;
  *is_null = head == 0;
  *count = head == 0 ? 0 : (head - 1) >> 1;
  return head == 0 || ((head - 1) & 1) == 0 || skip_varints(in, 1);
}

bool skip_text(Cursor *in) {
  if (in->escape()) {
    uint64_t changes = 0;
    if (!skip_varints(in, 1) || !in->count(&changes, 2)) return false;
    for (; changes > 0; --changes)
      if (!skip_varints(in, 2)) return false;
    return true;
  }
  uint64_t size = 0;
  bool is_null = false;
  return skip_head(in, &size, &is_null) && in->skip(size);
}

bool skip_array(Word kind, Cursor *in, int depth) {
  uint64_t count = 0;
  bool is_null = false;
  if (!skip_head(in, &count, &is_null)) return false;
  for (; count > 0; --count)
    if (!skip({kind.at + 1, kind.size - 2}, in, depth + 1)) return false;
  return true;
}

// {NAME=KIND,...}: the comma that ends a field is the first outside of brackets.
bool skip_record(Word kind, Cursor *in, int depth) {
  const char *const end = kind.at + kind.size - 1;
  for (const char *at = kind.at + 1; at < end;) {
    const auto *begin = static_cast<const char *>(memchr(at, '=', static_cast<uint64_t>(end - at)));
    if (begin == nullptr) return false;
    const char *p = ++begin;
    for (int open = 0; p < end && (open != 0 || *p != ','); ++p)
      open += (*p == '{' || *p == '[') - (*p == '}' || *p == ']');
    if (!skip({begin, static_cast<uint64_t>(p - begin)}, in, depth + 1)) return false;
    at = p + 1;
  }
  return true;
}

bool skip_any(Cursor *in, int depth) {
  uint8_t tag = 0;
  if (depth > kDeepest || !in->u8(&tag)) return false;
  if (tag == 0) return true;
  if (tag == 3) return in->skip(8);
  if (tag == 4) return skip_text(in);
  if (tag != 6) return skip_varints(in, 1);
  uint64_t count = 0;
  if (!in->count(&count)) return false;
  for (; count > 0; --count)
    if (!skip_any(in, depth + 1)) return false;
  return true;
}

// A handle of one of several classes says which, unless it is null.
bool skip_slot(Word kind, Cursor *in) {
  uint64_t word = 0;
  if (!in->varint(&word)) return false;
  return word == 0 || memchr(kind.at, '|', kind.size) == nullptr || skip_varints(in, 1);
}

bool skip(Word kind, Cursor *in, int depth) {
  if (depth > kDeepest || kind.size == 0) return false;
  uint64_t word = 0;
  switch (kind.at[0]) {
    case '[':
      return skip_array(kind, in, depth);
    case '{':
      return skip_record(kind, in, depth);
    case '?': {
      uint8_t present = 0;
      return in->u8(&present) && (present == 0 || skip(kind.from(1), in, depth + 1));
    }
    default:
      break;
  }
  if (kind.is("void")) return true;
  if (kind.is("double")) return in->skip(8);
  if (kind.is("str") || kind.is("path") || kind.begins("path:")) return skip_text(in);
  if (kind.is("any")) return skip_any(in, depth);
  if (kind.is("fd+")) return skip_varints(in, 2);
  if (kind.is("fd")) return in->varint(&word) && (word != 0 || skip_varints(in, 1));
  if (kind.is("map")) return in->varint(&word) && (word == 0 || skip_varints(in, 1));
  if (kind.begins("handle")) return skip_slot(kind, in);
  return skip_varints(in, 1);
}

}  // namespace

bool skip_value(const char *kind, uint64_t kind_size, Cursor *in) { return skip({kind, kind_size}, in, 0); }

bool is_numeric_kind(const char *kind, uint64_t kind_size) {
  Word word{kind, kind_size};
  if (kind_size > 2 && kind[0] == '[') word = {kind + 1, kind_size - 2};
  return word.is("int") || word.is("uint") || word.is("offset") || word.is("mode") || word.begins("enum:") ||
         word.begins("flags:");
}

}  // namespace recorder
