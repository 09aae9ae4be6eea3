// SPDX-License-Identifier: BSD-3-Clause
// The tables behind symbols.h: names of numbers, in sets, a file for each library.
#pragma once

#include <cstddef>
#include <cstdint>

namespace recorder::tools {

struct Symbol {
  const char *name;
  uint64_t value;
  uint64_t mask;  // of a flag: bits that decide; 0: exactly those of the value
};

struct SymbolSet {
  const char *name;
  const Symbol *begin;
  const Symbol *end;
};

struct SymbolSets {
  const SymbolSet *begin;
  const SymbolSet *end;
};

template <size_t n>
constexpr SymbolSet symbol_set(const char *name, const Symbol (&symbols)[n]) {
  return {name, symbols, symbols + n};
}

SymbolSets system_symbols();
SymbolSets hdf5_symbols();
SymbolSets netcdf_symbols();

}  // namespace recorder::tools
