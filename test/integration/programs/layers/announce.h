// SPDX-License-Identifier: BSD-3-Clause
// What the random programs of the upper layers share: random numbers, a digest of results, and announcements.
// An announcement is a line of JSON that tells a call that the program has made, with the values that it
// passed and got; a test compares them with the trace. They leave by raw system calls at the end (see save),
// so that they add nothing to the trace.
#ifndef RECORDER_TEST_ANNOUNCE_H
#define RECORDER_TEST_ANNOUNCE_H

#include <fcntl.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// ---- random numbers

static uint64_t random_state;

static inline uint64_t rnd(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state;
}
static inline int below(int n) { return n > 0 ? (int)((rnd() >> 11) % (uint64_t)n) : 0; }
static inline int one_in(int n) { return below(n) == 0; }

static inline void seed_random(uint64_t seed) {
  random_state = (seed + 1) * 0x9E3779B97F4A7C15u + 1;
  for (int k = 0; k < 50; k++) rnd();
}

// ---- the digest, which must be that of the untraced run

static uint64_t digest_state = 14695981039346656037u;

static inline void digest(const void *data, size_t size) {
  for (size_t i = 0; i < size; i++) {
    digest_state = (digest_state ^ ((const unsigned char *)data)[i]) * 1099511628211u;
  }
}
static inline void digest_number(long long v) { digest(&v, sizeof v); }

// ---- announcements

static char *announced;
static size_t announced_used, announced_room;

static inline void put_bytes(const char *bytes, size_t n) {
  if (announced_used + n > announced_room) {
    announced_room = 2 * (announced_used + n) + (1 << 16);
    announced = realloc(announced, announced_room);
    if (!announced) abort();
  }
  memcpy(announced + announced_used, bytes, n);
  announced_used += n;
}

__attribute__((format(printf, 1, 2))) static inline void put(const char *format, ...) {
  char text[512];
  va_list ap;
  va_start(ap, format);
  const int n = vsnprintf(text, sizeof text, format, ap);
  va_end(ap);
  if (n < 0 || (size_t)n >= sizeof text) abort();
  put_bytes(text, (size_t)n);
}

static inline void put_text(const char *text) {
  put_bytes("\"", 1);
  for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
    if (*c < ' ' || *c == '"' || *c == '\\')
      put("\\u%04x", *c);
    else
      put_bytes((const char *)c, 1);
  }
  put_bytes("\"", 1);
}

// A number in an array of C type `kind` (see announce).
static inline void put_element(char kind, const void *array, size_t i) {
  switch (kind) {
    case 'i':
      return put("%d", ((const int *)array)[i]);
    case 'u':
      return put("%u", ((const unsigned *)array)[i]);
    case 'l':
      return put("%lld", ((const long long *)array)[i]);
    case 'z':
      return put("%llu", ((const unsigned long long *)array)[i]);
    case 'd':
      return put("{\"double\":\"%a\"}", ((const double *)array)[i]);
    case 's':
      return put_text(((const char *const *)array)[i]);
    default:
      abort();
  }
}

// A handle of the program: the test finds out which slot it is, and that it stays that one. `how`: h it
// exists, n the call made it, c the call ended it, x it is none.
static inline void put_handle(char how, char class, long long value) {
  if (value == 0 && how != 'x') return put("null");
  put("{\"handle\":\"%c\",\"class\":\"%c\",\"value\":%lld}", how, class, value);
}

static inline int is_handle(char kind) { return kind == 'h' || kind == 'n' || kind == 'c' || kind == 'x'; }

static inline void put_array(const char *kind, int n, const void *array) {
  if (n < 0 || !array) return put("null");
  put("[");
  for (int i = 0; i < n; i++) {
    if (i) put(",");
    if (is_handle(*kind))
      put_handle(kind[0], kind[1], ((const long long *)array)[i]);
    else
      put_element(*kind, array, (size_t)i);
  }
  put("]");
}

// Several arrays, each with a length of its own; any of them may be missing.
static inline void put_arrays(const char *kind, int n, const int *lengths, const void *const *arrays) {
  if (!arrays) return put("null");
  put("[");
  for (int i = 0; i < n; i++) {
    if (i) put(",");
    put_array(kind, lengths[i], arrays[i]);
  }
  put("]");
}

// The next argument of `ap`, of kind `kind`; its value is not told unless it is `known`.
static inline void put_argument(const char *kind, va_list *ap, int known) {
  const size_t before = announced_used;
  if (kind[0] == '[' && kind[1] == '[') {
    const int n = va_arg(*ap, int);
    const int *lengths = va_arg(*ap, const int *);
    put_arrays(kind + 2, n, lengths, va_arg(*ap, const void *const *));
  } else if (kind[0] == '[') {
    const int n = va_arg(*ap, int);
    put_array(kind + 1, n, va_arg(*ap, const void *));
  } else if (is_handle(*kind)) {
    put_handle(kind[0], kind[1], va_arg(*ap, long long));
  } else if (*kind == 'i' || *kind == 'u') {
    const int v = va_arg(*ap, int);
    put_element(*kind, &v, 0);
  } else if (*kind == 'd') {
    const double v = va_arg(*ap, double);
    put_element(*kind, &v, 0);
  } else if (*kind == 's' || *kind == 'j') {
    const char *v = va_arg(*ap, const char *);
    if (!v)
      put("null");
    else if (*kind == 'j')
      put_bytes(v, strlen(v));
    else
      put_text(v);
  } else {
    const long long v = va_arg(*ap, long long);
    put_element(*kind, &v, 0);
  }
  if (known) return;
  announced_used = before;
  put("null");
}

// Tells a call. `format` has a word `name:kind` for each value, separated by one space; a kind is
//   i u l z d s    int, unsigned, long long, size_t, double, string
//   j              JSON
//   hC nC cC xC    a handle of class C (see put_handle), as long long
//   [kind          an array: int length (less than 0: there is none), pointer
//   [[kind         arrays: int number, const int *lengths, pointer to pointers
// and with ? before it is told only when the call did not fail. The word =kind, first, is the result.
// Returns `failed`.
static inline int announce(const char *func, long long ret, int failed, const char *format, ...) {
  put("{\"func\":\"%s\",\"args\":{", func);
  va_list ap;
  va_start(ap, format);
  const char *c = format;
  char result[4] = "l";
  if (*c == '=') {
    snprintf(result, sizeof result, "%.*s", (int)strcspn(c + 1, " "), c + 1);
    c += strcspn(c, " ");
    c += *c == ' ';
  }
  for (int n = 0; *c; n++) {
    const int length = (int)strcspn(c, ":");
    put("%s\"%.*s\":", n ? "," : "", length, c);
    c += length + 1;
    const int on_success = *c == '?';
    put_argument(c + on_success, &ap, !on_success || !failed);
    c += strcspn(c, " ");
    c += *c == ' ';
  }
  va_end(ap);
  put("},\"ret\":");
  if (is_handle(result[0]))
    put_handle(result[0], result[1], failed ? 0 : ret);
  else
    put("%lld", ret);
  put("}\n");
  return failed;
}

// A handle that ended without being an argument of its own: with its file, or with a wait for all.
static inline void announce_end(char class, long long value) {
  put("{\"ended\":\"%c\",\"value\":%lld}\n", class, value);
}

// Leaves the announcements in CALL_LOG.<rank> and prints the digest.
static inline void save(int rank) {
  char path[4096];
  const char *base = getenv("CALL_LOG");
  if (base) {
    snprintf(path, sizeof path, "%s.%d", base, rank);
    const long fd = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    for (size_t done = 0; fd >= 0 && done < announced_used;) {
      const long n = syscall(SYS_write, fd, announced + done, announced_used - done);
      if (n <= 0) abort();
      done += (size_t)n;
    }
    syscall(SYS_close, fd);
  }
  char line[64];
  const int n = snprintf(line, sizeof line, "%d %016llx\n", rank, (unsigned long long)digest_state);
  if (syscall(SYS_write, 1, line, (size_t)n) != n) abort();
  free(announced);
}

#endif
