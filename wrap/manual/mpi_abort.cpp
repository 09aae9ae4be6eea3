// SPDX-License-Identifier: BSD-3-Clause
// MPI_Abort by hand: it does not return, so the process leaves its trace before.
#include "runtime/mpi_world.h"

RECORDER_DECLARE_MPI(int, MPI_Abort, (MPI_Comm comm, int errorcode))

int RECORDER_WRAPPER_MPI(MPI_Abort)(MPI_Comm comm, int errorcode) {
  recorder::mpi_abort_begins(comm, errorcode);
  return RECORDER_REAL_MPI(MPI_Abort)(comm, errorcode);
}
