// SPDX-License-Identifier: BSD-3-Clause
// What the trace says about the functions it contains. The merge asks for it by number, so that it depends on
// no generated table and tests bring their own.
#pragma once

#include <cstdint>
#include <cstring>

namespace recorder {

struct FunctionText {
  const char *name;
  const char *layer;  // "posix", "stdio", "mpiio", ...
  const char *ret;    // kind of the return value, "void" for none
  const char *args;   // nargs x "name=kind\0"; a kind may itself contain '='
  uint32_t nargs;
};

// The kinds of the arguments one after another, and then of the result.
class FunctionKinds {
 public:
  explicit FunctionKinds(const FunctionText &text) : text_(text), next_(text.args) {}
  struct Value {
    const char *argument;  // "name=kind", null for the result
    const char *kind;
    // What an offset counts from, by which it is remembered: it must stand in the signature.
    bool is_whence() const { return argument != nullptr && strncmp(argument, "whence=", 7) == 0; }
  };
  Value next() {
    if (at_++ == text_.nargs) return {nullptr, text_.ret};
    const char *argument = next_;
    next_ += strlen(argument) + 1;
    const char *equal = strchr(argument, '=');
    return {argument, equal != nullptr ? equal + 1 : ""};
  }

 private:
  const FunctionText &text_;
  const char *next_;
  uint32_t at_ = 0;
};

// False when there is no such function; it is then left out of the trace's table.
using FunctionLookup = bool (*)(uint64_t fn, FunctionText *text);

class Buffer;
// A row of the section `functions`.
void put_function(uint64_t fn, const FunctionText &text, Buffer *out);

}  // namespace recorder
