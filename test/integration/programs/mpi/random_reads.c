// SPDX-License-Identifier: BSD-3-Clause
// Reads at random offsets, on rank r r + 1 times as many as told. Afterwards each rank says how many KiB of
// memory it had at most by the end of MPI_Finalize.
//   random_reads FILE READS
#define _GNU_SOURCE
#include <fcntl.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int fd = open(argv[1], O_RDONLY);
  const long reads = atol(argv[2]) * (rank + 1);
  uint64_t state = 88172645463325252u + (uint64_t)rank;
  char block[8];
  for (long i = 0; i < reads; i++) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    if (pread(fd, block, sizeof block, (off_t)(state % 262144 * 512)) < 0) return 1;
  }
  close(fd);
  MPI_Finalize();
  struct rusage use;
  getrusage(RUSAGE_SELF, &use);
  printf("%ld\n", use.ru_maxrss);
  return 0;
}
