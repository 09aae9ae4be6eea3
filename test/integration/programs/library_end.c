// SPDX-License-Identifier: BSD-3-Clause
// I/O at the end of the process: of the program, of a function given to atexit, and, compiled with -DLIBRARY
// as a shared library that the program is linked with, of that library's destructor, which the loader calls
// in an order of its own.
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static void write_file(const char *name) {
  const int fd = open(name, O_CREAT | O_WRONLY, 0600);
  if (fd < 0 || write(fd, "end\n", 4) != 4 || close(fd) != 0) _exit(3);
}

#ifdef LIBRARY
void library_used(void) {}
__attribute__((destructor)) static void end(void) { write_file("library.txt"); }
#else
void library_used(void);
static void at_exit(void) { write_file("atexit.txt"); }
__attribute__((destructor)) static void end(void) { write_file("program.txt"); }

int main(void) {
  library_used();
  atexit(at_exit);
  return 0;
}
#endif
