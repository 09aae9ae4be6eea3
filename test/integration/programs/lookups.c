// SPDX-License-Identifier: BSD-3-Clause
// A program that looks functions up itself, as interpreters do. usage:
//   lookups absent NAME...     what the whole process has: a line a name and way, "found" or "not found"
//   lookups hdf5 LIBRARY       makes a file with functions of a library that it loads for itself
//   lookups everybody LIBRARY  the same, loaded for all to see, with what the whole process has
//   lookups mpi LIBRARY        starts and ends MPI with a library that it loads for itself
//   lookups next NAME          what comes after this program
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void *loaded(const char *path, int mode) {
  void *library = dlopen(path, RTLD_LAZY | mode);
  if (library == NULL) fprintf(stderr, "%s\n", dlerror());
  return library;
}

static void look(void *handle, const char *way, const char *name) {
  const int found = dlsym(handle, name) != NULL;
  const char *why = dlerror();
  const int names_it = why != NULL && strstr(why, name) != NULL;
  printf("%s %s: %s\n", way, name, found ? "found" : names_it ? "not found" : "not found, and not said why");
}

static int absent(int count, char **names) {
  void *program = dlopen(NULL, RTLD_LAZY);
  for (int i = 0; i < count; ++i) {
    look(RTLD_DEFAULT, "default", names[i]);
    look(program, "program", names[i]);
  }
  return dlclose(program);
}

static int hdf5(void *library) {
  int64_t (*create)(const char *, unsigned, int64_t, int64_t) =
      (int64_t(*)(const char *, unsigned, int64_t, int64_t))dlsym(library, "H5Fcreate");
  int (*end)(int64_t) = (int (*)(int64_t))dlsym(library, "H5Fclose");
  if (create == NULL || end == NULL) return 2;
  const int64_t file = create("looked-up.h5", 2, 0, 0);  // H5F_ACC_TRUNC, H5P_DEFAULT
  return file < 0 || end(file) < 0;
}

static int mpi(void *library) {
  int (*init)(int *, char ***) = (int (*)(int *, char ***))dlsym(library, "MPI_Init");
  int (*version)(int *, int *) = (int (*)(int *, int *))dlsym(library, "MPI_Get_version");
  int (*finalize)(void) = (int (*)(void))dlsym(library, "MPI_Finalize");
  int major = 0, minor = 0;
  if (init == NULL || version == NULL || finalize == NULL) return 2;
  return init(NULL, NULL) != 0 || version(&major, &minor) != 0 || major < 3 || finalize() != 0;
}

int main(int argc, char **argv) {
  if (argc < 3) return 64;
  if (strcmp(argv[1], "absent") == 0) return absent(argc - 2, argv + 2);
  if (strcmp(argv[1], "next") == 0) return look(RTLD_NEXT, "next", argv[2]), 0;
  const int for_all = strcmp(argv[1], "everybody") == 0;
  void *library = loaded(argv[2], for_all ? RTLD_GLOBAL : RTLD_LOCAL);
  if (library == NULL) return 3;
  if (for_all) return hdf5(RTLD_DEFAULT);
  return strcmp(argv[1], "hdf5") == 0 ? hdf5(library) : mpi(library);
}
