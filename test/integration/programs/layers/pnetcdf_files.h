// SPDX-License-Identifier: BSD-3-Clause
// What random_pnetcdf.c knows of the files that it has open, and how it makes and announces its calls.
#ifndef RECORDER_TEST_PNETCDF_FILES_H
#define RECORDER_TEST_PNETCDF_FILES_H

#include <mpi.h>
#include <pnetcdf.h>

#include "announce.h"

enum { kFiles = 2, kDims = 5, kVars = 10, kRank = 4, kRequests = 12, kBadFile = 100000, kBadVar = 1000 };

struct Var {
  int id, rank, dims[kRank];
  nc_type type;
};
struct Request {
  int id, is_get;
  char *data;
};
struct File {
  int open, ncid, define, independent, attached, big;
  int ndims, nvars, nrequests;
  MPI_Offset length[kDims];
  struct Var var[kVars];
  struct Request request[kRequests];
};
static struct File files[kFiles];
static int rank, size, rc;
static uint64_t own_state;  // of the numbers that are this rank's own

static int own(int n) {
  const uint64_t common = random_state;
  random_state = own_state;
  const int v = below(n);
  own_state = random_state;
  random_state = common;
  return v;
}

// Makes a call and announces it. What reads data is TRIED only: parts of a file that nobody has written hold
// what was in the library's memory, which may or may not be in the range of a type.
#define TRIED(name, call, ...) (rc = (call), announce(name, rc, rc != NC_NOERR, __VA_ARGS__))
#define NAMED(name, call, ...) \
  (rc = (call), digest_number(rc), announce(name, rc, rc != NC_NOERR, __VA_ARGS__))
#define CALL(func, arguments, ...) NAMED(#func, func arguments, __VA_ARGS__)
// Files are numbered from 0 on, and requests from 0 on in each file.
#define ID(ncid) ((long long)(ncid) + 1)
#define REQUEST(ncid, id) ((id) < 0 ? 0LL : ((long long)(ncid) + 1) << 32 | (unsigned)(id))
#define HANDLE(mpi) ((long long)(intptr_t)(mpi))

static const struct Var *some_variable(const struct File *f) {
  return f->nvars ? &f->var[below(f->nvars)] : NULL;
}

static int grows(const struct File *f, const struct Var *v) {
  return v->rank > 0 && f->length[v->dims[0]] == NC_UNLIMITED;
}

#endif
