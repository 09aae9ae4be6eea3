// SPDX-License-Identifier: BSD-3-Clause
// Writes history files with PnetCDF: a plane of cells, of which each rank has a rectangle (a 2-D
// decomposition of the ranks), in variables with an unlimited time dimension; every EVERY steps a new
// history.NNNN.nc.
// usage: pnetcdf [-n STEPS] [-e EVERY] [-x EDGE] [-v VARIABLES] [-i] [-r] [DIRECTORY]
//   -x: cells along each edge of a rank's part; -i: independent transfers;
//   -r: read the last file and check it. Rank 0 prints the number of files.
#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_VARIABLES = 16 };

// What the run consists of, and where this rank's part is.
static struct {
  int steps, every, edge, variables, independent, check;
  int rank, ranks, parts[2], place[2];
  const char *directory;
} run = {100, 20, 16, 4, 0, 0, 0, 1, {0}, {0}, "."};

static double *values;

static void need(int error, const char *what) {
  if (error == NC_NOERR) return;
  fprintf(stderr, "pnetcdf: %s failed (%d)\n", what, error);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static void fill(int step, int variable) {
  for (int y = 0; y < run.edge; y++) {
    for (int x = 0; x < run.edge; x++) {
      const double row = run.place[0] * run.edge + y, column = run.place[1] * run.edge + x;
      values[y * run.edge + x] = step + 1000.0 * variable + row / 64 + column / 65536;
    }
  }
}

static void file_name(char *name, size_t size, int number) {
  snprintf(name, size, "%s/history.%04d.nc", run.directory, number);
}

static int create(int number, int *ids) {
  char name[4096], variable[16];
  int file, dimensions[3];
  file_name(name, sizeof name, number);
  need(ncmpi_create(MPI_COMM_WORLD, name, NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, &file), "ncmpi_create");
  need(ncmpi_def_dim(file, "time", NC_UNLIMITED, &dimensions[0]), "ncmpi_def_dim");
  need(ncmpi_def_dim(file, "y", (MPI_Offset)run.parts[0] * run.edge, &dimensions[1]), "ncmpi_def_dim");
  need(ncmpi_def_dim(file, "x", (MPI_Offset)run.parts[1] * run.edge, &dimensions[2]), "ncmpi_def_dim");
  for (int v = 0; v < run.variables; v++) {
    snprintf(variable, sizeof variable, "field%d", v);
    need(ncmpi_def_var(file, variable, NC_DOUBLE, 3, dimensions, &ids[v]), "ncmpi_def_var");
    need(ncmpi_put_att_text(file, ids[v], "units", 1, "K"), "ncmpi_put_att_text");
  }
  need(ncmpi_enddef(file), "ncmpi_enddef");
  if (run.independent) need(ncmpi_begin_indep_data(file), "ncmpi_begin_indep_data");
  return file;
}

static void place_of(int record, MPI_Offset *start, MPI_Offset *count) {
  start[0] = record, start[1] = (MPI_Offset)run.place[0] * run.edge,
  start[2] = (MPI_Offset)run.place[1] * run.edge;
  count[0] = 1, count[1] = count[2] = run.edge;
}

static void write_record(int file, const int *ids, int step, int record) {
  MPI_Offset start[3], count[3];
  place_of(record, start, count);
  for (int v = 0; v < run.variables; v++) {
    fill(step, v);
    need(run.independent ? ncmpi_put_vara_double(file, ids[v], start, count, values)
                         : ncmpi_put_vara_double_all(file, ids[v], start, count, values),
         "writing a variable");
  }
}

static void finish(int file) {
  if (run.independent) need(ncmpi_end_indep_data(file), "ncmpi_end_indep_data");
  need(ncmpi_close(file), "ncmpi_close");
}

static void check_file(int step, int number, int record) {
  char name[4096];
  MPI_Offset start[3], count[3];
  int file;
  const size_t all = (size_t)run.edge * (size_t)run.edge;
  double *read = malloc(all * sizeof *read);
  file_name(name, sizeof name, number);
  place_of(record, start, count);
  need(ncmpi_open(MPI_COMM_WORLD, name, NC_NOWRITE, MPI_INFO_NULL, &file), "ncmpi_open");
  for (int v = 0; v < run.variables; v++) {
    need(ncmpi_get_vara_double_all(file, v, start, count, read), "reading a variable");
    fill(step, v);
    for (size_t i = 0; i < all; i++)
      need(read[i] == values[i] ? NC_NOERR : NC_EINVAL, "comparing what was read");
  }
  need(ncmpi_close(file), "ncmpi_close");
  free(read);
}

static void read_options(int argc, char **argv) {
  for (int option; (option = getopt(argc, argv, "n:e:x:v:ir")) != -1;) {
    if (option == 'n') run.steps = atoi(optarg);
    if (option == 'e') run.every = atoi(optarg);
    if (option == 'x') run.edge = atoi(optarg);
    if (option == 'v') run.variables = atoi(optarg);
    if (option == 'i') run.independent = 1;
    if (option == 'r') run.check = 1;
  }
  if (optind < argc) run.directory = argv[optind];
  const int sensible = run.every > 0 && run.steps > 0 && run.edge > 0 && run.variables > 0;
  need(sensible && run.variables <= MOST_VARIABLES ? NC_NOERR : NC_EINVAL, "reading the command line");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  read_options(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &run.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &run.ranks);
  MPI_Dims_create(run.ranks, 2, run.parts);
  run.place[0] = run.rank / run.parts[1], run.place[1] = run.rank % run.parts[1];
  values = malloc(sizeof *values * (size_t)run.edge * (size_t)run.edge);
  int file = -1, files = 0, ids[MOST_VARIABLES];
  for (int step = 0; step < run.steps; step++) {
    if (step % run.every == 0) {
      if (step > 0) finish(file);
      file = create(files++, ids);
    }
    write_record(file, ids, step, step % run.every);
  }
  finish(file);
  if (run.check) check_file(run.steps - 1, files - 1, (run.steps - 1) % run.every);
  free(values);
  if (run.rank == 0) printf("%d\n", files);
  MPI_Finalize();
  return 0;
}
