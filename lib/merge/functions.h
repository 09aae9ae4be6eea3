// SPDX-License-Identifier: BSD-3-Clause
// What the trace says about the functions it contains. The merge asks for it by number, so that it depends on
// no generated table and tests bring their own.
#pragma once

#include <cstdint>

namespace recorder {

struct FunctionText {
  const char *name;
  const char *layer;  // "posix", "stdio", "mpiio", ...
  const char *ret;    // kind of the return value, "void" for none
  const char *args;   // nargs x "name=kind\0"; a kind may itself contain '='
  uint32_t nargs;
};

// False when there is no such function; it is then left out of the trace's table.
using FunctionLookup = bool (*)(uint64_t fn, FunctionText *text);

class Buffer;
// A row of the section `functions`.
void put_function(uint64_t fn, const FunctionText &text, Buffer *out);

}  // namespace recorder
