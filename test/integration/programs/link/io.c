// SPDX-License-Identifier: BSD-3-Clause
// The link matrix's C program: each call once, on the file named by the first argument.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  const int fd = open(argv[1], O_CREAT | O_RDWR | O_TRUNC, 0644);
  if (fd < 0 || write(fd, "0123456789", 10) != 10 || lseek(fd, 4, SEEK_SET) != 4) return 1;
  if (close(fd) != 0) return 1;
  FILE *file = fopen(argv[1], "r+");
  if (!file || fwrite("abc", 1, 3, file) != 3 || fclose(file) != 0) return 1;
  puts("done");
  return 0;
}
