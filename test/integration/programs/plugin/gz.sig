# SPDX-License-Identifier: BSD-3-Clause
# The gz functions of zlib and its one-call compression, annotated.
%layer zlib
%header <zlib.h>
%class gzFile for gzFile
%type uLong, uInt: uint
%type voidp, voidpc: ptr
%type off_t, off64_t, z_off_t, z_off64_t: offset

gzFile gzopen(const char *path: path, const char *mode: str): new gzFile fails(ret == nullptr);
gzFile gzopen64(const char *path: path, const char *mode: str): new gzFile fails(ret == nullptr);
gzFile gzdopen(int fd: fd, const char *mode: str): new gzFile fails(ret == nullptr);
int gzbuffer(gzFile file, unsigned size);
int gzread(gzFile file, voidp buf: out str[ret], unsigned len);
int gzwrite(gzFile file, voidpc buf: str[len], unsigned len) fails(ret == 0);
int gzprintf(gzFile file, const char *format: str, ...) through gzvprintf;
int gzvprintf(gzFile file, const char *format: str, va_list ap);
int gzputs(gzFile file, const char *s: str);
char *gzgets(gzFile file, char *buf: out str, int len);
int gzputc(gzFile file, int c);
int gzgetc(gzFile file);
z_off_t gzseek(gzFile file, z_off_t offset, int whence);
z_off_t gztell(gzFile file);
int gzeof(gzFile file);
const char *gzerror(gzFile file, int *errnum: out *int): str;
int gzclose(gzFile file: gzFile closes) fails(ret != Z_OK);
int compress2(Bytef *dest, uLongf *destLen: in *uint, const Bytef *source, uLong sourceLen, int level) fails(ret != Z_OK);
int uncompress(Bytef *dest, uLongf *destLen: out *uint, const Bytef *source, uLong sourceLen) fails(ret != Z_OK);
uLong crc32(uLong crc, const Bytef *buf: [uint; len], uInt len);
uLong adler32(uLong adler, const Bytef *buf, uInt len);
