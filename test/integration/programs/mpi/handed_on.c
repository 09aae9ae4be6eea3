// SPDX-License-Identifier: BSD-3-Clause
// Whether a communicator that was made before MPI_COMM_WORLD got an error handler has it, too, is up to MPI:
// in MPICH 4 it has, unless one was set before. Prints what a wrong argument comes to, or MPI aborts.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  MPI_Comm made;
  int class = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &made);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Error_class(MPI_Comm_split(made, 0, 0, NULL), &class);
  printf("%s\n", class == MPI_ERR_ARG ? "a wrong argument" : "another error");
  MPI_Comm_free(&made);
  MPI_Finalize();
  return 0;
}
