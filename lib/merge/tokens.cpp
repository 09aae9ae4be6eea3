// SPDX-License-Identifier: BSD-3-Clause
// Walks through signatures and takes out what is a value.
#include "merge/tokens.h"

#include <cstring>

#include "format/format.h"
#include "format/kind_walk.h"
#include "format/kinds.h"

namespace recorder {

bool next_piece(Cursor *masked, MaskedPiece *piece) {
  uint64_t head = 0;
  if (!masked->varint(&head) || (head & 7) > 4 || !masked->bytes(head >> 3, &piece->before)) return false;
  piece->token = static_cast<Token>(head & 7);
  return true;
}

void put_number(Token token, uint64_t value, Buffer *out) {
  if (token == Token::varint)
    out->put_varint(value);
  else if (token == Token::zigzag)
    out->put_zigzag(static_cast<int64_t>(value));
  else
    out->put_u64le(value);
}

void put_text(Bytes text, Buffer *out) {
  out->put_varint(text.size * 2 + format::kTextHead);
  out->put_bytes(text);
}

namespace {

// What is taken out goes into numbers and texts, and what stands between into *masked.
struct Mask {
  const Cursor &in;
  const uint8_t *done;  // up to here the bytes are in *masked
  Buffer *masked;
  Vector<uint64_t> *numbers;
  Vector<Bytes> *texts;

  void take(Token token, const uint8_t *from) {
    const uint64_t size = static_cast<uint64_t>(from - done);
    masked->put_varint(size << 3 | static_cast<uint8_t>(token));
    masked->put_bytes(done, size);
    done = in.here();
  }
  void number(KindOp how, const uint8_t *from, uint64_t value) {
    numbers->push(value);
    take(how == KindOp::word ? Token::word : how == KindOp::varint ? Token::varint : Token::zigzag, from);
  }
  void text(const uint8_t *from, Bytes content) {
    texts->push(content);
    take(Token::text, from);
  }
};

// varint depth*2 + failed, and errno: never masked
bool skip_head(Cursor *in) {
  uint64_t depth = 0;
  uint64_t error = 0;
  return in->varint(&depth) && (!(depth & 1) || in->varint(&error));
}

}  // namespace

bool Tokeniser::mask(Bytes signature, FunctionLookup functions, Buffer *masked, Vector<uint64_t> *numbers,
                     Vector<Bytes> *texts) {
  const uint64_t before[3] = {masked->size(), numbers->size(), texts->size()};
  Cursor in(signature);
  Mask mask{in, signature.data, masked, numbers, texts};
  uint64_t fn = 0;
  Bytes code{};
  if (in.varint(&fn) && code_of(fn, functions, &code) && (!format::is_call(fn) || skip_head(&in)) &&
      KindWalk<Mask>(&in, &mask).run(code) && in.at_end()) {
    mask.take(Token::end, signature.data + signature.size);
  } else {
    masked->truncate(before[0]);
    numbers->truncate(before[1]);
    texts->truncate(before[2]);
    masked->put_varint(signature.size << 3);
    masked->put_bytes(signature);
  }
  return masked->ok() && numbers->ok() && texts->ok() && code_.ok() && programs_.ok() && starts_.ok();
}

// False for a function that nobody knows.
bool Tokeniser::code_of(uint64_t fn, FunctionLookup functions, Bytes *code) {
  if (functions != functions_) {
    starts_.clear();
    programs_.clear();
    code_.clear();
    functions_ = functions;
  }
  if (fn > UINT16_MAX) return false;
  if (fn >= starts_.size() && !starts_.resize(fn + 1)) return false;
  if (starts_[fn] == 0) {
    const uint64_t at = code_.size();
    const bool known = compile(fn);
    if (!known) code_.truncate(at);
    if (!programs_.push({at, code_.size() - at, known})) return false;
    starts_[fn] = static_cast<uint32_t>(programs_.size());
  }
  const Program &there = programs_[starts_[fn] - 1];
  *code = {code_.data() + there.at, there.size};
  return there.known && code_.ok();
}

// Appends to code_.
bool Tokeniser::compile(uint64_t fn) {
  switch (fn) {
    case format::kFnBind:
      return compile("str") && compile("uint") && compile("int") && compile("str");
    case format::kFnCwd:
      return compile("str");
    case format::kFnSite:
      return compile("str") && compile("uint");
    default:
      break;
  }
  FunctionText text{};
  if (!functions_ || !functions_(fn, &text)) return false;
  const char *arg = text.args;
  for (uint32_t i = 0; i < text.nargs; ++i) {
    const char *kind = strchr(arg, '=');
    if (!kind || !compile(kind + 1)) return false;
    arg = kind + strlen(kind) + 1;
  }
  return compile(text.ret);
}

bool Tokeniser::compile(const char *kind) {
  const uint64_t size = strlen(kind);
  const uint64_t at = code_.size();
  const uint64_t room = KindCode::room_for(size);
  uint8_t *const to = code_.extend(room);
  if (!to) return false;
  KindCode code(to, room);
  const bool known = code.add(kind, size);
  code_.truncate(at + code.bytes().size);
  return known;
}

}  // namespace recorder
