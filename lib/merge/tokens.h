// SPDX-License-Identifier: BSD-3-Clause
// Signatures with their numbers and texts taken out. Ranks whose masked signatures are equal do the same with
// other values. Function, depth, errno, lengths, tags and what is null stay in the masked form; so does every
// number that is not in its shortest form, since its bytes mean something else.
//
//   masked = { varint size*8 + type, size bytes }; the last one has the type `end`
//
// Each piece is what stands before a token of the type.
#pragma once

#include <cstdint>

#include "format/buffer.h"
#include "format/cursor.h"
#include "format/format.h"
#include "merge/functions.h"

namespace recorder {

enum class Token : uint8_t { end = 0, varint = 1, zigzag = 2, word = 3, text = 4 };

struct MaskedPiece {
  Bytes before;
  Token token;
};
bool next_piece(Cursor *masked, MaskedPiece *piece);

// Texts that were cut are not masked. Of a name pattern the differences are numbers as others.

// Puts a token as a signature has it.
void put_number(Token token, uint64_t value, Buffer *out);
void put_text(Bytes text, Buffer *out);

// Takes signatures apart. Knows the functions by what their kinds say, compiled once.
class Tokeniser {
 public:
  // Appends the masked form, and the values of the tokens in their order, numbers and texts apart. Texts
  // point into the signature. What does not look like its kinds stays as it is. False without memory.
  bool mask(Bytes signature, FunctionLookup functions, Buffer *masked, Vector<uint64_t> *numbers,
            Vector<Bytes> *texts);

 private:
  bool code_of(uint64_t fn, FunctionLookup functions, Bytes *code);
  bool compile(uint64_t fn);
  bool compile(const char *kind);

  FunctionLookup functions_ = nullptr;  // that the programs come from
  Vector<uint32_t> starts_;             // by function: 1 + index in programs_, 0: not compiled yet
  struct Program {
    uint64_t at;
    uint64_t size;
    bool known;
  };
  Vector<Program> programs_;
  Buffer code_;
};

}  // namespace recorder
