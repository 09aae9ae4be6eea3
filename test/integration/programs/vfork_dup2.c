// SPDX-License-Identifier: BSD-3-Clause
// What Python's subprocess does: a child of vfork puts another file in the place of standard output, which is
// a file itself. usage: vfork_dup2
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int status = 1;
  const int out = open("out", O_RDWR | O_CREAT, 0644), other = open("other", O_RDWR | O_CREAT, 0644);
  if (out < 0 || other < 0 || dup2(out, 1) != 1 || write(1, "parent", 6) != 6) return 1;
  const pid_t child = vfork();
  if (child == 0) {
    if (dup2(other, 1) != 1 || dup3(other, 9, 0) != 9) _exit(9);
    execl("/bin/echo", "echo", "child", (char *)0);
    _exit(9);
  }
  if (waitpid(child, &status, 0) != child) return 2;
  return status;
}
