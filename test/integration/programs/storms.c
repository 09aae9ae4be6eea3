// SPDX-License-Identifier: BSD-3-Clause
// Storms of dup2, close_range and closefrom, standard streams as files, descriptors beyond any small
// table, unlinked files, pipes: what a table of descriptors must survive, with nothing misattributed.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static void need(int condition, int line) {
  if (!condition) {
    dprintf(2, "storms: line %d\n", line);
    _exit(50);
  }
}
#define NEED(x) need((x) != 0, __LINE__)

static void dup_storm(void) {
  const int a = open("storm.a", O_RDWR | O_CREAT, 0644);
  const int b = open("storm.b", O_RDWR | O_CREAT, 0644);
  for (int i = 0; i < 500; i++) {
    NEED(dup2(i & 1 ? a : b, 60) == 60);  // silently closes what 60 was
    NEED(write(60, "x", 1) == 1);
    NEED(dup2(60, 60) == 60);  // closes nothing
  }
  NEED(close(60) == 0);
  NEED(write(60, "x", 1) == -1);
  for (int i = 100; i < 400; i++) NEED(dup2(a, i) == i);
  NEED(close_range(100, 199, 0) == 0);
  NEED(close_range(200, 299, CLOSE_RANGE_CLOEXEC) == 0);
  NEED(write(250, "y", 1) == 1);
  closefrom(200);
  NEED(write(250, "y", 1) == -1);
  struct stat s;
  NEED(fstat(a, &s) == 0 && s.st_size == 251);
  NEED(close(a) == 0 && close(b) == 0);
}

static void high_descriptors(void) {
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  const rlim_t before = limit.rlim_cur;
  limit.rlim_cur = limit.rlim_max < 5000 ? limit.rlim_max : 5000;
  setrlimit(RLIMIT_NOFILE, &limit);
  const int fd = open("high", O_RDWR | O_CREAT, 0644);
  const int high = fcntl(fd, F_DUPFD, (int)limit.rlim_cur - 2);
  NEED(high >= 0);
  NEED(write(high, "high", 4) == 4);
  NEED(close(high) == 0 && close(fd) == 0);
  limit.rlim_cur = before;
  setrlimit(RLIMIT_NOFILE, &limit);
}

static void standard_streams(void) {
  char line[100];
  NEED(fgets(line, sizeof line, stdin) != NULL);
  NEED(read(0, line, 10) >= 0);
  NEED(printf("line was %s", line) > 0);
  NEED(fflush(stdout) == 0);
  NEED(write(1, "raw\n", 4) == 4);
  const int keep = dup(1);
  const int file = open("redirected", O_WRONLY | O_CREAT, 0644);
  NEED(dup2(file, 1) == 1);
  NEED(close(file) == 0);
  NEED(puts("into the file") >= 0);
  NEED(fflush(stdout) == 0);
  NEED(dup2(keep, 1) == 1);
  NEED(close(keep) == 0);
  NEED(puts("back again") >= 0);
  NEED(fclose(stdin) == 0);
  const int zero = open("becomes-zero", O_RDWR | O_CREAT, 0644);
  NEED(zero == 0);
  NEED(write(zero, "0", 1) == 1);
  NEED(close(zero) == 0);
}

static void unlinked(void) {
  const int fd = open("gone", O_RDWR | O_CREAT | O_EXCL, 0600);
  NEED(unlink("gone") == 0);
  for (int i = 0; i < 10; i++) NEED(pwrite(fd, "gone", 4, i * 4) == 4);
  const int other = open("gone", O_RDWR | O_CREAT | O_EXCL, 0600);  // same name, another file
  NEED(write(other, "new", 3) == 3);
  NEED(close(fd) == 0 && close(other) == 0);
  NEED(unlink("gone") == 0);
}

static void pipes(void) {
  int p[2];
  char room[10];
  NEED(pipe(p) == 0);
  for (int i = 0; i < 20; i++) {
    NEED(write(p[1], "ab", 2) == 2);
    NEED(read(p[0], room, 10) == 2);
  }
  NEED(close(p[0]) == 0 && close(p[1]) == 0);
}

int main(void) {
  dup_storm();
  high_descriptors();
  unlinked();
  pipes();
  standard_streams();
  return 0;
}
