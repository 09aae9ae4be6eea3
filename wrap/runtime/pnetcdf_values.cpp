// SPDX-License-Identifier: BSD-3-Clause
// Questions to the PnetCDF library (pnetcdf_values.h).
#include "runtime/pnetcdf_values.h"

#include "runtime/declare.h"
#include "session/guard.h"

RECORDER_ASKED_REAL(int, ncmpi_inq_nvars, (int, int *))
RECORDER_ASKED_REAL(int, ncmpi_inq_varndims, (int, int, int *))
RECORDER_ASKED_REAL(int, ncmpi_inq_vartype, (int, int, int *))

namespace recorder {

namespace {

constexpr int kBadFile = -33;  // NC_EBADID

// A call that succeeded had good ids. One that failed may have failed before it looked at the variable's.
bool exists(int ncid, int varid, int ret) {
  if (varid < 0 || ret == kBadFile) return false;
  if (ret == 0) return true;
  int count = 0;
  const auto count_variables = RECORDER_OPTIONAL(ncmpi_inq_nvars);
  return count_variables != nullptr && count_variables(ncid, &count) == 0 && varid < count;
}

template <class Function>
int ask(Function function, int ncid, int varid, int ret) {
  const Guard guard;
  int answer = 0;
  if (function == nullptr || !exists(ncid, varid, ret) || function(ncid, varid, &answer) != 0) return 0;
  return answer;
}

}  // namespace

int pnetcdf_rank(int ncid, int varid, int ret) {
  return ask(RECORDER_OPTIONAL(ncmpi_inq_varndims), ncid, varid, ret);
}

int pnetcdf_variable_type(int ncid, int varid, int ret) {
  return ask(RECORDER_OPTIONAL(ncmpi_inq_vartype), ncid, varid, ret);
}

}  // namespace recorder
