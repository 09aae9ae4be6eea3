// SPDX-License-Identifier: BSD-3-Clause
// MPI_Init from Fortran, which has no command line to pass.
#include "runtime/mpi_fortran.h"
#include "runtime/mpi_world.h"

namespace recorder {

void fortran_MPI_Init(void *ierror, void (*real)(void *), const void *) {
  MPI_Fint code = MPI_SUCCESS;
  if (ierror == nullptr) ierror = &code;
  mpi_start(
      Fn::MPI_Init,
      [&] {
        real(ierror);
        return fortran_value<MPI_Fint>(ierror);
      },
      [](auto &sink, bool) { mpi_command_line(sink, nullptr, nullptr); });
}

}  // namespace recorder
