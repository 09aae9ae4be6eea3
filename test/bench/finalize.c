// SPDX-License-Identifier: BSD-3-Clause
// How long MPI_Finalize takes: every rank makes COUNT calls of the same pattern on its own part of one file;
// rank 0 prints the milliseconds of its MPI_Finalize on stdout.
// usage: finalize FILE COUNT
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv) {
  const long count = argc > 2 ? atol(argv[2]) : 10000;
  static char data[64];
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int fd = open(argc > 1 ? argv[1] : "/dev/null", O_WRONLY | O_CREAT, 0644);
  for (long i = 0; i < count; i++) {
    if (pwrite(fd, data, sizeof data, ((long)rank * count + i) * 64) != sizeof data) return 1;
  }
  close(fd);
  MPI_Barrier(MPI_COMM_WORLD);
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  MPI_Finalize();
  clock_gettime(CLOCK_MONOTONIC, &end);
  const double ms = (double)(end.tv_sec - start.tv_sec) * 1e3 + (double)(end.tv_nsec - start.tv_nsec) / 1e6;
  if (rank == 0) printf("%.3f\n", ms);
  return 0;
}
