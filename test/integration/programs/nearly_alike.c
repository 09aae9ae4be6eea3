// SPDX-License-Identifier: BSD-3-Clause
// Loops of equal calls in which for once one thing is different: a number, a null pointer, the file behind a
// descriptor, an error, the depth. What compares calls with those that it expects must see each of them.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static char data[4096];
static int fd, other, missing = 900;
static long step;

// A reason to differ comes now and then, the reasons one after the other.
static int now(int reason, int reasons) { return step % 23 == 0 && step / 23 % reasons == reason; }

static void positioned(void) {
  const int to = now(0, 9) ? other : now(1, 9) ? missing : fd;
  const void *from = now(2, 9) ? NULL : data;
  const size_t count = now(3, 9) ? 65 : now(4, 9) ? 0 : now(5, 9) ? 200 : 64;
  const off_t at = now(6, 9) ? step * 64 + 1 : now(7, 9) ? -5 : step * 64;
  if (pwrite(to, from, from == NULL ? 0 : count, at) < 0 && now(8, 9)) errno = 0;
}

static void sought(void) {
  lseek(fd, now(0, 4) ? 17 : step * 512, now(1, 4) ? SEEK_END : SEEK_SET);
  if (write(fd, data, now(2, 4) ? 511 : 512) < 0 || now(3, 4)) lseek(fd, 0, SEEK_CUR);
}

static void controlled(void) {
  struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = now(0, 5), .l_len = 10};
  fcntl(fd, F_GETFD);
  fcntl(fd, F_SETFD, now(1, 5) ? 0 : FD_CLOEXEC);
  if (now(2, 5)) fcntl(fd, F_GETLK, &lock);
  if (now(3, 5)) fcntl(missing, F_GETFD);
  ftruncate(fd, now(4, 5) ? 1 << 20 : 1 << 16);
}

static void vectored(void) {
  struct iovec parts[3] = {{data, 8}, {now(0, 3) ? NULL : data, now(0, 3) ? 0 : 16}, {data, 3}};
  writev(now(1, 3) ? other : fd, parts, now(2, 3) ? 2 : 3);
}

// The same number, and the same slot, for another file; at times the first number comes back last.
static void opened_again(const char *directory) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", directory, now(0, 4) ? "b" : "a");
  close(fd);
  if (now(1, 4)) close(other), other = open(path, O_RDWR);
  fd = open(path, O_RDWR);
  if (now(2, 4)) dup2(other, fd);
  if (now(3, 4)) {
    const int third = dup(fd);
    pwrite(third, data, 64, step);
    close(third);
  }
  for (int i = 0; i < 3; i++) pwrite(fd, data, 64, 64 * i);
}

// Random offsets, with one that comes twice, those at one distance for a while, and counts that go with them.
static void scattered(void) {
  static unsigned long long x = 88172645463325252u;
  x ^= x << 13, x ^= x >> 7, x ^= x << 17;
  const int regular = step / 300 % 4 == 3;
  const off_t at = regular ? step * 64 : (off_t)(x >> 30);
  pread(fd, data, 64, at);
  if (now(0, 2)) pread(fd, data, 64, at);
  if (now(1, 2)) pread(other, data, 63, at);
  lseek(fd, at, SEEK_SET);
  read(fd, data, regular ? 100 : (size_t)(x >> 20 & 1023));
}

static void interrupted(int signal) {
  (void)signal;
  positioned();
}

int main(int argc, char **argv) {
  const long count = argc > 2 ? atol(argv[2]) : 1000;
  char path[4096];
  if (argc < 2) return 2;
  snprintf(path, sizeof path, "%s/b", argv[1]);
  other = open(path, O_RDWR | O_CREAT, 0600);
  snprintf(path, sizeof path, "%s/a", argv[1]);
  fd = open(path, O_RDWR | O_CREAT, 0600);
  if (fd < 0 || other < 0 || signal(SIGUSR1, interrupted) == SIG_ERR) return 1;
  void (*const loops[])(void) = {positioned, sought, controlled, vectored, scattered};
  for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
    for (step = 1; step < count * (loops[i] == scattered ? 6 : 1); step++) {
      loops[i]();
      if (step % 101 == 0) raise(SIGUSR1);
    }
  for (step = 1; step < count; step++) opened_again(argv[1]);
  return 0;
}
