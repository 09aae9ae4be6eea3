// SPDX-License-Identifier: BSD-3-Clause
// Transfers of whole NetCDF variables and of the variables' own types. Prints what each moved, as far as the
// calls before it tell: "function bytes", or "function -".
#include <netcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double values[4096];

static void check(int status, const char *call) {
  if (status == NC_NOERR) return;
  fprintf(stderr, "%s: %s\n", call, nc_strerror(status));
  exit(1);
}
#define CALL(function, ...) check(function(__VA_ARGS__), #function)
// A transfer of so many bytes. What one reads in another type is no number for the next to write.
#define MOVES(bytes, function, ...) \
  (memset(values, 0, sizeof values), CALL(function, __VA_ARGS__), printf(#function " %d\n", (int)(bytes)))
#define UNKNOWN(function, ...) (CALL(function, __VA_ARGS__), printf(#function " -\n"))

static void write_file(const char *path, int mode) {
  int file, dims[3], grid, scalar, records, letters;
  const size_t starts[2] = {0, 2}, counts[2] = {3, 4};
  CALL(nc_create, path, NC_CLOBBER | mode, &file);
  CALL(nc_def_dim, file, "time", NC_UNLIMITED, &dims[0]);
  CALL(nc_def_dim, file, "y", 6, &dims[1]);
  CALL(nc_def_dim, file, "x", 7, &dims[2]);
  CALL(nc_def_var, file, "grid", NC_FLOAT, 2, &dims[1], &grid);
  CALL(nc_def_var, file, "scalar", NC_SHORT, 0, NULL, &scalar);
  CALL(nc_def_var, file, "records", NC_DOUBLE, 2, dims, &records);
  CALL(nc_def_var, file, "letters", NC_CHAR, 1, &dims[2], &letters);
  CALL(nc_enddef, file);
  for (int i = 0; i < 40; i++) MOVES(6 * 7 * 8, nc_put_var_double, file, grid, values);
  MOVES(6 * 7 * 4, nc_put_var, file, grid, values);
  MOVES(2, nc_put_var, file, scalar, values);
  MOVES(4, nc_put_var_int, file, scalar, (int *)values);
  MOVES(7, nc_put_var_text, file, letters, "letters");
  MOVES(3 * 4 * 4, nc_put_vara, file, grid, starts, counts, values);
  MOVES(4, nc_get_var1, file, grid, starts, values);
  // Nobody has said how many records there are now.
  MOVES(3 * 4 * 8, nc_put_vara_double, file, records, starts, counts, values);
  UNKNOWN(nc_get_var_double, file, records, values);
  size_t length;
  CALL(nc_inq_dimlen, file, dims[0], &length);
  MOVES(3 * 6 * 8, nc_get_var_double, file, records, values);
  MOVES(3 * 6 * 8, nc_put_var, file, records, values);
  MOVES(3 * 6 * 4, nc_get_var_float, file, records, (float *)values);
  MOVES(3 * 4 * 4, nc_put_vara, file, grid, starts, counts, values);
  MOVES(3 * 6 * 8, nc_get_var, file, records, values);
  MOVES(3 * 4 * 8, nc_put_vara, file, records, starts, counts, values);
  UNKNOWN(nc_get_var, file, records, values);
  CALL(nc_close, file);
}

static void read_file(const char *path) {
  int file, grid, records, dims[2], unlimited;
  nc_type type;
  size_t length;
  CALL(nc_open, path, NC_NOWRITE, &file);
  CALL(nc_inq_varid, file, "grid", &grid);
  UNKNOWN(nc_get_var_double, file, grid, values);
  CALL(nc_inq_vardimid, file, grid, dims);
  CALL(nc_inq_dimlen, file, dims[0], &length);
  UNKNOWN(nc_get_var_double, file, grid, values);
  CALL(nc_inq_dim, file, dims[1], NULL, &length);
  for (int i = 0; i < 30; i++) MOVES(6 * 7 * 8, nc_get_var_double, file, grid, values);
  UNKNOWN(nc_get_var, file, grid, values);
  CALL(nc_inq_vartype, file, grid, &type);
  MOVES(6 * 7 * 4, nc_get_var, file, grid, values);
  CALL(nc_inq_varid, file, "records", &records);
  CALL(nc_inq_var, file, records, NULL, &type, NULL, dims, NULL);
  CALL(nc_inq_unlimdim, file, &unlimited);
  UNKNOWN(nc_get_var, file, records, values);
  CALL(nc_inq_dimlen, file, unlimited, &length);
  MOVES(3 * 6 * 8, nc_get_var, file, records, values);
  CALL(nc_sync, file);
  UNKNOWN(nc_get_var, file, records, values);
  // For all that was said, these dimensions may be unlimited, too.
  UNKNOWN(nc_get_var, file, grid, values);
  CALL(nc_close, file);
}

static void use_groups(const char *path) {
  int file, group, again, same, dim, pairs, strings;
  nc_type pair;
  struct {
    int a, b;
  } many[5] = {{0, 0}};
  const char *texts[5] = {"a", "b", "c", "d", "e"};
  CALL(nc_create, path, NC_CLOBBER | NC_NETCDF4, &file);
  CALL(nc_def_dim, file, "n", 5, &dim);
  CALL(nc_def_compound, file, sizeof many[0], "pair", &pair);
  CALL(nc_insert_compound, file, pair, "a", 0, NC_INT);
  CALL(nc_insert_compound, file, pair, "b", 4, NC_INT);
  CALL(nc_def_grp, file, "inner", &group);
  CALL(nc_def_var, group, "pairs", pair, 1, &dim, &pairs);
  CALL(nc_def_var, group, "strings", NC_STRING, 1, &dim, &strings);
  MOVES(5 * 8, nc_put_var, group, pairs, many);
  CALL(nc_inq_ncid, file, "inner", &again);
  MOVES(5 * 8, nc_get_var, again, pairs, many);
  CALL(nc_inq_grp_ncid, file, "inner", &same);
  MOVES(5 * 8, nc_get_var, same, pairs, many);
  UNKNOWN(nc_put_var_string, group, strings, texts);
  CALL(nc_close, file);
}

static void use_version_2(const char *path) {
  const long start[1] = {1}, count[1] = {3};
  ncopts = 0;
  const int file = nccreate(path, NC_CLOBBER), dim = ncdimdef(file, "n", 9);
  const int dims[1] = {dim}, variable = ncvardef(file, "old", NC_SHORT, 1, dims);
  if (ncendef(file) == -1 || ncvarput(file, variable, start, count, values) == -1 ||
      ncvarget1(file, variable, start, values) == -1)
    exit(1);
  printf("ncvarput 6\nncvarget1 2\n");
  MOVES(9 * 8, nc_get_var_double, file, variable, values);
  ncclose(file);
}

int main(void) {
  write_file("classic.nc", 0);
  read_file("classic.nc");
  write_file("four.nc", NC_NETCDF4);
  read_file("four.nc");
  use_groups("groups.nc");
  use_version_2("old.nc");
  return 0;
}
