// SPDX-License-Identifier: BSD-3-Clause
// File I/O before MPI_Init and after MPI_Finalize, which belongs to the trace like any other.
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void note(const char *when, int rank) {
  char name[64];
  snprintf(name, sizeof name, "%s.%d", when, rank);
  const int fd = open(name, O_WRONLY | O_CREAT, 0644);
  for (int i = 0; i < 5; i++)
    if (write(fd, name, 4) != 4) _exit(90);
  close(fd);
}

int main(int argc, char **argv) {
  int rank;
  note("before", (int)getpid());
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  note("inside", rank);
  MPI_Finalize();
  note("after", rank);
  if (rank == 0) puts("outside done");
  return 0;
}
