// SPDX-License-Identifier: BSD-3-Clause
// A program that gives a mapping of a file back page by page, and then once more as a whole, or maps over it
// again: whoever took the addresses meanwhile loses what was there. It counts on nobody having done so.
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { kPages = 4096 };

int main(int argc, char **argv) {
  (void)argv;
  const long page = sysconf(_SC_PAGESIZE);
  const size_t size = (size_t)(kPages * page);
  const int fd = open("holes.dat", O_RDWR | O_CREAT, 0644);
  if (ftruncate(fd, (off_t)size) != 0) return 1;
  for (int round = 0; round < 4; round++) {
    char *map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    for (int i = 1; i < kPages; i += 2) munmap(map + i * page, (size_t)page);
    for (int i = 0; i < kPages; i += 2) munmap(map + i * page, (size_t)page);
    if (argc > 1) memset(mmap(map, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0), 7, size);
    munmap(map, size);
    const int other = open("other.dat", O_RDWR | O_CREAT, 0644);
    if (write(other, "x", 1) != 1 || close(other) != 0) return 1;
  }
  puts("done");
  return 0;
}
