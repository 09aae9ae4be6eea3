// SPDX-License-Identifier: BSD-3-Clause
// What the wrappers generated from netcdf.sig use to record NetCDF's arguments (netcdf_values.h has what the
// library must be asked for).
#pragma once

#include "classes.h"
#include "runtime/declare.h"
#include "runtime/netcdf_types.h"
#include "runtime/netcdf_values.h"

namespace recorder {

// A file's id and those of its groups differ in the lower 16 bits only, and die together.
template <class Call>
void netcdf_closing(Call &call, int ncid) {
  constexpr uint64_t kFileBits = ~uint64_t{0xFFFF};
  const auto id = static_cast<uint64_t>(ncid);
  call.closing_all(Class::ncid, kFileBits, id & kFileBits, id);
}

// The id that a call gives, in a place that may be missing or, in version 2, as its result.
inline int netcdf_id(const int *id) { return id != nullptr ? *id : 0; }
inline int netcdf_id(int id) { return id > 0 ? id : 0; }

// The length of a list, where the call told it.
template <class T>
T netcdf_length(const T *count) {
  return count != nullptr ? *count : 0;
}

template <class Sink>
void netcdf_fill_value(Sink &sink, const char *name, int ncid, int varid, bool is_set, const void *value) {
  if (!is_set || value == nullptr) return sink.any_absent(name);
  netcdf_value(sink, name, netcdf_variable_type(ncid, varid), value, 0);
}

// The first filter is told in idp, as 0 if there is none; then its parameters are not.
inline bool netcdf_has_filter(int ncid, int varid, const unsigned *idp) {
  return idp != nullptr ? *idp != 0 : netcdf_filter_count(ncid, varid) != 0;
}

// Without a fill value the library leaves the place for one alone.
inline bool netcdf_fills(int ncid, int varid, const int *no_fill) {
  return no_fill != nullptr ? *no_fill == 0 : netcdf_fill_mode(ncid, varid);
}

template <class Sink>
void netcdf_enum_value(Sink &sink, const char *name, int ncid, int type, bool is_set, const void *value) {
  if (!is_set || value == nullptr) return sink.any_absent(name);
  netcdf_value(sink, name, netcdf_enum_base(ncid, type), value, 0);
}

// An NCPluginList, which only some versions have.
template <class Sink, class List>
void netcdf_directories(Sink &sink, const char *name, const List *list, bool failed) {
  const bool none = failed || list == nullptr || list->dirs == nullptr;
  const uint64_t n = sink.array(name, none, none ? 0 : list->ndirs);
  for (uint64_t i = 0; i < n; ++i) sink.str("", list->dirs[i]);
  sink.end();
}

}  // namespace recorder
