// SPDX-License-Identifier: BSD-3-Clause
// Compiling kinds and running the programs over signatures.
#include "merge/tokens.h"

#include <cstring>

#include "format/format.h"

namespace recorder {

enum Tokeniser::Op : uint8_t {
  kZigzag,
  kVarint,
  kWord,
  kText,
  kPointer,
  kFd,        // slot + 1, or 0 and a number
  kNewFd,     // slot + 1 or 0, and a number
  kSlot,      // slot + 1 or 0
  kClassed,   // the same, and which class
  kMap,       // slot + 1 and a distance, or 0
  kArray,     // u16 size of the element's program
  kOptional,  // u16 size of the value's program
  kAny,
};

namespace {

constexpr unsigned kDeepest = 16;

}  // namespace

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

// Steps that fail leave the rest of the signature as it is: the caller then masks nothing.
struct Tokeniser::Run {
  Cursor in;
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

  bool varint(uint64_t *value, bool *shortest) {
    const uint8_t *from = in.here();
    if (!in.varint(value)) return false;
    *shortest = static_cast<uint64_t>(in.here() - from) == varint_size(*value);
    return true;
  }

  // A number that becomes a token, unless it is `least` or less, or not in its shortest form.
  bool number(Token token, uint64_t least, uint64_t *value) {
    const uint8_t *from = in.here();
    bool shortest = false;
    if (!varint(value, &shortest)) return false;
    if (!shortest || *value < least) return true;
    const bool zigzag = token == Token::zigzag;
    numbers->push(zigzag ? static_cast<uint64_t>(from_zigzag(*value)) : *value);
    take(token, from);
    return true;
  }
  bool number(Token token, uint64_t least = 0) {
    uint64_t ignored = 0;
    return number(token, least, &ignored);
  }

  bool word() {
    uint64_t value = 0;
    const uint8_t *from = in.here();
    if (!in.u64le(&value)) return false;
    numbers->push(value);
    take(Token::word, from);
    return true;
  }

  bool pattern() {
    uint64_t n = 0;
    uint64_t ignored = 0;
    if (!in.varint(&ignored) || !in.count(&n, 2)) return false;
    for (; n > 0; --n)
      if (!in.varint(&ignored) || !number(Token::zigzag)) return false;
    return true;
  }

  bool text() {
    const uint8_t *from = in.here();
    uint64_t head = 0;
    bool shortest = false;
    if (in.escape()) return pattern();
    if (!varint(&head, &shortest)) return false;
    if (head == 0) return true;
    if (head < format::kTextHead) return false;
    const uint64_t w = head - format::kTextHead;
    uint64_t full = 0;
    if ((w & 1) && !in.varint(&full)) return false;
    Bytes content{};
    if (!in.bytes(w >> 1, &content)) return false;
    if ((w & 1) || !shortest) return true;
    texts->push(content);
    take(Token::text, from);
    return true;
  }

  bool fd() {
    uint64_t slot = 0;
    return number(Token::varint, 1, &slot) && (slot != 0 || number(Token::zigzag));
  }
  bool classed() {
    uint64_t slot = 0;
    uint64_t which = 0;
    return number(Token::varint, 1, &slot) && (slot == 0 || in.varint(&which));
  }
  bool map() {
    uint64_t slot = 0;
    return number(Token::varint, 1, &slot) && (slot == 0 || number(Token::zigzag));
  }

  bool array(Bytes element) {
    uint64_t head = 0;
    uint64_t full = 0;
    if (!in.varint(&head)) return false;
    if (head == 0) return true;
    if (((head - 1) & 1) && !in.varint(&full)) return false;
    const uint64_t n = (head - 1) >> 1;
    if (n > in.left()) return false;
    for (uint64_t i = 0; i < n; ++i)
      if (!run(element)) return false;
    return true;
  }

  bool any(unsigned depth) {
    uint8_t tag = 0;
    uint64_t n = 0;
    if (!in.u8(&tag) || depth > kDeepest) return false;
    switch (tag) {
      case 0:
        return true;
      case 1:
        return number(Token::zigzag);
      case 2:
        return number(Token::varint);
      case 3:
        return word();
      case 4:
        return text();
      case 5:
        return number(Token::varint, 2);
      case 6:
        if (!in.count(&n)) return false;
        for (; n > 0; --n)
          if (!any(depth + 1)) return false;
        return true;
      default:
        return false;
    }
  }

  bool nested(Op op, Bytes inner) {
    if (op == kArray) return array(inner);
    uint8_t present = 0;
    return in.u8(&present) && (present == 0 || run(inner));
  }

  bool step(Op op) {
    switch (op) {
      case kZigzag:
        return number(Token::zigzag);
      case kVarint:
        return number(Token::varint);
      case kWord:
        return word();
      case kText:
        return text();
      case kPointer:
        return number(Token::varint, 2);
      case kFd:
        return fd();
      case kNewFd:
        return number(Token::varint, 1) && number(Token::zigzag);
      case kSlot:
        return number(Token::varint, 1);
      case kClassed:
        return classed();
      case kMap:
        return map();
      default:
        return any(0);
    }
  }

  bool run(Bytes program) {
    for (uint64_t i = 0; i < program.size;) {
      const Op op = static_cast<Op>(program.data[i++]);
      if (op != kArray && op != kOptional) {
        if (!step(op)) return false;
        continue;
      }
      const uint64_t size = program.data[i] | uint64_t{program.data[i + 1]} << 8;
      if (!nested(op, {program.data + i + 2, size})) return false;
      i += 2 + size;
    }
    return true;
  }

  // varint depth*2 + failed, and errno: never masked
  bool head() {
    uint64_t depth = 0;
    uint64_t error = 0;
    return in.varint(&depth) && (!(depth & 1) || in.varint(&error));
  }
};

bool Tokeniser::mask(Bytes signature, FunctionLookup functions, Buffer *masked, Vector<uint64_t> *numbers,
                     Vector<Bytes> *texts) {
  const uint64_t before[3] = {masked->size(), numbers->size(), texts->size()};
  Run run{Cursor(signature), signature.data, masked, numbers, texts};
  uint64_t fn = 0;
  Bytes program{};
  if (run.in.varint(&fn) && program_of(fn, functions, &program) && (!format::is_call(fn) || run.head()) &&
      run.run(program) && run.in.at_end()) {
    run.take(Token::end, signature.data + signature.size);
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
bool Tokeniser::program_of(uint64_t fn, FunctionLookup functions, Bytes *program) {
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
    FunctionText text{};
    bool known = true;
    if (fn == format::kFnBind) {
      for (const Op op : {kText, kVarint, kZigzag, kText}) code_.put_u8(op);
    } else if (fn == format::kFnCwd) {
      code_.put_u8(kText);
    } else if (fn == format::kFnSite) {
      for (const Op op : {kText, kVarint}) code_.put_u8(op);
    } else {
      known = functions && functions(fn, &text) && compile(text);
    }
    if (!known) code_.truncate(at);
    if (!programs_.push({at, code_.size() - at, known})) return false;
    starts_[fn] = static_cast<uint32_t>(programs_.size());
  }
  const Program &there = programs_[starts_[fn] - 1];
  *program = {code_.data() + there.at, there.size};
  return there.known && code_.ok();
}

bool Tokeniser::compile(const FunctionText &text) {
  const char *arg = text.args;
  for (uint32_t i = 0; i < text.nargs; ++i) {
    const char *end = arg + strlen(arg);
    const char *kind = static_cast<const char *>(memchr(arg, '=', static_cast<size_t>(end - arg)));
    if (!kind++ || !compile_kind(&kind, end, 0) || kind != end) return false;
    arg = end + 1;
  }
  const char *ret = text.ret;
  const char *end = ret + strlen(ret);
  if (strcmp(ret, "void") == 0) return true;
  return compile_kind(&ret, end, 0) && ret == end;
}

bool Tokeniser::compile_kind(const char **text, const char *end, unsigned depth) {
  if (*text == end || depth > kDeepest) return false;
  switch (**text) {
    case '[':
      return compile_nested(kArray, text, end, depth) && *text != end && *(*text)++ == ']';
    case '?':
      return compile_nested(kOptional, text, end, depth);
    case '{':
      return compile_record(text, end, depth);
    default:
      return compile_word(text, end);
  }
}

bool Tokeniser::compile_nested(Op op, const char **text, const char *end, unsigned depth) {
  ++*text;
  code_.put_u8(op);
  const uint64_t at = code_.size();
  code_.extend(2);
  if (!compile_kind(text, end, depth + 1) || !code_.ok()) return false;
  const uint64_t size = code_.size() - at - 2;
  code_.data()[at] = static_cast<uint8_t>(size);
  code_.data()[at + 1] = static_cast<uint8_t>(size >> 8);
  return size <= UINT16_MAX;
}

bool Tokeniser::compile_record(const char **text, const char *end, unsigned depth) {
  do {
    const char *equals = static_cast<const char *>(memchr(*text, '=', static_cast<size_t>(end - *text)));
    if (!equals) return false;
    *text = equals + 1;
    if (!compile_kind(text, end, depth + 1) || *text == end) return false;
  } while (**text == ',');
  return *(*text)++ == '}';
}

bool Tokeniser::compile_word(const char **text, const char *end) {
  static constexpr struct {
    const char *word;
    Op op;
  } kWords[] = {{"int", kZigzag},   {"enum", kZigzag}, {"uint", kVarint}, {"flags", kVarint},
                {"mode", kVarint},  {"double", kWord}, {"str", kText},    {"path", kText},
                {"ptr", kPointer},  {"fd", kFd},       {"fd+", kNewFd},   {"handle", kSlot},
                {"handle+", kSlot}, {"map", kMap},     {"map+", kSlot},   {"offset", kZigzag},
                {"any", kAny}};
  const char *from = *text;
  const char *stop = from;
  while (stop != end && !strchr(":,]}", *stop)) ++stop;
  const size_t size = static_cast<size_t>(stop - from);
  bool several = false;
  for (; stop != end && !strchr(",]}", *stop); ++stop) several |= *stop == '|';
  *text = stop;
  for (const auto &word : kWords) {
    if (strlen(word.word) != size || memcmp(word.word, from, size) != 0) continue;
    code_.put_u8(word.op == kSlot && several ? kClassed : word.op);
    return true;
  }
  return false;
}

}  // namespace recorder
