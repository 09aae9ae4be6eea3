// SPDX-License-Identifier: BSD-3-Clause
// Runs a program and says, on the last line of its output, how much memory it had at its peak, in KiB. From a
// process as small as this one, since what the program replaces counts as well.
//   peak PROGRAM ARGUMENTS...
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
  const pid_t child = fork();
  if (child == 0 && argc > 1) execvp(argv[1], argv + 1);
  if (child == 0) _exit(127);
  int status;
  struct rusage use;
  if (wait4(child, &status, 0, &use) != child) return 1;
  printf("%ld\n", use.ru_maxrss);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
