// SPDX-License-Identifier: BSD-3-Clause
// One file through HDF5 and the operating system; with -DPARALLEL on several ranks, through MPI-IO.
// usage: nested_hdf5 FILE
#include <hdf5.h>

#include "nested.h"

#define CHECK(call)                          \
  do {                                       \
    if ((call) < 0) {                        \
      fprintf(stderr, "%s failed\n", #call); \
      exit(1);                               \
    }                                        \
  } while (0)

static hid_t access_list(void) {
  const hid_t list = H5Pcreate(H5P_FILE_ACCESS);
#ifdef PARALLEL
  CHECK(H5Pset_fapl_mpio(list, MPI_COMM_WORLD, MPI_INFO_NULL));
#endif
  return list;
}

static hid_t transfer_list(void) {
  const hid_t list = H5Pcreate(H5P_DATASET_XFER);
#ifdef PARALLEL
  CHECK(H5Pset_dxpl_mpio(list, H5FD_MPIO_COLLECTIVE));
#endif
  return list;
}

static void write_rows(hid_t table, hid_t space, hid_t memory, hid_t transfer) {
  for (int i = rank; i < kRows; i += size) {
    const hsize_t start[2] = {(hsize_t)i, 0}, count[2] = {1, kColumns};
    fill_row(i);
    CHECK(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL));
    CHECK(H5Dwrite(table, H5T_NATIVE_INT, memory, space, transfer, row));
  }
}

static long long read_rows(hid_t table, hid_t space, hid_t memory, hid_t transfer) {
  long long sum = 0;
  for (int i = rank; i < kRows; i += size) {
    const hsize_t start[2] = {(hsize_t)i, 0}, count[2] = {1, kColumns};
    CHECK(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL));
    CHECK(H5Dread(table, H5T_NATIVE_INT, memory, space, transfer, row));
    sum += sum_of_row();
  }
  return sum;
}

static long long use(const char *path) {
  const hsize_t dims[2] = {kRows, kColumns}, line[2] = {1, kColumns};
  const hid_t access = access_list(), transfer = transfer_list();
  const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, access);
  CHECK(file);
  const hid_t group = H5Gcreate2(file, "group", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t space = H5Screate_simple(2, dims, NULL), memory = H5Screate_simple(2, line, NULL);
  const hid_t table = H5Dcreate2(group, "table", H5T_STD_I32LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  CHECK(table);
  write_rows(table, space, memory, transfer);
  const long long sum = read_rows(table, space, memory, transfer);
  CHECK(H5Dclose(table));
  CHECK(H5Sclose(memory));
  CHECK(H5Sclose(space));
  CHECK(H5Gclose(group));
  CHECK(H5Fclose(file));
  CHECK(H5Pclose(transfer));
  CHECK(H5Pclose(access));
  return sum;
}
