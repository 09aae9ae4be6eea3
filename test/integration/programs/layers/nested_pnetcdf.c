// SPDX-License-Identifier: BSD-3-Clause
// One file through PnetCDF, MPI-IO and the operating system: blocking, posted and independent calls, all of
// them with results that do not depend on the order of the ranks. usage: nested_pnetcdf FILE
#define PARALLEL
#include <pnetcdf.h>

#include "nested.h"

#define CHECK(call)                                            \
  do {                                                         \
    const int rc_ = (call);                                    \
    if (rc_ != NC_NOERR) {                                     \
      fprintf(stderr, "%s: %s\n", #call, ncmpi_strerror(rc_)); \
      MPI_Abort(MPI_COMM_WORLD, 1);                            \
    }                                                          \
  } while (0)

static void write_rows(int file, int var) {
  for (int i = rank; i < kRows; i += size) {
    const MPI_Offset start[2] = {i, 0}, count[2] = {1, kColumns};
    fill_row(i);
    CHECK(ncmpi_put_vara_int_all(file, var, start, count, row));
  }
}

// The same through requests: all rows of a rank at once.
static void post_rows(int file, int var) {
  static double values[kRows][kColumns];
  int requests[kRows], statuses[kRows], n = 0;
  for (int i = rank; i < kRows; i += size) {
    const MPI_Offset start[2] = {i, 0}, count[2] = {1, kColumns};
    for (int k = 0; k < kColumns; k++) values[n][k] = k / 2.0;
    CHECK(ncmpi_iput_vara_double(file, var, start, count, values[n], &requests[n]));
    n++;
  }
  CHECK(ncmpi_wait_all(file, n, requests, statuses));
}

static long long read_rows(int file, int var) {
  long long sum = 0;
  CHECK(ncmpi_begin_indep_data(file));
  for (int i = rank; i < kRows; i += size) {
    const MPI_Offset start[2] = {i, 0}, count[2] = {1, kColumns};
    CHECK(ncmpi_get_vara_int(file, var, start, count, row));
    sum += sum_of_row();
  }
  CHECK(ncmpi_end_indep_data(file));
  return sum;
}

static long long use(const char *path) {
  int file, dims[2], numbers, values;
  CHECK(ncmpi_create(MPI_COMM_WORLD, path, NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, &file));
  CHECK(ncmpi_def_dim(file, "row", kRows, &dims[0]));
  CHECK(ncmpi_def_dim(file, "column", kColumns, &dims[1]));
  CHECK(ncmpi_def_var(file, "numbers", NC_INT, 2, dims, &numbers));
  CHECK(ncmpi_def_var(file, "values", NC_DOUBLE, 2, dims, &values));
  CHECK(ncmpi_put_att_text(file, numbers, "units", 1, "m"));
  CHECK(ncmpi_enddef(file));
  write_rows(file, numbers);
  post_rows(file, values);
  const long long sum = read_rows(file, numbers);
  CHECK(ncmpi_close(file));
  return sum;
}
