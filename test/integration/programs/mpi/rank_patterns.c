// SPDX-License-Identifier: BSD-3-Clause
// What ranks do depends on their number in every way that is common: files named after the rank, blocks of a
// shared file, a 2-D decomposition, neighbours with wrap-around, a rank in four that gathers, even ranks that
// read, loops as long as the rank says. usage: rank_patterns FOLDER
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

// What is read lies behind what is written, so that no rank sees more or less than another.
enum { BLOCK = 512, TAG = 7, BASE = 1 << 20, END = 1 << 22 };

static char block[BLOCK];

static int opened(const char *folder, const char *name, int flags) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  const int fd = open(path, flags, 0644);
  EXPECT(fd >= 0);
  return fd;
}

static void own_file(const char *folder, int rank) {
  char name[64];
  snprintf(name, sizeof name, "out.%05d", rank);
  int fd = opened(folder, name, O_CREAT | O_TRUNC | O_WRONLY);
  for (int i = 0; i < 20; ++i) EXPECT(pwrite(fd, block, BLOCK, (off_t)i * BLOCK) == BLOCK);
  close(fd);
  snprintf(name, sizeof name, "part%d-of.dat", rank);
  fd = opened(folder, name, O_CREAT | O_TRUNC | O_WRONLY);
  for (int i = 0; i <= rank; ++i) EXPECT(write(fd, block, 8) == 8);
  close(fd);
}

static void shared_file(const char *folder, int rank, int size) {
  int px = 1;
  while (px * px < size) ++px;
  const int x = rank % px, y = rank / px, left = (rank + size - 1) % size, right = (rank + 1) % size;
  const int fd = opened(folder, "shared", O_CREAT | O_RDWR);
  for (int row = 0; row < 4; ++row)
    EXPECT(pwrite(fd, block, 16, ((off_t)(y * 4 + row) * px + x) * BLOCK) == 16);
  if (rank == 0) EXPECT(ftruncate(fd, END) == 0);
  CHECK(MPI_Barrier(MPI_COMM_WORLD));
  MPI_Status status;
  int theirs = rank;
  CHECK(MPI_Sendrecv(&rank, 1, MPI_INT, right, TAG, &theirs, 1, MPI_INT, left, TAG, MPI_COMM_WORLD, &status));
  EXPECT(theirs == left);
  EXPECT(pread(fd, block, 16, BASE + (off_t)left * 4096) == 16);
  EXPECT(pread(fd, block, 16, BASE + (off_t)right * 4096) == 16);
  if (rank % 4 == 0) EXPECT(pwrite(fd, block, BLOCK, (off_t)(rank / 4) * 65536) == BLOCK);
  if (rank % 2 == 0) EXPECT(pread(fd, block, 32, 2 * BASE + (off_t)rank * 100) == 32);
  close(fd);
}

int main(int argc, char **argv) {
  int rank = 0, size = 0;
  CHECK(MPI_Init(&argc, &argv));
  CHECK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  CHECK(MPI_Comm_size(MPI_COMM_WORLD, &size));
  EXPECT(argc == 2);
  own_file(argv[1], rank);
  shared_file(argv[1], rank, size);
  CHECK(MPI_Finalize());
  return 0;
}
