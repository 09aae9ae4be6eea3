// SPDX-License-Identifier: BSD-3-Clause
// What the random programs of HDF5 and of its high level share: calls that are announced, and the table of
// the identifiers that are open.
#ifndef RECORDER_TEST_HDF5_OBJECTS_H
#define RECORDER_TEST_HDF5_OBJECTS_H

#include <hdf5.h>

#include "announce.h"
#include "values.h"

enum { kRank = 5, kOpen = 40, kNames = 8, kFiles = 4 };

// An identifier; class: F file, G group, D dataset, T datatype, S dataspace, A attribute, P property list.
struct Object {
  hid_t id;
  char class;
  int references, rank;
  hsize_t dims[kRank], max[kRank];
  int chunked, numeric;
};
static struct Object open_objects[kOpen];
static int nopen;
static long long rc;

// Makes a call, announces it with its result; what fails returns less than 0.
#define CALL(func, arguments, ...) \
  (rc = (long long)func arguments, digest_number(rc < 0), announce(#func, rc, rc < 0, __VA_ARGS__))
#define CALL_PLAIN(func, arguments, ...) \
  (rc = (long long)func arguments, digest_number(rc), announce(#func, rc, rc < 0, __VA_ARGS__))

// The format of a call whose first arguments are identifiers of classes that only the object tells: each %c
// is one.
static inline const char *with(const char *format, ...) {
  static char rooms[8][240];
  static int next;
  char *room = rooms[next++ % 8];
  va_list ap;
  va_start(ap, format);
  const int n = vsnprintf(room, sizeof rooms[0], format, ap);
  va_end(ap);
  if (n < 0 || (size_t)n >= sizeof rooms[0]) abort();
  return room;
}

static inline struct Object *remember(char class, hid_t id) {
  if (id < 0 || nopen == kOpen) return NULL;
  open_objects[nopen] = (struct Object){.id = id, .class = class, .references = 1};
  return &open_objects[nopen++];
}

static inline void forget(struct Object *o) { *o = open_objects[--nopen]; }

// An open object of one of these classes, or NULL.
static inline struct Object *some(const char *classes) {
  struct Object *found[kOpen];
  int n = 0;
  for (int i = 0; i < nopen; i++)
    if (strchr(classes, open_objects[i].class)) found[n++] = &open_objects[i];
  return n ? found[below(n)] : NULL;
}

// The same, with an identifier that is none now and then.
static inline struct Object some_or_bad(const char *classes) {
  const struct Object *o = some(classes);
  return o && !one_in(40) ? *o : (struct Object){.id = 0x7fffff, .class = *classes, .references = 0};
}
#define IS(o) ((o).references ? 'h' : 'x')

static inline const char *some_name(char *room) { return name_of(room, "n", below(kNames)); }

#endif
