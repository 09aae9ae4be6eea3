// SPDX-License-Identifier: BSD-3-Clause
// What the programs have in common that write one table through all layers and read it again: its rows, which
// the ranks share out among themselves if there are several (-DPARALLEL), and main.
#ifndef RECORDER_TEST_NESTED_H
#define RECORDER_TEST_NESTED_H

#ifdef PARALLEL
#include <mpi.h>
#endif
#include <stdio.h>
#include <stdlib.h>

enum { kRows = 8, kColumns = 1000 };
static int rank, size = 1, row[kColumns];

static void fill_row(int i) {
  for (int k = 0; k < kColumns; k++) row[k] = i * kColumns + k;
}

static long long sum_of_row(void) {
  long long sum = 0;
  for (int k = 0; k < kColumns; k++) sum += row[k];
  return sum;
}

// Writes the file and reads it: the sum of what this rank has read.
static long long use(const char *path);

int main(int argc, char **argv) {
  if (argc < 2) return 2;
#ifdef PARALLEL
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
#endif
  printf("%d %lld\n", rank, use(argv[1]));
#ifdef PARALLEL
  MPI_Finalize();
#endif
  return 0;
}

#endif
