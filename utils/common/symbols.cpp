// SPDX-License-Identifier: BSD-3-Clause
// Looks names up in the tables of symbol_sets.h. A set that is missing there prints as a number, so signature
// files may run ahead of the tables.
#include "common/symbols.h"

#include <string.h>

#include "common/symbol_sets.h"
#include "common/text.h"
#include "reader/recorder-reader.h"

namespace recorder::tools {

namespace {

const SymbolSet *find(const char *name) {
  if (name == nullptr) return nullptr;
  for (const SymbolSets &sets : {system_symbols(), hdf5_symbols(), netcdf_symbols()}) {
    for (const SymbolSet *each = sets.begin; each != sets.end; ++each) {
      if (strcmp(each->name, name) == 0) return each;
    }
  }
  return nullptr;
}

bool of_mpi(const char *set) { return set != nullptr && strncmp(set, "mpi_", 4) == 0; }

// What is left of the value goes behind the names.
void put_rest(std::string &out, const char *separator, uint64_t left) {
  if (left == 0 && *separator != '\0') return;
  out += separator;
  if (left == 0) {
    out += '0';
  } else {
    put_based(out, "0x", left, 16);
  }
}

const char *errno_name(int64_t error) {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 32)
  return error > 0 && error < 4096 ? strerrorname_np(static_cast<int>(error)) : nullptr;
#else
  return nullptr;
#endif
}

const char *enum_name(const char *set, int64_t value) {
  const SymbolSet *names = find(set);
  if (names == nullptr) return nullptr;
  for (const Symbol *symbol = names->begin; symbol != names->end; ++symbol)
    if (symbol->value == static_cast<uint64_t>(value)) return symbol->name;
  return nullptr;
}

}  // namespace

Symbols::Symbols(const recorder_trace *trace) : mpi_(mpi_kind(recorder_metadata(trace, "mpi"))) {}

const char *Symbols::error_name(const char *layer, int64_t error) const {
  if (strncmp(layer, "mpi", 3) == 0) return mpi_symbol(mpi_, "mpi_error", error);
  // NetCDF's and PnetCDF's own codes are negative.
  if (error < 0) return strstr(layer, "netcdf") != nullptr ? enum_name("nc_error", error) : nullptr;
  return errno_name(error);
}

void Symbols::put_error(std::string &out, const char *layer, int64_t error) const {
  if (const char *name = error_name(layer, error)) {
    out += name;
    return;
  }
  out += "error ";
  put_number(out, error);
}

void Symbols::put_enum(std::string &out, const char *set, int64_t value) const {
  const char *name = of_mpi(set) ? mpi_symbol(mpi_, set, value) : nullptr;
  if (name == nullptr) name = enum_name(set, value);
  if (name != nullptr) {
    out += name;
  } else {
    put_number(out, value);
  }
}

void Symbols::put_flags(std::string &out, const char *set, uint64_t value) const {
  uint64_t left = value;
  const char *separator = "";
  const auto add = [&](const char *name) {
    out += separator;
    out += name;
    separator = "|";
  };
  if (of_mpi(set)) {
    while (const char *name = mpi_flag(mpi_, set, &left)) add(name);
  }
  if (const SymbolSet *names = find(set)) {
    for (const Symbol *symbol = names->begin; symbol != names->end; ++symbol) {
      const bool there = symbol->mask != 0 ? (value & symbol->mask) == symbol->value
                                           : (left & symbol->value) == symbol->value && symbol->value != 0;
      if (!there) continue;
      add(symbol->name);
      left &= ~symbol->value;
    }
  }
  put_rest(out, separator, left);
}

}  // namespace recorder::tools
