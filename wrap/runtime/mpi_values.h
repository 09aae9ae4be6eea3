// SPDX-License-Identifier: BSD-3-Clause
// How MPI's own types become recorded values: handles as 64-bit numbers, statuses, infos, topologies. Used by
// the wrappers that are generated from mpi.sig and mpiio.sig, always while the thread is inside Recorder.
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
#endif

// The number of bytes that a successful I/O call reports, -1 when there is no telling (MPI_STATUS_IGNORE, a
// failed call). Of the status of an I/O call only the count is defined, so nothing else of it is recorded.
int64_t mpi_status_bytes(const MPI_Status *status, bool failed);

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

// Number of dimensions of a cartesian communicator; 0 when it is none.
int mpi_cart_dims(MPI_Comm comm, bool failed);

// Some arguments count on the root only; elsewhere they may be anything.
bool mpi_is_root(MPI_Comm comm, int root, bool failed);

// The number of edges that an MPI_Graph_create or MPI_Dist_graph_create is given.
inline int mpi_last(const int *values, int count) { return values && count > 0 ? values[count - 1] : 0; }
int64_t mpi_sum(const int *values, int count);

// The weights of a graph's edges; nullptr for the marks that stand in their place.
inline const int *mpi_weights(const int *weights) {
  return weights == MPI_UNWEIGHTED || weights == MPI_WEIGHTS_EMPTY ? nullptr : weights;
}

// How many values MPI_Type_get_contents has given for a datatype.
struct MpiContents {
  int integers, addresses, datatypes;
};
MpiContents mpi_contents(MPI_Datatype type, bool failed);

// The number of processes at the other end of what a spawn returned.
int mpi_spawned(const MPI_Comm *intercomm, bool failed);

// The number of strings of a NULL-terminated list.
int mpi_strings(const char *const *list);

}  // namespace recorder
