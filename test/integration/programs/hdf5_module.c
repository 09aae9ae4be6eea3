// SPDX-License-Identifier: BSD-3-Clause
// HDF5 in a module that an interpreter loads for itself (RTLD_LOCAL), and types that come into the place of a
// closed one. Compiled with -DMODULE it is the module. Prints what each transfer moves.
#include <stdio.h>
#ifdef MODULE
#include <hdf5.h>

int module_runs(void) {
  static double values[100];
  const hsize_t count = 100;
  const hid_t text = H5Tcopy(H5T_C_S1);
  H5Tset_size(text, 3);
  H5Tclose(text);
  const hid_t file = H5Fcreate("module.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t space = H5Screate_simple(1, &count, NULL);
  const hid_t data =
      H5Dcreate2(file, "data", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  int failures = H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0;
  printf("H5Dwrite %zu\n", sizeof values);
  const hid_t name = H5Tcopy(H5T_C_S1);
  H5Tset_size(name, 5);
  H5Idec_ref(name);
  failures += H5Dread(data, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0;
  printf("H5Dread %zu\n", 100 * sizeof(float));
  H5Dclose(data);
  H5Sclose(space);
  return failures + (H5Fclose(file) < 0);
}
#else
#include <dlfcn.h>

int main(int argc, char **argv) {
  void *module = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (module == NULL) return 2;
  int (*runs)(void) = (int (*)(void))dlsym(module, "module_runs");
  return runs != NULL ? runs() : 3;
}
#endif
