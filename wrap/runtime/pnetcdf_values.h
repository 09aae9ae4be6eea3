// SPDX-License-Identifier: BSD-3-Clause
// What has to be asked from the PnetCDF library to record its arguments, and how its ids become handles. The
// library looks variables up without checking their numbers, so questions come after the real call, whose
// result `ret` tells whether the ids are good. No answer is 0.
#pragma once

#include <stdint.h>

namespace recorder {

// The rank and the type of a variable.
int pnetcdf_rank(int ncid, int varid, int ret);
int pnetcdf_variable_type(int ncid, int varid, int ret);

// A variable's rank, asked for when it is needed first. One wrapper's call has one of these.
class PnetcdfRank {
 public:
  PnetcdfRank(int ncid, int varid) : ncid_(ncid), varid_(varid) {}
  int operator()(int ret) const {
    if (rank_ < 0) rank_ = pnetcdf_rank(ncid_, varid_, ret);
    return rank_;
  }

 private:
  int ncid_, varid_;
  mutable int rank_ = -1;
};

// Files have numbers from 0 on; no handle is 0.
inline uint64_t pnetcdf_file(int ncid) { return ncid >= 0 ? static_cast<uint64_t>(ncid) + 1 : 0; }

// Two processes' arguments that differ, or a file that ends in the wrong place, are told, but the file is
// open.
inline bool pnetcdf_opened(int ret) {
  constexpr int kOtherOpenMode = -251, kOtherCreateMode = -273, kPaddingNotNull = -134;
  return ret == 0 || ret == kOtherOpenMode || ret == kOtherCreateMode || ret == kPaddingNotNull;
}

// Requests have numbers that are unique within their file, and -1 is none.
inline uint64_t pnetcdf_request(int ncid, int request) {
  return request >= 0 ? pnetcdf_file(ncid) << 32 | static_cast<uint32_t>(request) : 0;
}
inline uint64_t pnetcdf_request(int ncid, const int *request) {
  return request != nullptr ? pnetcdf_request(ncid, *request) : 0;
}

}  // namespace recorder
