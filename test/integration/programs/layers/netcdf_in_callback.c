// SPDX-License-Identifier: BSD-3-Clause
// Calls of NetCDF that a call of another layer makes, by a function that the application gives it, after
// NetCDF was called where that call is: they are the application's, not NetCDF's own.
#define _GNU_SOURCE
#include <ftw.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>

static int files, failures;

static int look(const char *path, const struct stat *status, int kind, struct FTW *where) {
  (void)status;
  (void)where;
  const char *end = strrchr(path, '.');
  int ncid, dimensions;
  if (kind != FTW_F || end == NULL || strcmp(end, ".nc") != 0) return 0;
  files++;
  if (nc_open(path, NC_NOWRITE, &ncid) != NC_NOERR) return failures++, 0;
  failures += nc_inq_ndims(ncid, &dimensions) != NC_NOERR || dimensions != 1;
  failures += nc_close(ncid) != NC_NOERR;
  return 0;
}

int main(void) {
  int ncid, dimension;
  for (int i = 0; i < 3; i++) {
    char name[32];
    snprintf(name, sizeof name, "f%d.nc", i);
    if (nc_create(name, NC_CLOBBER, &ncid) != NC_NOERR) return 2;
    failures += nc_def_dim(ncid, "x", 4, &dimension) != NC_NOERR;
    failures += nc_close(ncid) != NC_NOERR;
  }
  failures += nftw(".", look, 8, FTW_PHYS) != 0;
  printf("%d files\n", files);
  return failures != 0 || files != 3;
}
