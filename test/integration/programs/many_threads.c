// SPDX-License-Identifier: BSD-3-Clause
// Threads that come and go, four at a time, each with some I/O; now and then a child that does some, too.
// What they leave behind in the process must not grow: prints how many mappings there are at the end, and how
// many after the first hundred threads.
//   many_threads THREADS
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void *work(void *number) {
  const long n = (long)number;
  char name[32];
  snprintf(name, sizeof name, "many.%ld", n % 4);
  const int fd = open(name, O_CREAT | O_RDWR, 0644);
  for (int i = 0; i < 5; i++) pwrite(fd, name, (size_t)i, (n * 31 + i * i * 7) % 991);
  if (n % 2 == 0) close(fd);
  return (void *)(long)(n % 2 == 0 ? -1 : fd);
}

static int mappings(void) {
  FILE *maps = fopen("/proc/self/maps", "r");
  int lines = 0;
  for (int c = getc(maps); c != EOF; c = getc(maps)) lines += c == '\n';
  fclose(maps);
  return lines;
}

static void child(void) {
  const pid_t pid = fork();
  if (pid == 0) {
    const int fd = open("many.child", O_CREAT | O_RDWR, 0644);
    pwrite(fd, "child", 5, 0);
    _exit(close(fd));
  }
  waitpid(pid, NULL, 0);
}

int main(int argc, char **argv) {
  const long threads = argc > 1 ? atol(argv[1]) : 1000;
  int early = 0;
  for (long n = 0; n < threads; n += 4) {
    pthread_t ids[4];
    for (long k = 0; k < 4; k++)
      if (pthread_create(&ids[k], NULL, work, (void *)(n + k)) != 0) return 1;
    if (n % 400 == 0) child();
    for (int k = 0; k < 4; k++) {
      void *left;
      pthread_join(ids[k], &left);
      if ((long)left >= 0) close((int)(long)left);
    }
    if (n == 100) early = mappings();
  }
  printf("%d %d\n", early, mappings());
  return 0;
}
