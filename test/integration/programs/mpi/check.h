// SPDX-License-Identifier: BSD-3-Clause
// Shared by the MPI test programs: every call must succeed, and the first that does not says where.
#ifndef RECORDER_TEST_MPI_CHECK_H
#define RECORDER_TEST_MPI_CHECK_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                  \
  do {                                                                               \
    int code_ = (call);                                                              \
    if (code_ != MPI_SUCCESS) {                                                      \
      char text_[MPI_MAX_ERROR_STRING];                                              \
      int length_ = 0;                                                               \
      MPI_Error_string(code_, text_, &length_);                                      \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, text_);          \
      exit(1);                                                                       \
    }                                                                                \
  } while (0)

#define EXPECT(condition)                                                            \
  do {                                                                               \
    if (!(condition)) {                                                              \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);        \
      exit(1);                                                                       \
    }                                                                                \
  } while (0)

#endif
