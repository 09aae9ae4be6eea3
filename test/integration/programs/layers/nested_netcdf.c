// SPDX-License-Identifier: BSD-3-Clause
// One file through all layers: a NetCDF-4 file, on several ranks if compiled with -DPARALLEL, whose calls
// reach HDF5, MPI-IO and the operating system. usage: nested_netcdf FILE
#include <netcdf.h>

#include "nested.h"
#ifdef PARALLEL
#include <netcdf_par.h>
#endif

#define CHECK(call)                                         \
  do {                                                      \
    const int rc_ = (call);                                 \
    if (rc_ != NC_NOERR) {                                  \
      fprintf(stderr, "%s: %s\n", #call, nc_strerror(rc_)); \
      exit(1);                                              \
    }                                                       \
  } while (0)

static int create(const char *path) {
  int file;
#ifdef PARALLEL
  CHECK(nc_create_par(path, NC_NETCDF4 | NC_CLOBBER, MPI_COMM_WORLD, MPI_INFO_NULL, &file));
#else
  CHECK(nc_create(path, NC_NETCDF4 | NC_CLOBBER, &file));
#endif
  return file;
}

static int open_again(const char *path) {
  int file;
#ifdef PARALLEL
  CHECK(nc_open_par(path, NC_NOWRITE, MPI_COMM_WORLD, MPI_INFO_NULL, &file));
#else
  CHECK(nc_open(path, NC_NOWRITE, &file));
#endif
  return file;
}

static void write_file(const char *path) {
  int dims[2], group, var;
  const int file = create(path);
  CHECK(nc_def_grp(file, "group", &group));
  CHECK(nc_def_dim(file, "row", kRows, &dims[0]));
  CHECK(nc_def_dim(file, "column", kColumns, &dims[1]));
  CHECK(nc_def_var(group, "table", NC_INT, 2, dims, &var));
  CHECK(nc_put_att_text(group, var, "units", 1, "m"));
  CHECK(nc_enddef(file));
#ifdef PARALLEL
  CHECK(nc_var_par_access(group, var, NC_COLLECTIVE));
#endif
  for (int i = rank; i < kRows; i += size) {
    const size_t start[2] = {(size_t)i, 0}, count[2] = {1, kColumns};
    fill_row(i);
    CHECK(nc_put_vara_int(group, var, start, count, row));
  }
  CHECK(nc_close(file));
}

static long long read_file(const char *path) {
  int group, var;
  long long sum = 0;
  const int file = open_again(path);
  CHECK(nc_inq_ncid(file, "group", &group));
  CHECK(nc_inq_varid(group, "table", &var));
  for (int i = rank; i < kRows; i += size) {
    const size_t start[2] = {(size_t)i, 0}, count[2] = {1, kColumns};
    CHECK(nc_get_vara_int(group, var, start, count, row));
    sum += sum_of_row();
  }
  CHECK(nc_close(file));
  return sum;
}

// The library opens a file whose number nobody asks for.
static void open_unasked(const char *path) {
#ifndef PARALLEL
  CHECK(nc_open(path, NC_NOWRITE, NULL));
#endif
  (void)path;
}

static long long use(const char *path) {
  write_file(path);
  const long long sum = read_file(path);
  open_unasked(path);
  return sum;
}
