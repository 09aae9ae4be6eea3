// SPDX-License-Identifier: BSD-3-Clause
// The library of shelf.h: over zlib, so that a plugin for it and one for zlib have calls inside calls.
#include "shelf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct shelf_row {
  char name[SHELF_MAX_NAME];
  size_t count;
  double values[16];
};
struct shelf {
  gzFile file;
  int rows;
  struct shelf_row row[8];
};

int shelf_error_count;

shelf_t *shelf_open(const char *path, enum shelf_mode mode, shelf_flags flags) {
  gzFile file = gzopen(path, mode == SHELF_WRITE ? "wb" : "rb");
  if (file == NULL) return NULL;
  shelf_t *shelf = calloc(1, sizeof *shelf);
  shelf->file = file;
  if (flags != 0) gzbuffer(file, flags);
  return shelf;
}
int shelf_close(shelf_t *shelf) {
  const int result = gzclose(shelf->file);
  free(shelf);
  return result;
}
row_id shelf_put(shelf_t *shelf, const char *name, const double values[], size_t count) {
  if (shelf->rows == 8 || count > 16) return NULL;
  struct shelf_row *row = &shelf->row[shelf->rows++];
  snprintf(row->name, sizeof row->name, "%s", name);
  row->count = count;
  memcpy(row->values, values, count * sizeof *values);
  gzwrite(shelf->file, row, (unsigned)sizeof *row);
  return row;
}
ptrdiff_t shelf_get(shelf_t *shelf, const char *name, double *values, size_t room) {
  struct shelf_row row;
  while (gzread(shelf->file, &row, (unsigned)sizeof row) == (int)sizeof row) {
    if (strcmp(row.name, name) != 0) continue;
    const size_t n = row.count < room ? row.count : room;
    memcpy(values, row.values, n * sizeof *values);
    return (ptrdiff_t)n;
  }
  return -1;
}
int shelf_shape(shelf_t *shelf, int ndims, const long shape[3], long (*strides)[3]) {
  (void)shelf;
  for (int i = ndims - 1; i >= 0; i--) (*strides)[i] = i == ndims - 1 ? 1 : (*strides)[i + 1] * shape[i + 1];
  return ndims;
}
long shelf_count(const shelf_t *shelf, shelf_what what) {
  long numbers = 0;
  for (int i = 0; i < shelf->rows; i++) numbers += (long)shelf->row[i].count;
  return what == SHELF_ROWS ? shelf->rows : numbers;
}
int shelf_each(shelf_t *shelf, shelf_visit visit, void *user) {
  int result = 0;
  for (int i = 0; i < shelf->rows && result == 0; i++)
    result = visit(shelf->row[i].name, shelf->row[i].values, shelf->row[i].count, user);
  return result;
}
int shelf_sort(shelf_t *shelf, int (*compare)(const void *, const void *)) {
  qsort(shelf->row, (size_t)shelf->rows, sizeof shelf->row[0], compare);
  return shelf->rows;
}
int shelf_pack(shelf_t *shelf) { return gzflush(shelf->file, Z_FINISH); }
int shelf_vnote(shelf_t *shelf, const char *format, va_list arguments) {
  return gzvprintf(shelf->file, format, arguments);
}
int shelf_note(shelf_t *shelf, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int result = shelf_vnote(shelf, format, arguments);
  va_end(arguments);
  return result;
}
int shelf_set(shelf_t *shelf, int option, ...) {
  (void)shelf;
  va_list arguments;
  va_start(arguments, option);
  const int value = va_arg(arguments, int);
  va_end(arguments);
  return option + value;
}
shelf_range shelf_limits(shelf_t *shelf) {
  (void)shelf;
  return (shelf_range){-1.5, 2.5};
}
int shelf_within(shelf_t *shelf, shelf_range range) {
  (void)shelf;
  return range.low < range.high;
}
const char *shelf_version(void) { return "shelf 1"; }
int shelf_hint(shelf_t *shelf, const struct shelf_hint *hint, unsigned bits, float weight, int call) {
  (void)shelf;
  return hint->level + (int)bits + (int)weight + call;
}
static void (*handler_now)(int);
void (*shelf_handler(void (*handler)(int)))(int) {
  void (*before)(int) = handler_now;
  handler_now = handler;
  return before;
}
void shelf_renamed(int a) { shelf_error_count += a; }
