// SPDX-License-Identifier: BSD-3-Clause
// To be preloaded: the real time is WRONG_CLOCK_NS ahead, and both clocks run too fast by WRONG_CLOCK_PPM
// parts in a million since they showed WRONG_CLOCK_REAL and WRONG_CLOCK_MONOTONIC nanoseconds.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int64_t number(const char *name) {
  const char *text = getenv(name);
  return text != NULL ? atoll(text) : 0;
}

int clock_gettime(clockid_t id, struct timespec *out) {
  const int result = (int)syscall(SYS_clock_gettime, id, out);
  if (result != 0 || (id != CLOCK_REALTIME && id != CLOCK_MONOTONIC)) return result;
  int64_t now = out->tv_sec * 1000000000 + out->tv_nsec;
  const int64_t since = now - number(id == CLOCK_REALTIME ? "WRONG_CLOCK_REAL" : "WRONG_CLOCK_MONOTONIC");
  now += since * number("WRONG_CLOCK_PPM") / 1000000;
  if (id == CLOCK_REALTIME) now += number("WRONG_CLOCK_NS");
  out->tv_sec = now / 1000000000;
  out->tv_nsec = now % 1000000000;
  return 0;
}
