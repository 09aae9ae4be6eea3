// SPDX-License-Identifier: BSD-3-Clause
// MPI_Finalize from Fortran: the ranks merge their traces inside it, as they do from C (mpi_finalize.cpp).
#include "runtime/mpi_fortran.h"
#include "runtime/mpi_world.h"

namespace recorder {
namespace {

// The one call of it that a process makes.
struct Finalize {
  void (*real)(void *);
  void *ierror;
};
Finalize the_call;

int finalize() {
  the_call.real(the_call.ierror);
  return fortran_value<MPI_Fint>(the_call.ierror);
}

}  // namespace

void fortran_MPI_Finalize(void *ierror, void (*real)(void *), const void *) {
  MPI_Fint code = MPI_SUCCESS;
  the_call = {real, ierror != nullptr ? ierror : &code};
  mpi_world_check();
  mpi_finalize(finalize);
}

}  // namespace recorder
