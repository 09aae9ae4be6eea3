// SPDX-License-Identifier: BSD-3-Clause
// Values that have to be asked from the MPI library. Every question is one that it can answer for the
// arguments of a call that has just succeeded, so that no error handler of the application is ever called.
#include "runtime/mpi_values.h"

namespace recorder {

int64_t mpi_status_bytes(const MPI_Status *status, bool failed) {
  if (failed || !status || status == MPI_STATUS_IGNORE) return -1;
  MPI_Count bytes = 0;
  if (RECORDER_PMPI(Get_elements_x)(status, MPI_BYTE, &bytes) != MPI_SUCCESS || bytes == MPI_UNDEFINED)
    return -1;
  return bytes;
}

MpiHints::MpiHints(MPI_Info info, bool failed) : info_(info), none_(failed || info == MPI_INFO_NULL) {
  if (!none_ && RECORDER_PMPI(Info_get_nkeys)(info, &count_) != MPI_SUCCESS) count_ = 0;
}

const char *MpiHints::key(int i) {
  int known = 0;
  value_[0] = key_[0] = '\0';
  if (RECORDER_PMPI(Info_get_nthkey)(info_, i, key_) != MPI_SUCCESS) return key_;
  RECORDER_PMPI(Info_get)(info_, key_, MPI_MAX_INFO_VAL, value_, &known);
  return key_;
}

int mpi_cart_dims(MPI_Comm comm, bool failed) {
  int dims = 0;
  if (failed || RECORDER_PMPI(Cartdim_get)(comm, &dims) != MPI_SUCCESS) return 0;
  return dims;
}

bool mpi_is_root(MPI_Comm comm, int root, bool failed) {
  int rank = -1;
  if (failed || comm == MPI_COMM_NULL) return false;
  return RECORDER_PMPI(Comm_rank)(comm, &rank) == MPI_SUCCESS && rank == root;
}

int64_t mpi_sum(const int *values, int count) {
  int64_t sum = 0;
  for (int i = 0; values && i < count; ++i) sum += values[i] > 0 ? values[i] : 0;
  return sum;
}

MpiContents mpi_contents(MPI_Datatype type, bool failed) {
  MpiContents n = {0, 0, 0};
  int combiner = 0;
  if (!failed) RECORDER_PMPI(Type_get_envelope)(type, &n.integers, &n.addresses, &n.datatypes, &combiner);
  return n;
}

int mpi_spawned(const MPI_Comm *intercomm, bool failed) {
  int count = 0;
  if (failed || !intercomm || *intercomm == MPI_COMM_NULL) return 0;
  return RECORDER_PMPI(Comm_remote_size)(*intercomm, &count) == MPI_SUCCESS ? count : 0;
}

int mpi_strings(const char *const *list) {
  int n = 0;
  while (list && list[n]) ++n;
  return n;
}

}  // namespace recorder
