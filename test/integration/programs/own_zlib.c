// SPDX-License-Identifier: BSD-3-Clause
// A program with a zlib of its own, newer than any. Compiled with -DLIBRARY it is that zlib.
#include <stdio.h>

const char *zlibVersion(void);
#ifdef LIBRARY
const char *zlibVersion(void) { return "9.9"; }
#else
int main(void) {
  FILE *file = fopen("out", "w");
  if (file == NULL || fprintf(file, "%s\n", zlibVersion()) < 0 || fclose(file) != 0) return 1;
  puts(zlibVersion());
  return 0;
}
#endif
