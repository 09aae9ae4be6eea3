// SPDX-License-Identifier: BSD-3-Clause
// Ranks that do different I/O before and after MPI_Finalize, on the same descriptors, and in other
// directories. usage: after_finalize CALLS
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

static char block[4096];

static void some_call(int fd, unsigned random) {
  char name[32];
  switch (random >> 16 & 3) {
    case 0:
      EXPECT(pwrite(fd, block, random >> 8 & 4095, random >> 4 & 65535) >= 0);
      break;
    case 1:
      EXPECT(lseek(fd, random >> 5 & 4095, SEEK_SET) >= 0);
      break;
    case 2:
      EXPECT(read(fd, block, random >> 7 & 4095) >= 0);
      break;
    default:
      snprintf(name, sizeof name, "missing.%u", random >> 3 & 65535);
      EXPECT(access(name, F_OK) != 0);
  }
}

int main(int argc, char **argv) {
  int rank;
  CHECK(MPI_Init(&argc, &argv));
  CHECK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  EXPECT(argc == 2);
  char name[32];
  snprintf(name, sizeof name, "data.%d", rank);
  const int fd = open(name, O_CREAT | O_RDWR, 0644);
  unsigned random = (unsigned)rank * 7919 + 1;
  for (int i = 0; i < atoi(argv[1]); ++i) some_call(fd, random = random * 1103515245 + 12345);
  snprintf(name, sizeof name, "folder.%d", rank);
  mkdir(name, 0755);
  if (rank % 2 != 0) EXPECT(chdir(name) == 0);
  CHECK(MPI_Finalize());
  for (int i = 0; i < 10 + rank; ++i) EXPECT(pwrite(fd, block, 100, i * 100) == 100);
  snprintf(name, sizeof name, "late.%d", rank);
  const int late = open(name, O_CREAT | O_WRONLY, 0644);
  for (int i = 0; i < 5; ++i) EXPECT(write(late, block, 10) == 10);
  close(late);
  close(fd);
  return 0;
}
