// SPDX-License-Identifier: BSD-3-Clause
// Calls, by their linker names, the entry points that only the headers of other times or other
// options emit: checked ones (_FORTIFY_SOURCE), __xstat and sisters, _IO_getc, __isoc99_scanf.
// usage: old_names CALL-LOG   (standard input and output are files in the working directory)
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <sys/stat.h>

#include "each.h"

int __open_2(const char *, int);
int __open64_2(const char *, int);
int __openat_2(int, const char *, int);
int __openat64_2(int, const char *, int);
ssize_t __read_chk(int, void *, size_t, size_t);
ssize_t __pread_chk(int, void *, size_t, off_t, size_t);
ssize_t __pread64_chk(int, void *, size_t, off64_t, size_t);
ssize_t __readlink_chk(const char *, char *, size_t, size_t);
ssize_t __readlinkat_chk(int, const char *, char *, size_t, size_t);
char *__getcwd_chk(char *, size_t, size_t);
char *__realpath_chk(const char *, char *, size_t);
size_t __fread_chk(void *, size_t, size_t, size_t, FILE *);
size_t __fread_unlocked_chk(void *, size_t, size_t, size_t, FILE *);
char *gets(char *);
char *__gets_chk(char *, size_t);
char *__fgets_chk(char *, size_t, int, FILE *);
char *__fgets_unlocked_chk(char *, size_t, int, FILE *);
int __fprintf_chk(FILE *, int, const char *, ...);
int __printf_chk(int, const char *, ...);
int __vfprintf_chk(FILE *, int, const char *, va_list);
int __vprintf_chk(int, const char *, va_list);
int __dprintf_chk(int, int, const char *, ...);
int __vdprintf_chk(int, int, const char *, va_list);
int __xstat(int, const char *, struct stat *);
int __xstat64(int, const char *, struct stat64 *);
int __lxstat(int, const char *, struct stat *);
int __lxstat64(int, const char *, struct stat64 *);
int __fxstat(int, int, struct stat *);
int __fxstat64(int, int, struct stat64 *);
int __fxstatat(int, int, const char *, struct stat *, int);
int __fxstatat64(int, int, const char *, struct stat64 *, int);
ssize_t __getdelim(char **, size_t *, int, FILE *);
int _IO_getc(FILE *);
int _IO_putc(int, FILE *);
int __isoc99_fscanf(FILE *, const char *, ...);
int __isoc99_scanf(const char *, ...);
int __isoc99_vfscanf(FILE *, const char *, va_list);
int __isoc99_vscanf(const char *, va_list);
#if __GLIBC_PREREQ(2, 38)
int __isoc23_fscanf(FILE *, const char *, ...);
int __isoc23_scanf(const char *, ...);
int __isoc23_vfscanf(FILE *, const char *, va_list);
int __isoc23_vscanf(const char *, va_list);
#endif

static char buffer[4096];

static void with_list(FILE *f, int fd, const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  I(__vfprintf_chk, __vfprintf_chk(f, 1, format, ap));
  va_end(ap);
  va_start(ap, format);
  I(__vprintf_chk, __vprintf_chk(1, format, ap));
  va_end(ap);
  va_start(ap, format);
  I(__vdprintf_chk, __vdprintf_chk(fd, 1, format, ap));
  va_end(ap);
}

static void scan_list(FILE *f, const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  I(__isoc99_vfscanf, __isoc99_vfscanf(f, format, ap));
  va_end(ap);
  va_start(ap, format);
  I(__isoc99_vscanf, __isoc99_vscanf(format, ap));
  va_end(ap);
#if __GLIBC_PREREQ(2, 38)
  va_start(ap, format);
  I(__isoc23_vfscanf, __isoc23_vfscanf(f, format, ap));
  va_end(ap);
  va_start(ap, format);
  I(__isoc23_vscanf, __isoc23_vscanf(format, ap));
  va_end(ap);
#endif
}

static void checked_posix(void) {
  int fd = I(open, open("o", O_RDWR | O_CREAT | O_TRUNC, 0644));
  I(write, write(fd, "0123456789 12 13 14 15", 22));
  I(close, close(fd));
  I(symlink, symlink("o", "l"));
  int other = I(__open64_2, __open64_2("o", O_RDWR));
  I(close, close(other));
  other = I(__openat_2, __openat_2(AT_FDCWD, "o", O_RDONLY));
  I(close, close(other));
  other = I(__openat64_2, __openat64_2(AT_FDCWD, "none", O_RDONLY));
  fd = I(__open_2, __open_2("o", O_RDONLY));
  I(__read_chk, __read_chk(fd, buffer, 5, sizeof buffer));
  I(__pread_chk, __pread_chk(fd, buffer, 5, 2, sizeof buffer));
  I(__pread64_chk, __pread64_chk(fd, buffer, 5, 3, sizeof buffer));
  I(__readlink_chk, __readlink_chk("l", buffer, 100, sizeof buffer));
  I(__readlinkat_chk, __readlinkat_chk(AT_FDCWD, "l", buffer, 100, sizeof buffer));
  P(__getcwd_chk, __getcwd_chk(buffer, sizeof buffer, sizeof buffer));
  P(__realpath_chk, __realpath_chk("l", buffer, sizeof buffer));
  I(close, close(fd));
}

static void old_stat(void) {
  struct stat s;
  struct stat64 t;
  const int fd = I(open, open("o", O_RDONLY));
  I(__xstat, __xstat(1, "o", &s));
  I(__xstat, __xstat(1, "none", &s));
  I(__xstat64, __xstat64(1, "o", &t));
  I(__lxstat, __lxstat(1, "l", &s));
  I(__lxstat64, __lxstat64(1, "l", &t));
  I(__fxstat, __fxstat(1, fd, &s));
  I(__fxstat64, __fxstat64(1, fd, &t));
  I(__fxstatat, __fxstatat(1, AT_FDCWD, "o", &s, 0));
  I(__fxstatat64, __fxstatat64(1, AT_FDCWD, "o", &t, 0));
  I(close, close(fd));
}

static void checked_stdio(void) {
  FILE *f = P(fopen, fopen("o", "r"));
  I(__fread_chk, __fread_chk(buffer, sizeof buffer, 1, 4, f));
  I(__fread_unlocked_chk, __fread_unlocked_chk(buffer, sizeof buffer, 1, 4, f));
  P(__fgets_chk, __fgets_chk(buffer, sizeof buffer, 2, f));
  P(__fgets_unlocked_chk, __fgets_unlocked_chk(buffer, sizeof buffer, 2, f));
  I(_IO_getc, _IO_getc(f));
  char *made = NULL;
  size_t room = 0;
  I(__getdelim, __getdelim(&made, &room, ' ', f));
  free(made);
  int n = 0;
  I(__isoc99_fscanf, __isoc99_fscanf(f, "%d", &n));
  I(__isoc99_scanf, __isoc99_scanf("%d", &n));
#if __GLIBC_PREREQ(2, 38)
  I(__isoc23_fscanf, __isoc23_fscanf(f, "%d", &n));
  I(__isoc23_scanf, __isoc23_scanf("%d", &n));
#endif
  scan_list(f, "%d", &n);
  P(gets, gets(buffer));
  P(__gets_chk, __gets_chk(buffer, sizeof buffer));
  I(fclose, fclose(f));
  f = P(fopen, fopen("p", "w"));
  const int fd = I(open, open("q", O_WRONLY | O_CREAT, 0644));
  I(_IO_putc, _IO_putc('p', f));
  I(__fprintf_chk, __fprintf_chk(f, 1, "%d %s\n", 1, "one"));
  I(__printf_chk, __printf_chk(1, "%d %.1f\n", 2, 2.5));
  I(__dprintf_chk, __dprintf_chk(fd, 1, "%c\n", 'c'));
  with_list(f, fd, "%d %d\n", 3, 4);
  I(close, close(fd));
  I(fclose, fclose(f));
}

int main(int argc, char **argv) {
  checked_posix();
  old_stat();
  checked_stdio();
  each_save(argc > 1 ? argv[1] : "calls.log");
  return 5;
}
