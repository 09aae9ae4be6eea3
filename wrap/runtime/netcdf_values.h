// SPDX-License-Identifier: BSD-3-Clause
// What has to be asked from the NetCDF library to record its arguments: ranks, numbers of groups, types. No
// answer is 0. The wrappers generated from netcdf.sig ask after the real call, while the thread is inside
// Recorder: a question about a variable of a NetCDF-4 file makes the library read that variable's metadata
// if nothing did so before, which must happen in the application's call, where it is recorded.
#pragma once

#include <stddef.h>

namespace recorder {

// The rank of a variable. Known ones are kept, as the library takes longer than recording does.
int netcdf_rank(int ncid, int varid);
// After a file was closed, recorded or not: its ids may come back and mean something else.
void netcdf_closed();

// A variable's rank, asked for when it is needed first. One wrapper's call has one of these.
class NetcdfRank {
 public:
  NetcdfRank(int ncid, int varid) : ncid_(ncid), varid_(varid) {}
  int operator()() const {
    if (rank_ < 0) rank_ = netcdf_rank(ncid_, varid_);
    return rank_;
  }

 private:
  int ncid_, varid_;
  mutable int rank_ = -1;
};

// The number of sizes of a variable's chunks: its rank, or 0 if it is not chunked.
int netcdf_chunk_rank(int ncid, int varid);
// The rank of a field of a compound type.
int netcdf_field_rank(int ncid, int type, int field);

// The length of a list that a call has given, which it tells only if it was asked to (`given`).
int netcdf_group_count(int ncid, const int *given);
int netcdf_variable_count(int ncid, const int *given);
int netcdf_dimension_count(int ncid, const int *given, int include_parents);
int netcdf_type_count(int ncid, const int *given);
int netcdf_unlimited_count(int ncid, const int *given);

// How many filters a variable has; whether it has a fill value.
size_t netcdf_filter_count(int ncid, int varid);
bool netcdf_fill_mode(int ncid, int varid);

// The types of a variable and of the members of an enumeration.
int netcdf_variable_type(int ncid, int varid);
int netcdf_enum_base(int ncid, int type);

}  // namespace recorder
