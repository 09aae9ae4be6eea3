# SPDX-License-Identifier: BSD-3-Clause
# POSIX and Linux file functions. The notation is described in doc/adding-a-function.md.

%layer posix
%real wrap

%type mode_t: mode
%type off_t, off64_t, loff_t: offset
%type pid_t, time_t, suseconds_t: int
%type uid_t, gid_t, dev_t: uint
%class DIR for DIR *
%class FTS for FTS *

%struct iovec { void *base = iov_base; size_t len = iov_len; }
%struct timespec { time_t tv_sec; long tv_nsec; }
%struct timeval { time_t tv_sec; suseconds_t tv_usec; }
%struct utimbuf { time_t actime; time_t modtime; }

# ---- open, create, close, duplicate

%header <fcntl.h> "runtime/posix_arguments.h"
int open(const char *pathname: path, int flags: flags open,
         ... mode_t mode: mode if open_takes_mode(flags)): new fd;
int open64(const char *pathname: path, int flags: flags open,
           ... mode_t mode: mode if open_takes_mode(flags)): new fd;
int openat(int dirfd: fd, const char *pathname: path at dirfd, int flags: flags open,
           ... mode_t mode: mode if open_takes_mode(flags)): new fd;
int openat64(int dirfd: fd, const char *pathname: path at dirfd, int flags: flags open,
             ... mode_t mode: mode if open_takes_mode(flags)): new fd;
int __open_2(const char *pathname: path, int flags: flags open): new fd;
int __open64_2(const char *pathname: path, int flags: flags open): new fd;
int __openat_2(int dirfd: fd, const char *pathname: path at dirfd, int flags: flags open): new fd;
int __openat64_2(int dirfd: fd, const char *pathname: path at dirfd, int flags: flags open): new fd;
int creat(const char *pathname: path, mode_t mode): new fd;
int creat64(const char *pathname: path, mode_t mode): new fd;
int name_to_handle_at(int dirfd: fd, const char *pathname: path at dirfd, struct file_handle *handle,
                      int *mount_id: out *int, int flags: flags at);
int open_by_handle_at(int mount_fd: fd, struct file_handle *handle, int flags: flags open): new fd;

%header <fcntl.h> <linux/openat2.h>
%struct open_how { uint64_t flags: flags open; uint64_t mode: mode; uint64_t resolve: flags resolve; }
int openat2(int dirfd: fd, const char *pathname: path at dirfd, const struct open_how *how: *open_how,
            size_t size): new fd;

%header <unistd.h>
int close(int fd: fd closes) admit(call.admits_fd(fd) || forget_excluded(fd));
int close_range(unsigned int first, unsigned int last, int flags: flags close_range)
    admit(call.admits()) before(closing_unless_kept(call, first, last, flags));
void closefrom(int lowfd) admit(call.admits()) before(call.closing_range(lowfd, ~0U));
int dup(int oldfd: fd): new fd;
int dup2(int oldfd: fd, int newfd: fd): new fd
    admit(call.admits_any(call.test_fd(oldfd) || is_traced(newfd))) after(duplicated(oldfd, newfd));
int dup3(int oldfd: fd, int newfd: fd, int flags: flags open): new fd
    admit(call.admits_any(call.test_fd(oldfd) || is_traced(newfd))) after(duplicated(oldfd, newfd));
int pipe(int pipefd[2]: out [new fd; 2]) admit(admits_connection(call, kPipes));
int pipe2(int pipefd[2]: out [new fd; 2], int flags: flags open) admit(admits_connection(call, kPipes));

%header <stdlib.h>
int mkstemp(char *template_: path): new fd;
int mkstemp64(char *template_: path): new fd;
int mkostemp(char *template_: path, int flags: flags open): new fd;
int mkostemp64(char *template_: path, int flags: flags open): new fd;
int mkstemps(char *template_: path, int suffixlen): new fd;
int mkstemps64(char *template_: path, int suffixlen): new fd;
int mkostemps(char *template_: path, int suffixlen, int flags: flags open): new fd;
int mkostemps64(char *template_: path, int suffixlen, int flags: flags open): new fd;
char *mkdtemp(char *template_: path): str;

%header <sys/mman.h>
int memfd_create(const char *name: str, unsigned int flags: flags memfd): new fd admit(call.admits_own());
int shm_open(const char *name: str, int oflag: flags open, mode_t mode): new fd admit(call.admits_own());
int shm_unlink(const char *name: str) admit(call.admits_own());

%header <sys/socket.h>
int socketpair(int domain, int type, int protocol, int sv[2]: out [new fd; 2])
    admit(admits_connection(call, kSockets));

# ---- read and write

%header <unistd.h>
ssize_t read(int fd: fd, void *buf, size_t count);
ssize_t write(int fd: fd, const void *buf, size_t count);
ssize_t pread(int fd: fd, void *buf, size_t count, off_t offset);
ssize_t pread64(int fd: fd, void *buf, size_t count, off64_t offset);
ssize_t pwrite(int fd: fd, const void *buf, size_t count, off_t offset);
ssize_t pwrite64(int fd: fd, const void *buf, size_t count, off64_t offset);
ssize_t __read_chk(int fd: fd, void *buf, size_t count, size_t buflen);
ssize_t __pread_chk(int fd: fd, void *buf, size_t count, off_t offset, size_t buflen);
ssize_t __pread64_chk(int fd: fd, void *buf, size_t count, off64_t offset, size_t buflen);
off_t lseek(int fd: fd, off_t offset, int whence: enum whence);
off64_t lseek64(int fd: fd, off64_t offset, int whence: enum whence);

%header <sys/uio.h> "runtime/posix_arguments.h"
ssize_t readv(int fd: fd, const struct iovec *iov: [iovec; iov_count(iovcnt)], int iovcnt);
ssize_t writev(int fd: fd, const struct iovec *iov: [iovec; iov_count(iovcnt)], int iovcnt);
ssize_t preadv(int fd: fd, const struct iovec *iov: [iovec; iov_count(iovcnt)], int iovcnt, off_t offset);
ssize_t preadv64(int fd: fd, const struct iovec *iov: [iovec; iov_count(iovcnt)], int iovcnt, off64_t offset);
ssize_t pwritev(int fd: fd, const struct iovec *iov: [iovec; iov_count(iovcnt)], int iovcnt, off_t offset);
ssize_t pwritev64(int fd: fd, const struct iovec *iov: [iovec; iov_count(iovcnt)], int iovcnt, off64_t offset);
ssize_t preadv2(int fd: fd, const struct iovec *iov: [iovec; iov_count(iovcnt)], int iovcnt, off_t offset,
                int flags: flags rwf) alone;
ssize_t preadv64v2(int fd: fd, const struct iovec *iov: [iovec; iov_count(iovcnt)], int iovcnt, off64_t offset,
                   int flags: flags rwf) alone;
ssize_t pwritev2(int fd: fd, const struct iovec *iov: [iovec; iov_count(iovcnt)], int iovcnt, off_t offset,
                 int flags: flags rwf) alone;
ssize_t pwritev64v2(int fd: fd, const struct iovec *iov: [iovec; iov_count(iovcnt)], int iovcnt, off64_t offset,
                    int flags: flags rwf) alone;

# ---- copies made by the kernel

%header <unistd.h>
ssize_t copy_file_range(int fd_in: fd, off64_t *off_in: in *offset, int fd_out: fd,
                        off64_t *off_out: in *offset, size_t len, unsigned int flags);

%header <sys/sendfile.h>
ssize_t sendfile(int out_fd: fd, int in_fd: fd, off_t *offset: in *offset, size_t count);
ssize_t sendfile64(int out_fd: fd, int in_fd: fd, off64_t *offset: in *offset, size_t count);

%header <fcntl.h> "runtime/posix_arguments.h"
ssize_t splice(int fd_in: fd, off64_t *off_in: in *offset, int fd_out: fd, off64_t *off_out: in *offset,
               size_t len, unsigned int flags: flags splice);
ssize_t tee(int fd_in: fd, int fd_out: fd, size_t len, unsigned int flags: flags splice);
ssize_t vmsplice(int fd: fd, const struct iovec *iov: [iovec; iov_count(nr_segs)], size_t nr_segs,
                 unsigned int flags: flags splice);

# ---- sync, size, space, advice, locks

%header <unistd.h>
int fsync(int fd: fd);
int fdatasync(int fd: fd);
int syncfs(int fd: fd);
void sync(void);
int truncate(const char *path: path, off_t length);
int truncate64(const char *path: path, off64_t length);
int ftruncate(int fd: fd, off_t length);
int ftruncate64(int fd: fd, off64_t length);
int lockf(int fd: fd, int cmd: enum lockf, off_t len: int);
int lockf64(int fd: fd, int cmd: enum lockf, off64_t len: int);

%header <sys/file.h>
int flock(int fd: fd, int operation: flags flock);

%header <fcntl.h>
int fallocate(int fd: fd, int mode: flags fallocate, off_t offset, off_t len: int);
int fallocate64(int fd: fd, int mode: flags fallocate, off64_t offset, off64_t len: int);
int posix_fallocate(int fd: fd, off_t offset, off_t len: int) fails(ret != 0) errno(ret);
int posix_fallocate64(int fd: fd, off64_t offset, off64_t len: int) fails(ret != 0) errno(ret);
int posix_fadvise(int fd: fd, off_t offset, off_t len: int, int advice: enum fadvise)
    fails(ret != 0) errno(ret);
int posix_fadvise64(int fd: fd, off64_t offset, off64_t len: int, int advice: enum fadvise)
    fails(ret != 0) errno(ret);
ssize_t readahead(int fd: fd, off64_t offset, size_t count);
int sync_file_range(int fd: fd, off64_t offset, off64_t nbytes: int,
                    unsigned int flags: flags sync_file_range);

# ---- descriptor control

%header <fcntl.h> "runtime/posix_arguments.h"
int fcntl(int fd: fd, int cmd: enum fcntl_cmd, ... void *arg: any via fcntl_argument(cmd, arg))
    : new fd via fcntl_result(cmd, ret);
int fcntl64(int fd: fd, int cmd: enum fcntl_cmd, ... void *arg: any via fcntl_argument(cmd, arg))
    : new fd via fcntl_result(cmd, ret);

%header <sys/ioctl.h> "runtime/posix_arguments.h"
int ioctl(int fd: fd, unsigned long request, ... void *argp: any via ioctl_argument(argp));

%header <sys/stat.h>
mode_t umask(mode_t mask);

# ---- memory maps: only those of a file are recorded

%header <sys/mman.h>
void *mmap(void *addr, size_t length, int prot: flags mmap_prot, int flags: flags mmap_flags, int fd: fd,
           off_t offset): new map(length, fd)
    fails(ret == MAP_FAILED) admit(call.admits_any((flags & MAP_ANONYMOUS) == 0 && call.test_fd(fd)));
void *mmap64(void *addr, size_t length, int prot: flags mmap_prot, int flags: flags mmap_flags, int fd: fd,
             off64_t offset): new map(length, fd)
    fails(ret == MAP_FAILED) admit(call.admits_any((flags & MAP_ANONYMOUS) == 0 && call.test_fd(fd)));
int munmap(void *addr: map closes(length), size_t length);
void *mremap(void *old_address: map closes(old_size), size_t old_size, size_t new_size,
             int flags: flags mremap, ... void *new_address: ptr if (flags & MREMAP_FIXED) != 0)
    : new map(new_size, -1) fails(ret == MAP_FAILED);
int msync(void *addr: map, size_t length, int flags: flags msync);
int madvise(void *addr: map, size_t length, int advice: enum madvise);
int posix_madvise(void *addr: map, size_t length, int advice: enum posix_madvise)
    fails(ret != 0) errno(ret);
int mlock(const void *addr: map, size_t length);

# ---- the stat family

%header <sys/stat.h>
int stat(const char *pathname: path, struct stat *statbuf);
int stat64(const char *pathname: path, struct stat64 *statbuf);
int lstat(const char *pathname: path, struct stat *statbuf);
int lstat64(const char *pathname: path, struct stat64 *statbuf);
int fstat(int fd: fd, struct stat *statbuf);
int fstat64(int fd: fd, struct stat64 *statbuf);
int fstatat(int dirfd: fd, const char *pathname: path at dirfd, struct stat *statbuf, int flags: flags at);
int fstatat64(int dirfd: fd, const char *pathname: path at dirfd, struct stat64 *statbuf,
              int flags: flags at);
int __xstat(int ver, const char *pathname: path, struct stat *statbuf);
int __xstat64(int ver, const char *pathname: path, struct stat64 *statbuf);
int __lxstat(int ver, const char *pathname: path, struct stat *statbuf);
int __lxstat64(int ver, const char *pathname: path, struct stat64 *statbuf);
int __fxstat(int ver, int fd: fd, struct stat *statbuf);
int __fxstat64(int ver, int fd: fd, struct stat64 *statbuf);
int __fxstatat(int ver, int dirfd: fd, const char *pathname: path at dirfd, struct stat *statbuf,
               int flags: flags at);
int __fxstatat64(int ver, int dirfd: fd, const char *pathname: path at dirfd, struct stat64 *statbuf,
                 int flags: flags at);
int statx(int dirfd: fd, const char *pathname: path at dirfd, int flags: flags at,
          unsigned int mask: flags statx, struct statx *statxbuf);

%header <sys/statfs.h>
int statfs(const char *path: path, struct statfs *buf);
int statfs64(const char *path: path, struct statfs64 *buf);
int fstatfs(int fd: fd, struct statfs *buf);
int fstatfs64(int fd: fd, struct statfs64 *buf);

%header <sys/statvfs.h>
int statvfs(const char *path: path, struct statvfs *buf);
int statvfs64(const char *path: path, struct statvfs64 *buf);
int fstatvfs(int fd: fd, struct statvfs *buf);
int fstatvfs64(int fd: fd, struct statvfs64 *buf);

# ---- names and links

%header <unistd.h>
int link(const char *oldpath: path, const char *newpath: path);
int linkat(int olddirfd: fd, const char *oldpath: path at olddirfd, int newdirfd: fd,
           const char *newpath: path at newdirfd, int flags: flags at);
int unlink(const char *pathname: path);
int unlinkat(int dirfd: fd, const char *pathname: path at dirfd, int flags: flags at);
int symlink(const char *target: str, const char *linkpath: path);
int symlinkat(const char *target: str, int newdirfd: fd, const char *linkpath: path at newdirfd);
ssize_t readlink(const char *pathname: path, char *buf: out str[ret], size_t bufsiz);
ssize_t readlinkat(int dirfd: fd, const char *pathname: path at dirfd, char *buf: out str[ret],
                   size_t bufsiz);
ssize_t __readlink_chk(const char *pathname: path, char *buf: out str[ret], size_t bufsiz, size_t buflen);
ssize_t __readlinkat_chk(int dirfd: fd, const char *pathname: path at dirfd, char *buf: out str[ret],
                         size_t bufsiz, size_t buflen) alone;
int access(const char *pathname: path, int mode: flags access);
int faccessat(int dirfd: fd, const char *pathname: path at dirfd, int mode: flags access,
              int flags: flags at);
int euidaccess(const char *pathname: path, int mode: flags access);
int eaccess(const char *pathname: path, int mode: flags access);

%header <stdio.h>
int rename(const char *oldpath: path, const char *newpath: path);
int renameat(int olddirfd: fd, const char *oldpath: path at olddirfd, int newdirfd: fd,
             const char *newpath: path at newdirfd);
int renameat2(int olddirfd: fd, const char *oldpath: path at olddirfd, int newdirfd: fd,
              const char *newpath: path at newdirfd, unsigned int flags: flags rename);
int remove(const char *pathname: path);

%header <sys/stat.h>
int mknod(const char *pathname: path, mode_t mode, dev_t dev);
int mknodat(int dirfd: fd, const char *pathname: path at dirfd, mode_t mode, dev_t dev);
int __xmknod(int ver, const char *pathname: path, mode_t mode, dev_t *dev: in *uint);
int __xmknodat(int ver, int dirfd: fd, const char *pathname: path at dirfd, mode_t mode,
               dev_t *dev: in *uint);
int mkfifo(const char *pathname: path, mode_t mode);
int mkfifoat(int dirfd: fd, const char *pathname: path at dirfd, mode_t mode);

%header <stdlib.h>
char *realpath(const char *path: path, char *resolved_path): str;
char *__realpath_chk(const char *path: path, char *resolved_path, size_t resolvedlen): str;
char *canonicalize_file_name(const char *path: path): str;

# ---- owner, mode, times

%header <sys/stat.h>
int chmod(const char *pathname: path, mode_t mode);
int fchmod(int fd: fd, mode_t mode);
int fchmodat(int dirfd: fd, const char *pathname: path at dirfd, mode_t mode, int flags: flags at);
int lchmod(const char *pathname: path, mode_t mode) alone;
int utimensat(int dirfd: fd, const char *pathname: path at dirfd,
              const struct timespec times[2]: [timespec; 2], int flags: flags at);
int futimens(int fd: fd, const struct timespec times[2]: [timespec; 2]);

%header <unistd.h>
int chown(const char *pathname: path, uid_t owner, gid_t group);
int lchown(const char *pathname: path, uid_t owner, gid_t group);
int fchown(int fd: fd, uid_t owner, gid_t group);
int fchownat(int dirfd: fd, const char *pathname: path at dirfd, uid_t owner, gid_t group,
             int flags: flags at);

%header <utime.h>
int utime(const char *filename: path, const struct utimbuf *times: *utimbuf);

%header <sys/time.h>
int utimes(const char *filename: path, const struct timeval times[2]: [timeval; 2]);
int lutimes(const char *filename: path, const struct timeval times[2]: [timeval; 2]);
int futimesat(int dirfd: fd, const char *pathname: path at dirfd, const struct timeval times[2]: [timeval; 2]);
int futimes(int fd: fd, const struct timeval times[2]: [timeval; 2]);

# ---- extended attributes

%header <sys/xattr.h>
ssize_t getxattr(const char *path: path, const char *name: str, void *value, size_t size);
ssize_t lgetxattr(const char *path: path, const char *name: str, void *value, size_t size);
ssize_t fgetxattr(int fd: fd, const char *name: str, void *value, size_t size);
int setxattr(const char *path: path, const char *name: str, const void *value, size_t size,
             int flags: flags xattr);
int lsetxattr(const char *path: path, const char *name: str, const void *value, size_t size,
              int flags: flags xattr);
int fsetxattr(int fd: fd, const char *name: str, const void *value, size_t size, int flags: flags xattr);
ssize_t listxattr(const char *path: path, char *list, size_t size);
ssize_t llistxattr(const char *path: path, char *list, size_t size);
ssize_t flistxattr(int fd: fd, char *list, size_t size);
int removexattr(const char *path: path, const char *name: str);
int lremovexattr(const char *path: path, const char *name: str);
int fremovexattr(int fd: fd, const char *name: str);

# ---- directories

%header <sys/stat.h>
int mkdir(const char *pathname: path, mode_t mode);
int mkdirat(int dirfd: fd, const char *pathname: path at dirfd, mode_t mode);

%header <unistd.h> "runtime/posix_arguments.h"
int rmdir(const char *pathname: path);
int chdir(const char *path: path) after(directory_changed());
int fchdir(int fd: fd) after(directory_changed());
int chroot(const char *path: path) after(directory_changed());
char *getcwd(char *buf, size_t size): str;
char *__getcwd_chk(char *buf, size_t size, size_t buflen): str;
char *getwd(char *buf): str;
char *__getwd_chk(char *buf, size_t buflen): str;
char *get_current_dir_name(void): str;

%header <dirent.h> "runtime/posix_arguments.h"
DIR *opendir(const char *name: path): new DIR;
DIR *fdopendir(int fd: fd): new DIR;
struct dirent *readdir(DIR *dirp): str = entry_name(ret) fails(ret == nullptr && errno != 0) fresh_errno;
struct dirent64 *readdir64(DIR *dirp): str = entry_name(ret)
    fails(ret == nullptr && errno != 0) fresh_errno;
int readdir_r(DIR *dirp, struct dirent *entry, struct dirent **result: out str = entry_name(*result))
    fails(ret != 0) errno(ret);
int readdir64_r(DIR *dirp, struct dirent64 *entry, struct dirent64 **result: out str = entry_name(*result))
    fails(ret != 0) errno(ret);
int closedir(DIR *dirp: DIR closes)
    admit(call.admits_handle(Class::DIR, handle_value(dirp)) || forget_excluded(directory_descriptor(dirp)))
    before(closing_directory(call, dirp));
void rewinddir(DIR *dirp);
void seekdir(DIR *dirp, long loc);
long telldir(DIR *dirp);
int dirfd(DIR *dirp): fd;
ssize_t getdents64(int fd: fd, void *dirp, size_t length);
int scandir(const char *dirp: path, struct dirent ***namelist: out [str = (*namelist)[$]->d_name; ret],
            int (*filter)(const struct dirent *),
            int (*compar)(const struct dirent **, const struct dirent **));
int scandir64(const char *dirp: path,
              struct dirent64 ***namelist: out [str = (*namelist)[$]->d_name; ret],
              int (*filter)(const struct dirent64 *),
              int (*compar)(const struct dirent64 **, const struct dirent64 **));
int scandirat(int dirfd: fd, const char *dirp: path at dirfd,
              struct dirent ***namelist: out [str = (*namelist)[$]->d_name; ret],
              int (*filter)(const struct dirent *),
              int (*compar)(const struct dirent **, const struct dirent **));
int scandirat64(int dirfd: fd, const char *dirp: path at dirfd,
                struct dirent64 ***namelist: out [str = (*namelist)[$]->d_name; ret],
                int (*filter)(const struct dirent64 *),
                int (*compar)(const struct dirent64 **, const struct dirent64 **));

%header <ftw.h>
int ftw(const char *dirpath: path, int (*fn)(const char *, const struct stat *, int), int nopenfd);
int ftw64(const char *dirpath: path, int (*fn)(const char *, const struct stat64 *, int), int nopenfd);
int nftw(const char *dirpath: path, int (*fn)(const char *, const struct stat *, int, struct FTW *),
         int nopenfd, int flags: flags nftw);
int nftw64(const char *dirpath: path, int (*fn)(const char *, const struct stat64 *, int, struct FTW *),
           int nopenfd, int flags: flags nftw);

%header <fts.h> "runtime/posix_arguments.h"
%struct FTSENT { char *path: str = fts_path; unsigned short info: enum fts_info = fts_info; }
%struct FTSENT64 { char *path: str = fts_path; unsigned short info: enum fts_info = fts_info; }
FTS *fts_open(char *const *path_argv: [str; count_strings(path_argv)], int options: flags fts,
              int (*compar)(const FTSENT **, const FTSENT **)): new FTS;
FTSENT *fts_read(FTS *ftsp): *FTSENT fails(ret == nullptr && errno != 0) fresh_errno;
int fts_close(FTS *ftsp: FTS closes);
FTS64 *fts64_open(char *const *path_argv: [str; count_strings(path_argv)], int options: flags fts,
                  int (*compar)(const FTSENT64 **, const FTSENT64 **)): new FTS;
FTSENT64 *fts64_read(FTS64 *ftsp: FTS): *FTSENT64 fails(ret == nullptr && errno != 0) fresh_errno;
int fts64_close(FTS64 *ftsp: FTS closes);

%header <glob.h>
int glob(const char *pattern: str, int flags: flags glob, int (*errfunc)(const char *, int),
         glob_t *pglob: out [str; pglob->gl_pathc] = found_paths(pglob, flags)) fails(ret != 0);
int glob64(const char *pattern: str, int flags: flags glob, int (*errfunc)(const char *, int),
           glob64_t *pglob: out [str; pglob->gl_pathc] = found_paths(pglob, flags)) fails(ret != 0);

# ---- processes: those in wrap/manual are where the trace itself must end, move or start with the call, which no
# ---- generated body can express. What is spawned is another process with a trace of its own, whatever its path.

%header <unistd.h>
int execl(const char *pathname: path, const char *argv: [str], ...) manual;
int execlp(const char *file: str, const char *argv: [str], ...) manual;
int execle(const char *pathname: path, const char *argv: [str], ...) manual;
int execv(const char *pathname: path, char *const argv[]: [str]) manual;
int execvp(const char *file: str, char *const argv[]: [str]) manual;
int execvpe(const char *file: str, char *const argv[]: [str], char *const envp[]) manual;
int execve(const char *pathname: path, char *const argv[]: [str], char *const envp[]) manual;
int fexecve(int fd: fd, char *const argv[]: [str], char *const envp[]) manual;
pid_t fork(void);
pid_t vfork(void) manual;
void _exit(int status) manual;
int daemon(int nochdir, int noclose) manual;

%header <stdlib.h>
void _Exit(int status) manual;
void quick_exit(int status) manual;
void abort(void) manual;
int system(const char *command: str);

%header <spawn.h>
int posix_spawn(pid_t *pid: out *int, const char *path: path, const posix_spawn_file_actions_t *file_actions,
                const posix_spawnattr_t *attrp, char *const argv[]: [str; count_strings(argv)], char *const envp[])
    fails(ret != 0) errno(ret) admit(call.admits());
int posix_spawnp(pid_t *pid: out *int, const char *file: str,
                 const posix_spawn_file_actions_t *file_actions, const posix_spawnattr_t *attrp,
                 char *const argv[]: [str; count_strings(argv)], char *const envp[])
    fails(ret != 0) errno(ret) admit(call.admits());
