// SPDX-License-Identifier: BSD-3-Clause
// HDF5 in a module that an interpreter loads for itself (RTLD_LOCAL), and types that come into the place of a
// closed one. The module is closed and loaded once more, when the first HDF5's place is taken: its own copy
// of the types has other addresses, and other values where types were made between. Compiled with -DMODULE it
// is the module. Prints what each transfer moves. usage: hdf5_module MODULE
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
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

static int run_module(const char *path, void **place) {
  void *module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (module == NULL) return 2;
  int (*runs)(void) = (int (*)(void))dlsym(module, "module_runs");
  if (runs == NULL || runs() != 0) return 3;
  *place = dlsym(module, "H5_libinit_g");
  return dlclose(module) == 0 ? 0 : 4;
}

// Whether nothing is at that place any more; then something is afterwards.
static int take(void *place) {
  void *page = (void *)((uintptr_t)place / PAGE * PAGE);
  return mmap(page, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) == page;
}

int main(int argc, char **argv) {
  void *first, *second;
  if (argc != 2) return 1;
  int status = run_module(argv[1], &first);
  if (status != 0) return status;
  if (!take(first)) return 5;
  status = run_module(argv[1], &second);
  return status != 0 ? status : second == first ? 6 : 0;
}
#endif
