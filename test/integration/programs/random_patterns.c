// SPDX-License-Identifier: BSD-3-Clause
// Patterns, near-patterns and breaks of patterns by chance: strides, nested strides, scattered and random
// offsets and sizes, numbered names, files that are opened again. Prints a digest of all results.
//   random_patterns SEED PHASES THREADS
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { kMostKept = 150 };

struct Actor {
  uint64_t state, digest;
  int number, phases, fd;
  char directory[32];
  FILE *kept[kMostKept];  // never closed, or late
  int kept_count;
};

static uint64_t chance(struct Actor *a) {
  a->state ^= a->state << 13;
  a->state ^= a->state >> 7;
  a->state ^= a->state << 17;
  return a->state;
}
static long below(struct Actor *a, long n) { return (long)(chance(a) % (uint64_t)n); }
static void note(struct Actor *a, long result) { a->digest = a->digest * 0x100000001B3u + (uint64_t)result; }

static char block[4096];

// One call in `breaks` goes elsewhere.
static void strided(struct Actor *a, long n, long stride, long size, long breaks) {
  const long start = below(a, 1000);
  for (long i = 0; i < n; i++) {
    const long at = breaks != 0 && below(a, breaks) == 0 ? below(a, 100000) : start + i * stride;
    note(a, pwrite(a->fd, block, (size_t)size, at));
  }
}

static void nested(struct Actor *a) {
  const long planes = 2 + below(a, 5), rows = 2 + below(a, 20), cells = 1 + below(a, 20),
             size = 8 * (1 + below(a, 4));
  for (long z = 0; z < planes; z++)
    for (long y = 0; y < rows; y++)
      for (long x = 0; x < cells; x++)
        note(a, pread(a->fd, block, (size_t)size, z * 65536 + y * 1024 + x * 32));
}

static void uneven(struct Actor *a) {
  for (long i = 0; i < 60; i++) {
    const long n = below(a, 12);
    for (long k = 0; k < n; k++) note(a, pwrite(a->fd, block, 16, i * 256 + k * 16));
    note(a, lseek(a->fd, 0, SEEK_CUR));
  }
}

static void scattered(struct Actor *a, long n, int with_sizes) {
  static const long grains[] = {1, 8, 512, 3000, 4096};
  const long grain = grains[below(a, 5)], range = 1 + below(a, 100000);
  for (long i = 0; i < n; i++)
    note(a, pread(a->fd, block, with_sizes ? (size_t)below(a, 4096) : 64, below(a, range) * grain));
}

static void sizes(struct Actor *a, long n) {
  note(a, lseek(a->fd, 0, SEEK_SET));
  for (long i = 0; i < n; i++) note(a, write(a->fd, block, (size_t)below(a, 300)));
  note(a, ftruncate(a->fd, 65536));
}

static void seeks(struct Actor *a, long n) {
  for (long i = 0; i < n; i++) {
    note(a, lseek(a->fd, below(a, 1 << 20), SEEK_SET));
    note(a, read(a->fd, block, 32));
  }
}

// The scattered offsets of a mesh, the same in every step.
static void mesh(struct Actor *a) {
  const long n = 500 + below(a, 1500), steps = 2 + below(a, 4);
  long *offsets = malloc((size_t)n * sizeof *offsets);
  for (long i = 0; i < n; i++) offsets[i] = below(a, 1 << 20) * 8;
  for (long s = 0; s < steps; s++)
    for (long i = 0; i < n; i++) note(a, pread(a->fd, block, 8, offsets[i]));
  free(offsets);
}

static void vectors(struct Actor *a, long n) {
  for (long i = 0; i < n; i++) {
    const struct iovec v[2] = {{block, (size_t)below(a, 100)}, {block, 8}};
    note(a, pwritev(a->fd, v, 2, i * 108));
  }
}

// Loops in loops whose trip counts are drawn anew, grow, alternate or stay, or that end in their middle.
static long trips(struct Actor *a, int how, long range, long turn) {
  const long counts[] = {below(a, range), 1 + below(a, range), turn % range, 2 + turn % 2, range / 2};
  return counts[how];
}

static void varying(struct Actor *a) {
  const int outer = (int)below(a, 5), inner = (int)below(a, 5), breaks = below(a, 3) == 0;
  const long range = 2 + below(a, 30), narrow = 2 + below(a, 5), turns = 50 + below(a, 150);
  for (long i = 0; i < turns; i++) {
    note(a, lseek(a->fd, 0, SEEK_SET));
    for (long j = 0, n = trips(a, outer, range, i); j < n; j++) {
      note(a, write(a->fd, block, 16));
      for (long k = 0, m = trips(a, inner, narrow, j); k < m; k++) note(a, read(a->fd, block, 8));
      if (breaks && below(a, 40) == 0) break;
      note(a, lseek(a->fd, 64, SEEK_SET));
    }
    if (below(a, 50) == 0) note(a, fsync(a->fd));
  }
}

static void use_name(struct Actor *a, const char *name, long offset) {
  const int fd = open(name, O_CREAT | O_RDWR, 0644);
  note(a, fd < 0);
  note(a, pwrite(fd, block, 24, offset));
  note(a, close(fd));
  struct stat status;
  note(a, stat(name, &status));
  if (below(a, 3) == 0) note(a, unlink(name));
}

static void names(struct Actor *a) {
  const int form = (int)below(a, 8), n = 5 + (int)below(a, 120), step = 1 + (int)below(a, 3);
  char name[300];
  for (int i = 0; i < n; i++) {
    const int k = below(a, 40) == 0 ? (int)below(a, 2000) : i * step;
    switch (form) {
      case 0:
        snprintf(name, sizeof name, "%s/plt_cnt_%04d", a->directory, k);
        break;
      case 1:
        snprintf(name, sizeof name, "%s/out.%d.dat", a->directory, k);
        break;
      case 2:
        snprintf(name, sizeof name, "%s/2026-%02d-%02dT%02d", a->directory, 1 + k / 28 % 12, 1 + k % 28,
                 k % 24);
        break;
      case 3:
        snprintf(name, sizeof name, "%s/a%d_b%02d", a->directory, k / 12, k % 12);
        break;
      case 4:
        snprintf(name, sizeof name, "%s/down%d", a->directory, n * step - k + 1000);
        break;
      case 5:
        snprintf(name, sizeof name, "%s/%020d.x%d", a->directory, k, k);
        break;
      case 6:
        snprintf(name, sizeof name, "%s/%s%d", a->directory, k % 2 != 0 ? "odd" : "even", k);
        break;
      default:
        snprintf(name, sizeof name, "%s/long%0*d", a->directory, 150 + k % 100, k);
        break;
    }
    use_name(a, name, (long)i * 24);
  }
}

static int alone;  // no other thread has this working directory

// Names that stay the same for many calls, and then do not, or mean something else from elsewhere.
static void again(struct Actor *a) {
  static const char *const forms[] = {"%s/data",    "%s/again1", "%s/again2",
                                      "%s/again07", "./%s/data", "%s//x"};
  char name[64];
  snprintf(name, sizeof name, forms[below(a, 6)], a->directory);
  for (long n = 50 + below(a, 300); n > 0; n--) {
    if (below(a, 40) == 0) snprintf(name, sizeof name, forms[below(a, 6)], a->directory);
    const int fd = open(name, O_CREAT | O_RDWR, 0644);
    note(a, fd < 0);
    note(a, close(fd));
    note(a, access(name, below(a, 60) == 0 ? X_OK : F_OK));
    if (!alone || below(a, 10) != 0) continue;
    note(a, access("data", F_OK));
    note(a, chdir(a->directory));
    for (long k = below(a, 4); k > 0; k--) note(a, access("data", F_OK));
    note(a, chdir(".."));
  }
}

// Locks of parts of the file, taken, asked for and given back; some from the position or the end, some wrong.
static void locks(struct Actor *a, long n, long breaks) {
  const long start = below(a, 1000), stride = below(a, 4096), length = below(a, 200);
  for (long i = 0; i < n; i++) {
    const int is_odd = below(a, breaks) == 0;
    struct flock lock = {.l_type = (short)(is_odd ? F_RDLCK : F_WRLCK),
                         .l_whence = (short)(is_odd ? below(a, 4) : SEEK_SET),
                         .l_start = is_odd ? below(a, 100000) - 500 : start + i * stride,
                         .l_len = length};
    note(a, fcntl(a->fd, below(a, breaks) == 0 ? F_GETLK : F_SETLKW, &lock));
    note(a, pwrite(a->fd, block, 32, start + i * stride));
    lock.l_type = F_UNLCK;
    note(a, fcntl(a->fd, F_SETLK, &lock));
  }
}

// Positions counted from the beginning, the end and the position, in turn or by chance, some before the file.
static void ends(struct Actor *a, long n, long breaks) {
  static const int whences[] = {SEEK_SET, SEEK_CUR, SEEK_END, SEEK_DATA, 77};
  const long stride = below(a, 300), back = below(a, 100);
  for (long i = 0; i < n; i++) {
    note(a, lseek(a->fd, 0, SEEK_END));
    note(a, write(a->fd, block, 24));
    note(a, lseek(a->fd, i * stride, SEEK_SET));
    if (below(a, breaks) == 0) note(a, lseek(a->fd, below(a, 1000) - 500, whences[below(a, 5)]));
    note(a, read(a->fd, block, 16));
    note(a, lseek(a->fd, -back, SEEK_CUR));
  }
  note(a, ftruncate(a->fd, 65536));
}

// Lines of numbers: of a step that grows, of values that are random or come again, and a text that may vary.
static void lines(struct Actor *a, long n, int how) {
  static const char *const words[] = {"box", "ball", "", NULL};
  const long range = 1 + below(a, 1000);
  for (long i = 0; i < n; i++) {
    const double value = (double)below(a, range) / 7 - (double)(range / 20),
                 whole = (double)(chance(a) >> 11);
    const char *word = words[how == 0 ? 0 : below(a, 4)];
    note(a, dprintf(a->fd, "%ld %g %a %s %u\n", i, value, whole, word, (unsigned)chance(a) % 100));
    if (how == 2 && below(a, 20) == 0)
      note(a, dprintf(a->fd, "%d%c%Lg %*d\n", (int)i, 'x', (long double)value, 5, -1));
    if (how == 1 && below(a, 200) == 0)
      for (int k = 0; k < 80; k++) note(a, dprintf(a->fd, "%d\n", k / 70));
  }
  note(a, ftruncate(a->fd, 65536));
  note(a, lseek(a->fd, 0, SEEK_SET));
}

// Sequences of offsets and sizes, each at its own rate, in turn or by chance, that go on elsewhere now and
// then; and the file is opened again.
static void sequences(struct Actor *a, long n, long breaks) {
  struct {
    long at, rate, size, growth;
  } all[10];
  const int many = 1 + (int)below(a, 10), in_turn = below(a, 3) != 0;
  for (int k = 0; k < many; k++) {
    all[k].at = below(a, 1 << 20);
    all[k].rate = below(a, 3) == 0 ? 0 : below(a, 2000) - 200;
    all[k].size = below(a, 200);
    all[k].growth = below(a, 2) == 0 ? 0 : below(a, 9);
  }
  for (long i = 0; i < n; i++) {
    const int k = in_turn ? (int)(i % many) : (int)below(a, many);
    if (below(a, breaks) == 0) all[k].at = below(a, 1 << 20) - 100;
    if (below(a, breaks) == 0) all[k].size = 0;
    note(a, pwrite(a->fd, block, (size_t)all[k].size, all[k].at));
    if (k == 0) note(a, pread(a->fd, block, (size_t)(i % 40), i * 3));
    all[k].at += all[k].rate;
    all[k].size = (all[k].size + all[k].growth) % 4096;
    if (below(a, 20 * breaks) != 0) continue;
    char name[64];
    snprintf(name, sizeof name, "%s/data", a->directory);
    note(a, close(a->fd));
    a->fd = open(name, O_RDWR);
  }
  note(a, ftruncate(a->fd, 65536));
}

static void look_for(struct Actor *a, const char *name) {
  struct stat status;
  note(a, access(name, F_OK));
  if (below(a, 3) == 0) note(a, stat(name, &status));
  if (below(a, 12) == 0) note(a, close(open(name, O_CREAT | O_RDWR, 0644)));
  if (below(a, 50) == 0) note(a, unlink(name));
}

static void make_up(struct Actor *a, const char *before, char *name, size_t size) {
  char letters[24];
  const long n = 1 + below(a, 20);
  for (long i = 0; i < n; i++) letters[i] = "abcdefghijklmnopqrstuvwxyz0123456789._-"[below(a, 39)];
  letters[n] = '\0';
  snprintf(name, size, "%s/%s%s", a->directory, before, letters);
}

static void list(struct Actor *a) {
  DIR *directory = opendir(a->directory);
  long entries = 0;
  while (readdir(directory) != NULL) entries++;
  note(a, entries);
  note(a, closedir(directory));
}

// Files of a data set in another order each time or, for a while, one after another; names that somebody
// makes up, some of which come again; entries of directories.
static void data_set(struct Actor *a, long n) {
  static const char *const forms[] = {"%s/img_%06ld.jpg", "%s/%ld", "%s/part%03ld", NULL};
  const char *form = forms[below(a, 4)];
  const long range = 1 + below(a, 3000), regular = below(a, n), made_up = below(a, 3);
  char name[300], kept[8][300];
  for (int k = 0; k < 8; k++) make_up(a, "kept-", kept[k], sizeof kept[k]);
  for (long i = 0; i < n; i++) {
    const long k = i > regular && i < regular + 150 ? i : below(a, range);
    if (made_up != 0 && below(a, 20) == 0)
      make_up(a, made_up == 1 ? "" : "tmp", name, sizeof name);
    else if (below(a, 30) == 0)
      memcpy(name, kept[below(a, 8)], sizeof name);
    else if (form == NULL)
      snprintf(name, sizeof name, "%s/n%ld_%ld_%ld", a->directory, k / 10, k / 10, k);
    else
      snprintf(name, sizeof name, form, a->directory, k);
    look_for(a, name);
    if (below(a, 100) == 0) look_for(a, "");
  }
  list(a);
  if (a->phases > 12 || below(a, 3) != 0) return;  // many files, which summaries are checked slowly with
  for (long i = 0; i < 18000; i++) {
    make_up(a, "", name, sizeof name);
    note(a, access(below(a, 10) == 0 ? kept[below(a, 8)] : name, F_OK));
  }
}

// Two texts in a call, the second of a series that the first one tells, and firsts that never come again.
static void series(struct Actor *a, long n, long breaks) {
  static char first[6][300] = {"valid", "start", "step17", ""};
  char made_up[300], name[300];
  long numbers[6] = {0, 0, 0, 0, 0, 0}, rates[6];
  memset(first[4], 'x', 255);
  memset(first[5], 'y', 256);
  for (int k = 0; k < 6; k++) rates[k] = below(a, 3);
  const int in_turn = below(a, 2) == 0;
  for (long i = 0; i < n; i++) {
    const long k = in_turn ? i % 6 : below(a, 6);
    if (below(a, breaks) == 0) numbers[k] += below(a, 20);
    snprintf(name, sizeof name, "%s/at-%03ld_%ld", a->directory, numbers[k] / 24, numbers[k] % 24);
    numbers[k] += rates[k];
    make_up(a, "", made_up, sizeof made_up);
    note(a, symlink(below(a, breaks) == 0 ? strrchr(made_up, '/') + 1 : first[k], name));
    if (below(a, 3) != 0) note(a, unlink(name));
  }
}

static FILE *opened(const struct Actor *a) {
  char name[64];
  snprintf(name, sizeof name, "%s/data", a->directory);
  return fopen(name, "r");
}

// Streams that pile up, with others that are closed at once; the newest are used most.
static void pile(struct Actor *a, long n, long breaks) {
  const long temporary = below(a, 3), seeks = 1 + below(a, 4), grows = 1 + below(a, 3);
  for (long i = 0; i < n; i++) {
    FILE *others[2];
    if (i % grows == 0 && a->kept_count < kMostKept) a->kept[a->kept_count++] = opened(a);
    for (long k = 0; k < temporary; k++) others[k] = opened(a);
    for (long k = 0; k < seeks && a->kept_count != 0; k++) {
      const int back = below(a, breaks) == 0 ? (int)below(a, a->kept_count) : (int)(k % 2);
      FILE *one = a->kept[back < a->kept_count ? a->kept_count - 1 - back : 0];
      note(a, fseek(one, 8 * k, SEEK_SET));
      note(a, ftell(one));
    }
    for (long k = temporary; k-- != 0;) note(a, fclose(others[k]));
    if (a->kept_count != 0 && below(a, breaks) == 0) {
      const long closed = below(a, a->kept_count);
      note(a, fclose(a->kept[closed]));
      a->kept[closed] = a->kept[--a->kept_count];
    }
  }
}

static void phase(struct Actor *a) {
  switch (below(a, 29)) {
    case 27:
    case 28:
      return pile(a, 20 + below(a, 200), 2 + below(a, 60));
    case 25:
    case 26:
      return series(a, 100 + below(a, 900), 2 + below(a, 60));
    case 23:
    case 24:
      return data_set(a, 300 + below(a, 2500));
    case 20:
    case 21:
    case 22:
      return sequences(a, 200 + below(a, 3000), 5 + below(a, 100));
    case 14:
      return locks(a, 50 + below(a, 500), 2 + below(a, 60));
    case 15:
      return ends(a, 100 + below(a, 1500), 2 + below(a, 60));
    case 16:
      return lines(a, 100 + below(a, 4000), below(a, 3));
    case 0:
      return strided(a, 50 + below(a, 300), below(a, 4096), 8, 0);
    case 1:
      return strided(a, 50 + below(a, 300), below(a, 4096), 1 + below(a, 64), 10);
    case 2:
      return nested(a);
    case 3:
      return uneven(a);
    case 4:
      return scattered(a, 200 + below(a, 2500), 0);
    case 5:
      return scattered(a, 200 + below(a, 2500), 1);
    case 6:
      return sizes(a, 200 + below(a, 2500));
    case 7:
      return seeks(a, 100 + below(a, 1500));
    case 8:
      return mesh(a);
    case 9:
      return vectors(a, 100 + below(a, 1000));
    case 10:
    case 11:
      return varying(a);
    case 12:
    case 13:
      return again(a);
    default:
      return names(a);
  }
}

static void *act(void *self) {
  struct Actor *a = self;
  char name[64];
  snprintf(a->directory, sizeof a->directory, "p%d", a->number);
  note(a, mkdir(a->directory, 0755));
  snprintf(name, sizeof name, "%s/data", a->directory);
  a->fd = open(name, O_CREAT | O_RDWR | O_TRUNC, 0644);
  note(a, ftruncate(a->fd, 65536));
  for (int i = 0; i < a->phases; i++) phase(a);
  note(a, close(a->fd));
  return NULL;
}

int main(int argc, char **argv) {
  const int threads = argc > 3 ? atoi(argv[3]) : 1;
  alone = threads == 1;
  struct Actor *actors = calloc((size_t)threads, sizeof *actors);
  pthread_t *ids = calloc((size_t)threads, sizeof *ids);
  for (int t = 0; t < threads; t++) {
    actors[t].state = 0x9E3779B97F4A7C15u * (uint64_t)(atoll(argv[1]) * 64 + t + 1);
    actors[t].number = t;
    actors[t].phases = argc > 2 ? atoi(argv[2]) : 10;
    if (t != 0) pthread_create(&ids[t], NULL, act, &actors[t]);
  }
  act(&actors[0]);
  uint64_t digest = actors[0].digest;
  for (int t = 1; t < threads; t++) {
    pthread_join(ids[t], NULL);
    digest = digest * 31 + actors[t].digest;
  }
  printf("%016" PRIx64 "\n", digest);
  free(actors);
  free(ids);
  return 0;
}
