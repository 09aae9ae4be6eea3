// SPDX-License-Identifier: BSD-3-Clause
// Barriers, some time apart: whatever the clocks of the ranks show, all have entered one before any leaves
// it.
//   barriers COUNT MICROSECONDS
#define _DEFAULT_SOURCE
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int i = 0; i < atoi(argv[1]); i++) {
    usleep((useconds_t)atoi(argv[2]));
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
