// SPDX-License-Identifier: BSD-3-Clause
// Segments of blocks of transfers, as IOR does: independent, collective, and read back by the neighbour. Rank
// 0 asks about a file again and again.
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { TRANSFER = 8192, TRANSFERS = 8, SEGMENTS = 5, QUESTIONS = 200 };

static MPI_Offset place(int segment, int transfer, int rank, int ranks) {
  return (((MPI_Offset)segment * ranks + rank) * TRANSFERS + transfer) * TRANSFER;
}

int main(int argc, char **argv) {
  static char buffer[TRANSFER];
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  memset(buffer, rank, sizeof buffer);
  for (int phase = 0; phase < 3; phase++) {
    MPI_File file;
    if (MPI_File_open(MPI_COMM_WORLD, phase == 1 ? "together" : "alone", MPI_MODE_CREATE | MPI_MODE_RDWR,
                      MPI_INFO_NULL, &file) != MPI_SUCCESS)
      MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < SEGMENTS * TRANSFERS; i++) {
      const MPI_Offset at =
          place(i / TRANSFERS, i % TRANSFERS, phase == 2 ? (rank + 1) % ranks : rank, ranks);
      if (phase == 0) MPI_File_write_at(file, at, buffer, TRANSFER, MPI_BYTE, MPI_STATUS_IGNORE);
      if (phase == 1) MPI_File_write_at_all(file, at, buffer, TRANSFER, MPI_BYTE, MPI_STATUS_IGNORE);
      if (phase == 2) MPI_File_read_at(file, at, buffer, TRANSFER, MPI_BYTE, MPI_STATUS_IGNORE);
    }
    MPI_File_sync(file);
    MPI_File_close(&file);
  }
  struct stat status;
  for (int i = 0; rank == 0 && i < QUESTIONS; i++) stat("alone", &status);
  MPI_Finalize();
  return 0;
}
