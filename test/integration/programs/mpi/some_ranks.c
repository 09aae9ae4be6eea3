// SPDX-License-Identifier: BSD-3-Clause
// Only the first ranks use MPI-IO, and the trace is too large to be sent to one rank.
// usage: some_ranks COUNT CALLS
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int rank;
  char name[64], byte = 0;
  MPI_File file;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc != 3) MPI_Abort(MPI_COMM_WORLD, 64);
  snprintf(name, sizeof name, "some.%d", rank);
  const int fd = open(name, O_CREAT | O_RDWR, 0600);
  if (rank < atoi(argv[1])) {
    MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_close(&file);
  }
  srand(rank + 1);
  for (int i = 0; i < atoi(argv[2]); i++)
    if (pwrite(fd, &byte, 1, rand() % 1000000) != 1) MPI_Abort(MPI_COMM_WORLD, 1);
  close(fd);
  MPI_Finalize();
  return 0;
}
