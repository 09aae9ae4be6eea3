// SPDX-License-Identifier: BSD-3-Clause
// Two writes with a pause of SECONDS between them, to check that times read back.
// usage: pause SECONDS
#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv) {
  const double seconds = argc > 1 ? atof(argv[1]) : 1;
  const struct timespec t = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
  const int fd = open("paused", O_WRONLY | O_CREAT, 0644);
  if (write(fd, "a", 1) != 1) return 80;
  nanosleep(&t, NULL);
  if (write(fd, "b", 1) != 1) return 81;
  return close(fd);
}
