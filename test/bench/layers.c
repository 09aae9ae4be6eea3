// SPDX-License-Identifier: BSD-3-Clause
// What a call of the upper layers costs more when it is traced. As in loops.c the two sides run by turns in
// one process; MPI's untraced side is its profiling interface, the other libraries' their own definition.
// usage: mpiexec -n 1 layers COUNT [LIBRARY]; LIBRARY is the name under which the loader knows HDF5 or
// NetCDF. Prints a line a function: name, untraced, traced, added nanoseconds.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#ifdef HAVE_HDF5
#include <hdf5.h>
#endif
#ifdef HAVE_NETCDF
#include <netcdf.h>
#endif

enum { TRACED = 1, CHUNK = 1000, MOST_CHUNKS = 10000 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  const double d = *(const double *)a - *(const double *)b;
  return d < 0 ? -1 : d > 0;
}

static double median(double *values, long n) {
  qsort(values, (size_t)n, sizeof *values, ascending);
  return values[n / 2];
}

static void measure(const char *name, void (*loop)(int traced, long count), int calls, long count) {
  static double times[3][MOST_CHUNKS];
  const long chunks = count / CHUNK < MOST_CHUNKS ? count / CHUNK : MOST_CHUNKS;
  loop(0, CHUNK);
  loop(TRACED, CHUNK);
  for (long i = 0; i < chunks; i++) {
    for (int side = 0; side < 2; side++) {
      const double start = now();
      loop(side, CHUNK);
      times[side][i] = (now() - start) / CHUNK / calls;
    }
    times[2][i] = times[1][i] - times[0][i];
  }
  const double untraced = median(times[0], chunks), traced = median(times[1], chunks);
  printf("%s %.1f %.1f %.1f\n", name, untraced, traced, median(times[2], chunks));
}

static void comm_rank(int traced, long count) {
  int rank;
  for (long i = 0; i < count; i++)
    traced ? MPI_Comm_rank(MPI_COMM_WORLD, &rank) : PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
}

static void exchange(int traced, long count) {
  static int data[2];
  for (long i = 0; i < count; i++) {
    MPI_Request requests[2];
    if (traced) {
      MPI_Irecv(&data[0], 1, MPI_INT, 0, 7, MPI_COMM_SELF, &requests[0]);
      MPI_Isend(&data[1], 1, MPI_INT, 0, 7, MPI_COMM_SELF, &requests[1]);
      MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    } else {
      PMPI_Irecv(&data[0], 1, MPI_INT, 0, 7, MPI_COMM_SELF, &requests[0]);
      PMPI_Isend(&data[1], 1, MPI_INT, 0, 7, MPI_COMM_SELF, &requests[1]);
      PMPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
  }
}

// The library's own definition of a function, behind any wrapper.
__attribute__((unused)) static void *untraced(const char *library, const char *name) {
  void *handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
  void *found = handle != NULL ? dlsym(handle, name) : NULL;
  if (found == NULL) _exit(2);
  return found;
}

#ifdef HAVE_HDF5
static hid_t space;
static herr_t (*hyperslab)(hid_t, H5S_seloper_t, const hsize_t *, const hsize_t *, const hsize_t *,
                           const hsize_t *);
static void hyperslabs(int traced, long count) {
  for (long i = 0; i < count; i++) {
    const hsize_t start[2] = {(hsize_t)i % 64, 0}, size[2] = {1, 64};
    (traced ? H5Sselect_hyperslab : hyperslab)(space, H5S_SELECT_SET, start, NULL, size, NULL);
  }
}
#endif

#ifdef HAVE_NETCDF
static int file, variable;
static int (*put)(int, int, const size_t *, const double *);
static void put_var1(int traced, long count) {
  const double value = 1;
  for (long i = 0; i < count; i++) {
    const size_t at[2] = {0, (size_t)i % 64};
    (traced ? nc_put_var1_double : put)(file, variable, at, &value);
  }
}
#endif

int main(int argc, char **argv) {
  const long count = argc > 1 ? atol(argv[1]) : 100000;
  MPI_Init(&argc, &argv);
  if (argc < 3) {
    measure("MPI_Comm_rank", comm_rank, 1, count);
    measure("MPI_Irecv,Isend,Waitall", exchange, 3, count);
  }
#ifdef HAVE_HDF5
  const hsize_t size[2] = {64, 64};
  space = H5Screate_simple(2, size, NULL);
  *(void **)&hyperslab = untraced(argv[2], "H5Sselect_hyperslab");
  measure("H5Sselect_hyperslab", hyperslabs, 1, count);
#endif
#ifdef HAVE_NETCDF
  int dimensions[2];
  nc_create("layers.nc", NC_CLOBBER, &file);
  nc_def_dim(file, "y", 64, &dimensions[0]);
  nc_def_dim(file, "x", 64, &dimensions[1]);
  nc_def_var(file, "v", NC_DOUBLE, 2, dimensions, &variable);
  nc_enddef(file);
  *(void **)&put = untraced(argv[2], "nc_put_var1_double");
  measure("nc_put_var1_double", put_var1, 1, count);
  nc_close(file);
#endif
  MPI_Finalize();
  return 0;
}
