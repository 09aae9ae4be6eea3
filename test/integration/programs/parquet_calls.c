/* SPDX-License-Identifier: BSD-3-Clause
 * Calls whose values a table must get right: names that are no UTF-8 or need escapes, calls that fail,
 * positions that follow from earlier calls, nested loops, two threads. usage: parquet_calls TURNS */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void names(void) {
  static const char *const kNames[] = {"plain", "with \"quotes\" and \\", "latin1-\xe9\xff", "utf8-\xc3\xa9",
                                       "tab\there"};
  for (size_t i = 0; i < sizeof kNames / sizeof *kNames; ++i) {
    const int fd = open(kNames[i], O_CREAT | O_WRONLY, 0600);
    if (write(fd, kNames[i], strlen(kNames[i])) < 0) perror("write");
    close(fd);
  }
}

static void positions(void) {
  char block[100] = {0};
  const int fd = open("positions", O_CREAT | O_RDWR | O_TRUNC, 0600);
  for (int i = 0; i < 5; ++i) (void)!write(fd, block, 10 * i);
  lseek(fd, 30, SEEK_SET);
  (void)!read(fd, block, 20);
  (void)!read(fd, block, 100);
  (void)!pread(fd, block, 7, 3);
  (void)!read(fd, block, 10);
  close(fd);
  (void)!read(fd, block, 10);
  FILE *file = fopen("stream", "w");
  fwrite(block, 4, 5, file);
  fprintf(file, "%s %.3f\n", "text", 1.5);
  fclose(file);
  if (access("missing", R_OK) == 0) unlink("missing");
  (void)!getcwd(block, sizeof block);
}

static void *loop(void *turns) {
  char block[64] = {0};
  char name[32];
  snprintf(name, sizeof name, "loop-%ld", *(long *)turns);
  const int fd = open(name, O_CREAT | O_RDWR | O_TRUNC, 0600);
  for (long i = 0; i < *(long *)turns; ++i) {
    (void)!pwrite(fd, block, 64, (i % 100) * 64);
    if (i % 4 == 3) (void)!pread(fd, block, 32, i * 32);
  }
  close(fd);
  return NULL;
}

int main(int argc, char **argv) {
  long turns = argc > 1 ? atol(argv[1]) : 1000, few = 10;
  pthread_t other;
  names();
  positions();
  pthread_create(&other, NULL, loop, &few);
  loop(&turns);
  pthread_join(other, NULL);
  return 0;
}
