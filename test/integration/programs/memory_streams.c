// SPDX-License-Identifier: BSD-3-Clause
// Streams in memory have no descriptor, but the C library leaves some number where others have theirs, most
// often 0. What is written into them goes to no file, and closing them closes none.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <wchar.h>

int main(void) {
  if (dup2(open("file", O_RDWR | O_CREAT | O_TRUNC, 0644), 0) != 0) return 1;
  for (int i = 0; i < 20; i++) {
    char *text;
    wchar_t *wide;
    size_t size, characters;
    FILE *stream = open_memstream(&text, &size), *other = open_wmemstream(&wide, &characters);
    fprintf(stream, "%d in memory\n", i);
    fputs("more\n", stream);
    fputwc(L'x', other);
    fclose(stream);
    fclose(other);
    if (write(0, text, size) != (ssize_t)size) return 2;
    free(text);
    free(wide);
  }
  return close(0);
}
