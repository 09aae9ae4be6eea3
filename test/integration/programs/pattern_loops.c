// SPDX-License-Identifier: BSD-3-Clause
// One regular loop, N times around: what it costs in the trace must not depend on N.
//   pattern_loops KIND N
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char block[256], large[16384];

static void checkpoint(const char *format, int i, long offset) {
  char name[64];
  snprintf(name, sizeof name, format, i);
  const int fd = open(name, O_CREAT | O_RDWR, 0644);
  for (int k = 0; k < 4; k++) pwrite(fd, block, 64, offset + 64 * k);
  close(fd);
}

static uint64_t state = 88172645463325252u;

static uint64_t draw(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

// Each turn makes a number of steps, and each step of `inner` a number of reads.
static void turn(int fd, uint64_t steps, int inner) {
  lseek(fd, 0, SEEK_SET);
  for (uint64_t j = 0; j < steps; j++) {
    pwrite(fd, block, 16, 0);
    for (uint64_t k = inner ? 1 + draw() % 9 : 0; k != 0; k--) pread(fd, block, 8, 0);
    fsync(-1);
  }
}

// A part of a shared file is read, changed and written under a lock, as MPI-IO does with scattered data.
static void sieve(int fd, long offset) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = offset, .l_len = 96};
  fcntl(fd, F_SETLKW, &lock);
  pread(fd, block, 96, offset);
  pwrite(fd, block, 96, offset);
  lock.l_type = F_UNLCK;
  fcntl(fd, F_SETLK, &lock);
}

// A record is appended, then another one is read that lies in the middle.
static void append_and_look(int fd, long i) {
  lseek(fd, 0, SEEK_END);
  write(fd, block, 100);
  lseek(fd, 40 * i, SEEK_SET);
  read(fd, block, 40);
  lseek(fd, -20, SEEK_CUR);
}

// A file of a data set, whose number is random, or one of a made-up name.
static void look_for(int is_made_up) {
  char name[64];
  if (is_made_up)
    snprintf(name, sizeof name, "set/%08x.tmp", (unsigned)draw());
  else
    snprintf(name, sizeof name, "set/img_%06d.jpg", (int)(draw() % 1000));
  access(name, F_OK);
  if (!is_made_up) close(open(name, O_RDONLY));
}

// As attributes of an output file: when it is valid, when the run started, when it was to end.
static void dates(long hour) {
  char name[64];
  snprintf(name, sizeof name, "day-%ld_%02ld:00", 1 + hour / 24, hour % 24);
  symlink("valid", name);
  symlink("start", "day-1_00:00");
  symlink("end", "day-999_00:00");
  unlink(name);
}

// What a program forgets to close, beside what it does not: more handles with every turn.
static void pile_up(void) {
  FILE *forgotten = fopen("data", "r");
  FILE *closed = fopen("data", "r");
  if (forgotten == NULL || closed == NULL) exit(1);
  for (int k = 0; k < 3; k++) fseek(forgotten, 8 * k, SEEK_SET);
  rewind(closed);
  fclose(closed);
  fflush(forgotten);
}

int main(int argc, char **argv) {
  const char *kind = argc > 1 ? argv[1] : "";
  const int n = argc > 2 ? atoi(argv[2]) : 0;
  const int fd = open("data", O_CREAT | O_RDWR, 0644);
  FILE *text = NULL;
  for (int i = 0; i < n; i++) {
    if (strcmp(kind, "checkpoints") == 0) {
      checkpoint("flash_chk_%04d", i, 0);
      if (i % 2 == 1) checkpoint("flash_plt_cnt_%04d", i / 2, 0);
    } else if (strcmp(kind, "append") == 0) {
      checkpoint("log", 0, (long)i * 256);
    } else if (strcmp(kind, "dates") == 0) {
      dates(i);
    } else if (strcmp(kind, "pile") == 0) {
      if (i % 4 == 0) pile_up();  // a process has 1024 descriptors
    } else if (strcmp(kind, "rows") == 0) {
      for (int k = 0; k < 10; k++) pread(fd, block, 8, (long)i * 4096 + k * 64);
    } else if (strcmp(kind, "locks") == 0) {
      for (int k = 0; k < 3; k++) sieve(fd, (long)i * 4096 + k * 1000);
    } else if (strcmp(kind, "ends") == 0) {
      append_and_look(fd, i);
    } else if (strcmp(kind, "counts") == 0) {
      pwrite(fd, large, 1 + (size_t)i % sizeof large, 0);
    } else if (strcmp(kind, "steps") == 0) {
      dprintf(fd, "%6d %u\n", i, 7u);
    } else if (strcmp(kind, "lines") == 0) {
      const double energy = (double)(draw() >> 11) * 0x1p-53;
      dprintf(fd, "step %5d time %g energy %.17g of %s\n", i, i * 0.25, energy, "box");
    } else if (strcmp(kind, "files") == 0 || strcmp(kind, "made-up") == 0) {
      look_for(kind[0] == 'm');
    } else if (strcmp(kind, "random") == 0) {
      pread(fd, block, 8, (long)(draw() % 100000) * 512);
    } else if (strcmp(kind, "text") == 0) {
      if (text == NULL) text = fopen("text.dat", "w");
      fputc('0' + (int)(draw() % 10), text);
    } else if (strcmp(kind, "trips") == 0) {
      turn(fd, 1 + draw() % 100, 0);
    } else if (strcmp(kind, "triangle") == 0) {
      turn(fd, 1 + (uint64_t)i % 1000, 0);
    } else if (strcmp(kind, "levels") == 0) {
      turn(fd, 1 + draw() % 20, 1);
    }
  }
  if (text != NULL) fclose(text);
  close(fd);
  return 0;
}
