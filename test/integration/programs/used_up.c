// SPDX-License-Identifier: BSD-3-Clause
// Uses up its descriptors, then goes on with the last one: positions at random, so that records need space.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int opened = 0, last = -1;
  for (int fd; (fd = open("file", O_RDWR | O_CREAT, 0644)) >= 0; last = fd) opened++;
  if (errno != EMFILE) return 1;
  const int calls = argc > 1 ? atoi(argv[1]) : 0;
  for (int i = 0; i < calls; i++)
    if (pwrite(last, "x", 1, (i * 7919L) % 100003) != 1) return 2;
  if (open("file", O_RDONLY) >= 0 || errno != EMFILE) return 3;
  char text[32];
  snprintf(text, sizeof text, "%d\n", opened);
  return write(1, text, strlen(text)) < 0 ? 4 : 9;
}
