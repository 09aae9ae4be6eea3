# SPDX-License-Identifier: BSD-3-Clause
# Standard I/O. The notation is described in doc/adding-a-function.md.
#
# A short count or EOF is a failure only when the stream's error flag is set; else it is the end of the file.
# Functions on stdin and stdout that do not name it get it as one more recorded argument, `stream`.

%layer stdio
%real wrap

%type const char *: str
%type off_t, off64_t: offset
%class FILE for FILE *

%header <stdio.h> "runtime/stdio_arguments.h"

# ---- open, close, convert

FILE *fopen(const char *pathname: path, const char *mode): new FILE;
FILE *fopen64(const char *pathname: path, const char *mode): new FILE;
FILE *fdopen(int fd: fd, const char *mode): new FILE;
FILE *freopen(const char *pathname: path, const char *mode, FILE *stream: FILE closes): new FILE
    before(closing_descriptor(call, stream));
FILE *freopen64(const char *pathname: path, const char *mode, FILE *stream: FILE closes): new FILE
    before(closing_descriptor(call, stream));
int fclose(FILE *stream: FILE closes)
    admit(call.admits_handle(Class::FILE, handle_value(stream)) || forget_excluded(stream_descriptor(stream)))
    before(closing_descriptor(call, stream));
int fcloseall(void);
int fileno(FILE *stream): fd;
int fileno_unlocked(FILE *stream): fd;
FILE *tmpfile(void): new FILE;
FILE *tmpfile64(void): new FILE;
FILE *popen(const char *command, const char *type): new FILE admit(admits_connection(call, kPipes));
int pclose(FILE *stream: FILE closes)
    admit(call.admits_handle(Class::FILE, handle_value(stream)) || forget_excluded(stream_descriptor(stream)))
    before(closing_descriptor(call, stream));
FILE *fmemopen(void *buf, size_t size, const char *mode): new FILE;
FILE *open_memstream(char **ptr, size_t *sizeloc): new FILE;
FILE *fopencookie(void *cookie, const char *mode, cookie_io_functions_t io_funcs: none): new FILE;
%header <wchar.h> <stdio.h> "runtime/stdio_arguments.h"
FILE *open_wmemstream(wchar_t **ptr, size_t *sizeloc): new FILE;
%header <stdio.h> "runtime/stdio_arguments.h"

# ---- blocks

size_t fread(void *ptr, size_t size, size_t nmemb, FILE *stream)
    fails(ret < nmemb && stream_failed(stream));
size_t fwrite(const void *ptr, size_t size, size_t nmemb, FILE *stream)
    fails(ret < nmemb && stream_failed(stream));
size_t fread_unlocked(void *ptr, size_t size, size_t nmemb, FILE *stream)
    fails(ret < nmemb && stream_failed(stream));
size_t fwrite_unlocked(const void *ptr, size_t size, size_t nmemb, FILE *stream)
    fails(ret < nmemb && stream_failed(stream));
size_t __fread_chk(void *ptr, size_t ptrlen, size_t size, size_t nmemb, FILE *stream)
    fails(ret < nmemb && stream_failed(stream));
size_t __fread_unlocked_chk(void *ptr, size_t ptrlen, size_t size, size_t nmemb, FILE *stream)
    fails(ret < nmemb && stream_failed(stream));

# ---- characters

%fails ret == EOF && stream_failed(stream)
int fgetc(FILE *stream);
int getc(FILE *stream);
int _IO_getc(FILE *stream);
int fgetc_unlocked(FILE *stream);
int getc_unlocked(FILE *stream);
int getw(FILE *stream);
int getchar(+ stream: FILE = stdin) fails(ret == EOF && stream_failed(stdin));
int getchar_unlocked(+ stream: FILE = stdin) fails(ret == EOF && stream_failed(stdin));
int putw(int w, FILE *stream);
%fails ret == EOF
int fputc(int c, FILE *stream);
int putc(int c, FILE *stream);
int _IO_putc(int c, FILE *stream);
int fputc_unlocked(int c, FILE *stream);
int putc_unlocked(int c, FILE *stream);
int putchar(int c, + stream: FILE = stdout);
int putchar_unlocked(int c, + stream: FILE = stdout);
int ungetc(int c, FILE *stream);

# ---- lines: buffers, of which the lengths are known

int fputs(const char *s: ptr, FILE *stream, + length: uint = strlen(s));
int fputs_unlocked(const char *s: ptr, FILE *stream, + length: uint = strlen(s));
int puts(const char *s: ptr, + stream: FILE = stdout, + length: uint = strlen(s) + 1);
%fails ret == nullptr && stream_failed(stream)
char *fgets(char *s, int size, FILE *stream, + length: *uint via line_length(ret, size, stream));
char *fgets_unlocked(char *s, int size, FILE *stream, + length: *uint via line_length(ret, size, stream));
char *gets(char *s, + stream: FILE = stdin) fails(ret == nullptr && stream_failed(stdin));
char *__gets_chk(char *s, size_t buflen, + stream: FILE = stdin) fails(ret == nullptr && stream_failed(stdin));
char *__fgets_chk(char *s, size_t buflen, int size, FILE *stream, + length: *uint via line_length(ret, size, stream));
char *__fgets_unlocked_chk(char *s, size_t buflen, int size, FILE *stream, + length: *uint via line_length(ret, size, stream));
%fails ret == -1 && stream_failed(stream)
ssize_t getline(char **lineptr, size_t *n: out *uint, FILE *stream) alone;
ssize_t __getdelim(char **lineptr, size_t *n: out *uint, int delim, FILE *stream);
ssize_t getdelim(char **lineptr, size_t *n: out *uint, int delim, FILE *stream);

# ---- formatted output: called through the form that takes a va_list

%fails ret < 0
int printf(const char *format, ... args: [any] via printf_arguments(format, ap), + stream: FILE = stdout)
    through vprintf;
int fprintf(FILE *stream, const char *format, ... args: [any] via printf_arguments(format, ap))
    through vfprintf;
int dprintf(int fd: fd, const char *format, ... args: [any] via printf_arguments(format, ap))
    through vdprintf;
int vprintf(const char *format, va_list ap as args: [any] via printf_arguments(format, ap),
            + stream: FILE = stdout);
int vfprintf(FILE *stream, const char *format, va_list ap as args: [any] via printf_arguments(format, ap));
int vdprintf(int fd: fd, const char *format, va_list ap as args: [any] via printf_arguments(format, ap));
int __printf_chk(int flag, const char *format, ... args: [any] via printf_arguments(format, ap),
                 + stream: FILE = stdout) through __vprintf_chk;
int __fprintf_chk(FILE *stream, int flag, const char *format,
                  ... args: [any] via printf_arguments(format, ap)) through __vfprintf_chk;
int __dprintf_chk(int fd: fd, int flag, const char *format,
                  ... args: [any] via printf_arguments(format, ap)) through __vdprintf_chk;
int __vprintf_chk(int flag, const char *format, va_list ap as args: [any] via printf_arguments(format, ap),
                  + stream: FILE = stdout);
int __vfprintf_chk(FILE *stream, int flag, const char *format,
                   va_list ap as args: [any] via printf_arguments(format, ap));
int __vdprintf_chk(int fd: fd, int flag, const char *format,
                   va_list ap as args: [any] via printf_arguments(format, ap));

# ---- formatted input: the arguments recorded are the values assigned, as many as the result says

%fails ret == EOF && stream_failed(stream)
int scanf(const char *format, ... args: [any] via scanf_arguments(kGnu, format, ret, ap),
          + stream: FILE = stdin) through vscanf fails(ret == EOF && stream_failed(stdin));
int fscanf(FILE *stream, const char *format, ... args: [any] via scanf_arguments(kGnu, format, ret, ap))
    through vfscanf;
int vscanf(const char *format, va_list ap as args: [any] via scanf_arguments(kGnu, format, ret, ap),
           + stream: FILE = stdin) fails(ret == EOF && stream_failed(stdin));
int vfscanf(FILE *stream, const char *format,
            va_list ap as args: [any] via scanf_arguments(kGnu, format, ret, ap));
int __isoc99_scanf(const char *format, ... args: [any] via scanf_arguments(kIso, format, ret, ap),
                   + stream: FILE = stdin)
    through __isoc99_vscanf fails(ret == EOF && stream_failed(stdin));
int __isoc99_fscanf(FILE *stream, const char *format,
                    ... args: [any] via scanf_arguments(kIso, format, ret, ap)) through __isoc99_vfscanf;
int __isoc99_vscanf(const char *format, va_list ap as args: [any] via scanf_arguments(kIso, format, ret, ap),
                    + stream: FILE = stdin) fails(ret == EOF && stream_failed(stdin));
int __isoc99_vfscanf(FILE *stream, const char *format,
                     va_list ap as args: [any] via scanf_arguments(kIso, format, ret, ap));
int __isoc23_scanf(const char *format, ... args: [any] via scanf_arguments(kIso, format, ret, ap),
                   + stream: FILE = stdin)
    through __isoc23_vscanf fails(ret == EOF && stream_failed(stdin));
int __isoc23_fscanf(FILE *stream, const char *format,
                    ... args: [any] via scanf_arguments(kIso, format, ret, ap)) through __isoc23_vfscanf;
int __isoc23_vscanf(const char *format, va_list ap as args: [any] via scanf_arguments(kIso, format, ret, ap),
                    + stream: FILE = stdin) fails(ret == EOF && stream_failed(stdin));
int __isoc23_vfscanf(FILE *stream, const char *format,
                     va_list ap as args: [any] via scanf_arguments(kIso, format, ret, ap));

# ---- position, flush, buffering

%fails default
int fseek(FILE *stream, long offset: offset, int whence: enum whence);
int fseeko(FILE *stream, off_t offset, int whence: enum whence);
int fseeko64(FILE *stream, off64_t offset, int whence: enum whence);
long ftell(FILE *stream): offset;
off_t ftello(FILE *stream);
off64_t ftello64(FILE *stream);
int fgetpos(FILE *stream, fpos_t *pos: out offset = position(pos)) fails(ret != 0);
int fgetpos64(FILE *stream, fpos64_t *pos: out offset = position(pos)) fails(ret != 0);
int fsetpos(FILE *stream, const fpos_t *pos: offset = position(pos)) fails(ret != 0);
int fsetpos64(FILE *stream, const fpos64_t *pos: offset = position(pos)) fails(ret != 0);
void rewind(FILE *stream);
int fflush(FILE *stream) admit(stream != nullptr ? call.admits_handle(Class::FILE, handle_value(stream))
                                                 : call.admits());
int fflush_unlocked(FILE *stream)
    admit(stream != nullptr ? call.admits_handle(Class::FILE, handle_value(stream)) : call.admits());
int setvbuf(FILE *stream, char *buf, int mode: enum setvbuf, size_t size) fails(ret != 0);
void setbuf(FILE *stream, char *buf);
void setbuffer(FILE *stream, char *buf, size_t size);
void setlinebuf(FILE *stream);

# ---- wide characters: texts are recorded in UTF-8

%header <wchar.h> <stdio.h> "runtime/stdio_arguments.h"
%type wint_t: uint
%type wchar_t: int
%fails ret == WEOF && stream_failed(stream)
wint_t fgetwc(FILE *stream);
wint_t getwc(FILE *stream);
wint_t fgetwc_unlocked(FILE *stream);
wint_t getwc_unlocked(FILE *stream);
wint_t getwchar_unlocked(+ stream: FILE = stdin) fails(ret == WEOF && stream_failed(stdin));
wint_t getwchar(+ stream: FILE = stdin) fails(ret == WEOF && stream_failed(stdin));
%fails ret == WEOF
wint_t fputwc(wchar_t wc, FILE *stream);
wint_t putwc(wchar_t wc, FILE *stream);
wint_t ungetwc(wint_t wc, FILE *stream);
wint_t fputwc_unlocked(wchar_t wc, FILE *stream);
wint_t putwc_unlocked(wchar_t wc, FILE *stream);
wint_t putwchar_unlocked(wchar_t wc, + stream: FILE = stdout);
wint_t putwchar(wchar_t wc, + stream: FILE = stdout);
%fails ret == nullptr && stream_failed(stream)
wchar_t *fgetws(wchar_t *ws, int n, FILE *stream);
wchar_t *fgetws_unlocked(wchar_t *ws, int n, FILE *stream);
wchar_t *__fgetws_unlocked_chk(wchar_t *ws, size_t buflen, int n, FILE *stream);
wchar_t *__fgetws_chk(wchar_t *ws, size_t buflen, int n, FILE *stream);
%fails ret == -1
int fputws(const wchar_t *ws: str via wide_text(ws), FILE *stream);
int fputws_unlocked(const wchar_t *ws: str via wide_text(ws), FILE *stream);
%fails ret < 0
int wprintf(const wchar_t *format: str via wide_text(format),
            ... args: [any] via printf_arguments(format, ap), + stream: FILE = stdout) through vwprintf;
int fwprintf(FILE *stream, const wchar_t *format: str via wide_text(format),
             ... args: [any] via printf_arguments(format, ap)) through vfwprintf;
int vwprintf(const wchar_t *format: str via wide_text(format),
             va_list ap as args: [any] via printf_arguments(format, ap), + stream: FILE = stdout);
int vfwprintf(FILE *stream, const wchar_t *format: str via wide_text(format),
              va_list ap as args: [any] via printf_arguments(format, ap));
int __wprintf_chk(int flag, const wchar_t *format: str via wide_text(format),
                  ... args: [any] via printf_arguments(format, ap), + stream: FILE = stdout)
    through __vwprintf_chk;
int __fwprintf_chk(FILE *stream, int flag, const wchar_t *format: str via wide_text(format),
                   ... args: [any] via printf_arguments(format, ap)) through __vfwprintf_chk;
int __vwprintf_chk(int flag, const wchar_t *format: str via wide_text(format),
                   va_list ap as args: [any] via printf_arguments(format, ap), + stream: FILE = stdout);
int __vfwprintf_chk(FILE *stream, int flag, const wchar_t *format: str via wide_text(format),
                    va_list ap as args: [any] via printf_arguments(format, ap));
%fails ret == EOF && stream_failed(stdin)
int wscanf(const wchar_t *format: str via wide_text(format),
           ... args: [any] via scanf_arguments(kGnu, format, ret, ap), + stream: FILE = stdin) through vwscanf;
int vwscanf(const wchar_t *format: str via wide_text(format),
            va_list ap as args: [any] via scanf_arguments(kGnu, format, ret, ap), + stream: FILE = stdin);
int __isoc99_wscanf(const wchar_t *format: str via wide_text(format),
                    ... args: [any] via scanf_arguments(kIso, format, ret, ap), + stream: FILE = stdin)
    through __isoc99_vwscanf;
int __isoc99_vwscanf(const wchar_t *format: str via wide_text(format),
                     va_list ap as args: [any] via scanf_arguments(kIso, format, ret, ap),
                     + stream: FILE = stdin);
int __isoc23_wscanf(const wchar_t *format: str via wide_text(format),
                    ... args: [any] via scanf_arguments(kIso, format, ret, ap), + stream: FILE = stdin)
    through __isoc23_vwscanf;
int __isoc23_vwscanf(const wchar_t *format: str via wide_text(format),
                     va_list ap as args: [any] via scanf_arguments(kIso, format, ret, ap),
                     + stream: FILE = stdin);
%fails ret == EOF && stream_failed(stream)
int fwscanf(FILE *stream, const wchar_t *format: str via wide_text(format),
            ... args: [any] via scanf_arguments(kGnu, format, ret, ap)) through vfwscanf;
int vfwscanf(FILE *stream, const wchar_t *format: str via wide_text(format),
             va_list ap as args: [any] via scanf_arguments(kGnu, format, ret, ap));
int __isoc99_fwscanf(FILE *stream, const wchar_t *format: str via wide_text(format),
                     ... args: [any] via scanf_arguments(kIso, format, ret, ap)) through __isoc99_vfwscanf;
int __isoc99_vfwscanf(FILE *stream, const wchar_t *format: str via wide_text(format),
                      va_list ap as args: [any] via scanf_arguments(kIso, format, ret, ap));
int __isoc23_fwscanf(FILE *stream, const wchar_t *format: str via wide_text(format),
                     ... args: [any] via scanf_arguments(kIso, format, ret, ap)) through __isoc23_vfwscanf;
int __isoc23_vfwscanf(FILE *stream, const wchar_t *format: str via wide_text(format),
                      va_list ap as args: [any] via scanf_arguments(kIso, format, ret, ap));
