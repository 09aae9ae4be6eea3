// SPDX-License-Identifier: BSD-3-Clause
// MPI_Abort from Fortran: it does not return, so the process leaves its trace before.
#include "runtime/mpi_fortran.h"
#include "runtime/mpi_world.h"

namespace recorder {

void fortran_MPI_Abort(void *comm, void *errorcode, void *ierror, void (*real)(void *, void *, void *),
                       const void *) {
  if (fortran_on(Fn::MPI_Abort))
    mpi_abort_begins(fortran_value<MPI_Comm>(comm), fortran_value<MPI_Fint>(errorcode));
  else
    write_process_trace();
  real(comm, errorcode, ierror);
}

}  // namespace recorder
