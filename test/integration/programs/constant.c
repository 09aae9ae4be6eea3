// SPDX-License-Identifier: BSD-3-Clause
// A constant loop: COUNT equal pwrites to FILE. Prints on stderr how many malloc calls the second half of the
// loop made and by how much resident memory grew from before the loop to its end.
// usage: constant FILE COUNT
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile long allocations;

// The allocator's entry points, counted; __libc_malloc and sisters are glibc's own. A static libc
// does not allow to replace some of its allocator only, so that link goes without counting.
#ifndef RECORDER_TEST_STATIC
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
void *malloc(size_t n) {
  allocations++;
  return __libc_malloc(n);
}
void *calloc(size_t n, size_t m) {
  allocations++;
  return __libc_calloc(n, m);
}
void *realloc(void *p, size_t n) {
  allocations++;
  return __libc_realloc(p, n);
}
#endif

// Resident KiB, of all kinds, anonymous and of the spool.
static long resident(void) {
  char room[4096];
  const int fd = open("/proc/self/status", O_RDONLY);
  const ssize_t n = read(fd, room, sizeof room - 1);
  close(fd);
  room[n > 0 ? n : 0] = 0;
  const char *line = strstr(room, "VmRSS:");
  return line ? atol(line + 6) : -1;
}

int main(int argc, char **argv) {
  const long count = argc > 2 ? atol(argv[2]) : 2000000;
  static char data[64];
  const int fd = open(argc > 1 ? argv[1] : "/dev/null", O_WRONLY | O_CREAT, 0644);
  const long before = resident();
  if (fd < 0) return 70;
  for (long i = 0; i < count / 2; i++)
    if (pwrite(fd, data, sizeof data, 0) != sizeof data) return 71;
  const long half = allocations;
  for (long i = 0; i < count / 2; i++)
    if (pwrite(fd, data, sizeof data, 0) != sizeof data) return 72;
  const long made = allocations - half;
  const long after = resident();
  close(fd);
  fprintf(stderr, "allocations %ld growth_kib %ld\n", made, after - before);
  return 0;
}
