// SPDX-License-Identifier: BSD-3-Clause
// A virtual dataset that is opened and extended without a question about its size, which HDF5 would answer
// from the files of its sources. Prints what is read.
#include <hdf5.h>
#include <stdio.h>

enum { ROWS = 5, COLUMNS = 10, WIDER = 35 };

static hid_t source(const char *name, int value) {
  const hsize_t now[2] = {ROWS, COLUMNS};
  int values[ROWS * COLUMNS];
  for (int i = 0; i < ROWS * COLUMNS; ++i) values[i] = value;
  const hid_t file = H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t space = H5Screate_simple(2, now, NULL);
  const hid_t data = H5Dcreate2(file, "src", H5T_NATIVE_INT, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  H5Dwrite(data, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
  H5Dclose(data);
  H5Fclose(file);
  return space;
}

// As many sources as there are files, beside one another.
static void make_virtual(hid_t sources) {
  const hsize_t now[2] = {ROWS, COLUMNS}, most[2] = {ROWS, H5S_UNLIMITED};
  const hsize_t start[2] = {0, 0}, stride[2] = {1, COLUMNS}, count[2] = {1, H5S_UNLIMITED},
                block[2] = {ROWS, COLUMNS};
  const hid_t space = H5Screate_simple(2, now, most);
  const hid_t list = H5Pcreate(H5P_DATASET_CREATE);
  H5Sselect_hyperslab(space, H5S_SELECT_SET, start, stride, count, block);
  H5Pset_virtual(list, space, "source%b.h5", "src", sources);
  const hid_t file = H5Fcreate("virtual.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  H5Dclose(H5Dcreate2(file, "all", H5T_NATIVE_INT, space, H5P_DEFAULT, list, H5P_DEFAULT));
  H5Pclose(list);
  H5Sclose(space);
  H5Fclose(file);
}

static void extend(H5D_vds_view_t view, hsize_t gap) {
  static int values[ROWS][WIDER];
  const hsize_t wider[2] = {ROWS, WIDER};
  const hid_t list = H5Pcreate(H5P_DATASET_ACCESS);
  H5Pset_virtual_view(list, view);
  H5Pset_virtual_printf_gap(list, gap);
  const hid_t file = H5Fopen("virtual.h5", H5F_ACC_RDWR, H5P_DEFAULT);
  const hid_t data = H5Dopen2(file, "all", list);
  const int extended = H5Dset_extent(data, wider) >= 0;
  const int done = H5Dread(data, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
  printf("view %d, gap %d: extended %d, read %d, %d and %d\n", (int)view, (int)gap, extended, done,
         values[0][0], values[0][COLUMNS]);
  H5Dclose(data);
  H5Pclose(list);
  H5Fclose(file);
}

int main(void) {
  const hid_t sources = source("source0.h5", 1);
  H5Sclose(source("source1.h5", 2));
  for (hsize_t gap = 0; gap < 2; ++gap) {
    make_virtual(sources);
    extend(H5D_VDS_LAST_AVAILABLE, gap);
    make_virtual(sources);
    extend(H5D_VDS_FIRST_MISSING, gap);
  }
  H5Sclose(sources);
  return 0;
}
