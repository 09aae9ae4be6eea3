// SPDX-License-Identifier: BSD-3-Clause
// Questions to the NetCDF library (netcdf_values.h). It checks the ids that it is given, so they need not be
// valid.
#include "runtime/netcdf_values.h"

#include <stddef.h>
#include <stdint.h>

#include <atomic>

#include "runtime/declare.h"
#include "session/guard.h"

RECORDER_ASKED_REAL(int, nc_inq_varndims, (int, int, int *))
RECORDER_ASKED_REAL(int, nc_inq_vartype, (int, int, int *))
RECORDER_ASKED_REAL(int, nc_inq_var_chunking, (int, int, int *, size_t *))
RECORDER_ASKED_REAL(int, nc_inq_compound_fieldndims, (int, int, int, int *))
RECORDER_ASKED_REAL(int, nc_inq_user_type, (int, int, char *, size_t *, int *, size_t *, int *))
// These are asked by nobody but their own wrappers, which are there only with the functions.
RECORDER_OPTIONAL_REAL(int, nc_inq_grps, (int, int *, int *))
RECORDER_OPTIONAL_REAL(int, nc_inq_varids, (int, int *, int *))
RECORDER_OPTIONAL_REAL(int, nc_inq_dimids, (int, int *, int *, int))
RECORDER_OPTIONAL_REAL(int, nc_inq_typeids, (int, int *, int *))
RECORDER_OPTIONAL_REAL(int, nc_inq_unlimdims, (int, int *, int *))
RECORDER_OPTIONAL_REAL(int, nc_inq_var_fill, (int, int, int *, void *))
// Since 4.7.4, in one object with nc_inq_var_filter, whose wrapper asks it.
RECORDER_OPTIONAL_REAL(int, nc_inq_var_filter_ids, (int, int, size_t *, unsigned *))

namespace recorder {

namespace {

template <class Function, class... Arguments>
bool answered(Function function, Arguments... arguments) {
  if (function == nullptr) return false;
  const Guard guard;
  return function(arguments...) == 0;
}

// The number of elements that a function of the form f(ncid, &count, list) has.
template <class Function>
int length(Function function, int ncid, const int *given) {
  if (given != nullptr) return *given;
  int count = 0;
  return answered(function, ncid, &count, static_cast<int *>(nullptr)) ? count : 0;
}

// Ranks by ids, shared by all threads without a lock: two threads that write one place at the same time leave
// words that do not fit together, which is what `mixed` shows. A close makes all of them old.
struct KnownRank {
  std::atomic<uint64_t> mixed;  // ids ^ data
  std::atomic<uint64_t> data;   // generation << 32 | rank
};
constexpr uint32_t kKnownRanks = 64;
KnownRank known_ranks[kKnownRanks];
std::atomic<uint32_t> generation;

uint32_t current_generation() { return generation.load(std::memory_order_acquire) + 1; }

KnownRank &place(uint64_t ids) { return known_ranks[(ids ^ ids >> 32 ^ ids >> 48) % kKnownRanks]; }

int ask_rank(int ncid, int varid) {
  int rank = -1;
  return answered(RECORDER_OPTIONAL(nc_inq_varndims), ncid, varid, &rank) ? rank : -1;
}

}  // namespace

int netcdf_rank(int ncid, int varid) {
  const uint64_t ids = uint64_t{static_cast<uint32_t>(ncid)} << 32 | static_cast<uint32_t>(varid);
  const uint32_t now = current_generation();
  KnownRank &known = place(ids);
  const uint64_t data = known.data.load(std::memory_order_relaxed);
  if (data >> 32 == now && (known.mixed.load(std::memory_order_relaxed) ^ data) == ids)
    return static_cast<int>(data);
  const int rank = ask_rank(ncid, varid);
  if (rank < 0) return 0;
  const uint64_t fresh = uint64_t{now} << 32 | static_cast<uint32_t>(rank);
  known.data.store(fresh, std::memory_order_relaxed);
  known.mixed.store(fresh ^ ids, std::memory_order_relaxed);
  return rank;
}

void netcdf_closed() { generation.fetch_add(1, std::memory_order_acq_rel); }

int netcdf_chunk_rank(int ncid, int varid) {
  constexpr int kChunked = 0;
  int storage = -1;
  size_t *const no_sizes = nullptr;
  if (!answered(RECORDER_OPTIONAL(nc_inq_var_chunking), ncid, varid, &storage, no_sizes)) return 0;
  return storage == kChunked ? netcdf_rank(ncid, varid) : 0;
}

int netcdf_field_rank(int ncid, int type, int field) {
  int rank = 0;
  return answered(RECORDER_OPTIONAL(nc_inq_compound_fieldndims), ncid, type, field, &rank) ? rank : 0;
}

int netcdf_group_count(int ncid, const int *given) {
  return length(RECORDER_OPTIONAL(nc_inq_grps), ncid, given);
}
int netcdf_variable_count(int ncid, const int *given) {
  return length(RECORDER_OPTIONAL(nc_inq_varids), ncid, given);
}
int netcdf_type_count(int ncid, const int *given) {
  return length(RECORDER_OPTIONAL(nc_inq_typeids), ncid, given);
}
int netcdf_unlimited_count(int ncid, const int *given) {
  return length(RECORDER_OPTIONAL(nc_inq_unlimdims), ncid, given);
}

int netcdf_dimension_count(int ncid, const int *given, int include_parents) {
  if (given != nullptr) return *given;
  int count = 0;
  int *const no_list = nullptr;
  return answered(RECORDER_OPTIONAL(nc_inq_dimids), ncid, &count, no_list, include_parents) ? count : 0;
}

size_t netcdf_filter_count(int ncid, int varid) {
  size_t count = 0;
  unsigned *const no_ids = nullptr;
  return answered(RECORDER_OPTIONAL(nc_inq_var_filter_ids), ncid, varid, &count, no_ids) ? count : 0;
}

bool netcdf_fill_mode(int ncid, int varid) {
  int no_fill = 1;
  void *const no_value = nullptr;
  return answered(RECORDER_OPTIONAL(nc_inq_var_fill), ncid, varid, &no_fill, no_value) && no_fill == 0;
}

int netcdf_variable_type(int ncid, int varid) {
  int type = 0;
  return answered(RECORDER_OPTIONAL(nc_inq_vartype), ncid, varid, &type) ? type : 0;
}

int netcdf_enum_base(int ncid, int type) {
  int base = 0;
  char *const no_name = nullptr;
  size_t *const no_size = nullptr;
  int *const no_class = nullptr;
  return answered(RECORDER_OPTIONAL(nc_inq_user_type), ncid, type, no_name, no_size, &base, no_size, no_class)
             ? base
             : 0;
}

}  // namespace recorder
