// SPDX-License-Identifier: BSD-3-Clause
// Shared by the MPI test programs: every call must succeed, and the first that does not says where. CALL also
// notes the function's name; save_calls leaves the names, one a line, where a test finds them
// (CALL_LOG.<rank>).
#ifndef RECORDER_TEST_MPI_CHECK_H
#define RECORDER_TEST_MPI_CHECK_H

#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CHECK(call)                                                         \
  do {                                                                      \
    int code_ = (call);                                                     \
    if (code_ != MPI_SUCCESS) {                                             \
      char text_[MPI_MAX_ERROR_STRING];                                     \
      int length_ = 0;                                                      \
      MPI_Error_string(code_, text_, &length_);                             \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, text_); \
      exit(1);                                                              \
    }                                                                       \
  } while (0)

#define EXPECT(condition)                                                     \
  do {                                                                        \
    if (!(condition)) {                                                       \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                                \
    }                                                                         \
  } while (0)

static char call_names[1 << 16];
static size_t call_names_used;

// Through raw system calls: the log adds nothing to the trace.
static inline void save_calls(int rank) {
  char path[4096];
  const char *base = getenv("CALL_LOG");
  if (!base) return;
  snprintf(path, sizeof path, "%s.%d", base, rank);
  const long fd = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  EXPECT(syscall(SYS_write, fd, call_names, call_names_used) == (long)call_names_used);
  syscall(SYS_close, fd);
}

static inline void note_call(const char *name) {
  const size_t n = strlen(name);
  if (call_names_used + n + 1 > sizeof call_names) return;
  memcpy(call_names + call_names_used, name, n);
  call_names[call_names_used + n] = '\n';
  call_names_used += n + 1;
}

#define CALL(name, ...)       \
  do {                        \
    note_call(#name);         \
    CHECK(name(__VA_ARGS__)); \
  } while (0)

#endif
