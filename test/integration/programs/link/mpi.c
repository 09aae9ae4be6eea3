// SPDX-License-Identifier: BSD-3-Clause
// The link matrix's MPI program: each MPI-IO call once on the file named by the first argument.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  MPI_Comm comm;
  MPI_File file;
  MPI_Init(&argc, &argv);
  if (argc < 2) return 2;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_File_open(comm, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  MPI_File_write_at(file, 0, "0123", 4, MPI_BYTE, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  MPI_Comm_free(&comm);
  MPI_Finalize();
  puts("done");
  return 0;
}
