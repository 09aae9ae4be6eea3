// SPDX-License-Identifier: BSD-3-Clause
// A checkpoint in a loop: each rank writes its block of a shared file collectively and reads its neighbour's
// back. usage: mpiio_basic FILE [STEPS]
#include <string.h>

#include "check.h"

enum { BLOCK = 4096 };

int main(int argc, char **argv) {
  int rank = 0, size = 0;
  CHECK(MPI_Init(&argc, &argv));
  CHECK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  CHECK(MPI_Comm_size(MPI_COMM_WORLD, &size));
  EXPECT(argc >= 2);
  const int steps = argc > 2 ? atoi(argv[2]) : 10;

  char block[BLOCK], back[BLOCK];
  memset(block, 'a' + rank % 26, sizeof block);
  MPI_File file;
  CHECK(MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file));
  for (int step = 0; step < steps; ++step) {
    MPI_Status status;
    int count = 0;
    const MPI_Offset base = (MPI_Offset)step * size * BLOCK;
    CHECK(MPI_File_write_at_all(file, base + (MPI_Offset)rank * BLOCK, block, BLOCK, MPI_BYTE, &status));
    CHECK(MPI_Get_count(&status, MPI_BYTE, &count));
    EXPECT(count == BLOCK);
  }
  CHECK(MPI_File_sync(file));
  CHECK(MPI_Barrier(MPI_COMM_WORLD));
  CHECK(MPI_File_sync(file));
  const int neighbour = (rank + 1) % size;
  CHECK(MPI_File_read_at(file, (MPI_Offset)neighbour * BLOCK, back, BLOCK, MPI_BYTE, MPI_STATUS_IGNORE));
  EXPECT(back[0] == 'a' + neighbour % 26 && back[BLOCK - 1] == back[0]);
  CHECK(MPI_File_close(&file));
  EXPECT(file == MPI_FILE_NULL);
  if (rank == 0) printf("wrote %d blocks on %d ranks\n", steps * size, size);
  CHECK(MPI_Finalize());
  return 0;
}
