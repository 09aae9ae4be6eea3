// SPDX-License-Identifier: BSD-3-Clause
// A program with an allocator of its own, which gets its memory from mmap: whoever makes mmap allocate has
// it call itself.
#define _GNU_SOURCE
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static char *next, *end;
static __thread int inside;

void *malloc(size_t size) {
  size = (size + 15) / 16 * 16 + 16;
  if ((size_t)(end - next) < size) {
    if (inside) _exit(99);
    inside = 1;
    const size_t room = size > 1 << 20 ? size : 1 << 20;
    next = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    end = next + room;
    inside = 0;
  }
  *(size_t *)next = size - 16;
  next += size;
  return next - size + 16;
}
void free(void *p) { (void)p; }
void *calloc(size_t count, size_t size) { return malloc(count * size); }
void *realloc(void *p, size_t size) {
  char *made = malloc(size);
  const size_t had = p != NULL ? *(size_t *)((char *)p - 16) : 0;
  if (p != NULL) memcpy(made, p, had < size ? had : size);
  return made;
}

int main(void) {
  void *p = malloc(10);
  return p != NULL && puts("allocated") >= 0 ? 0 : 1;
}
