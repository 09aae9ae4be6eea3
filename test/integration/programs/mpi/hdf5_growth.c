// SPDX-License-Identifier: BSD-3-Clause
// A dataset that is extended with each step, points that are chosen in it, links that are asked for by
// number, lists that are forgotten, call-backs: what they cost must not depend on how many there are. usage:
// hdf5_growth KIND N DIRECTORY
#include <hdf5.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double values[64];
static int failures;

static void need(int good) { failures += !good; }

static void extend(hid_t file, int n) {
  const hsize_t none = 0, unlimited = H5S_UNLIMITED, chunk = 64, count = 8;
  const hid_t space = H5Screate_simple(1, &none, &unlimited), list = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(list, 1, &chunk);
  const hid_t data = H5Dcreate2(file, "steps", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, list, H5P_DEFAULT);
  const hid_t memory = H5Screate_simple(1, &count, NULL);
  for (int i = 0; i < n; i++) {
    const hsize_t start = (hsize_t)i * 8, size = start + 8;
    need(H5Dset_extent(data, &size) >= 0);
    const hid_t selection = H5Dget_space(data);
    hsize_t dims;
    need(H5Sget_simple_extent_dims(selection, &dims, NULL) == 1 && dims == size);
    H5Sselect_hyperslab(selection, H5S_SELECT_SET, &start, NULL, &count, NULL);
    need(H5Dwrite(data, H5T_NATIVE_DOUBLE, memory, selection, H5P_DEFAULT, values) >= 0);
    H5Sclose(selection);
  }
  H5Sclose(memory);
  H5Dclose(data);
  H5Pclose(list);
  H5Sclose(space);
}

static void points(hid_t file, int n) {
  const hsize_t sizes[2] = {(hsize_t)n * 4 + 8, 32}, count = 3;
  const hid_t space = H5Screate_simple(2, sizes, NULL), memory = H5Screate_simple(1, &count, NULL);
  const hid_t data =
      H5Dcreate2(file, "points", H5T_NATIVE_FLOAT, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  for (int i = 0; i < n; i++) {
    const hsize_t row = (hsize_t)i * 4, places[6] = {row, 1, row + 2, 20, row + 3, 7};
    need(H5Sselect_elements(space, H5S_SELECT_SET, 3, places) >= 0);
    need(H5Dread(data, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, values) >= 0);
  }
  H5Dclose(data);
  H5Sclose(memory);
  H5Sclose(space);
}

static void links(hid_t file, int n) {
  for (int i = 0; i < n; i++) {
    char name[16];
    snprintf(name, sizeof name, "group%06d", i);
    H5Gclose(H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  }
  for (int i = 0; i < n; i++) {
    const hsize_t at = (hsize_t)i;
    need(H5Lget_name_by_idx(file, ".", H5_INDEX_NAME, H5_ITER_INC, at, NULL, 0, H5P_DEFAULT) == 11);
    H5Gclose(H5Oopen_by_idx(file, ".", H5_INDEX_NAME, H5_ITER_INC, at, H5P_DEFAULT));
  }
}

// What a library leaves open with each file, here a list, beside what it closes.
static void forget(hid_t file, int n) {
  for (int i = 0; i < n; i++) {
    const hid_t access = H5Pcreate(H5P_DATASET_ACCESS), forgotten = H5Fget_create_plist(file),
                space = H5Screate(H5S_SCALAR);
    hsize_t size;
    need(H5Pget_userblock(forgotten, &size) >= 0);
    need(H5Pset_chunk_cache(access, 11, 1024, 1.0) >= 0);
    H5Sclose(space);
    H5Pclose(access);
  }
}

static herr_t look(hid_t group, const char *name, const H5L_info_t *info, void *data) {
  (void)info;
  (void)data;
  const hid_t object = H5Oopen(group, name, H5P_DEFAULT);
  need(object >= 0 && H5Oclose(object) >= 0);
  return 0;
}

// The group that the function is given is opened, and closed, by HDF5 itself.
static void iterate(hid_t file, int n) {
  for (int i = 0; i < 3; i++) {
    const char *names[] = {"a", "b", "c"};
    H5Gclose(H5Gcreate2(file, names[i], H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  }
  for (int i = 0; i < n; i++) need(H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, NULL, look, NULL) >= 0);
}

int main(int argc, char **argv) {
  char name[4096];
  MPI_Init(&argc, &argv);
  if (argc != 4) MPI_Abort(MPI_COMM_WORLD, 2);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  snprintf(name, sizeof name, "%s/growth.%d.h5", argv[3], rank);
  const hid_t file = H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const int n = atoi(argv[2]);
  if (strcmp(argv[1], "extend") == 0) extend(file, n);
  if (strcmp(argv[1], "points") == 0) points(file, n);
  if (strcmp(argv[1], "links") == 0) links(file, n);
  if (strcmp(argv[1], "forget") == 0) forget(file, n);
  if (strcmp(argv[1], "iterate") == 0) iterate(file, n);
  need(H5Fclose(file) >= 0);
  MPI_Finalize();
  if (failures != 0) printf("%d failures\n", failures);
  return failures != 0;
}
