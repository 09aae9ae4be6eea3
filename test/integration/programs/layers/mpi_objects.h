// SPDX-License-Identifier: BSD-3-Clause
// What the random programs of MPI share: calls that are announced, handles, statuses, and random numbers that
// are the same on all ranks. What the programs ask for themselves they ask through PMPI, which nobody
// intercepts.
#ifndef RECORDER_TEST_MPI_OBJECTS_H
#define RECORDER_TEST_MPI_OBJECTS_H

#include <mpi.h>

#include "announce.h"

static int world_rank, world_size, rc;

// Makes a call and announces it. Codes of failed calls may differ between runs, their class does not.
#define TRIED(func, arguments, ...) (rc = func arguments, announce(#func, rc, rc != MPI_SUCCESS, __VA_ARGS__))
#define CALL(func, arguments, ...) \
  (rc = func arguments, digest_class(), announce(#func, rc, rc != MPI_SUCCESS, __VA_ARGS__))

static inline void digest_class(void) {
  int class = 0;
  if (rc != MPI_SUCCESS) PMPI_Error_class(rc, &class);
  digest_number(class);
}

// Handles for announcements: a null handle is 0.
#define C(comm) ((comm) == MPI_COMM_NULL ? 0LL : (long long)(intptr_t)(comm))
#define T(type) ((type) == MPI_DATATYPE_NULL ? 0LL : (long long)(intptr_t)(type))
#define R(request) ((request) == MPI_REQUEST_NULL ? 0LL : (long long)(intptr_t)(request))
#define G(group) ((group) == MPI_GROUP_NULL ? 0LL : (long long)(intptr_t)(group))
#define W(win) ((win) == MPI_WIN_NULL ? 0LL : (long long)(intptr_t)(win))
#define O(op) ((op) == MPI_OP_NULL ? 0LL : (long long)(intptr_t)(op))
#define I(info) ((info) == MPI_INFO_NULL ? 0LL : (long long)(intptr_t)(info))
#define M(message) ((message) == MPI_MESSAGE_NULL ? 0LL : (long long)(intptr_t)(message))

// The words of a buffer argument: only MPI_IN_PLACE is told, by its name; a pointer is not.
#define PLACE(buffer) ((buffer) == MPI_IN_PLACE ? "\"MPI_IN_PLACE\"" : NULL)

// Seeds the numbers of one step, the same on all ranks, whatever each of them has drawn before.
static inline void begin_step(long seed, int step) { seed_random((uint64_t)seed * 100000 + (uint64_t)step); }

static inline void begin(int *argc, char ***argv) {
  MPI_Init(argc, argv);
  PMPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &world_size);
  PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
}

#endif
