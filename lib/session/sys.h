// SPDX-License-Identifier: BSD-3-Clause
// Recorder's own system calls. They go straight to the kernel, so that they can never meet our own wrappers
// (with
// --wrap even libc's open, called from our archive, would be one) and never touch the caller's errno.
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>
#endif

// Every function returns the kernel's result, which is -errno on failure.
namespace recorder::sys {

#if defined(__x86_64__)
inline long raw(long number, long a, long b, long c, long d, long e, long f) {
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}
// The kernel's struct stat is passed as is.
static_assert(sizeof(struct stat) == 144, "struct stat is not the kernel's");
#elif defined(__aarch64__)
inline long raw(long number, long a, long b, long c, long d, long e, long f) {
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
  return x0;
}
static_assert(sizeof(struct stat) == 128, "struct stat is not the kernel's");
#else
inline long raw(long number, long a, long b, long c, long d, long e, long f) {
  const int kept = errno;
  const long result = ::syscall(number, a, b, c, d, e, f);
  const long value = result == -1 ? -errno : result;
  errno = kept;
  return value;
}
#endif

template <class T>
inline long word(T value) {
  return static_cast<long>(value);
}
template <class T>
inline long word(T *value) {
  return reinterpret_cast<long>(value);
}
inline long word(decltype(nullptr)) { return 0; }

template <class A = int, class B = int, class C = int, class D = int, class E = int, class F = int>
inline long call(long number, A a = 0, B b = 0, C c = 0, D d = 0, E e = 0, F f = 0) {
  return raw(number, word(a), word(b), word(c), word(d), word(e), word(f));
}

// mmap and mremap return a pointer or a small negative number; `p` is a failure in the latter case.
inline bool failed(const void *p) { return reinterpret_cast<uintptr_t>(p) > static_cast<uintptr_t>(-4096); }
inline int error_of(const void *p) { return static_cast<int>(reinterpret_cast<intptr_t>(p)); }

// Files

inline int openat(int dir, const char *path, int flags, mode_t mode = 0) {
  return static_cast<int>(call(SYS_openat, dir, path, flags, mode));
}
inline int open(const char *path, int flags, mode_t mode = 0) { return openat(AT_FDCWD, path, flags, mode); }
inline int close(int fd) { return static_cast<int>(call(SYS_close, fd)); }
inline ssize_t read(int fd, void *data, size_t size) { return call(SYS_read, fd, data, size); }
inline ssize_t write(int fd, const void *data, size_t size) { return call(SYS_write, fd, data, size); }
inline ssize_t pread(int fd, void *data, size_t size, int64_t offset) {
  return call(SYS_pread64, fd, data, size, offset);
}
inline ssize_t pwrite(int fd, const void *data, size_t size, int64_t offset) {
  return call(SYS_pwrite64, fd, data, size, offset);
}
inline int64_t lseek(int fd, int64_t offset, int whence) { return call(SYS_lseek, fd, offset, whence); }
inline int ftruncate(int fd, int64_t size) { return static_cast<int>(call(SYS_ftruncate, fd, size)); }
inline int fallocate(int fd, int mode, int64_t offset, int64_t size) {
  return static_cast<int>(call(SYS_fallocate, fd, mode, offset, size));
}
inline int fsync(int fd) { return static_cast<int>(call(SYS_fsync, fd)); }
inline int fstat(int fd, struct ::stat *out) { return static_cast<int>(call(SYS_fstat, fd, out)); }
inline int fstatat(int dir, const char *path, struct ::stat *out, int flags) {
  return static_cast<int>(call(SYS_newfstatat, dir, path, out, flags));
}
inline int stat(const char *path, struct ::stat *out) { return sys::fstatat(AT_FDCWD, path, out, 0); }
inline int lstat(const char *path, struct ::stat *out) {
  return sys::fstatat(AT_FDCWD, path, out, AT_SYMLINK_NOFOLLOW);
}
inline int fstatfs(int fd, struct ::statfs *out) { return static_cast<int>(call(SYS_fstatfs, fd, out)); }
inline int statfs(const char *path, struct ::statfs *out) {
  return static_cast<int>(call(SYS_statfs, path, out));
}
inline int access(const char *path, int mode) {
  return static_cast<int>(call(SYS_faccessat, AT_FDCWD, path, mode));
}
inline int unlink(const char *path) { return static_cast<int>(call(SYS_unlinkat, AT_FDCWD, path, 0)); }
inline int rmdir(const char *path) {
  return static_cast<int>(call(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR));
}
inline int rename(const char *from, const char *to) {
#ifdef SYS_renameat
  return static_cast<int>(call(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to));
#else
  return static_cast<int>(call(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
#endif
}
inline int link(const char *from, const char *to) {
  return static_cast<int>(call(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0));
}
inline int mkdir(const char *path, mode_t mode) {
  return static_cast<int>(call(SYS_mkdirat, AT_FDCWD, path, mode));
}
// Not terminated: the result is the number of bytes.
inline ssize_t readlink(const char *path, char *out, size_t size) {
  return call(SYS_readlinkat, AT_FDCWD, path, out, size);
}
// The result counts the terminating zero.
inline ssize_t getcwd(char *out, size_t size) { return call(SYS_getcwd, out, size); }
inline ssize_t getdents64(int fd, void *out, size_t size) { return call(SYS_getdents64, fd, out, size); }
inline int fcntl(int fd, int command, long argument = 0) {
  return static_cast<int>(call(SYS_fcntl, fd, command, argument));
}
inline int fcntl(int fd, int command, struct ::flock *lock) {
  return static_cast<int>(call(SYS_fcntl, fd, command, lock));
}
inline int flock(int fd, int operation) { return static_cast<int>(call(SYS_flock, fd, operation)); }
inline int ioctl(int fd, unsigned long request, void *argument) {
  return static_cast<int>(call(SYS_ioctl, fd, request, argument));
}
inline int dup(int fd) { return static_cast<int>(call(SYS_dup, fd)); }
inline int dup3(int from, int to, int flags) { return static_cast<int>(call(SYS_dup3, from, to, flags)); }

// All of it or an error: 0 or -errno. A signal handler without SA_RESTART must not cost us the trace.
inline int pwrite_all(int fd, const void *data, uint64_t size, uint64_t offset) {
  const char *from = static_cast<const char *>(data);
  while (size > 0) {
    const ssize_t n = pwrite(fd, from, size, static_cast<int64_t>(offset));
    if (n == -EINTR) continue;
    if (n <= 0) return n == 0 ? -EIO : static_cast<int>(n);
    from += n;
    offset += static_cast<uint64_t>(n);
    size -= static_cast<uint64_t>(n);
  }
  return 0;
}
inline int write_all(int fd, const void *data, uint64_t size) {
  const char *from = static_cast<const char *>(data);
  while (size > 0) {
    const ssize_t n = write(fd, from, size);
    if (n == -EINTR) continue;
    if (n <= 0) return n == 0 ? -EIO : static_cast<int>(n);
    from += n;
    size -= static_cast<uint64_t>(n);
  }
  return 0;
}
// Exactly `size` bytes: 0, or -errno (-ENODATA at the end of the file).
inline int pread_all(int fd, void *data, uint64_t size, uint64_t offset) {
  char *to = static_cast<char *>(data);
  while (size > 0) {
    const ssize_t n = pread(fd, to, size, static_cast<int64_t>(offset));
    if (n == -EINTR) continue;
    if (n <= 0) return n == 0 ? -ENODATA : static_cast<int>(n);
    to += n;
    offset += static_cast<uint64_t>(n);
    size -= static_cast<uint64_t>(n);
  }
  return 0;
}

// Memory

// What a thread did with memory before it gave it back came before what the next owner does: the kernel sees
// to that, but ThreadSanitizer cannot know, as it does not see calls that bypass libc.
#ifdef __SANITIZE_THREAD__
inline char address_space;
inline void before_unmapping() { __tsan_release(&address_space); }
inline void after_mapping() { __tsan_acquire(&address_space); }
#else
inline void before_unmapping() {}
inline void after_mapping() {}
#endif

inline void *mmap(void *at, size_t size, int protection, int flags, int fd, int64_t offset) {
  void *p = reinterpret_cast<void *>(call(SYS_mmap, at, size, protection, flags, fd, offset));
  after_mapping();
  return p;
}
inline int munmap(void *at, size_t size) {
  before_unmapping();
  return static_cast<int>(call(SYS_munmap, at, size));
}
inline void *mremap(void *at, size_t size, size_t new_size, int flags, void *new_at = nullptr) {
  before_unmapping();
  void *p = reinterpret_cast<void *>(call(SYS_mremap, at, size, new_size, flags, new_at));
  after_mapping();
  return p;
}
inline int madvise(void *at, size_t size, int advice) {
  return static_cast<int>(call(SYS_madvise, at, size, advice));
}
inline int mprotect(void *at, size_t size, int protection) {
  return static_cast<int>(call(SYS_mprotect, at, size, protection));
}
inline int msync(void *at, size_t size, int flags) {
  return static_cast<int>(call(SYS_msync, at, size, flags));
}
// Copies from an address that may not be mapped, without a fault: the number of bytes or -errno.
inline ssize_t process_vm_readv(pid_t pid, const iovec *to, unsigned long to_count, const iovec *from,
                                unsigned long from_count) {
  return call(SYS_process_vm_readv, pid, to, to_count, from, from_count, 0UL);
}

// Processes, threads, time

inline pid_t getpid() { return static_cast<pid_t>(call(SYS_getpid)); }
inline pid_t getppid() { return static_cast<pid_t>(call(SYS_getppid)); }
inline pid_t gettid() { return static_cast<pid_t>(call(SYS_gettid)); }
inline uid_t getuid() { return static_cast<uid_t>(call(SYS_getuid)); }
inline uid_t geteuid() { return static_cast<uid_t>(call(SYS_geteuid)); }
inline int kill(pid_t pid, int signal) { return static_cast<int>(call(SYS_kill, pid, signal)); }
inline int uname(struct ::utsname *out) { return static_cast<int>(call(SYS_uname, out)); }
// Always terminated, cut when `size` is small. 0 or -errno.
inline int gethostname(char *out, size_t size) {
  if (size == 0) return -EINVAL;
  struct ::utsname names;
  out[0] = '\0';
  const int status = sys::uname(&names);
  if (status < 0) return status;
  size_t n = 0;
  while (n + 1 < size && n < sizeof names.nodename && names.nodename[n]) {
    out[n] = names.nodename[n];
    ++n;
  }
  out[n] = '\0';
  return 0;
}
inline int clock_gettime(clockid_t clock, timespec *out) {
  return static_cast<int>(call(SYS_clock_gettime, clock, out));
}
inline int nanosleep(const timespec *time, timespec *left = nullptr) {
  return static_cast<int>(call(SYS_nanosleep, time, left));
}
inline int sched_yield() { return static_cast<int>(call(SYS_sched_yield)); }
inline int membarrier(int command, unsigned flags = 0) {
  return static_cast<int>(call(SYS_membarrier, command, flags, 0));
}
// `operation` is FUTEX_WAIT, FUTEX_WAKE, with FUTEX_PRIVATE_FLAG or without.
inline int futex(const void *address, int operation, uint32_t value, const timespec *timeout = nullptr) {
  return static_cast<int>(call(SYS_futex, address, operation, value, timeout, nullptr, 0));
}
// Signal masks are the kernel's 64 bits.
inline int sigprocmask(int how, const uint64_t *mask, uint64_t *old) {
  return static_cast<int>(call(SYS_rt_sigprocmask, how, mask, old, sizeof(uint64_t)));
}
inline ssize_t getrandom(void *out, size_t size, unsigned flags = 0) {
  return call(SYS_getrandom, out, size, flags);
}
[[noreturn]] inline void exit(int status) {
  for (;;) call(SYS_exit_group, status);
}

}  // namespace recorder::sys
