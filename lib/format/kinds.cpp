// SPDX-License-Identifier: BSD-3-Clause
// Compiling kinds (see kinds.h).
#include "format/kinds.h"

#include <cstring>

#include "format/kind_walk.h"

namespace recorder {

namespace {

constexpr unsigned kDeepest = 16;
constexpr uint64_t kLongest = 512;  // bytes of text

struct Word {
  const char *text;
  KindOp op;
};
constexpr Word kWords[] = {{"int", KindOp::zigzag},    {"enum", KindOp::zigzag}, {"uint", KindOp::varint},
                           {"flags", KindOp::varint},  {"mode", KindOp::varint}, {"double", KindOp::word},
                           {"str", KindOp::text},      {"path", KindOp::text},   {"ptr", KindOp::pointer},
                           {"fd", KindOp::fd},         {"fd+", KindOp::new_fd},  {"handle", KindOp::slot},
                           {"handle+", KindOp::slot},  {"map", KindOp::map},     {"map+", KindOp::slot},
                           {"offset", KindOp::offset}, {"any", KindOp::any}};

// The word that a kind begins with, before what is said of it: "flags:open".
bool find_word(const char *from, const char *end, KindOp *op, const char **stop) {
  const char *at = from;
  while (at != end && !strchr(":,]}", *at)) ++at;
  const size_t size = static_cast<size_t>(at - from);
  *stop = at;
  for (const Word &word : kWords) {
    if (strlen(word.text) != size || memcmp(word.text, from, size) != 0) continue;
    *op = word.op;
    return true;
  }
  return false;
}

Contents::What what_of(KindOp op) {
  switch (op) {
    case KindOp::zigzag:
    case KindOp::varint:
    case KindOp::offset:
      return Contents::kNumber;
    case KindOp::word:
      return Contents::kReal;
    case KindOp::pointer:
      return Contents::kAddress;
    case KindOp::text:
      return Contents::kText;
    case KindOp::fd:
    case KindOp::new_fd:
    case KindOp::slot:
    case KindOp::classed:
      return Contents::kHandle;
    default:
      return Contents::kOther;
  }
}

struct Nobody {
  void number(KindOp, const uint8_t *, uint64_t) {}
  void text(const uint8_t *, Bytes) {}
};

}  // namespace

bool KindCode::put(KindOp op) {
  if (size_ == room_) return false;
  code_[size_++] = static_cast<uint8_t>(op);
  return true;
}

bool KindCode::add(const char *text, uint64_t size) {
  const char *const end = text + size;
  if (size == 4 && memcmp(text, "void", 4) == 0) return true;
  return kind(&text, end, 0) && text == end;
}

bool KindCode::kind(const char **text, const char *end, unsigned depth) {
  if (*text == end || depth > kDeepest) return false;
  switch (**text) {
    case '[':
      return nested(KindOp::array, text, end, depth) && *text != end && *(*text)++ == ']';
    case '?':
      return nested(KindOp::optional, text, end, depth);
    case '{':
      return record(text, end, depth);
    default:
      return word(text, end);
  }
}

bool KindCode::nested(KindOp op, const char **text, const char *end, unsigned depth) {
  ++*text;
  if (!put(op) || room_ - size_ < 2) return false;
  const uint64_t at = size_;
  size_ += 2;
  if (!kind(text, end, depth + 1)) return false;
  const uint64_t size = size_ - at - 2;
  code_[at] = static_cast<uint8_t>(size);
  code_[at + 1] = static_cast<uint8_t>(size >> 8);
  return size <= UINT16_MAX;
}

// {NAME=KIND,...}
bool KindCode::record(const char **text, const char *end, unsigned depth) {
  do {
    const char *equals = static_cast<const char *>(memchr(*text, '=', static_cast<size_t>(end - *text)));
    if (!equals) return false;
    *text = equals + 1;
    if (!kind(text, end, depth + 1) || *text == end) return false;
  } while (**text == ',');
  return *(*text)++ == '}';
}

bool KindCode::word(const char **text, const char *end) {
  KindOp op{};
  const char *stop = nullptr;
  if (!find_word(*text, end, &op, &stop)) return false;
  bool several = false;
  for (; stop != end && !strchr(",]}", *stop); ++stop) several |= *stop == '|';
  *text = stop;
  return put(op == KindOp::slot && several ? KindOp::classed : op);
}

bool skip_value(Bytes code, Cursor *in) {
  Nobody nobody;
  return KindWalk<Nobody>(in, &nobody).run(code);
}

bool skip_value(const char *kind, uint64_t kind_size, Cursor *in) {
  uint8_t room[KindCode::room_for(kLongest)];
  KindCode code(room, sizeof room);
  return code.add(kind, kind_size) && skip_value(code.bytes(), in);
}

Contents contents_of(Bytes code) {
  Contents contents{};
  for (uint64_t i = 0; i < code.size;) {
    const auto op = static_cast<KindOp>(code.data[i++]);
    if (op == KindOp::array || op == KindOp::optional)
      i += 2;  // bytes of what it is of, which follows
    else
      contents.whats = static_cast<uint8_t>(contents.whats | what_of(op));
  }
  return contents;
}

Contents contents_of(const char *kind, uint64_t kind_size) {
  uint8_t room[KindCode::room_for(kLongest)];
  KindCode code(room, sizeof room);
  if (kind_size > kLongest || !code.add(kind, kind_size)) return {};
  return contents_of(code.bytes());
}

}  // namespace recorder
