// SPDX-License-Identifier: BSD-3-Clause
// Calls every STDIO entry point that libc has at least once, in success and often in failure.
// usage: all_stdio CALL-LOG   (standard input and output are files in the working directory)
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio_ext.h>
#include <sys/stat.h>
#include <wchar.h>

#include "each.h"

static char buffer[8192];

static int v_printf(const char *f, ...) {
  va_list ap;
  va_start(ap, f);
  const int r = I(vprintf, vprintf(f, ap));
  va_end(ap);
  return r;
}
static int v_fprintf(FILE *s, const char *f, ...) {
  va_list ap;
  va_start(ap, f);
  const int r = I(vfprintf, vfprintf(s, f, ap));
  va_end(ap);
  return r;
}
static int v_dprintf(int fd, const char *f, ...) {
  va_list ap;
  va_start(ap, f);
  const int r = I(vdprintf, vdprintf(fd, f, ap));
  va_end(ap);
  return r;
}
static int v_fwprintf(FILE *s, const wchar_t *f, ...) {
  va_list ap;
  va_start(ap, f);
  const int r = I(vfwprintf, vfwprintf(s, f, ap));
  va_end(ap);
  return r;
}
static int v_wprintf(const wchar_t *f, ...) {
  va_list ap;
  va_start(ap, f);
  const int r = I(vwprintf, vwprintf(f, ap));
  va_end(ap);
  return r;
}
static int v_fscanf(FILE *s, const char *f, ...) {
  va_list ap;
  va_start(ap, f);
  const int r = I(vfscanf, vfscanf(s, f, ap));
  va_end(ap);
  return r;
}
static int v_scanf(const char *f, ...) {
  va_list ap;
  va_start(ap, f);
  const int r = I(vscanf, vscanf(f, ap));
  va_end(ap);
  return r;
}
static int v_fwscanf(FILE *s, const wchar_t *f, ...) {
  va_list ap;
  va_start(ap, f);
  const int r = I(vfwscanf, vfwscanf(s, f, ap));
  va_end(ap);
  return r;
}

static void open_and_close(void) {
  FILE *f = P(fopen, fopen("s", "w+"));
  P(fopen, fopen("missing", "r"));
  P(fopen, fopen("s", "bad mode"));
  I(fileno, fileno(f));
  I(fwrite, fwrite("0123456789", 1, 10, f));
  f = P(freopen, freopen("s", "r+", f));
  f = P(freopen64, freopen64("s2", "w+", f));
  I(fclose, fclose(f));
  f = P(fopen64, fopen64("s", "a+e"));
  I(fclose, fclose(f));
  const int fd = I(open, open("s", O_RDWR));
  f = P(fdopen, fdopen(fd, "r+"));
  P(fdopen, fdopen(-1, "r"));
  I(fclose, fclose(f));
  f = P(tmpfile, tmpfile());
  I(fputs, fputs("temporary", f));
  I(fclose, fclose(f));
  f = P(tmpfile64, tmpfile64());
  I(fclose, fclose(f));
}

static void blocks(void) {
  FILE *f = P(fopen, fopen("s", "w+"));
  I(fwrite, fwrite(buffer, 8, 100, f));
  I(fflush, fflush(f));
  I(fwrite_unlocked, fwrite_unlocked(buffer, 1, 17, f));
  I(fflush_unlocked, fflush_unlocked(f));
  N(rewind, rewind(f));
  I(fread, fread(buffer, 8, each_vary(50), f));
  I(fread_unlocked, fread_unlocked(buffer, 1, each_vary(19), f));
  I(fread, fread(buffer, 1, each_vary(5000), f));
  I(fread, fread(buffer, 1, each_vary(5000), f));
  I(fclose, fclose(f));
  f = P(fopen, fopen("s", "r"));
  I(fwrite, fwrite(buffer, 1, 1, f));
  I(fclose, fclose(f));
}

static void characters(void) {
  FILE *f = P(fopen, fopen("c", "w+"));
  I(fputc, fputc('a', f));
  I(putc, putc('b', f));
  I(fputc_unlocked, fputc_unlocked('c', f));
  I(putc_unlocked, putc_unlocked('d', f));
  I(putw, putw(0x01020304, f));
  I(fputs, fputs("\nline of text\nanother line\nthird,fourth\n", f));
  I(fputs_unlocked, fputs_unlocked("last\n", f));
  N(rewind, rewind(f));
  I(fgetc, fgetc(f));
  I(getc, getc(f));
  I(ungetc, ungetc('z', f));
  I(fgetc_unlocked, fgetc_unlocked(f));
  I(getc_unlocked, getc_unlocked(f));
  I(fgetc, fgetc(f));
  I(getw, getw(f));
  P(fgets, fgets(buffer, (int)each_vary(100), f));
  P(fgets_unlocked, fgets_unlocked(buffer, (int)each_vary(100), f));
  char *line = NULL;
  size_t size = 0;
  I(getline, getline(&line, &size, f));
  I(getdelim, getdelim(&line, &size, ',', f));
  I(getline, getline(&line, &size, f));
  I(getline, getline(&line, &size, f));
  I(getline, getline(&line, &size, f));
  free(line);
  P(fgets, fgets(buffer, (int)each_vary(100), f));
  I(fgetc, fgetc(f));
  I(fclose, fclose(f));
}

static void standard_streams(void) {
  I(putchar, putchar('p'));
  I(putchar_unlocked, putchar_unlocked('q'));
  I(puts, puts(" a line"));
  I(printf, printf("%d %s\n", 42, "formatted"));
  v_printf("%5.2f|%-6s|\n", 3.25, "v");
  I(getchar, getchar());
  I(getchar_unlocked, getchar_unlocked());
  int a = 0, b = 0;
  I(scanf, scanf("%d", &a));
  v_scanf("%d", &b);
  I(printf, printf("%d %d\n", a, b));
  I(fflush, fflush(stdout));
  I(fflush, fflush(NULL));
  fputs("to standard error\n", stderr);  // no record: one of the launcher's descriptors
}

static void formatted(void) {
  FILE *f = P(fopen, fopen("f", "w+"));
  int so_far = 0;
  I(fprintf, fprintf(f, "no arguments %%\n"));
  I(fprintf, fprintf(f, "%d %i %u %o %x %X %#x %c\n", -1, 2, 3u, 4u, 5u, 6u, 7u, 'c'));
  I(fprintf, fprintf(f, "%hhd %hd %ld %lld %jd %zd %td\n", (signed char)1, (short)2, 3L, 4LL, (intmax_t)5,
                     (ssize_t)6, (ptrdiff_t)7));
  I(fprintf, fprintf(f, "%hhu %hu %lu %llu %ju %zu\n", (unsigned char)255, (unsigned short)2, ~0UL, ~0ULL,
                     (uintmax_t)5, (size_t)6));
  I(fprintf, fprintf(f, "%f %e %g %a %F %E %G %A\n", 1.5, 2.5e10, 1e-5, 1.0, 2.0, 3.0, 4.0, 5.0));
  I(fprintf, fprintf(f, "%Lf %.3Lg\n", 1.25L, 2.5L));
  I(fprintf, fprintf(f, "%s %.3s %10s %-10s|\n", "string", "truncated", "right", "left"));
  I(fprintf, fprintf(f, "%*d %.*f %-*s|\n", 8, 42, 2, 3.14159, 6, "w"));
  I(fprintf, fprintf(f, "%2$s %1$d\n", 7, "second"));
  I(fprintf, fprintf(f, "%p %p\n", (void *)0, (void *)0));
  I(fprintf, fprintf(f, "%lc %ls\n", (wint_t)L'w', L"wide"));
  errno = ENOENT;
  I(fprintf, fprintf(f, "%m\n"));
  I(fprintf, fprintf(f, "count%n\n", &so_far));
  I(fprintf, fprintf(f, "%d %d %d %d %d %d %d %d %d %d %s %f\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, "x", .5));
  I(fprintf, fprintf(f, "%.5s|%s\n", (char *)NULL, "\x01\xff quote\" back\\"));
  v_fprintf(f, "%d %s\n", 9, "va_list");
  I(fclose, fclose(f));
  f = P(fopen, fopen("f", "r"));
  I(fprintf, fprintf(f, "read only %d\n", 1));
  I(fclose, fclose(f));
  const int fd = I(open, open("f2", O_RDWR | O_CREAT | O_TRUNC, 0644));
  I(dprintf, dprintf(fd, "%d %s\n", 5, "dprintf"));
  v_dprintf(fd, "%x\n", 255);
  I(close, close(fd));
}

static void scanned(void) {
  FILE *f = P(fopen, fopen("n", "w+"));
  I(fputs, fputs("12 34.5 word rest of line\n77 88 99\n0x1f 5\n", f));
  N(rewind, rewind(f));
  int i = 0;
  long l = 0;
  float x = 0;
  char word[32], set[64];
  I(fscanf, fscanf(f, "%d %f %31s %63[a-z ]", &i, &x, word, set));
  v_fscanf(f, "%d %ld", &i, &l);
  I(fscanf, fscanf(f, "%*d"));
  I(fscanf, fscanf(f, "%i %d", &i, &i));
  I(fscanf, fscanf(f, "%d", &i));
  I(fclose, fclose(f));
}

static void positions(void) {
  FILE *f = P(fopen, fopen("s", "r+"));
  I(fseek, fseek(f, 10, SEEK_SET));
  I(ftell, ftell(f));
  I(fseeko, fseeko(f, 5, SEEK_CUR));
  I(ftello, ftello(f));
  I(fseeko64, fseeko64(f, -5, SEEK_END));
  I(ftello64, ftello64(f));
  I(fseek, fseek(f, -5, SEEK_SET));
  fpos_t p;
  fpos64_t q;
  I(fgetpos, fgetpos(f, &p));
  I(fgetpos64, fgetpos64(f, &q));
  I(fsetpos, fsetpos(f, &p));
  I(fsetpos64, fsetpos64(f, &q));
  N(rewind, rewind(f));
  I(fclose, fclose(f));
}

static void buffering(void) {
  static char room[BUFSIZ];
  FILE *f = P(fopen, fopen("b", "w"));
  I(setvbuf, setvbuf(f, room, _IOFBF, sizeof room));
  I(fputs, fputs("x", f));
  I(fclose, fclose(f));
  f = P(fopen, fopen("b", "w"));
  N(setbuf, setbuf(f, room));
  I(fclose, fclose(f));
  f = P(fopen, fopen("b", "w"));
  N(setbuffer, setbuffer(f, room, 100));
  I(fclose, fclose(f));
  f = P(fopen, fopen("b", "w"));
  N(setlinebuf, setlinebuf(f));
  I(fputs, fputs("line\nhalf", f));
  I(fclose, fclose(f));
}

static ssize_t cookie_read(void *c, char *p, size_t n) { return (void)c, (void)p, (void)n, 0; }
static ssize_t cookie_write(void *c, const char *p, size_t n) { return (void)c, (void)p, (ssize_t)n; }

static void other_streams(void) {
  FILE *f = P(fmemopen, fmemopen(buffer, 100, "w+"));
  I(fputs, fputs("memory", f));
  I(fclose, fclose(f));
  char *made = NULL;
  size_t size = 0;
  f = P(open_memstream, open_memstream(&made, &size));
  I(fputs, fputs("grows", f));
  I(fclose, fclose(f));
  free(made);
  const cookie_io_functions_t io = {cookie_read, cookie_write, NULL, NULL};
  f = P(fopencookie, fopencookie(NULL, "w+", io));
  I(fputs, fputs("cookie", f));
  I(fclose, fclose(f));
  f = P(popen, popen("echo from a pipe", "r"));
  P(fgets, fgets(buffer, (int)each_vary(100), f));
  I(pclose, pclose(f));
}

static int v_wscanf(const wchar_t *f, ...) {
  va_list ap;
  va_start(ap, f);
  const int r = I(vwscanf, vwscanf(f, ap));
  va_end(ap);
  return r;
}

static void wide_unlocked(void) {
  wchar_t line[100];
  FILE *f = P(fopen, fopen("w", "w+"));
  I(fputwc_unlocked, fputwc_unlocked(L'a', f));
  I(putwc_unlocked, putwc_unlocked(L'b', f));
  I(fputws_unlocked, fputws_unlocked(L" wide\nline\n", f));
  N(rewind, rewind(f));
  I(fileno_unlocked, fileno_unlocked(f));
  I(fgetwc_unlocked, fgetwc_unlocked(f));
  I(getwc_unlocked, getwc_unlocked(f));
  I(ungetwc, ungetwc(L'z', f));
  P(fgetws_unlocked, fgetws_unlocked(line, (int)each_vary(100), f));
  I(fclose, fclose(f));
  wchar_t *made = NULL;
  size_t size = 0;
  f = P(open_wmemstream, open_wmemstream(&made, &size));
  I(fputws, fputws(L"grows", f));
  I(fclose, fclose(f));
  free(made);
}

static void wide(void) {
  FILE *f = P(fopen, fopen("w", "w+"));
  I(fputwc, fputwc(L'a', f));
  I(putwc, putwc(L'b', f));
  I(fputws, fputws(L" wide string\n", f));
  I(fwprintf, fwprintf(f, L"%d %ls\n", 12, L"text"));
  v_fwprintf(f, L"%d\n", 34);
  N(rewind, rewind(f));
  wchar_t line[100];
  int n = 0;
  I(fgetwc, fgetwc(f));
  I(getwc, getwc(f));
  P(fgetws, fgetws(line, 100, f));
  I(fwscanf, fwscanf(f, L"%d %*ls", &n));
  v_fwscanf(f, L"%d", &n);
  I(fclose, fclose(f));
}

// A stream is bytes or wide for good, so the standard ones are opened anew.
static void wide_standard_streams(void) {
  P(freopen, freopen("wide.out", "w+", stdout));
  I(putwchar, putwchar(L'w'));
  I(putwchar_unlocked, putwchar_unlocked(L'u'));
  I(fputws, fputws(L" 12 13\n", stdout));
  I(wprintf, wprintf(L"%d %ls\n", 1, L"one"));
  v_wprintf(L"%d\n", 2);
  I(fflush, fflush(stdout));
  P(freopen, freopen("wide.out", "r", stdin));
  I(getwchar, getwchar());
  I(getwchar_unlocked, getwchar_unlocked());
  int n = 0;
  I(wscanf, wscanf(L"%d", &n));
  v_wscanf(L"%d", &n);
}

int main(int argc, char **argv) {
  memset(buffer, 'x', sizeof buffer);
  open_and_close();
  blocks();
  characters();
  standard_streams();
  formatted();
  scanned();
  positions();
  buffering();
  other_streams();
  wide();
  wide_unlocked();
  wide_standard_streams();
  FILE *left_open = P(fopen, fopen("left", "w"));
  I(fputs, fputs("flushed at the end\n", left_open));
  I(remove, remove("s2"));
  N(fcloseall, fcloseall());
  each_save(argc > 1 ? argv[1] : "calls.log");
  return 4;
}
