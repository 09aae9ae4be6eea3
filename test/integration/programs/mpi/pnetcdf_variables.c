// SPDX-License-Identifier: BSD-3-Clause
// Transfers of PnetCDF whose bytes follow from the variables' shapes and types. The first rank prints what
// each moved in it, as far as the calls before it tell: "function bytes", or "function -".
#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>
#include <stdlib.h>

static double values[4096];
static int rank;

static void check(int status, const char *call) {
  if (status == NC_NOERR) return;
  fprintf(stderr, "%s: %s\n", call, ncmpi_strerror(status));
  MPI_Abort(MPI_COMM_WORLD, 1);
}
#define CALL(function, ...) check(function(__VA_ARGS__), #function)
#define MOVES(bytes, function, ...) \
  (CALL(function, __VA_ARGS__), rank == 0 ? printf(#function " %d\n", (int)(bytes)) : 0)
#define UNKNOWN(function, ...) (CALL(function, __VA_ARGS__), rank == 0 ? printf(#function " -\n") : 0)

static void write_file(const char *path) {
  int file, dims[3], grid, records, requests[2], states[2];
  MPI_Offset first[2] = {0, 0}, second[2] = {1, 2}, few[2] = {1, 4}, more[2] = {2, 3};
  MPI_Offset *starts[2] = {first, second}, *counts[2] = {few, more}, *single[2] = {NULL, more};
  CALL(ncmpi_create, MPI_COMM_WORLD, path, NC_CLOBBER, MPI_INFO_NULL, &file);
  CALL(ncmpi_def_dim, file, "time", NC_UNLIMITED, &dims[0]);
  CALL(ncmpi_def_dim, file, "y", 6, &dims[1]);
  CALL(ncmpi_def_dim, file, "x", 7, &dims[2]);
  CALL(ncmpi_def_var, file, "grid", NC_FLOAT, 2, &dims[1], &grid);
  CALL(ncmpi_def_var, file, "records", NC_DOUBLE, 2, dims, &records);
  CALL(ncmpi_enddef, file);
  for (int i = 0; i < 40; i++) MOVES(6 * 7 * 8, ncmpi_put_var_double_all, file, grid, values);
  MOVES(6 * 7 * 4, ncmpi_put_var_all, file, grid, values, 6 * 7, MPI_FLOAT);
  MOVES(6 * 7 * 4, ncmpi_put_var_all, file, grid, values, 0, MPI_DATATYPE_NULL);
  MOVES(1 * 4 * 4, ncmpi_put_vara_all, file, grid, first, few, values, 0, MPI_DATATYPE_NULL);
  MOVES(10 * 4, ncmpi_put_varn_float_all, file, grid, 2, starts, counts, (float *)values);
  MOVES(7 * 4, ncmpi_put_varn_int_all, file, grid, 2, starts, single, (int *)values);
  MOVES(2 * 8, ncmpi_get_varn_double_all, file, grid, 2, starts, NULL, values);
  MOVES(6 * 7 * 8, ncmpi_iput_var_double, file, grid, values, &requests[0]);
  MOVES(6 * 7 * 4, ncmpi_iget_var_float, file, grid, (float *)(values + 512), &requests[1]);
  CALL(ncmpi_wait_all, file, 2, requests, states);
  MOVES(2 * 3 * 8, ncmpi_put_vara_double_all, file, records, second, more, values);
  UNKNOWN(ncmpi_get_var_double_all, file, records, values);
  MPI_Offset length;
  CALL(ncmpi_inq_dimlen, file, dims[0], &length);
  MOVES(3 * 6 * 8, ncmpi_get_var_double_all, file, records, values);
  CALL(ncmpi_begin_indep_data, file);
  UNKNOWN(ncmpi_get_var_double, file, records, values);
  MOVES(6 * 7 * 8, ncmpi_get_var_double, file, grid, values);
  CALL(ncmpi_end_indep_data, file);
  int both[2] = {grid, grid};
  double *buffers[2] = {values, values + 100};
  MOVES(2 * 6 * 7 * 8, ncmpi_mget_var_double_all, file, 2, both, buffers);
  MOVES(2 * 8, ncmpi_mget_var1_double_all, file, 2, both, starts, buffers);
  CALL(ncmpi_close, file);
}

static void read_file(const char *path) {
  int file, unlimited, count, types;
  nc_type type;
  MPI_Offset length;
  CALL(ncmpi_open, MPI_COMM_WORLD, path, NC_WRITE, MPI_INFO_NULL, &file);
  CALL(ncmpi_inq, file, &count, &types, NULL, &unlimited);
  for (int variable = 0; variable < types; variable++) {
    int dims[2];
    CALL(ncmpi_inq_var, file, variable, NULL, &type, &count, dims, NULL);
  }
  UNKNOWN(ncmpi_get_var_double_all, file, 0, values);
  for (int dim = 0; dim < 3; dim++) CALL(ncmpi_inq_dimlen, file, dim, &length);
  for (int i = 0; i < 20; i++) MOVES(6 * 7 * 8, ncmpi_get_var_double_all, file, 0, values);
  MOVES(3 * 6 * 8, ncmpi_get_var_all, file, 1, values, 0, MPI_DATATYPE_NULL);
  MPI_Offset start[2] = {3, 0}, one[2] = {1, 6};
  MOVES(6 * 8, ncmpi_put_vara_double_all, file, 1, start, one, values);
  UNKNOWN(ncmpi_get_var_double_all, file, 1, values);
  MOVES(6 * 7 * 8, ncmpi_get_var_double_all, file, 0, values);
  CALL(ncmpi_close, file);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  write_file("parallel.nc");
  read_file("parallel.nc");
  MPI_Finalize();
  return 0;
}
