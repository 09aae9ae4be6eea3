// SPDX-License-Identifier: BSD-3-Clause
// Calls, and ends of the process, where there is little stack: in the handler of an overflow, on an alternate
// stack of the least size that programs give it, as language runtimes do, and in a thread of the least size.
// Below each stack lies a page that nobody may touch. usage: small_stacks KIND FILE
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CALLS = 5, GUARD = 4096 };

static const char *kind, *path;

static void check(int fine) {
  if (!fine) _exit(99);
}

static char *stack_of(size_t size) {
  char *memory = mmap(NULL, size + GUARD, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  check(memory != MAP_FAILED && mprotect(memory, GUARD, PROT_NONE) == 0);
  return memory + GUARD;
}

static void io(void) {
  const int fd = open(path, O_CREAT | O_RDWR, 0644);
  for (int i = 0; i < CALLS; ++i) check(pwrite(fd, "x", 1, 100 * i) == 1);
  check(close(fd) == 0);
}

static void handler(int number) {
  (void)number;
  static const char said[] = "overflow\n";
  check(write(STDERR_FILENO, said, sizeof said - 1) == (ssize_t)(sizeof said - 1));
  io();
  if (strcmp(kind, "abort") == 0) {
    signal(SIGABRT, SIG_DFL);
    abort();
  }
  if (strcmp(kind, "exit") == 0) _exit(3);
}

static void handle(int number) {
  long size = sysconf(_SC_SIGSTKSZ);
  if (size < 8192) size = 8192;
  const stack_t stack = {.ss_sp = stack_of((size_t)size), .ss_size = (size_t)size};
  check(sigaltstack(&stack, NULL) == 0);
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
  check(sigaction(number, &action, NULL) == 0);
}

static int overflow(int depth) {
  volatile char space[4096];
  space[0] = (char)depth;
  return depth > 1 << 30 ? space[0] : overflow(depth + 1) + space[0];
}

// Its first call is made in a handler.
static void *interrupted(void *unused) {
  handle(SIGUSR1);
  pthread_kill(pthread_self(), SIGUSR1);
  return unused;
}

static void *ends(void *unused) {
  io();
  exit(4);
  return unused;
}

static void in_thread(void *(*function)(void *)) {
  pthread_attr_t attributes;
  pthread_t thread;
  check(pthread_attr_init(&attributes) == 0);
  // What the C library's own part of a thread needs is more with each of its versions.
  const size_t size = (size_t)sysconf(_SC_THREAD_STACK_MIN);
  check(pthread_attr_setstack(&attributes, stack_of(size), size) == 0);
  check(pthread_create(&thread, &attributes, function, NULL) == 0);
  check(pthread_join(thread, NULL) == 0);
}

int main(int argc, char **argv) {
  check(argc == 3);
  kind = argv[1];
  path = argv[2];
  if (strcmp(kind, "thread") == 0) in_thread(ends);
  if (strcmp(kind, "first") == 0) {
    in_thread(interrupted);
    return 0;
  }
  handle(SIGSEGV);
  return overflow(0);
}
