# SPDX-License-Identifier: BSD-3-Clause
# shelf.h with annotations: handles, strings, arrays in and out, a structure, a clause or two.
%layer shelf
%header "shelf.h"
%class SHELF for shelf_t *, const shelf_t *
%class ROW for row_id
%type shelf_flags: flags shelf
%type shelf_what, enum shelf_mode: int
%struct shelf_hint { int level; const char *comment: str; }

shelf_t *shelf_open(const char *path: path, enum shelf_mode mode, shelf_flags flags): new SHELF;
int shelf_close(shelf_t *shelf: SHELF closes) fails(ret != 0);
row_id shelf_put(shelf_t *shelf, const char *name: str, const double *values: [double; count], size_t count): new ROW fails(ret == nullptr);
ptrdiff_t shelf_get(shelf_t *shelf, const char *name: str, double *values: out [double; ret], size_t room);
int shelf_shape(shelf_t *shelf, int ndims, const long *shape: [int; ndims], void *strides: out [int = static_cast<const long *>(strides)[$]; ndims]);
long shelf_count(const shelf_t *shelf, shelf_what what);
int shelf_each(shelf_t *shelf, shelf_visit visit: callback, void *user: none);
int shelf_sort(shelf_t *shelf, int (*compare)(const void *, const void *));
int shelf_pack(shelf_t *shelf);
int shelf_note(shelf_t *shelf, const char *format: str, ...) through shelf_vnote;
int shelf_vnote(shelf_t *shelf, const char *format: str, va_list ap);
shelf_range shelf_limits(shelf_t *shelf): none;
int shelf_within(shelf_t *shelf, shelf_range range: none);
int shelf_hint(shelf_t *shelf, const struct shelf_hint *hint: *shelf_hint, unsigned bits_: flags shelf, float weight, int given);
