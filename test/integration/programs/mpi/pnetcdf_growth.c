// SPDX-License-Identifier: BSD-3-Clause
// Requests of many pieces in each record, as programs on irregular meshes make them, of one variable or of
// several at once: what they cost must not depend on how many records there are. usage:
// pnetcdf_growth KIND N DIRECTORY
#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kPieces = 40, kVariables = 20 };

static void need(int status) {
  if (status != NC_NOERR) MPI_Abort(MPI_COMM_WORLD, 1);
}

static MPI_Offset start[kPieces][2], count[kPieces][2];
static MPI_Offset *starts[kPieces], *counts[kPieces];
static float values[4 * kPieces];

// Pieces of a record at distances in no regular order.
static void pieces(int file, int variable, int record, int rank) {
  for (int p = 0; p < kPieces; p++) {
    start[p][0] = record;
    start[p][1] = rank * 5000 + p * 100 + p * p % 37;
    count[p][0] = 1;
    count[p][1] = 1 + p % 4;
  }
  int request, status;
  need(ncmpi_iput_varn_float(file, variable, kPieces, starts, counts, values, &request));
  need(ncmpi_wait_all(file, 1, &request, &status));
}

// One value of each of several variables.
static void lists(int file, int *variables, int record, int rank) {
  float *buffers[kVariables];
  for (int v = 0; v < kVariables; v++) {
    start[v][0] = record;
    start[v][1] = rank * 5000 + v * v;
    count[v][0] = count[v][1] = 1;
    buffers[v] = values + v;
  }
  need(ncmpi_mput_vara_float_all(file, kVariables, variables, starts, counts, buffers));
}

int main(int argc, char **argv) {
  char name[4096];
  int rank, file, dims[2], variables[kVariables];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc != 4) MPI_Abort(MPI_COMM_WORLD, 2);
  snprintf(name, sizeof name, "%s/growth.nc", argv[3]);
  need(ncmpi_create(MPI_COMM_WORLD, name, NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, &file));
  need(ncmpi_def_dim(file, "time", NC_UNLIMITED, &dims[0]));
  need(ncmpi_def_dim(file, "cell", 100000, &dims[1]));
  for (int v = 0; v < kVariables; v++) {
    snprintf(name, sizeof name, "v%d", v);
    need(ncmpi_def_var(file, name, NC_FLOAT, v == 0 || strcmp(argv[1], "lists") == 0 ? 2 : 1, dims,
                       &variables[v]));
  }
  need(ncmpi_enddef(file));
  for (int p = 0; p < kPieces; p++) starts[p] = start[p], counts[p] = count[p];
  for (int i = 0, n = atoi(argv[2]); i < n; i++) {
    if (strcmp(argv[1], "pieces") == 0)
      pieces(file, variables[0], i, rank);
    else
      lists(file, variables, i, rank);
  }
  need(ncmpi_close(file));
  MPI_Finalize();
  return 0;
}
