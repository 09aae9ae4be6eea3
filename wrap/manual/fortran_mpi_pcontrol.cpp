// SPDX-License-Identifier: BSD-3-Clause
// MPI_Pcontrol from Fortran.
#include "runtime/mpi_fortran.h"

namespace recorder {

void fortran_MPI_Pcontrol(void *level, void *ierror, void (*real)(void *, void *), const void *caller) {
  if (!fortran_on(Fn::MPI_Pcontrol)) return real(level, ierror);
  OutlineCall call(Fn::MPI_Pcontrol);
  if (!call.admits()) return real(level, ierror);
  call.start();
  real(level, ierror);
  call.stop(false);
  while (call.more(caller)) {
    call.i("level", fortran_value<MPI_Fint>(level));
    call.i("ret", MPI_SUCCESS);
  }
}

}  // namespace recorder
