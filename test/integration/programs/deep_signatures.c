// SPDX-License-Identifier: BSD-3-Clause
// A great number of different calls: every pwrite has another size and another distance, so nothing
// repeats; the tracer's tables grow, its stack use must not (run it with an 8 MiB or smaller stack).
// usage: deep_signatures COUNT
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  const long count = argc > 1 ? atol(argv[1]) : 1000000;
  static char data[4096];
  const int fd = open("deep", O_RDWR | O_CREAT | O_TRUNC, 0644);
  if (fd < 0) return 60;
  unsigned long x = 88172645463325252UL;
  for (long i = 0; i < count; i++) {
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    if (pread(fd, data, (size_t)(i % 4093), (off_t)(x >> 20)) != 0) return 61;
  }
  puts("deep done");
  return 0;
}
