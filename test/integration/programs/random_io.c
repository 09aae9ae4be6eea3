// SPDX-License-Identifier: BSD-3-Clause
// A generated program: from a seed it performs a random sequence of I/O calls, loops included, and
// prints a digest of every result and errno; the same seed gives the same digest in an empty directory.
// usage: random_io SEED STEPS [THREADS]
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { kFds = 12, kFiles = 6, kDirs = 3, kMaps = 3, kNames = 9, kShared = 4 };

// All that one thread owns; threads meet only in the shared descriptors and streams below.
struct Actor {
  uint64_t state, digest;
  int number, steps, base;  // base = the thread's own directory
  int fd[kFds];
  FILE *file[kFiles];
  DIR *dir[kDirs];
  char *map[kMaps];
  size_t map_size[kMaps];
  char buffer[1 << 16];
};

static int shared_fd = -1;
static FILE *handed_over[8];  // opened by the first thread, used and closed by another

static uint64_t rnd(struct Actor *a) {
  a->state ^= a->state << 13;
  a->state ^= a->state >> 7;
  a->state ^= a->state << 17;
  return a->state;
}
static uint64_t below(struct Actor *a, uint64_t n) { return (rnd(a) >> 11) % n; }

static void digest(struct Actor *a, int64_t result) {
  const int64_t both[2] = {result, result < 0 ? errno : 0};
  for (size_t i = 0; i < sizeof both; i++) {
    a->digest = (a->digest ^ ((const unsigned char *)both)[i]) * 1099511628211u;
  }
}
#define D(...) digest(a, (int64_t)(__VA_ARGS__))
#define OK(...) digest(a, (__VA_ARGS__) < 0 ? -1 : 0)  // for numbers that differ between runs

static char *path(struct Actor *a, char *room) {
  static const char *const parts[] = {"f%d_%d",        "./f%d_%d", "t%d/g%d",
                                      "t%d/../t0/h%d", "t%d//k%d", "no%d/x%d"};
  const int form = (int)below(a, 20);
  const int number = (int)below(a, kNames);
  // Names are the thread's own, so that a result never depends on another thread.
  if (form < 6 && form != 3)
    snprintf(room, 64, parts[form], a->number, number);
  else
    snprintf(room, 64, "t%d/n%d.%s", a->number, number, form & 1 ? "dat" : "a b");
  return room;
}

static char *entry(struct Actor *a, char *room) {
  snprintf(room, 64, "%s%d", below(a, 6) ? "e" : "./e", (int)below(a, kNames));
  return room;
}

// Mostly a slot that holds an open descriptor, so that most calls succeed and some fail.
static int *slot(struct Actor *a) {
  int *s = &a->fd[below(a, kFds)];
  for (int i = 0; i < 3 && *s < 0; i++) s = &a->fd[below(a, kFds)];
  return s;
}
static int some_fd(struct Actor *a) {
  if (below(a, 25) == 0) return below(a, 2) ? -1 : 990;
  if (shared_fd >= 0 && below(a, 12) == 0) return shared_fd;
  return *slot(a);
}
static void put_fd(struct Actor *a, int fd) {
  int *s = slot(a);
  OK(fd);
  if (fd < 0) return;
  if (*s >= 0) D(close(*s));
  *s = fd;
}

static int open_flags(struct Actor *a) {
  static const int access_mode[] = {O_RDONLY, O_WRONLY, O_RDWR, O_RDWR, O_RDWR};
  int flags = access_mode[below(a, 5)];
  if (below(a, 3)) flags |= O_CREAT;
  if (below(a, 8) == 0) flags |= O_TRUNC;
  if (below(a, 10) == 0) flags |= O_APPEND;
  if (below(a, 14) == 0) flags |= O_EXCL | O_CREAT;
  if (below(a, 14) == 0) flags |= O_CLOEXEC;
  return flags;
}

static void do_open(struct Actor *a) {
  char p[64];
  switch (below(a, 7)) {
    case 0:
      put_fd(a, openat(a->base, entry(a, p), open_flags(a), 0640));
      break;
    case 1:
      put_fd(a, open64(path(a, p), open_flags(a), 0604));
      break;
    case 2:
      put_fd(a, creat(path(a, p), 0644));
      break;
    case 3:
      put_fd(a, dup(*slot(a)));
      break;
    case 4:
      put_fd(a, fcntl(*slot(a), F_DUPFD, 10 + (int)below(a, 50)));
      break;
    default:
      put_fd(a, open(path(a, p), open_flags(a), 0644));
      break;
  }
}

static void do_close(struct Actor *a) {
  int *s = slot(a);
  if (below(a, 10) == 0) D(close(991));
  if (*s >= 0) D(close(*s));
  *s = -1;
}

static void do_dup(struct Actor *a) {
  const int target = 200 + a->number * 20 + (int)below(a, 4);
  const int fd = *slot(a);
  for (int i = 0; i < kFds; i++) {
    if (a->fd[i] == target) return;  // the slot would hold the same descriptor twice
  }
  OK(below(a, 2) ? dup2(fd, target) : dup3(fd, target, O_CLOEXEC));
  if (fd >= 0 && below(a, 2))
    put_fd(a, target);
  else
    D(close(target));
}

static void do_transfer(struct Actor *a) {
  const int fd = some_fd(a);
  const size_t n = below(a, 5) ? 1u << below(a, 14) : below(a, sizeof a->buffer);
  const int64_t at = (int64_t)(below(a, 3) ? below(a, 64) * 4096 : below(a, 1 << 20));
  const int alone = fd != shared_fd;  // the shared position and size belong to nobody
  struct iovec v[3] = {{a->buffer, n / 2}, {a->buffer + 100, n / 3}, {a->buffer + 7, 5}};
  switch (below(a, 12)) {
    case 0:
      if (alone) D(read(fd, a->buffer, n));
      break;
    case 1:
      if (alone) D(write(fd, a->buffer, n));
      break;
    case 2:
      if (alone) D(pread(fd, a->buffer, n, at));
      break;
    case 3:
      D(pwrite(fd, a->buffer, n, at));
      break;
    case 4:
      if (alone) D(readv(fd, v, 3));
      break;
    case 5:
      if (alone) D(writev(fd, v, (int)below(a, 4)));
      break;
    case 6:
      if (alone) D(preadv(fd, v, 2, at));
      break;
    case 7:
      D(pwritev(fd, v, 3, at));
      break;
    case 8:
      if (alone) D(lseek(fd, at, SEEK_SET));
      break;
    case 9:
      if (alone) D(lseek(fd, -(int64_t)below(a, 100), below(a, 2) ? SEEK_CUR : SEEK_END));
      break;
    case 10:
      D(pwrite64(fd, a->buffer, below(a, 8), at - 100));
      break;
    default:
      if (alone) D(pread64(fd, a->buffer, 8, at));
      break;
  }
}

static void do_file_control(struct Actor *a) {
  const int fd = *slot(a);
  struct stat s;
  struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = (off_t)below(a, 100)};
  switch (below(a, 9)) {
    case 0:
      D(ftruncate(fd, (off_t)below(a, 100000)));
      break;
    case 1:
      D(fstat(fd, &s));
      break;
    case 2:
      D(fcntl(fd, F_GETFL));
      break;
    case 3:
      D(fcntl(fd, F_SETLK, &lock));
      break;
    case 4:
      D(posix_fallocate(fd, 0, 1 + (off_t)below(a, 5000)));
      break;
    case 5:
      D(fsetxattr(fd, "user.k", a->buffer, below(a, 30), 0));
      break;
    case 6:
      D(fgetxattr(fd, "user.k", a->buffer, 100));
      break;
    case 7:
      D(flock(fd, LOCK_SH | LOCK_NB));
      break;
    default:
      D(fchmod(fd, 0600 + (mode_t)below(a, 64)));
      break;
  }
}

static void do_names(struct Actor *a) {
  char p[64], q[64];
  struct stat s;
  switch (below(a, 16)) {
    case 0:
      D(unlink(path(a, p)));
      break;
    case 1:
      path(a, p);
      D(rename(p, path(a, q)));
      break;
    case 2:
      path(a, p);
      D(link(p, path(a, q)));
      break;
    case 3:
      path(a, p);
      D(symlink(p, path(a, q)));
      break;
    case 4:
      D(readlink(path(a, p), a->buffer, 200));
      break;
    case 5:
      D(stat(path(a, p), &s));
      break;
    case 6:
      D(lstat(path(a, p), &s));
      break;
    case 7:
      D(access(path(a, p), (int)below(a, 8)));
      break;
    case 8:
      D(chmod(path(a, p), 0644));
      break;
    case 9:
      D(mkdirat(a->base, entry(a, p), 0755));
      break;
    case 10:
      D(unlinkat(a->base, entry(a, p), below(a, 2) ? AT_REMOVEDIR : 0));
      break;
    case 11:
      entry(a, p);
      D(renameat(a->base, p, a->base, entry(a, q)));
      break;
    case 12:
      D(fstatat(a->base, entry(a, p), &s, AT_SYMLINK_NOFOLLOW));
      break;
    case 13:
      D(truncate(path(a, p), (off_t)below(a, 70000)));
      break;
    case 14:
      D(setxattr(path(a, p), "user.n", "v", below(a, 2), 0));
      break;
    default:
      D(getxattr(path(a, p), "user.n", a->buffer, 10));
      break;
  }
}

static void do_temporary(struct Actor *a) {
  char t[64];
  snprintf(t, sizeof t, "t%d/tmpXXXXXX", a->number);
  const int fd = mkstemp(t);
  OK(fd);
  if (fd < 0) return;
  D(unlink(t));
  D(write(fd, a->buffer, 1 + below(a, 3000)));
  if (below(a, 2))
    D(close(fd));
  else
    put_fd(a, fd);
}

static void do_stream_open(struct Actor *a, FILE **f) {
  static const char *const modes[] = {"r", "w", "a", "r+", "w+", "a+", "rb", "we"};
  char p[64];
  *f = below(a, 2) ? fopen(path(a, p), modes[below(a, 8)]) : fopen64(path(a, p), modes[below(a, 8)]);
  OK(*f ? 0 : -1);
}

static void do_stream(struct Actor *a) {
  FILE **f = &a->file[below(a, kFiles)];
  if (*f == NULL) {
    do_stream_open(a, f);
    return;
  }
  // Between writing and reading a stream C demands a positioning call.
  char line[80];
  int n = 0;
  switch (below(a, 13)) {
    case 0:
      D(fwrite(a->buffer, 1 + below(a, 16), below(a, 300), *f));
      break;
    case 1:
      D(fseek(*f, (long)below(a, 5000), SEEK_SET));
      D(fread(a->buffer, 1, below(a, 4000), *f));
      rewind(*f);
      break;
    case 2:
      D(fputs("a line of text\n", *f));
      break;
    case 3:
      D(fputc('x', *f));
      break;
    case 4:
      D(fprintf(*f, "%d %s %g\n", (int)below(a, 10), "word", (double)below(a, 100) / 8));
      break;
    case 5:
      D(fseek(*f, 0, SEEK_SET));
      OK(fgets(line, sizeof line, *f) ? 0 : -1);
      rewind(*f);
      break;
    case 6:
      D(fseeko(*f, (off_t)below(a, 9000), SEEK_SET));
      D(ftell(*f));
      break;
    case 7:
      D(fflush(*f));
      break;
    case 8:
      rewind(*f);
      D(fscanf(*f, "%d", &n));
      rewind(*f);
      break;
    case 9:
      rewind(*f);
      D(fgetc(*f));
      rewind(*f);
      break;
    case 10:
      OK(fileno(*f));
      break;
    default:
      D(fclose(*f));
      *f = NULL;
      break;
  }
}

static void do_directory(struct Actor *a) {
  DIR **d = &a->dir[below(a, kDirs)];
  char p[64];
  if (*d == NULL) {
    snprintf(p, sizeof p, "t%d%s", a->number, below(a, 5) ? "" : "/absent");
    *d = opendir(p);
    OK(*d ? 0 : -1);
    return;
  }
  int n = 0;
  switch (below(a, 4)) {
    case 0:
      while (readdir(*d)) n++;
      D(n);
      break;
    case 1:
      rewinddir(*d);
      break;
    case 2:
      OK(dirfd(*d));
      break;
    default:
      D(closedir(*d));
      *d = NULL;
      break;
  }
}

static void do_map(struct Actor *a) {
  const int i = (int)below(a, kMaps);
  if (a->map[i]) {
    if (below(a, 2))
      D(msync(a->map[i], a->map_size[i], MS_ASYNC));
    else if (below(a, 2))
      D(madvise(a->map[i] + 4096, 4096, MADV_RANDOM));
    else {
      D(munmap(a->map[i], a->map_size[i]));
      a->map[i] = NULL;
    }
    return;
  }
  a->map_size[i] = 8192 * (1 + below(a, 4));
  char *m = mmap(NULL, a->map_size[i], PROT_READ, below(a, 2) ? MAP_SHARED : MAP_PRIVATE, *slot(a),
                 (off_t)below(a, 3) * 4096);
  OK(m == MAP_FAILED ? -1 : 0);
  if (m != MAP_FAILED) a->map[i] = m;
}

// What traces are made of: flat, strided and nested loops, some with a file of their own.
static void do_loop(struct Actor *a) {
  const int fd = *slot(a), n = 1 + (int)below(a, 60), m = 1 + (int)below(a, 5);
  const int64_t stride = (int64_t)below(a, 4) * 512;
  const size_t size = 1 + below(a, 64);
  char p[64];
  const int form = (int)below(a, 5);
  for (int i = 0; i < n; i++) {
    if (form == 0) D(pwrite(fd, a->buffer, size, i * stride));
    if (form == 1) {
      D(lseek(fd, i * stride, SEEK_SET));
      D(read(fd, a->buffer, size));
    }
    if (form == 2)
      for (int j = 0; j < m; j++) D(pwrite(fd, a->buffer, size, i * 65536 + j * stride));
    if (form == 3 && i < 12) {
      snprintf(p, sizeof p, "t%d/loop.%d", a->number, i);
      const int g = open(p, O_CREAT | O_WRONLY, 0644);
      OK(g);
      for (int j = 0; j < m; j++) D(write(g, a->buffer, size));
      D(close(g));
    }
    if (form == 4) D(pread(fd, a->buffer, below(a, 4000), (off_t)below(a, 1 << 20)));
  }
}

static void step(struct Actor *a) {
  const unsigned what = (unsigned)below(a, 100);
  if (what < 12)
    do_open(a);
  else if (what < 20)
    do_close(a);
  else if (what < 42)
    do_transfer(a);
  else if (what < 50)
    do_file_control(a);
  else if (what < 64)
    do_names(a);
  else if (what < 67)
    do_temporary(a);
  else if (what < 82)
    do_stream(a);
  else if (what < 87)
    do_directory(a);
  else if (what < 92)
    do_map(a);
  else if (what < 95)
    do_dup(a);
  else
    do_loop(a);
}

static void clean_up(struct Actor *a) {
  for (int i = 0; i < kFds; i++)
    if (a->fd[i] >= 0 && below(a, 4)) D(close(a->fd[i]));
  for (int i = 0; i < kFiles; i++)
    if (a->file[i] && below(a, 4)) D(fclose(a->file[i]));
  for (int i = 0; i < kDirs; i++)
    if (a->dir[i]) D(closedir(a->dir[i]));
  for (int i = 0; i < kMaps; i++)
    if (a->map[i]) D(munmap(a->map[i], a->map_size[i]));
}

static void *act(void *argument) {
  struct Actor *a = argument;
  char p[64];
  snprintf(p, sizeof p, "t%d", a->number);
  D(mkdir(p, 0755));
  a->base = open(p, O_RDONLY | O_DIRECTORY);
  FILE *mine = handed_over[a->number % 8];
  if (mine) {
    D(fprintf(mine, "%d\n", a->number));
    D(fclose(mine));
  }
  for (int i = 0; i < a->steps; i++) step(a);
  clean_up(a);
  return NULL;
}

int main(int argc, char **argv) {
  const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  const int steps = argc > 2 ? atoi(argv[2]) : 500;
  const int threads = argc > 3 ? atoi(argv[3]) : 1;
  struct Actor *actors = calloc((size_t)threads, sizeof *actors);
  pthread_t *ids = calloc((size_t)threads, sizeof *ids);
  if (threads > 1) {
    shared_fd = open("shared", O_RDWR | O_CREAT, 0644);
    for (int i = 0; i < threads && i < 8; i++) {
      char p[64];
      snprintf(p, sizeof p, "handed%d", i);
      handed_over[i] = fopen(p, "w");
    }
  }
  for (int i = 0; i < threads; i++) {
    actors[i].state = (seed + 1) * 0x9E3779B97F4A7C15u + (uint64_t)i * 0xD1B54A32D192ED03u + 1;
    actors[i].digest = 14695981039346656037u;
    actors[i].number = i;
    actors[i].steps = steps;
    for (int k = 0; k < kFds; k++) actors[i].fd[k] = -1;
    for (int k = 0; k < 50; k++) rnd(&actors[i]);
  }
  if (threads == 1) act(&actors[0]);
  for (int i = 0; threads > 1 && i < threads; i++) pthread_create(&ids[i], NULL, act, &actors[i]);
  for (int i = 0; threads > 1 && i < threads; i++) pthread_join(ids[i], NULL);
  uint64_t all = 0;
  for (int i = 0; i < threads; i++) all = all * 31 + actors[i].digest;
  printf("%016llx\n", (unsigned long long)all);
  return (int)(seed % 50);
}
