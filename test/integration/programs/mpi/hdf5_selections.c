// SPDX-License-Identifier: BSD-3-Clause
// Writes and reads of selections that are put together. Prints what each moved by HDF5's own count, or "-"
// where slabs overlap, which the trace does not tell.
#include <hdf5.h>
#include <mpi.h>
#include <stdio.h>

static double values[64 * 64];

static void add(hid_t space, H5S_seloper_t op, hsize_t x, hsize_t y, hsize_t stride, hsize_t count,
                hsize_t block) {
  const hsize_t start[2] = {x, y}, strides[2] = {1, stride}, counts[2] = {2, count}, blocks[2] = {1, block};
  H5Sselect_hyperslab(space, op, start, strides, counts, blocks);
}

// Selects in a space of its own, of which the library is asked only after the write.
static void write_selection(hid_t data, int which) {
  const hsize_t extents[2] = {64, 64};
  const hid_t space = H5Screate_simple(2, extents, NULL);
  int known = 1;
  if (which == 0) {  // side by side
    add(space, H5S_SELECT_SET, 0, 0, 1, 8, 1);
    add(space, H5S_SELECT_OR, 0, 8, 1, 8, 1);
  } else if (which == 1) {  // in the gaps of one another, and one of them twice
    add(space, H5S_SELECT_SET, 3, 1, 4, 8, 2);
    add(space, H5S_SELECT_OR, 3, 3, 4, 8, 1);
    add(space, H5S_SELECT_OR, 3, 1, 4, 8, 2);
  } else if (which == 2) {  // from nothing on
    H5Sselect_none(space);
    for (hsize_t row = 0; row < 40; row += 2) add(space, H5S_SELECT_OR, row, 5, 7, 3, 2);
  } else if (which == 3) {  // overlapping
    add(space, H5S_SELECT_SET, 0, 0, 1, 8, 1);
    add(space, H5S_SELECT_OR, 0, 4, 1, 8, 1);
    known = 0;
  } else if (which == 4) {
    add(space, H5S_SELECT_SET, 0, 0, 1, 8, 1);
    add(space, H5S_SELECT_AND, 0, 4, 1, 8, 1);
    known = 0;
  }
  H5Dwrite(data, H5T_NATIVE_DOUBLE, space, space, H5P_DEFAULT, values);
  if (known) {
    printf("H5Dwrite %lld\n", (long long)H5Sget_select_npoints(space) * 8);
  } else {
    printf("H5Dwrite -\n");
  }
  // Now the library has said it.
  H5Sget_select_npoints(space);
  H5Dread(data, H5T_NATIVE_FLOAT, space, space, H5P_DEFAULT, values);
  printf("H5Dread %lld\n", (long long)H5Sget_select_npoints(space) * 4);
  H5Sclose(space);
}

int main(int argc, char **argv) {
  const hsize_t extents[2] = {64, 64};
  MPI_Init(&argc, &argv);
  const hid_t file = H5Fcreate("selections.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t space = H5Screate_simple(2, extents, NULL);
  const hid_t data =
      H5Dcreate2(file, "data", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  for (int turn = 0; turn < 20; turn++)
    for (int which = 0; which < 5; which++) write_selection(data, which);
  H5Sclose(space);
  H5Dclose(data);
  H5Fclose(file);
  MPI_Finalize();
  return 0;
}
