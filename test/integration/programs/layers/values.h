// SPDX-License-Identifier: BSD-3-Clause
// What the random programs of NetCDF and PnetCDF share: values of the types that memory may have, and names.
#ifndef RECORDER_TEST_VALUES_H
#define RECORDER_TEST_VALUES_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "announce.h"

// NUMBER for each type of numbers: its name in functions, in C and in files, and its kind (see fill).
#define EACH_NUMBER(NUMBER)                             \
  NUMBER(schar, signed char, NC_BYTE, 'l')              \
  NUMBER(uchar, unsigned char, NC_UBYTE, 'z')           \
  NUMBER(short, short, NC_SHORT, 'l')                   \
  NUMBER(ushort, unsigned short, NC_USHORT, 'z')        \
  NUMBER(int, int, NC_INT, 'l')                         \
  NUMBER(uint, unsigned, NC_UINT, 'z')                  \
  NUMBER(long, long, NC_INT64, 'l')                     \
  NUMBER(longlong, long long, NC_INT64, 'l')            \
  NUMBER(ulonglong, unsigned long long, NC_UINT64, 'z') \
  NUMBER(float, float, NC_FLOAT, 'd')                   \
  NUMBER(double, double, NC_DOUBLE, 'd')

enum { kRoom = 5 << 18, kValues = 64 };
static char buffer[kRoom] __attribute__((aligned(16)));
static long long wide[kValues];  // the values in buffer, as wide as they get, for the announcement
static double real[kValues];

// Puts n random values into buffer: of kind l (signed), z (unsigned) or d (real), each of `size` bytes.
static inline void fill(char kind, size_t size, int n) {
  for (int i = 0; i < n; i++) {
    const long long limit = kind == 'l' ? 0x7f : 0xff, sign = kind == 'l' && one_in(3) ? -1 : 1;
    const long long v = one_in(20) && size == 8 ? sign * INT64_MAX : sign * below((int)limit + 1);
    const float narrow = v > 0xff ? 0.1f : (float)v / 8;
    wide[i] = v;
    real[i] = size == 4 ? narrow : v > 0xff ? 1e300 : (double)v / 8;
    if (kind == 'd' && size == 4)
      memcpy(buffer + (size_t)i * size, &narrow, size);
    else if (kind == 'd')
      memcpy(buffer + (size_t)i * size, &real[i], size);
    else
      memcpy(buffer + (size_t)i * size, &v, size);  // little-endian: the low bytes
  }
}

static int next_name;
static inline const char *name_of(char *room, const char *stem, int n) {
  sprintf(room, "%s%d", stem, n);
  return room;
}
static inline const char *fresh_name(char *room, const char *stem) {
  return name_of(room, stem, next_name++);
}

#endif
