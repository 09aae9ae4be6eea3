// SPDX-License-Identifier: BSD-3-Clause
// The loops of the benchmark. A program linked with Recorder reaches every function twice: as itself, which
// is traced, and as the C library has it, which is not. The two sides run by turns in short chunks of one
// process, so that both see the same machine at the same moment. usage: loops NAME COUNT [pairs]
//   pairs: prints the medians of a chunk in nanoseconds a call: untraced, traced, added; else only runs COUNT
//   calls
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct calls {
  int (*open)(const char *, int, ...);
  int (*close)(int);
  int (*unlink)(const char *);
  ssize_t (*write)(int, const void *, size_t);
  ssize_t (*pread)(int, void *, size_t, off_t);
  ssize_t (*pwrite)(int, const void *, size_t, off_t);
  off_t (*lseek)(int, off_t, int);
  FILE *(*fopen)(const char *, const char *);
  size_t (*fwrite)(const void *, size_t, size_t, FILE *);
};

static const struct calls traced = {open, close, unlink, write, pread, pwrite, lseek, fopen, fwrite};

#ifdef STATIC_LINK
int __real_open(const char *, int, ...);
int __real_close(int);
int __real_unlink(const char *);
ssize_t __real_write(int, const void *, size_t);
ssize_t __real_pread(int, void *, size_t, off_t);
ssize_t __real_pwrite(int, const void *, size_t, off_t);
off_t __real_lseek(int, off_t, int);
FILE *__real_fopen(const char *, const char *);
size_t __real_fwrite(const void *, size_t, size_t, FILE *);

static struct calls untraced(void) {
  return (struct calls){__real_open,   __real_close, __real_unlink, __real_write, __real_pread,
                        __real_pwrite, __real_lseek, __real_fopen,  __real_fwrite};
}
#elif defined(PLAIN)
static struct calls untraced(void) { return traced; }
#else
#include <dlfcn.h>

static struct calls untraced(void) {
  void *libc = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
  if (libc == NULL) _exit(1);
  return (struct calls){dlsym(libc, "open"),  dlsym(libc, "close"), dlsym(libc, "unlink"),
                        dlsym(libc, "write"), dlsym(libc, "pread"), dlsym(libc, "pwrite"),
                        dlsym(libc, "lseek"), dlsym(libc, "fopen"), dlsym(libc, "fwrite")};
}
#endif

// One side: its functions, and where its loop stands.
struct side {
  struct calls call;
  int null, zero;
  FILE *stream;
  long step;
  uint64_t random;
};

static char data[4096];

static void need(int condition) {
  if (!condition) _exit(1);
}

static void constant_pwrite(struct side *s, long count) {
  for (long i = 0; i < count; i++) need(s->call.pwrite(s->null, data, 64, 0) == 64);
}

static void strided(struct side *s, long count) {
  for (long i = 0; i < count; i += 2) {
    need(s->call.lseek(s->null, s->step++ * 1024, SEEK_SET) >= 0);
    need(s->call.write(s->null, data, 512) == 512);
  }
}

static void small_fwrite(struct side *s, long count) {
  for (long i = 0; i < count; i++) need(s->call.fwrite(data, 8, 1, s->stream) == 1);
}

static void random_pread(struct side *s, long count) {
  uint64_t x = s->random;
  for (long i = 0; i < count; i++) {
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    need(s->call.pread(s->zero, data, 64, (off_t)(x >> 24)) == 64);
  }
  s->random = x;
}

static void nested(struct side *s, long count) {
  for (long i = 0; i < count / 16; i++, s->step++)
    for (long j = 0; j < 16; j++)
      need(s->call.pwrite(s->null, data, 512, s->step * 1048576 + j * 4096) == 512);
}

static void open_write_close(struct side *s, long count) {
  for (long i = 0; i < count; i += 3) {
    const int fd = s->call.open("/dev/null", O_WRONLY);
    need(s->call.write(fd, data, 64) == 64);
    need(s->call.close(fd) == 0);
  }
}

// Offsets without an order that come again in each step, as those of the points of a mesh.
static void mesh(struct side *s, long count) {
  enum { POINTS = 1200 };
  for (long i = 0; i < count; i++, s->step++) {
    // Multiples of one number alone would have three distances only.
    const uint64_t point = (uint64_t)(s->step % POINTS + 1) * 0x9E3779B97F4A7C15u;
    const uint64_t scattered = (point ^ point >> 30) * 0xBF58476D1CE4E5B9u >> 40;
    need(s->call.pwrite(s->null, data, 64, (off_t)scattered * 64) == 64);
  }
}

// A new file in each step, its number in its name.
static void numbered_files(struct side *s, long count) {
  char name[64];
  for (long i = 0; i < count; i += 3, s->step++) {
    snprintf(name, sizeof name, "/dev/shm/recorder-bench.%ld.%06ld", (long)getpid(), s->step);
    const int fd = s->call.open(name, O_WRONLY | O_CREAT, 0600);
    need(fd >= 0 && s->call.close(fd) == 0 && s->call.unlink(name) == 0);
  }
}

// The part that counts: callgrind is told to collect only while this runs.
__attribute__((noinline)) void run_loop(void (*loop)(struct side *, long), struct side *side, long count) {
  loop(side, count);
  __asm__ volatile("");  // no tail call: the function must be seen to end
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static struct side begin(struct calls call) {
  struct side s = {call,
                   call.open("/dev/null", O_WRONLY),
                   call.open("/dev/zero", O_RDONLY),
                   call.fopen("/dev/null", "w"),
                   0,
                   88172645463325252u};
  need(s.null >= 0 && s.zero >= 0 && s.stream != NULL);
  return s;
}

static int ascending(const void *a, const void *b) {
  const double d = *(const double *)a - *(const double *)b;
  return d < 0 ? -1 : d > 0;
}

static double median(double *values, long n) {
  qsort(values, (size_t)n, sizeof *values, ascending);
  return values[n / 2];
}

enum { CHUNK = 2400 };  // calls: short against what disturbs a machine, and a multiple of every loop's period

static void pairs(void (*loop)(struct side *, long), long count) {
  struct side sides[2] = {begin(untraced()), begin(traced)};
  const long chunks = count / CHUNK;
  double *times[3];
  for (int k = 0; k < 3; k++) need((times[k] = malloc((size_t)chunks * sizeof(double))) != NULL);
  for (int k = 0; k < 2; k++)
    run_loop(loop, &sides[k], CHUNK);  // caches, branch predictors, the tracer's tables
  for (long i = 0; i < chunks; i++) {
    for (int k = 0; k < 2; k++) {
      const double start = now();
      run_loop(loop, &sides[k], CHUNK);
      times[k][i] = (now() - start) / CHUNK;
    }
    times[2][i] = times[1][i] - times[0][i];
  }
  printf("%.2f", median(times[0], chunks));
  printf(" %.2f", median(times[1], chunks));
  printf(" %.2f\n", median(times[2], chunks));
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*run)(struct side *, long);
  } loops[] = {{"pwrite", constant_pwrite},
               {"lseek_write", strided},
               {"fwrite8", small_fwrite},
               {"pread_random", random_pread},
               {"nested", nested},
               {"open_write_close", open_write_close},
               {"mesh", mesh},
               {"numbered_files", numbered_files}};
  const long count = argc > 2 ? atol(argv[2]) : 100000;
  for (size_t i = 0; argc > 1 && i < sizeof loops / sizeof *loops; i++) {
    if (strcmp(argv[1], loops[i].name) != 0) continue;
    if (argc > 3) {
      pairs(loops[i].run, count);
    } else {
      struct side side = begin(traced);
      run_loop(loops[i].run, &side, count);
    }
    return 0;
  }
  return 2;
}
