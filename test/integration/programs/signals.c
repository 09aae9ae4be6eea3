// SPDX-License-Identifier: BSD-3-Clause
// A timer whose handler writes, at a high rate, while the main program does I/O: the tracer is
// interrupted at any instruction. Prints the number of bytes that each of the two wrote.
// usage: signals [MILLISECONDS]
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int log_fd;
static volatile long handled, errors;

static void on_alarm(int signal) {
  (void)signal;
  const int keep = errno;
  if (write(log_fd, "tick\n", 5) != 5) errors++;
  struct stat s;
  if (fstat(log_fd, &s) != 0) errors++;
  handled++;
  errno = keep;
}

static long now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int main(int argc, char **argv) {
  const long limit = argc > 1 ? atol(argv[1]) : 500;
  log_fd = open("ticks", O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0644);
  const struct sigaction action = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
  sigaction(SIGALRM, &action, NULL);
  const struct itimerval timer = {{0, 100}, {0, 100}};
  setitimer(ITIMER_REAL, &timer, NULL);

  long calls = 0;
  const long start = now_ms();
  char name[32];
  while (now_ms() - start < limit) {
    snprintf(name, sizeof name, "work.%ld", calls % 7);
    const int fd = open(name, O_RDWR | O_CREAT, 0644);
    if (fd < 0) return 40;
    for (int i = 0; i < 20; i++, calls++) {
      if (pwrite(fd, name, 8, i * 8) != 8) return 41;
    }
    errno = 0;
    if (close(990) != -1 || errno != EBADF) return 42;  // the handler must not disturb errno
    if (close(fd) != 0) return 43;
  }
  const struct itimerval stop = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &stop, NULL);
  struct stat s;
  fstat(log_fd, &s);
  if (s.st_size != handled * 5 || errors) return 44;
  fprintf(stderr, "%ld calls, %ld signals\n", calls, handled);
  puts("signals done");
  return 0;
}
