// SPDX-License-Identifier: BSD-3-Clause
// Another tool's library, preloaded behind Recorder: it wraps H5Fclose and takes the real one from the
// library.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int H5Fclose(int64_t file);
int H5Fclose(int64_t file) {
  void *library = dlopen(getenv("HDF5_LIBRARY"), RTLD_LAZY | RTLD_NOLOAD);
  int (*real)(int64_t) = library != NULL ? (int (*)(int64_t))dlsym(library, "H5Fclose") : NULL;
  puts("wrapped");
  return real != NULL && real != H5Fclose ? real(file) : -1;
}
