// SPDX-License-Identifier: BSD-3-Clause
// The call log of the test programs: every traced call is announced with its result and errno, and
// the log leaves by one raw system call at the end, so that logging adds no call to the trace.
#ifndef RECORDER_TEST_EACH_H
#define RECORDER_TEST_EACH_H

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static char each_log[1 << 20];
static size_t each_used;

// A private, tiny formatter: the printf family is itself under test (vsnprintf is not, it does no I/O).
__attribute__((format(printf, 1, 2))) static void each_line(const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  if (each_used + 512 < sizeof each_log) {
    each_used += (size_t)vsnprintf(each_log + each_used, 512, format, ap);
  }
  va_end(ap);
}

// Writes the log to `path` through raw system calls, which nobody intercepts.
static void each_save(const char *path) {
  const long fd = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (syscall(SYS_write, fd, each_log, each_used) != (long)each_used) {
    syscall(SYS_exit_group, 9);
  }
  syscall(SYS_close, fd);
}

// A size the compiler cannot know: under _FORTIFY_SOURCE the checked entry points are then called.
static inline size_t each_vary(size_t n) {
  __asm__ volatile("" : "+r"(n));
  return n;
}

// Integer result; pointer result (only whether it is null); no result or one that varies between runs.
#define I(name, ...)                                                   \
  ({                                                                   \
    errno = 0;                                                         \
    const long long each_r = (long long)(__VA_ARGS__);                 \
    const int each_e = errno;                                          \
    each_line("%s %lld %d\n", #name, each_r, each_r < 0 ? each_e : 0); \
    each_r;                                                            \
  })
#define P(name, ...)                                                                  \
  ({                                                                                  \
    errno = 0;                                                                        \
    __typeof__(__VA_ARGS__) each_p = (__VA_ARGS__);                                   \
    const int each_e = errno;                                                         \
    each_line("%s %s %d\n", #name, each_p ? "pointer" : "null", each_p ? 0 : each_e); \
    each_p;                                                                           \
  })
#define N(name, ...)              \
  ({                              \
    each_line("%s - 0\n", #name); \
    __VA_ARGS__;                  \
  })

#endif
