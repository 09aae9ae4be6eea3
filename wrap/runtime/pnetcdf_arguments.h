// SPDX-License-Identifier: BSD-3-Clause
// What the wrappers generated from pnetcdf.sig use to record PnetCDF's arguments (pnetcdf_values.h has what
// the library must be asked for).
#pragma once

#include "classes.h"
#include "runtime/declare.h"
#include "runtime/mpi_arguments.h"
#include "runtime/netcdf_types.h"
#include "runtime/pnetcdf_values.h"

// After mpi_arguments.h, which tells mpi.h what to leave out.
#include <pnetcdf.h>

namespace recorder {

// Requests end with the call when `count` stands for many of them: those of the file, or its reads, which
// have odd numbers, or its writes. (Where it is a count, each request says itself whether it has ended.)
template <class Call>
void pnetcdf_completing(Call &call, int ncid, int count) {
  constexpr uint64_t kFile = ~uint64_t{0xFFFFFFFF}, kRead = 1;
  const uint64_t file = pnetcdf_file(ncid) << 32;
  if (count == NC_REQ_ALL) call.closing_all(Class::ncmpi_request, kFile, file, 0);
  if (count == NC_GET_REQ_ALL) call.closing_all(Class::ncmpi_request, kFile | kRead, file | kRead, 0);
  if (count == NC_PUT_REQ_ALL) call.closing_all(Class::ncmpi_request, kFile | kRead, file, 0);
}

// A call that returns the error of one request has completed others, and tells of each; one that fails on its
// own completes none and writes no statuses.
template <class Before>
const int *pnetcdf_statuses(const int *statuses, const int *requests, const Before &before, int ret) {
  if (ret == NC_NOERR) return statuses;
  for (uint64_t i = 0; i < before.count; ++i)
    if (requests[i] == NC_REQ_NULL && before[i] != NC_REQ_NULL) return statuses;
  return nullptr;
}

inline MPI_Info pnetcdf_info(const MPI_Info *info, bool failed) {
  return failed || info == nullptr ? MPI_INFO_NULL : *info;
}

inline int pnetcdf_length(const int *count) { return count != nullptr ? *count : 0; }

inline const char *pnetcdf_text(char *const *text) { return text != nullptr ? *text : nullptr; }

// Arrays of the functions that access several variables: one for each of them, as long as its rank.
template <class Sink, class Put>
void pnetcdf_arrays(Sink &sink, const char *name, int ncid, int num, const int *varids, int ret,
                    MPI_Offset *const *arrays, Put put) {
  const bool none = arrays == nullptr || varids == nullptr;
  const uint64_t n = sink.array(name, none, count_of(num));
  for (uint64_t k = 0; k < n; ++k) {
    const MPI_Offset *array = arrays[k];
    const int rank = array != nullptr ? pnetcdf_rank(ncid, varids[k], ret) : 0;
    const uint64_t m = sink.array("", array == nullptr, count_of(rank));
    for (uint64_t i = 0; i < m; ++i) put(array[i]);
    sink.end();
  }
  sink.end();
}

template <class Sink>
void pnetcdf_starts(Sink &sink, const char *name, int ncid, int num, const int *varids, int ret,
                    MPI_Offset *const *starts) {
  pnetcdf_arrays(sink, name, ncid, num, varids, ret, starts, [&](MPI_Offset v) { sink.offset("", v); });
}

template <class Sink>
void pnetcdf_lists(Sink &sink, const char *name, int ncid, int num, const int *varids, int ret,
                   MPI_Offset *const *lists) {
  pnetcdf_arrays(sink, name, ncid, num, varids, ret, lists, [&](MPI_Offset v) { sink.i("", v); });
}

template <class Sink>
void pnetcdf_fill_value(Sink &sink, const char *name, int ncid, int varid, bool is_set, int ret,
                        const void *value) {
  if (!is_set || value == nullptr) return sink.any_absent(name);
  netcdf_value(sink, name, pnetcdf_variable_type(ncid, varid, ret), value, 0);
}

// The dimensions of a variable that a CDL header describes.
template <class Sink>
void pnetcdf_dimids(Sink &sink, const char *name, bool failed, const int *ndims, int *const *dimids) {
  const bool none = failed || ndims == nullptr || dimids == nullptr || *dimids == nullptr;
  const uint64_t n = sink.array(name, none, none ? 0 : count_of(*ndims));
  for (uint64_t i = 0; i < n; ++i) sink.i("", (*dimids)[i]);
  sink.end();
}

}  // namespace recorder
