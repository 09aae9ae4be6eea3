// SPDX-License-Identifier: BSD-3-Clause
// Values that a conversion to another floating-point type does not go by without an exception: the program
// prints the flags that each call leaves, and then makes the calls again with exceptions trapped.
#define _GNU_SOURCE
#include <fenv.h>
#include <float.h>
#include <stdio.h>
#include <string.h>
#ifdef NETCDF
#include <netcdf.h>
#endif

static int failures;

#define CALL(call)                                              \
  do {                                                          \
    feclearexcept(FE_ALL_EXCEPT);                               \
    failures += (call) < 0;                                     \
    const int raised = fetestexcept(FE_ALL_EXCEPT);             \
    if (printing) printf("%s: %#x\n", #call, (unsigned)raised); \
  } while (0)

static void streams(int printing) {
  float small;
  long double large;
  FILE *file = fopen("values.txt", "w+");
  if (file == NULL) return;
  CALL(fprintf(file, "1e-40 1.5 "));
  CALL(fprintf(file, "%Lg\n", LDBL_MAX));
  rewind(file);
  fflush(file);
  if (printing) CALL(fscanf(file, "%f %Lf", &small, &large));
  fclose(file);
}

#ifdef NETCDF
static void attributes(int printing) {
  const unsigned signalling_bits = 0x7F800001, subnormal_bits = 1;
  float values[2], cache;
  int file;
  memcpy(&values[0], &signalling_bits, sizeof values[0]);
  memcpy(&values[1], &subnormal_bits, sizeof values[1]);
  if (nc_create("values.nc", NC_CLOBBER, &file) != NC_NOERR) return;
  CALL(nc_put_att_float(file, NC_GLOBAL, "values", NC_FLOAT, 2, values));
  CALL(nc_put_att(file, NC_GLOBAL, "untyped", NC_FLOAT, 2, values));
  CALL(nc_get_att_float(file, NC_GLOBAL, "values", values));
  CALL(nc_get_chunk_cache(NULL, NULL, &cache));
  nc_close(file);
}
#endif

int main(void) {
  for (int printing = 1; printing >= 0; printing--) {
    if (!printing) {
      feclearexcept(FE_ALL_EXCEPT);
      feenableexcept(FE_INVALID | FE_OVERFLOW | FE_DIVBYZERO);
    }
    streams(printing);
#ifdef NETCDF
    attributes(printing);
#endif
  }
  printf("%d failures\n", failures);
  return 0;
}
