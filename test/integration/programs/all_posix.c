// SPDX-License-Identifier: BSD-3-Clause
// Calls every POSIX entry point that libc has at least once, in success and often in failure.
// usage: all_posix CALL-LOG   (in an empty working directory; the log names each call in order)
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <aio.h>
#include <dirent.h>
#include <fts.h>
#include <ftw.h>
#include <glob.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <utime.h>

#include "each.h"

static char buffer[8192];
static char big[65536];

static void open_and_close(void) {
  int fd = I(open, open("a", O_RDWR | O_CREAT | O_TRUNC, 0640));
  I(open, open("missing", (int)each_vary(O_RDONLY)));
  I(open, open("a", O_RDWR | O_CREAT | O_EXCL, 0600));
  I(write, write(fd, big, 5000));
  int other = I(open64, open64("a", (int)each_vary(O_RDWR)));
  I(close, close(other));
  I(close, close(other));
  int dir = I(open, open(".", O_RDONLY | O_DIRECTORY));
  other = I(openat, openat(dir, "b", O_RDWR | O_CREAT, 0600));
  I(close, close(other));
  other = I(openat, openat(dir, "b", (int)each_vary(O_RDONLY)));
  I(close, close(other));
  other = I(openat64, openat64(AT_FDCWD, "b", (int)each_vary(O_WRONLY | O_APPEND)));
  I(close, close(other));
  other = I(openat, openat(dir, ".", O_TMPFILE | O_RDWR, 0600));
  I(close, close(other));
  other = I(creat, creat("c", 0600));
  I(close, close(other));
  other = I(creat64, creat64("c", 0600));
  int copy = I(dup, dup(other));
  I(dup2, dup2(fd, copy));
  I(dup2, dup2(fd, 40));
  I(dup3, dup3(fd, 41, O_CLOEXEC));
  I(dup3, dup3(fd, fd, 0));
  I(dup, dup(-1));
  I(close, close(copy));
  I(close, close(40));
  I(close, close(41));
  I(close, close(other));
  I(close, close(dir));
  I(close, close(fd));
}

static void temporary_files(void) {
  char t[8][32] = {"tmp.XXXXXX", "tmp.XXXXXX", "tmp.XXXXXX.s", "tmp.XXXXXX.s",
                   "tmp.XXXXXX", "tmp.XXXXXX", "tmp.XXXXXX.s", "tmp.XXXXXX.s"};
  int fd[8];
  fd[0] = I(mkstemp, mkstemp(t[0]));
  fd[1] = I(mkostemp, mkostemp(t[1], O_APPEND));
  fd[2] = I(mkstemps, mkstemps(t[2], 2));
  fd[3] = I(mkostemps, mkostemps(t[3], 2, O_CLOEXEC));
  fd[4] = I(mkstemp64, mkstemp64(t[4]));
  fd[5] = I(mkostemp64, mkostemp64(t[5], 0));
  fd[6] = I(mkstemps64, mkstemps64(t[6], 2));
  fd[7] = I(mkostemps64, mkostemps64(t[7], 2, 0));
  for (int i = 0; i < 8; i++) {
    I(unlink, unlink(t[i]));
    I(write, write(fd[i], "unlinked", 8));
    I(close, close(fd[i]));
  }
  char bad[] = "notemplate";
  I(mkstemp, mkstemp(bad));
  char name[] = "dir.XXXXXX";
  P(mkdtemp, mkdtemp(name));
  I(rmdir, rmdir(name));
  int m = I(memfd_create, memfd_create("scratch", MFD_CLOEXEC));
  I(write, write(m, "memory", 6));
  I(close, close(m));
  char shm[64];
  snprintf(shm, sizeof shm, "/recorder-test-%d", getpid());
  m = I(shm_open, shm_open(shm, O_RDWR | O_CREAT, 0600));
  I(shm_unlink, shm_unlink(shm));
  I(close, close(m));
  I(shm_unlink, shm_unlink("/recorder-test-absent"));
}

static void read_and_write(void) {
  int fd = I(open, open("a", O_RDWR | O_CREAT, 0644));
  I(write, write(fd, big, 4096));
  I(lseek, lseek(fd, 0, SEEK_SET));
  I(read, read(fd, buffer, each_vary(100)));
  I(read, read(fd, buffer, each_vary(100)));
  I(read, read(-1, buffer, 100));
  I(write, write(-1, buffer, 100));
  struct iovec v[3] = {{buffer, 10}, {buffer + 10, 0}, {buffer + 100, 2000}};
  I(readv, readv(fd, v, 3));
  I(writev, writev(fd, v, 2));
  I(pread, pread(fd, buffer, each_vary(10), 5));
  I(pread64, pread64(fd, buffer, each_vary(10), 15));
  I(pwrite, pwrite(fd, buffer, 10, 1 << 20));
  I(pwrite64, pwrite64(fd, buffer, 10, 5LL << 32));
  I(pwrite, pwrite(fd, buffer, 10, -5));
  I(preadv, preadv(fd, v, 3, 7));
  I(preadv64, preadv64(fd, v, 3, 17));
  I(preadv2, preadv2(fd, v, 3, 27, RWF_HIPRI));
  I(preadv64v2, preadv64v2(fd, v, 3, -1, 0));
  I(pwritev, pwritev(fd, v, 3, 7));
  I(pwritev64, pwritev64(fd, v, 3, 17));
  I(pwritev2, pwritev2(fd, v, 3, 27, RWF_DSYNC));
  I(pwritev64v2, pwritev64v2(fd, v, 3, -1, RWF_SYNC));
  I(lseek, lseek(fd, 10, SEEK_CUR));
  I(lseek64, lseek64(fd, -10, SEEK_END));
  I(lseek64, lseek64(fd, 0, SEEK_HOLE));
  I(lseek, lseek(fd, -1, SEEK_SET));
  I(fsync, fsync(fd));
  I(fdatasync, fdatasync(fd));
  I(fsync, fsync(-1));
  I(syncfs, syncfs(fd));
  I(sync_file_range, sync_file_range(fd, 0, 4096, SYNC_FILE_RANGE_WRITE));
  I(readahead, readahead(fd, 0, 4096));
  I(close, close(fd));
}

static void size_and_advice(void) {
  int fd = I(open, open("size", O_RDWR | O_CREAT, 0644));
  I(ftruncate, ftruncate(fd, 10000));
  I(ftruncate64, ftruncate64(fd, 20000));
  I(truncate, truncate("size", 3000));
  I(truncate64, truncate64("size", 4000));
  I(truncate, truncate("missing", 1));
  I(fallocate, fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, 8192));
  I(fallocate64, fallocate64(fd, 0, 0, 8192));
  I(posix_fallocate, posix_fallocate(fd, 0, 9000));
  I(posix_fallocate64, posix_fallocate64(fd, 0, 9500));
  I(posix_fallocate, posix_fallocate(-1, 0, 9000));
  I(posix_fadvise, posix_fadvise(fd, 0, 4096, POSIX_FADV_SEQUENTIAL));
  I(posix_fadvise64, posix_fadvise64(fd, 0, 0, POSIX_FADV_DONTNEED));
  I(flock, flock(fd, LOCK_EX | LOCK_NB));
  I(flock, flock(fd, LOCK_UN));
  I(lockf, lockf(fd, F_TLOCK, 100));
  I(lockf64, lockf64(fd, F_ULOCK, 0));
  I(close, close(fd));
}

static void descriptor_control(void) {
  int fd = I(open, open("a", O_RDWR | O_CREAT, 0644));
  int copy = I(fcntl, fcntl(fd, F_DUPFD, 50));
  I(fcntl, fcntl(fd, F_GETFL));
  I(fcntl, fcntl(fd, F_SETFL, O_APPEND));
  I(fcntl, fcntl(fd, F_GETFD));
  I(fcntl, fcntl(fd, F_SETFD, FD_CLOEXEC));
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 10, .l_len = 20};
  I(fcntl, fcntl(fd, F_SETLK, &lock));
  I(fcntl, fcntl(fd, F_GETLK, &lock));
  lock.l_type = F_UNLCK;
  I(fcntl64, fcntl64(fd, F_SETLKW, &lock));
  I(fcntl, fcntl(fd, F_DUPFD_CLOEXEC, 60));
  I(fcntl, fcntl(-1, F_GETFL));
  I(close, close(60));
  I(close, close(copy));
  int n = 0;
  I(ioctl, ioctl(fd, FIONREAD, &n));
  I(ioctl, ioctl(fd, TCGETS, buffer));
  I(umask, umask(022));
  int p[2];
  I(pipe, pipe(p));
  I(write, write(p[1], "through the pipe", 16));
  I(read, read(p[0], buffer, 100));
  I(close, close(p[0]));
  I(close, close(p[1]));
  I(pipe2, pipe2(p, O_NONBLOCK));
  I(read, read(p[0], buffer, 100));
  I(close, close(p[0]));
  I(close, close(p[1]));
  I(socketpair, socketpair(AF_UNIX, SOCK_STREAM, 0, p));
  I(close, close(p[0]));
  I(close, close(p[1]));
  I(close, close(fd));
}

static void kernel_copies(void) {
  int in = I(open, open("a", O_RDONLY));
  int out = I(open, open("copy", O_RDWR | O_CREAT, 0644));
  off64_t from = 10, to = 20;
  off_t at = 3;
  I(copy_file_range, copy_file_range(in, &from, out, &to, 100, 0));
  I(copy_file_range, copy_file_range(in, NULL, out, NULL, 50, 0));
  I(sendfile, sendfile(out, in, &at, 40));
  I(sendfile64, sendfile64(out, in, NULL, 40));
  int p[2], q[2];
  I(pipe, pipe(p));
  I(pipe, pipe(q));
  I(splice, splice(in, &from, p[1], NULL, 100, 0));
  I(tee, tee(p[0], q[1], 100, 0));
  I(splice, splice(p[0], NULL, out, &to, 100, SPLICE_F_MOVE));
  struct iovec v = {buffer, 64};
  I(vmsplice, vmsplice(p[1], &v, 1, 0));
  for (int i = 0; i < 2; i++) {
    I(close, close(p[i]));
    I(close, close(q[i]));
  }
  I(close, close(in));
  I(close, close(out));
}

static void memory_maps(void) {
  int fd = I(open, open("map", O_RDWR | O_CREAT, 0644));
  I(ftruncate, ftruncate(fd, 65536));
  char *m = P(mmap, (char *)mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0));
  char *k = P(mmap64, (char *)mmap64(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 4096));
  I(mmap, (long)mmap(NULL, 4096, PROT_READ, MAP_SHARED, -1, 0) == -1 ? -1 : 0);
  m[100] = 7;
  I(msync, msync(m, 65536, MS_SYNC));
  I(msync, msync(m + 8192, 4096, MS_ASYNC));
  I(madvise, madvise(m, 65536, MADV_SEQUENTIAL));
  I(posix_madvise, posix_madvise(m, 4096, POSIX_MADV_WILLNEED));
  I(mlock, mlock(m, 4096));
  munlock(m, 4096);  // mremap refuses a range of two different mappings
  m = P(mremap, (char *)mremap(m, 65536, 32768, 0));
  m = P(mremap, (char *)mremap(m, 32768, 131072, MREMAP_MAYMOVE));
  I(munmap, munmap(m, 131072));
  I(munmap, munmap(k, 4096));
  I(close, close(fd));
}

static int count_entry(const char *path, const struct stat *s, int type) {
  (void)path, (void)s, (void)type;
  return 0;
}
static int count_entry64(const char *path, const struct stat64 *s, int type) {
  (void)path, (void)s, (void)type;
  return 0;
}
static int count_node(const char *path, const struct stat *s, int type, struct FTW *f) {
  (void)path, (void)s, (void)type, (void)f;
  return 0;
}
static int count_node64(const char *path, const struct stat64 *s, int type, struct FTW *f) {
  (void)path, (void)s, (void)type, (void)f;
  return 0;
}

static void metadata(void) {
  struct stat s;
  struct stat64 l;
  struct statx x;
  int fd = I(open, open("a", O_RDWR));
  I(stat, stat("a", &s));
  I(stat, stat("missing", &s));
  I(stat64, stat64("a", &l));
  I(lstat, lstat("a", &s));
  I(lstat64, lstat64("a", &l));
  I(fstat, fstat(fd, &s));
  I(fstat64, fstat64(fd, &l));
  I(fstatat, fstatat(AT_FDCWD, "a", &s, AT_SYMLINK_NOFOLLOW));
  I(fstatat64, fstatat64(AT_FDCWD, "missing", &l, 0));
  I(statx, statx(AT_FDCWD, "a", 0, STATX_SIZE, &x));
  struct statfs f;
  struct statfs64 f64;
  struct statvfs v;
  struct statvfs64 v64;
  I(statfs, statfs(".", &f));
  I(statfs64, statfs64(".", &f64));
  I(fstatfs, fstatfs(fd, &f));
  I(fstatfs64, fstatfs64(fd, &f64));
  I(statvfs, statvfs(".", &v));
  I(statvfs64, statvfs64(".", &v64));
  I(fstatvfs, fstatvfs(fd, &v));
  I(fstatvfs64, fstatvfs64(fd, &v64));
  I(access, access("a", R_OK | W_OK));
  I(access, access("missing", F_OK));
  I(faccessat, faccessat(AT_FDCWD, "a", R_OK, AT_EACCESS));
  I(euidaccess, euidaccess("a", R_OK));
  I(eaccess, eaccess("a", R_OK));
  I(chmod, chmod("a", 0644));
  I(fchmod, fchmod(fd, 0600));
  I(lchmod, lchmod("a", 0644));
  I(fchmodat, fchmodat(AT_FDCWD, "a", 0640, 0));
  I(chown, chown("a", getuid(), getgid()));
  I(lchown, lchown("a", -1, -1));
  I(fchown, fchown(fd, -1, -1));
  I(fchownat, fchownat(AT_FDCWD, "a", -1, -1, AT_SYMLINK_NOFOLLOW));
  I(close, close(fd));
}

static void file_times(void) {
  int fd = I(open, open("a", O_RDWR));
  struct utimbuf u = {1000000, 2000000};
  struct timeval tv[2] = {{1, 2}, {3, 4}};
  struct timespec ts[2] = {{5, 6}, {0, UTIME_OMIT}};
  I(utime, utime("a", &u));
  I(utime, utime("a", NULL));
  I(utimes, utimes("a", tv));
  I(lutimes, lutimes("a", tv));
  I(futimes, futimes(fd, tv));
  I(utimensat, utimensat(AT_FDCWD, "a", ts, 0));
  I(futimens, futimens(fd, ts));
  I(futimens, futimens(fd, NULL));
  I(futimesat, futimesat(AT_FDCWD, "a", tv));
  I(close, close(fd));
}

static void names_and_links(void) {
  int dir = I(open, open(".", O_PATH | O_DIRECTORY));
  I(link, link("a", "hard"));
  I(link, link("a", "hard"));
  I(linkat, linkat(dir, "a", dir, "hard2", 0));
  I(symlink, symlink("a", "soft"));
  I(symlinkat, symlinkat("nowhere", dir, "soft2"));
  I(readlink, readlink("soft", buffer, each_vary(sizeof buffer)));
  I(readlink, readlink("a", buffer, sizeof buffer));
  I(readlinkat, readlinkat(dir, "soft2", buffer, each_vary(sizeof buffer)));
  I(rename, rename("hard", "hard3"));
  I(renameat, renameat(dir, "hard3", dir, "hard4"));
  I(renameat2, renameat2(dir, "hard4", AT_FDCWD, "hard5", RENAME_NOREPLACE));
  I(rename, rename("missing", "other"));
  I(unlink, unlink("hard5"));
  I(unlinkat, unlinkat(dir, "hard2", 0));
  I(remove, remove("soft"));
  I(remove, remove("soft2"));
  I(unlink, unlink("missing"));
  I(mkfifo, mkfifo("fifo", 0600));
  I(mkfifoat, mkfifoat(dir, "fifo2", 0600));
  I(mknod, mknod("node", S_IFREG | 0600, 0));
  I(mknodat, mknodat(dir, "node2", S_IFIFO | 0600, 0));
  const char *made[] = {"fifo", "fifo2", "node", "node2"};
  for (int i = 0; i < 4; i++) I(unlink, unlink(made[i]));
  struct file_handle *h = (struct file_handle *)buffer;
  h->handle_bytes = 128;
  int mount;
  I(name_to_handle_at, name_to_handle_at(AT_FDCWD, "a", h, &mount, 0));
  int fd = N(open_by_handle_at, open_by_handle_at(AT_FDCWD, h, O_RDONLY));
  if (fd >= 0) N(close, close(fd));
  I(close, close(dir));
}

static void extended_attributes(void) {
  int fd = I(open, open("a", O_RDWR));
  I(setxattr, setxattr("a", "user.one", "1", 1, 0));
  I(lsetxattr, lsetxattr("a", "user.two", "22", 2, XATTR_CREATE));
  I(fsetxattr, fsetxattr(fd, "user.three", "333", 3, 0));
  I(getxattr, getxattr("a", "user.one", buffer, 100));
  I(lgetxattr, lgetxattr("a", "user.two", buffer, 100));
  I(fgetxattr, fgetxattr(fd, "user.three", buffer, 100));
  I(getxattr, getxattr("a", "user.none", buffer, 100));
  I(listxattr, listxattr("a", buffer, 100));
  I(llistxattr, llistxattr("a", buffer, 1));
  I(flistxattr, flistxattr(fd, NULL, 0));
  I(removexattr, removexattr("a", "user.one"));
  I(lremovexattr, lremovexattr("a", "user.two"));
  I(fremovexattr, fremovexattr(fd, "user.three"));
  I(fremovexattr, fremovexattr(fd, "user.three"));
  I(close, close(fd));
}

static void working_directory(void) {
  I(mkdir, mkdir("sub", 0755));
  I(mkdir, mkdir("sub", 0755));
  int dir = I(open, open(".", O_RDONLY | O_DIRECTORY));
  I(mkdirat, mkdirat(dir, "sub2", 0700));
  I(chdir, chdir("sub"));
  int fd = I(open, open("inner", O_WRONLY | O_CREAT, 0600));
  I(write, write(fd, "x", 1));
  I(close, close(fd));
  P(getcwd, getcwd(buffer, each_vary(sizeof buffer)));
  P(getcwd, getcwd(buffer, 2));
  char *named = P(get_current_dir_name, get_current_dir_name());
  free(named);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  P(getwd, getwd(buffer));
#pragma GCC diagnostic pop
  P(realpath, realpath("inner", buffer));
  P(realpath, realpath("absent", buffer));
  named = P(canonicalize_file_name, canonicalize_file_name("../a"));
  free(named);
  I(fchdir, fchdir(dir));
  I(chdir, chdir("missing"));
  I(chroot, chroot("missing"));
  I(rmdir, rmdir("sub2"));
  I(rmdir, rmdir("missing"));
  I(close, close(dir));
}

static int any(const struct dirent *e) { return e->d_name[0] != '.'; }
static int any64(const struct dirent64 *e) { return e->d_name[0] != '.'; }

static void read_directories(void) {
  DIR *d = P(opendir, opendir("sub"));
  P(opendir, opendir("missing"));
  P(readdir, readdir(d));
  P(readdir64, readdir64(d));
  const long at = N(telldir, telldir(d));
  while (P(readdir, readdir(d))) continue;
  N(seekdir, seekdir(d, at));
  N(rewinddir, rewinddir(d));
  I(dirfd, dirfd(d));
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  union {
    struct dirent e;
    char room[1024];
  } entry;
  struct dirent *got;
  I(readdir_r, readdir_r(d, &entry.e, &got));
  struct dirent64 *got64;
  I(readdir64_r, readdir64_r(d, (struct dirent64 *)&entry, &got64));
#pragma GCC diagnostic pop
  I(closedir, closedir(d));
  int fd = I(open, open("sub", O_RDONLY | O_DIRECTORY));
  I(getdents64, getdents64(fd, buffer, sizeof buffer));
  d = P(fdopendir, fdopendir(fd));
  I(closedir, closedir(d));
  struct dirent **list;
  struct dirent64 **list64;
  int n = I(scandir, scandir("sub", &list, any, alphasort));
  while (n > 0) free(list[--n]);
  free(list);
  n = I(scandir64, scandir64("sub", &list64, any64, alphasort64));
  while (n > 0) free(list64[--n]);
  free(list64);
  n = I(scandirat, scandirat(AT_FDCWD, "sub", &list, any, alphasort));
  while (n > 0) free(list[--n]);
  free(list);
}

static void walk_trees(void) {
  I(ftw, ftw("sub", count_entry, 4));
  I(ftw64, ftw64("sub", count_entry64, 4));
  I(nftw, nftw("sub", count_node, 4, FTW_PHYS));
  I(nftw64, nftw64("sub", count_node64, 4, 0));
  char *roots[] = {(char *)"sub", NULL};
#ifndef RECORDER_TEST_NO_FTS
  FTS *t = P(fts_open, fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL));
  while (P(fts_read, fts_read(t))) continue;
  I(fts_close, fts_close(t));
#endif
  glob_t g;
  I(glob, glob("sub/*", 0, NULL, &g));
  globfree(&g);
  glob64_t g64;
  I(glob64, glob64("no/*", 0, NULL, &g64));
  globfree64(&g64);
}

static void finish(struct aiocb *a) {
  const struct aiocb *list[] = {a};
  I(aio_suspend, aio_suspend(list, 1, NULL));
  while (aio_error(a) == EINPROGRESS) each_line("aio_error 115 0\n");
  each_line("aio_error 0 0\n");
  I(aio_return, aio_return(a));
}

static void finish64(struct aiocb64 *a) {
  const struct aiocb64 *list[] = {a};
  I(aio_suspend64, aio_suspend64(list, 1, NULL));
  while (aio_error64(a) == EINPROGRESS) each_line("aio_error64 115 0\n");
  each_line("aio_error64 0 0\n");
  I(aio_return64, aio_return64(a));
}

static void asynchronous(void) {
  int fd = I(open, open("aio", O_RDWR | O_CREAT, 0644));
  struct aiocb a = {.aio_fildes = fd, .aio_buf = big, .aio_nbytes = 1000, .aio_offset = 100};
  struct aiocb64 b = {.aio_fildes = fd, .aio_buf = buffer, .aio_nbytes = 500, .aio_offset = 200};
  I(aio_write, aio_write(&a));
  finish(&a);
  I(aio_read, aio_read(&a));
  finish(&a);
  I(aio_write64, aio_write64(&b));
  finish64(&b);
  I(aio_read64, aio_read64(&b));
  finish64(&b);
  I(aio_fsync, aio_fsync(O_SYNC, &a));
  finish(&a);
  I(aio_fsync64, aio_fsync64(O_DSYNC, &b));
  finish64(&b);
  a.aio_lio_opcode = LIO_READ;
  struct aiocb *list[] = {&a, NULL};
  I(lio_listio, lio_listio(LIO_WAIT, list, 2, NULL));
  finish(&a);
  b.aio_lio_opcode = LIO_WRITE;
  struct aiocb64 *list64[] = {&b};
  I(lio_listio64, lio_listio64(LIO_WAIT, list64, 1, NULL));
  finish64(&b);
  I(aio_cancel, aio_cancel(fd, NULL));
  I(aio_cancel64, aio_cancel64(fd, NULL));
  I(close, close(fd));
}

static void close_many(void) {
  int low = I(open, open("a", O_RDONLY));
  for (int i = 100; i < 110; i++) I(dup2, dup2(low, i));
  I(close_range, close_range(100, 104, 0));
  I(read, read(101, buffer, 1));
  I(read, read(106, buffer, 1));
  N(closefrom, closefrom(105));
  I(read, read(106, buffer, 1));
  I(close, close(low));
  N(sync, sync());
}

int main(int argc, char **argv) {
  open_and_close();
  temporary_files();
  read_and_write();
  size_and_advice();
  descriptor_control();
  kernel_copies();
  memory_maps();
  metadata();
  file_times();
  names_and_links();
  extended_attributes();
  working_directory();
  read_directories();
  walk_trees();
  asynchronous();
  close_many();
  each_save(argc > 1 ? argv[1] : "calls.log");
  return 3;
}
