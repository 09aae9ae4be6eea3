// SPDX-License-Identifier: BSD-3-Clause
// Compressed files and buffers by way of zlib, with calls that fail among them.
#include <stdio.h>
#include <string.h>
#include <zlib.h>

static void write_file(const char *name, int lines) {
  gzFile file = gzopen(name, "wb6");
  printf("%d\n", gzbuffer(file, 8192));
  for (int i = 0; i < lines; i++) printf("%d\n", gzprintf(file, "line %d of %d, %s\n", i, lines, name));
  printf("%d %d\n", gzputs(file, "the end\n"), gzputc(file, 'x'));
  printf("%d\n", gzwrite(file, "0123456789", 10));
  printf("%ld\n", (long)gztell(file));
  printf("%d\n", gzclose(file));
}

static void read_file(const char *name) {
  char line[80];
  gzFile file = gzopen(name, "rb");
  printf("%s", gzgets(file, line, sizeof line));
  printf("%c\n", gzgetc(file));
  printf("%ld\n", (long)gzseek(file, 10, SEEK_CUR));
  printf("%d\n", gzread(file, line, 7));
  printf("%d %d\n", gzeof(file), gzwrite(file, "no", 2));
  int number = 0;
  printf("%d\n", gzerror(file, &number) != NULL);
  printf("%d %d\n", number, gzclose(file));
}

int main(void) {
  unsigned char text[256], packed[512], back[256];
  memset(text, 'a', sizeof text);
  for (int i = 0; i < 4; i++) write_file(i % 2 ? "b.gz" : "a.gz", 3);
  read_file("a.gz");
  printf("%d\n", gzopen("/nonexistent/a.gz", "rb") == NULL);
  uLongf length = sizeof packed, room = sizeof back;
  printf("%d", compress2(packed, &length, text, sizeof text, 9));
  printf(" %lu\n", (unsigned long)length);
  printf("%d", uncompress(back, &room, packed, length));
  printf(" %lu %d\n", (unsigned long)room, memcmp(text, back, sizeof text));
  room = 3;
  printf("%d\n", uncompress(back, &room, packed, length));
  printf("%lx %lx\n", crc32(0, text, sizeof text), adler32(1, text, sizeof text));
  return 6;
}
