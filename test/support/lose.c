// SPDX-License-Identifier: BSD-3-Clause
// A file system that loses bytes and does not say so. Preloaded: what is written to files whose path begins
// with $LOSE_IN, but for their first bytes, does not arrive.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static int lost(int fd, off64_t offset) {
  const char *where = getenv("LOSE_IN");
  char link[64], path[4096];
  if (!where || offset == 0) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const ssize_t n = readlink(link, path, sizeof path - 1);
  return n > 0 && (path[n] = '\0', strncmp(path, where, strlen(where)) == 0);
}

static ssize_t write_at(const char *name, int fd, const void *data, size_t size, off64_t offset) {
  ssize_t (*real)(int, const void *, size_t, off64_t) =
      (ssize_t(*)(int, const void *, size_t, off64_t))dlsym(RTLD_NEXT, name);
  return lost(fd, offset) ? (ssize_t)size : real(fd, data, size, offset);
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) {
  return write_at("pwrite", fd, data, size, offset);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) {
  return write_at("pwrite64", fd, data, size, offset);
}
