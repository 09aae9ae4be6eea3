// SPDX-License-Identifier: BSD-3-Clause
// I/O that a report has something to say about: small writes that do not begin at blocks, reads at random,
// files that are looked for in vain, many files written with STDIO.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RECORDS = 600, BLOCKS = 40, READS = 500, FILES = 25, BLOCK = 65536 };

static char buffer[BLOCK];

static void append_records(void) {
  const int log = open("events.log", O_RDWR | O_CREAT | O_TRUNC, 0644);
  for (int i = 0; i < RECORDS; i++) {
    if (write(log, buffer, 37 + i % 61) < 0) abort();
    if (i % 100 == 0) fsync(log);
  }
  close(log);
}

static void read_at_random(void) {
  const int table = open("table.bin", O_RDWR | O_CREAT | O_TRUNC, 0644);
  for (int i = 0; i < BLOCKS; i++)
    if (pwrite(table, buffer, BLOCK, (off_t)i * BLOCK) != BLOCK) abort();
  srand(7);
  for (int i = 0; i < READS; i++)
    if (pread(table, buffer, 512 + rand() % 7000, rand() % ((BLOCKS - 1) * BLOCK)) < 0) abort();
  lseek(table, 4096, SEEK_SET);
  if (read(table, buffer, 100) != 100) abort();
  close(table);
}

static void many_files(void) {
  for (int i = 0; i < FILES; i++) {
    char name[64];
    struct stat status;
    snprintf(name, sizeof name, "part-%04d.tmp", i);
    for (int k = 0; k < 5; k++) stat(name, &status);
    FILE *file = fopen(name, "w");
    if (file == NULL) abort();
    for (int k = 0; k < 20; k++) fwrite(buffer, 4, 3, file);
    fclose(file);
    chmod(name, 0600);
    unlink(name);
  }
}

int main(void) {
  memset(buffer, 'x', sizeof buffer);
  append_records();
  read_at_random();
  many_files();
  return 0;
}
