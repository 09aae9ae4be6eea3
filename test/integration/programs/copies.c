// SPDX-License-Identifier: BSD-3-Clause
// Copies within the kernel and vectors at offset -1, which move the positions of files, and those that do
// not, between writes that begin where these left off.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/sendfile.h>
#include <sys/uio.h>
#include <unistd.h>

enum { TURNS = 50, BLOCK = 1000 };

static char buffer[BLOCK];

static void check(ssize_t moved, ssize_t wanted) {
  if (moved != wanted) abort();
}

static void copy_files(int from, int to) {
  loff_t begin = 5, place = 100000;
  check(copy_file_range(from, NULL, to, NULL, 300, 0), 300);
  check(write(to, buffer, 10), 10);
  check(copy_file_range(from, &begin, to, &place, 40, 0), 40);
  check(write(to, buffer, 20), 20);
  check(read(from, buffer, 30), 30);
}

static void send_files(int from, int to) {
  off_t begin = 7;
  check(sendfile(to, from, NULL, 100), 100);
  check(write(to, buffer, 1), 1);
  check(sendfile(to, from, &begin, 50), 50);
  check(write(to, buffer, 2), 2);
  check(read(from, buffer, 3), 3);
}

static void move_vectors(int from, int to) {
  struct iovec parts[2] = {{buffer, 11}, {buffer, 12}};
  check(preadv2(from, parts, 2, -1, 0), 23);
  check(preadv2(from, parts, 2, 0, 0), 23);
  check(read(from, buffer, 4), 4);
  check(pwritev2(to, parts, 2, -1, 0), 23);
  check(write(to, buffer, 4), 4);
}

int main(void) {
  const int from = open("from", O_RDWR | O_CREAT | O_TRUNC, 0644);
  const int to = open("to", O_RDWR | O_CREAT | O_TRUNC, 0644);
  for (int i = 0; i < TURNS; i++) check(write(from, buffer, BLOCK), BLOCK);
  lseek(from, 0, SEEK_SET);
  for (int i = 0; i < TURNS; i++) {
    copy_files(from, to);
    send_files(from, to);
    move_vectors(from, to);
  }
  int pipes[2];
  if (pipe(pipes) != 0) abort();
  lseek(from, 0, SEEK_SET);
  check(splice(from, NULL, pipes[1], NULL, 200, 0), 200);
  check(splice(pipes[0], NULL, to, NULL, 200, 0), 200);
  check(read(from, buffer, 5), 5);
  check(write(to, buffer, 6), 6);
  return lseek(to, 0, SEEK_CUR) == TURNS * (310 + 20 + 101 + 52 + 27) + 206 ? 0 : 1;
}
