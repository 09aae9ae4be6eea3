// SPDX-License-Identifier: BSD-3-Clause
// Calls every function of shelf.h, and prints what it gets.
#include <stdio.h>
#include <string.h>

#include "shelf.h"

static int show(const char *name, const double *values, size_t count, void *user) {
  printf("%s %zu %g %s\n", name, count, values[0], (const char *)user);
  return 0;
}
static int compare(const void *a, const void *b) { return strcmp(a, b); }
static void handler(int number) { printf("handler %d\n", number); }

static shelf_t *early;
// Before main(), and before some of the libraries' own constructors: whether it is recorded is left open.
__attribute__((constructor)) static void before_main(void) {
  early = shelf_open("/nonexistent/early", SHELF_READ, 0);
}

static void write_one(const char *path) {
  const double values[17] = {3.25, -1, 1e300};
  const long shape[3] = {2, 3, 4};
  long strides[3] = {0};
  const struct shelf_hint hint = {4, "fine"};
  shelf_t *shelf = shelf_open(path, SHELF_WRITE, 4096);
  printf("%d\n", shelf_put(shelf, "pressure", values, 3) != NULL);
  printf("%d\n", shelf_put(shelf, "density", values, 2) != NULL);
  printf("%d\n", shelf_put(shelf, "too many", values, 17) == NULL);
  printf("%d", shelf_shape(shelf, 3, shape, &strides));
  printf(" %ld %ld %ld\n", strides[0], strides[1], strides[2]);
  printf("%ld %ld\n", shelf_rows(shelf), shelf_count(shelf, SHELF_NUMBERS));
  printf("%d\n", shelf_sort(shelf, compare));
  printf("%d\n", shelf_each(shelf, show, (void *)"user"));
  printf("%d\n", shelf_note(shelf, "%s %d %.2f", "note", 17, 2.5));
  printf("%d\n", shelf_set(shelf, 40, 2));
  printf("%d\n", shelf_within(shelf, shelf_limits(shelf)));
  printf("%d\n", shelf_hint(shelf, &hint, 0xFFFFFFF0u, 1.5f, 1));
  printf("%d\n", shelf_pack(shelf));
  printf("%d\n", shelf_close(shelf));
}

int main(void) {
  double values[4];
  printf("%s %d\n", shelf_version(), shelf_is_open(early));
  for (int i = 0; i < 3; i++) write_one(i == 0 ? "a.shelf" : "b.shelf");
  shelf_t *shelf = shelf_open("a.shelf", SHELF_READ, 0);
  printf("%td\n", shelf_get(shelf, "pressure", values, 2));
  printf("%td\n", shelf_get(shelf, "nothing", values, 2));
  printf("%d\n", shelf_close(shelf));
  printf("%d\n", shelf_open("/nonexistent/shelf", SHELF_READ, 0) == NULL);
  shelf_handler(handler);
  shelf_handler(NULL)(5);
  shelf_renamed(2);
  printf("%d\n", shelf_error_count);
  return 9;
}
