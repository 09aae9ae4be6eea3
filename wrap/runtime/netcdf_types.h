// SPDX-License-Identifier: BSD-3-Clause
// Values of the external types of NetCDF and PnetCDF, which number them alike: attributes, fill values,
// members of enumerations.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

namespace recorder {

// The codes of netcdf.h and pnetcdf.h, under names that do not collide with their macros. Types that a
// program defines have larger ones.
enum class NetcdfType {
  none,
  byte,
  text,
  int16,
  int32,
  real32,
  real64,
  uint8,
  uint16,
  uint32,
  int64,
  uint64,
  string
};

// Values behind untyped pointers need not be aligned.
template <class T>
T netcdf_load(const void *values, size_t i) {
  T value;
  memcpy(&value, static_cast<const char *>(values) + i * sizeof value, sizeof value);
  return value;
}

// One value, of wire kind any. What an instance of a program's own type holds is not known here.
template <class Sink>
void netcdf_value(Sink &sink, const char *name, int type, const void *values, size_t i) {
  if (values == nullptr) return sink.any_absent(name);
  switch (static_cast<NetcdfType>(type)) {
    case NetcdfType::byte:
      return sink.any_int(name, netcdf_load<int8_t>(values, i));
    case NetcdfType::text:
      return sink.any_str(name, static_cast<const char *>(values) + i, 1);
    case NetcdfType::int16:
      return sink.any_int(name, netcdf_load<int16_t>(values, i));
    case NetcdfType::int32:
      return sink.any_int(name, netcdf_load<int32_t>(values, i));
    case NetcdfType::real32:
      return sink.any_real(name, netcdf_load<float>(values, i));
    case NetcdfType::real64:
      return sink.any_real(name, netcdf_load<double>(values, i));
    case NetcdfType::uint8:
      return sink.any_uint(name, netcdf_load<uint8_t>(values, i));
    case NetcdfType::uint16:
      return sink.any_uint(name, netcdf_load<uint16_t>(values, i));
    case NetcdfType::uint32:
      return sink.any_uint(name, netcdf_load<uint32_t>(values, i));
    case NetcdfType::int64:
      return sink.any_int(name, netcdf_load<int64_t>(values, i));
    case NetcdfType::uint64:
      return sink.any_uint(name, netcdf_load<uint64_t>(values, i));
    case NetcdfType::string:
      return sink.any_str(name, netcdf_load<const char *>(values, i));
    default:
      return sink.any_ptr(name, values);
  }
}

// `count` values, of wire kind [any]; a text is one of them, and so is what is not known.
template <class Sink>
void netcdf_values(Sink &sink, const char *name, int type, size_t count, const void *values) {
  const bool is_text = type == static_cast<int>(NetcdfType::text);
  const bool is_known = type > 0 && type <= static_cast<int>(NetcdfType::string);
  const uint64_t n = sink.array(name, values == nullptr, is_known && !is_text ? count : 1);
  for (uint64_t i = 0; i < n; ++i) {
    if (is_text)
      sink.any_str("", static_cast<const char *>(values), count);
    else
      netcdf_value(sink, "", type, values, i);
  }
  sink.end();
}

}  // namespace recorder
