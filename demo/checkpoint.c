// SPDX-License-Identifier: BSD-3-Clause
// The demo's application: each step, all ranks write their block of a field into one shared checkpoint with
// MPI-IO, and each rank keeps a log of its own with POSIX calls, as simulation codes do. Usage: checkpoint
// FOLDER STEPS
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { kBlock = 64 * 1024, kBlocks = 4 };

static double field[kBlock / sizeof(double)];

static void compute(int step, int rank) {
  for (size_t i = 0; i < sizeof field / sizeof *field; ++i) field[i] = step + rank * 1e-3 + (double)i;
}

// Blocks of the ranks alternate in the file: block b of rank r is at (b * size + r) * kBlock.
static void write_checkpoint(const char *folder, int step, int rank, int size) {
  char path[4096];
  MPI_File file;
  snprintf(path, sizeof path, "%s/checkpoint-%04d.dat", folder, step);
  MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
  for (int b = 0; b < kBlocks; ++b) {
    const MPI_Offset offset = ((MPI_Offset)b * size + rank) * kBlock;
    MPI_File_write_at_all(file, offset, field, kBlock, MPI_BYTE, MPI_STATUS_IGNORE);
  }
  MPI_File_close(&file);
}

static void write_log(int log, int step) {
  char line[64];
  const int length = snprintf(line, sizeof line, "step %04d done\n", step);
  if (write(log, line, (size_t)length) != length) perror("checkpoint: log");
}

int main(int argc, char **argv) {
  int rank, size;
  char path[4096];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc != 3) MPI_Abort(MPI_COMM_WORLD, 2);
  snprintf(path, sizeof path, "%s/rank-%d.log", argv[1], rank);
  const int log = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0644);
  if (log < 0) MPI_Abort(MPI_COMM_WORLD, 1);
  for (int step = 0; step < atoi(argv[2]); ++step) {
    compute(step, rank);
    write_checkpoint(argv[1], step, rank, size);
    write_log(log, step);
  }
  close(log);
  MPI_Finalize();
  return 0;
}
