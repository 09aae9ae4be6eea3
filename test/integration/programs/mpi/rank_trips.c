// SPDX-License-Identifier: BSD-3-Clause
// Every rank reads in loops whose trip counts are its own and differ in each turn. usage: rank_trips
// DIRECTORY
#define _GNU_SOURCE
#include <fcntl.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

static uint64_t state;

static uint64_t draw(uint64_t n) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return 1 + state % n;
}

int main(int argc, char **argv) {
  static char block[64];
  int rank;
  char name[4096];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  state = 0x9E3779B97F4A7C15u * (uint64_t)(rank + 1);
  snprintf(name, sizeof name, "%s/trips.%d", argc > 1 ? argv[1] : ".", rank);
  const int fd = open(name, O_CREAT | O_RDWR, 0644);
  for (int turn = 0; turn < 400; turn++) {
    if (lseek(fd, 0, SEEK_SET) != 0) return 1;
    for (uint64_t steps = draw(20); steps != 0; steps--) {
      if (pwrite(fd, block, sizeof block, 0) != sizeof block) return 1;
      for (uint64_t reads = draw(9); reads != 0; reads--)
        if (pread(fd, block, 8, 0) != 8) return 1;
      if (pread(fd, block, 16, 0) != 16) return 1;
    }
  }
  close(fd);
  MPI_Finalize();
  return 0;
}
