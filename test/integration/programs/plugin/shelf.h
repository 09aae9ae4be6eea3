/* SPDX-License-Identifier: BSD-3-Clause */
/* A small library of ours with what real headers contain: it keeps named rows of numbers in compressed files.
 */
#ifndef SHELF_H
#define SHELF_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define SHELF_API __attribute__((visibility("default")))
#define SHELF_PRINTF(a, b) __attribute__((format(printf, a, b)))
#else
#define SHELF_API
#define SHELF_PRINTF(a, b)
#endif
#define SHELF_MAX_NAME 32
#define SHELF_DECLARE(result, name) SHELF_API extern result(name)
#define shelf_rows(s) shelf_count((s), SHELF_ROWS)

typedef struct shelf shelf_t;
typedef struct shelf_row *row_id;
typedef uint32_t shelf_flags;
typedef enum { SHELF_ROWS, SHELF_NUMBERS = 7 } shelf_what;
enum shelf_mode { SHELF_READ = 1, SHELF_WRITE = 2 };
typedef int (*shelf_visit)(const char *name, const double *values, size_t count, void *user);
typedef struct {
  double low, high;
} shelf_range;
struct shelf_hint {
  int level;
  const char *comment;
};

SHELF_API extern int shelf_error_count;

SHELF_DECLARE(shelf_t *, shelf_open)(const char *path, enum shelf_mode mode, shelf_flags flags);
SHELF_API int shelf_close(shelf_t *shelf);
SHELF_API row_id shelf_put(shelf_t *shelf, const char *name, const double values[], size_t count);
SHELF_API ptrdiff_t shelf_get(shelf_t *shelf, const char *name, double *values, size_t room)
    __attribute__((nonnull(1, 2)));
SHELF_API int shelf_shape(shelf_t *, int ndims, const long shape[3], long (*strides)[3]);
SHELF_API long shelf_count(const shelf_t *shelf, shelf_what what);
SHELF_API int shelf_each(shelf_t *shelf, shelf_visit visit, void *user);
SHELF_API int shelf_sort(shelf_t *shelf, int (*compare)(const void *, const void *)),
    shelf_pack(shelf_t *shelf);
SHELF_API int shelf_note(shelf_t *shelf, const char *format, ...) SHELF_PRINTF(2, 3);
SHELF_API int shelf_vnote(shelf_t *shelf, const char *format, va_list arguments) SHELF_PRINTF(2, 0);
SHELF_API int shelf_set(shelf_t *shelf, int option, ...);
SHELF_API shelf_range shelf_limits(shelf_t *shelf);
SHELF_API int shelf_within(shelf_t *shelf, shelf_range range);
SHELF_API const char *shelf_version(void);
SHELF_API int shelf_hint(shelf_t *shelf, const struct shelf_hint *hint, unsigned bits, float weight,
                         int call);
SHELF_API void (*shelf_handler(void (*handler)(int)))(int);
SHELF_API void shelf_renamed(int a) __asm__("shelf_old_name");

static inline int shelf_is_open(const shelf_t *shelf) { return shelf != NULL; }

#ifdef __cplusplus
}
#endif
#endif
