// SPDX-License-Identifier: BSD-3-Clause
// Calls library.c and POSIX; with OWN it has a function of POSIX's itself.
#include <fcntl.h>
#include <stddef.h>
#include <unistd.h>

int nc_open(const char *path, int mode, int *ncid);
int nc_put_vara_int(int ncid, int varid, const size_t *start, const size_t *count, const int *values);
int nc_close(int ncid);

#ifdef OWN
int access(const char *path, int mode) { return path[0] == '.' && mode >= 0 ? 0 : -1; }
#endif

int main(void) {
  int ncid = 0;
  const size_t start[] = {1, 2}, count[] = {3, 4};
  const int values[12] = {1};
  const int fd = open("written", O_CREAT | O_WRONLY, 0600);
  const int bad = fd < 0 || pwrite(fd, "x", 1, 0) != 1 || close(fd) != 0;
  return bad || nc_open("nothing", 0, &ncid) != 0 || nc_put_vara_int(ncid, 0, start, count, values) != 0 ||
         nc_close(ncid) != 0 || access(".", F_OK) != 0;
}
