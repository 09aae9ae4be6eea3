// SPDX-License-Identifier: BSD-3-Clause
// MPI_Finalize by hand: the ranks merge their traces inside it.
#include "runtime/mpi_world.h"

RECORDER_DECLARE_MPI(int, MPI_Finalize, (void))

int RECORDER_WRAPPER_MPI(MPI_Finalize)(void) {
  return recorder::mpi_finalize([] { return RECORDER_REAL_MPI(MPI_Finalize)(); });
}
