// SPDX-License-Identifier: BSD-3-Clause
// MPI_Init_thread from Fortran, which has no command line to pass.
#include "runtime/mpi_fortran.h"
#include "runtime/mpi_world.h"

namespace recorder {

void fortran_MPI_Init_thread(void *required, void *provided, void *ierror,
                             void (*real)(void *, void *, void *), const void *) {
  MPI_Fint code = MPI_SUCCESS;
  if (ierror == nullptr) ierror = &code;
  mpi_start(
      Fn::MPI_Init_thread,
      [&] {
        real(required, provided, ierror);
        return fortran_value<MPI_Fint>(ierror);
      },
      [&](auto &sink, bool failed) {
        mpi_command_line(sink, nullptr, nullptr);
        sink.i("required", fortran_value<MPI_Fint>(required));
        if (failed) return sink.absent("provided");
        sink.present("provided");
        sink.i("provided", fortran_value<MPI_Fint>(provided));
      });
}

}  // namespace recorder
