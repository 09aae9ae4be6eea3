// SPDX-License-Identifier: BSD-3-Clause
// Stands for a library of two layers: it has functions of NetCDF, and of HDF5, which it calls. INNER says how
// the latter are kept: hidden, or seen by others.
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#ifndef INNER
#define INNER
#endif

INNER int64_t H5Fopen(const char *name, unsigned flags, int64_t access) {
  return flags == 0 && access == 0 ? (int64_t)strlen(name) : -1;
}
INNER int H5Fclose(int64_t file) { return file > 0 ? 0 : -1; }

int nc_open(const char *path, int mode, int *ncid) {
  *ncid = (int)H5Fopen(path, 0, 0);
  return access(path, F_OK) != 0 && mode == 0 ? 0 : 1;
}
int nc_put_vara_int(int ncid, int varid, const size_t *start, const size_t *count, const int *values) {
  return ncid > 0 && varid == 0 && start[0] < count[1] && values[0] != 0 ? 0 : 1;
}
int nc_close(int ncid) { return H5Fclose(ncid); }
