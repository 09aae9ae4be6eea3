// SPDX-License-Identifier: BSD-3-Clause
// Reads with the datatypes that HDF5 itself finds for what is in the file, as NetCDF does.
#include <hdf5.h>
#include <mpi.h>
#include <stdio.h>

static void read_natively(hid_t file, hid_t type) {
  const hsize_t extent = 10;
  double values[10] = {0};
  const hid_t space = H5Screate_simple(1, &extent, NULL);
  const hid_t data = H5Dcreate2(file, "data", type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  H5Dwrite(data, H5T_NATIVE_DOUBLE, space, space, H5P_DEFAULT, values);
  const hid_t stored = H5Dget_type(data);
  const hid_t native = H5Tget_native_type(stored, H5T_DIR_DEFAULT);
  H5Dread(data, native, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
  H5Dread(data, stored, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
  H5Tclose(native);
  H5Tclose(stored);
  H5Dclose(data);
  H5Sclose(space);
}

int main(int argc, char **argv) {
  int rank;
  char name[32];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  snprintf(name, sizeof name, "native-%d.h5", rank);
  const hid_t file = H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  read_natively(file, H5T_STD_I16BE);
  H5Fclose(file);
  MPI_Finalize();
  return 0;
}
