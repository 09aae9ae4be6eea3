// SPDX-License-Identifier: BSD-3-Clause
// How MPI's own types become recorded values: handles as 64-bit numbers, error codes, statuses, infos. Used
// by the wrappers that are generated from mpi*.sig, always while the thread is inside Recorder. What has to
// be asked about communicators is in mpi_processes.h.
#pragma once

#include <stdint.h>

#include "merge/mpi_api.h"

namespace recorder {

// A null handle, which is what "no handle" looks like in a trace, becomes 0; another one the number or the
// address that it is.
#ifdef OPEN_MPI
#define RECORDER_MPI_HANDLE(type, null)                                \
  inline uint64_t handle_value(type handle) {                          \
    return handle == (null) ? 0 : reinterpret_cast<uintptr_t>(handle); \
  }
RECORDER_MPI_HANDLE(MPI_Comm, MPI_COMM_NULL)
RECORDER_MPI_HANDLE(MPI_Group, MPI_GROUP_NULL)
RECORDER_MPI_HANDLE(MPI_Datatype, MPI_DATATYPE_NULL)
RECORDER_MPI_HANDLE(MPI_Info, MPI_INFO_NULL)
RECORDER_MPI_HANDLE(MPI_Request, MPI_REQUEST_NULL)
RECORDER_MPI_HANDLE(MPI_Errhandler, MPI_ERRHANDLER_NULL)
RECORDER_MPI_HANDLE(MPI_File, MPI_FILE_NULL)
RECORDER_MPI_HANDLE(MPI_Op, MPI_OP_NULL)
RECORDER_MPI_HANDLE(MPI_Win, MPI_WIN_NULL)
RECORDER_MPI_HANDLE(MPI_Message, MPI_MESSAGE_NULL)
#ifdef MPI_SESSION_NULL
RECORDER_MPI_HANDLE(MPI_Session, MPI_SESSION_NULL)
#endif
#undef RECORDER_MPI_HANDLE
#else
// In MPICH and its relatives every handle but MPI_File is an int that tells its class in bits 26 to 29; a
// null handle has nothing else.
constexpr uint64_t kMpiClassBits = 0x3C000000;
inline uint64_t handle_value(int handle) {
  const uint64_t bits = static_cast<uint32_t>(handle);
  return (bits & ~kMpiClassBits) == 0 ? 0 : bits;
}
inline uint64_t handle_value(MPI_File handle) { return reinterpret_cast<uintptr_t>(handle); }
static_assert(sizeof(MPI_Comm) == sizeof(int) && (MPI_COMM_NULL & ~kMpiClassBits) == 0, "");
static_assert((MPI_GROUP_NULL & ~kMpiClassBits) == 0 && (MPI_DATATYPE_NULL & ~kMpiClassBits) == 0, "");
static_assert((MPI_INFO_NULL & ~kMpiClassBits) == 0 && (MPI_REQUEST_NULL & ~kMpiClassBits) == 0, "");
static_assert((MPI_ERRHANDLER_NULL & ~kMpiClassBits) == 0 && (MPI_COMM_WORLD & ~kMpiClassBits) != 0, "");
static_assert((MPI_OP_NULL & ~kMpiClassBits) == 0 && (MPI_WIN_NULL & ~kMpiClassBits) == 0, "");
static_assert((MPI_MESSAGE_NULL & ~kMpiClassBits) == 0 && (MPI_MESSAGE_NO_PROC & ~kMpiClassBits) != 0, "");
#endif

// The class of an error code: small, and the same for each failure of a kind, which codes are not (MPICH's
// tell the failing call apart from its like). Works before MPI_Init and calls no error handler.
int mpi_error_class(int code);

// The number of bytes in a status. The members that hold it belong to each MPI's binary interface, and
// reading them takes a nanosecond where MPI_Get_elements_x takes 25 to 60; where mpi.h has other members, it
// is asked.
template <class Status>
auto mpi_bytes(const Status &status, int) -> decltype(static_cast<int64_t>(status._ucount)) {
  return static_cast<int64_t>(status._ucount);
}
template <class Status>
auto mpi_bytes(const Status &status, int)
    -> decltype(static_cast<int64_t>(status.count_lo + status.count_hi_and_cancelled)) {
  const uint64_t high = static_cast<uint32_t>(status.count_hi_and_cancelled) >> 1;  // bit 0: cancelled
  return static_cast<int64_t>(high << 32 | static_cast<uint32_t>(status.count_lo));
}
int64_t mpi_bytes_asked(const MPI_Status &status);
template <class Status>
int64_t mpi_bytes(const Status &status, long) {
  return mpi_bytes_asked(status);
}

// Those that a successful call reports, -1 when there is no telling (MPI_STATUS_IGNORE, a failed call).
inline int64_t mpi_status_bytes(const MPI_Status *status, bool failed) {
  return failed || !status || status == MPI_STATUS_IGNORE ? -1 : mpi_bytes(*status, 0);
}

// The hints of an info, without reading an invalid one: a call that failed may have failed for that.
class MpiHints {
 public:
  MpiHints(MPI_Info info, bool failed);
  bool none() const { return none_; }
  int count() const { return count_; }
  const char *key(int i);  // also fetches the value
  const char *value() const { return value_; }

 private:
  MPI_Info info_;
  bool none_;
  int count_ = 0;
  char key_[MPI_MAX_INFO_KEY + 1];
  char value_[MPI_MAX_INFO_VAL + 1];
};

// The number of edges that an MPI_Graph_create or MPI_Dist_graph_create is given.
inline int mpi_last(const int *values, int count) { return values && count > 0 ? values[count - 1] : 0; }
int64_t mpi_sum(const int *values, int count);

// False for the marks that stand in the place of a graph's weights.
inline bool mpi_has_weights(const int *weights) {
  return weights != MPI_UNWEIGHTED && weights != MPI_WEIGHTS_EMPTY;
}

// How many values MPI_Type_get_contents has given for a datatype.
struct MpiContents {
  int integers, addresses, datatypes;
};
MpiContents mpi_contents(MPI_Datatype type, bool failed);

#if MPI_VERSION >= 4
// The same for MPI_Type_get_contents_c.
struct MpiLargeContents {
  MPI_Count integers, addresses, large_counts, datatypes;
};
MpiLargeContents mpi_contents_c(MPI_Datatype type, bool failed);
#endif

// How many variables and categories a category of MPI_T has.
struct MpiCategory {
  int cvars, pvars, categories;
};
MpiCategory mpi_t_category(int category, bool failed);
#if MPI_VERSION >= 4
int mpi_t_category_events(int category, bool failed);
#endif

// The number of processes at the other end of what a spawn returned.
int mpi_spawned(const MPI_Comm *intercomm, bool failed);

// The number of strings of a NULL-terminated list.
int mpi_strings(const char *const *list);

}  // namespace recorder
