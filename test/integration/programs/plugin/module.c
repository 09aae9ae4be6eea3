// SPDX-License-Identifier: BSD-3-Clause
// Opens a module, with its libraries, for itself alone, as interpreters do, and lets it write; compiled as
// MODULE it is that module.
#ifdef MODULE
#include <zlib.h>

int work(const char *name) {
  gzFile file = gzopen(name, "wb");
  return gzwrite(file, "hello", 5) * 10 + gzclose(file);
}
#else
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv) {
  (void)argc;
  void *module = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (module == NULL) return 1;
  int (*work)(const char *) = (int (*)(const char *))dlsym(module, "work");
  printf("%d\n", work("module.gz"));
  return 0;
}
#endif
