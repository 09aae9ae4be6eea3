// SPDX-License-Identifier: BSD-3-Clause
// The loops of the benchmark: each makes COUNT calls and prints the nanoseconds of one call. The same
// program is built plain and with Recorder; run_bench.py runs the two by turns.
// usage: loops NAME COUNT
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char data[4096];

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void need(int condition) {
  if (!condition) _exit(1);
}

static void constant_pwrite(long count) {
  const int fd = open("/dev/null", O_WRONLY);
  for (long i = 0; i < count; i++) need(pwrite(fd, data, 64, 0) == 64);
  close(fd);
}

static void strided(long count) {
  const int fd = open("/dev/null", O_WRONLY);
  for (long i = 0; i < count; i += 2) {
    need(lseek(fd, i * 512, SEEK_SET) >= 0);
    need(write(fd, data, 512) == 512);
  }
  close(fd);
}

static void small_fwrite(long count) {
  FILE *f = fopen("/dev/null", "w");
  need(f != NULL);
  for (long i = 0; i < count; i++) need(fwrite(data, 8, 1, f) == 1);
  fclose(f);
}

static void random_pread(long count) {
  const int fd = open("/dev/zero", O_RDONLY);
  uint64_t x = 88172645463325252u;
  for (long i = 0; i < count; i++) {
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    need(pread(fd, data, 64, (off_t)(x >> 24)) == 64);
  }
  close(fd);
}

static void nested(long count) {
  const int fd = open("/dev/null", O_WRONLY);
  for (long i = 0; i < count / 16; i++) {
    for (long j = 0; j < 16; j++) need(pwrite(fd, data, 512, i * 1048576 + j * 4096) == 512);
  }
  close(fd);
}

static void open_write_close(long count) {
  for (long i = 0; i < count; i += 3) {
    const int fd = open("/dev/null", O_WRONLY);
    need(write(fd, data, 64) == 64);
    need(close(fd) == 0);
  }
}

// The part that counts: callgrind is told to collect only while this runs.
__attribute__((noinline)) void run_loop(void (*loop)(long), long count) {
  loop(count);
  __asm__ volatile("");  // no tail call: the function must be seen to end
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*run)(long);
  } loops[] = {{"pwrite", constant_pwrite}, {"lseek_write", strided},
               {"fwrite8", small_fwrite},   {"pread_random", random_pread},
               {"nested", nested},          {"open_write_close", open_write_close}};
  const long count = argc > 2 ? atol(argv[2]) : 100000;
  for (size_t i = 0; argc > 1 && i < sizeof loops / sizeof *loops; i++) {
    if (strcmp(argv[1], loops[i].name) != 0) continue;
    run_loop(loops[i].run, count / 20 + 48);  // caches and branch predictors, and the tracer's tables
    const uint64_t start = now();
    run_loop(loops[i].run, count);
    const uint64_t end = now();
    printf("%.3f\n", (double)(end - start) / (double)count);
    return 0;
  }
  return 2;
}
