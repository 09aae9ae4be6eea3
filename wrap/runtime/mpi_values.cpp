// SPDX-License-Identifier: BSD-3-Clause
// Values that have to be asked from the MPI library. Every question is one that it can answer for the
// arguments of a call that has just succeeded, so that no error handler of the application is ever called.
#include "runtime/mpi_values.h"

namespace recorder {

int mpi_error_class(int code) {
#ifdef OPEN_MPI
  // The predefined codes are classes; asked before MPI_Init, or about a code that is none, Open MPI aborts.
  if (code <= MPI_ERR_LASTCODE) return code;
#endif
  int error_class = code;
  if (code != MPI_SUCCESS) RECORDER_PMPI(Error_class)(code, &error_class);
  return error_class;
}

int64_t mpi_bytes_asked(const MPI_Status &status) {
  MPI_Count bytes = 0;
  if (RECORDER_PMPI(Get_elements_x)(&status, MPI_BYTE, &bytes) != MPI_SUCCESS || bytes == MPI_UNDEFINED)
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

#if MPI_VERSION >= 4
MpiLargeContents mpi_contents_c(MPI_Datatype type, bool failed) {
  MpiLargeContents n = {0, 0, 0, 0};
  int combiner = 0;
  if (failed) return n;
  auto ask = RECORDER_PMPI(Type_get_envelope_c);
  ask(type, &n.integers, &n.addresses, &n.large_counts, &n.datatypes, &combiner);
  return n;
}
#endif

MpiCategory mpi_t_category(int category, bool failed) {
  MpiCategory n = {0, 0, 0};
  if (failed) return n;
  auto ask = RECORDER_PMPI(T_category_get_info);
  ask(category, nullptr, nullptr, nullptr, nullptr, &n.cvars, &n.pvars, &n.categories);
  return n;
}

#if MPI_VERSION >= 4
int mpi_t_category_events(int category, bool failed) {
  int events = 0;
  if (!failed) RECORDER_PMPI(T_category_get_num_events)(category, &events);
  return events;
}
#endif

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
