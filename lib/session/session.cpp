// SPDX-License-Identifier: BSD-3-Clause
// The session's slow paths: names, filters, classification of handles (see session.h). Threads are in
// threads.cpp.
#include "session/session.h"

#include <dirent.h>
#include <stdio.h>

#include "session/text.h"

namespace recorder {

Session session;
#ifdef RECORDER_SHARED
// So that the first call that a library's constructor makes starts Recorder (start_early()).
constexpr Switches until_start() {
  Switches switches{};
  for (uint32_t fn = kFirstFunction; fn < kFunctionCount; ++fn) switches.on[fn] = is_of_system(fn);
  return switches;
}
Switches enabled_functions = until_start();
#else
Switches enabled_functions;
#endif
__thread ThreadState thread_state;
__thread char this_thread;

// ---- names
// ---------------------------------------------------------------------------------------------------

namespace {

// Removes "//", "/./" and "/../" in place, without asking the file system: "a/../b" is "b" even where a is a
// symbolic link, as in the program's own text.
void normalise(char *path) {
  char *out = path;
  for (const char *in = path; *in != '\0';) {
    while (*in == '/') ++in;
    const char *end = in;
    while (*end != '\0' && *end != '/') ++end;
    const auto n = static_cast<uint64_t>(end - in);
    if (n == 2 && in[0] == '.' && in[1] == '.') {
      while (out > path && *--out != '/') {
      }
    } else if (n != 0 && !(n == 1 && in[0] == '.')) {
      *out++ = '/';
      memmove(out, in, n);
      out += n;
    }
    in = end;
  }
  if (out == path) *out++ = '/';
  *out = '\0';
}

}  // namespace

// Cautious: an entry whose name begins with a dot is taken for "." and "..".
bool is_normal(const char *path) {
  if (path[0] != '/') return false;
  for (; *path != '\0'; ++path)
    if (*path == '/' && (path[1] == '/' || path[1] == '.' || path[1] == '\0')) return false;
  return true;
}

bool absolute_path(int dirfd, const char *path, char *out, uint64_t size) {
  uint64_t base = 0;
  if (path[0] != '/' && dirfd != AT_FDCWD) {
    if (!descriptor_name(dirfd, out, size) || out[0] != '/') return false;
    base = strlen(out);
  }
  Text text(out + base, size - base);
  if (path[0] != '/' && dirfd == AT_FDCWD) {
    Locked hold(session.cwd_lock);
    text.put(session.cwd);
  }
  text.put("/").put(path);
  if (text.cut()) return false;
  normalise(out);
  return true;
}

bool descriptor_name(int fd, char *out, uint64_t size) {
  char link[40];
  Text text(link, sizeof link);
  text.put("/proc/self/fd/").integer(fd);
  const ssize_t n = fd < 0 ? -EBADF : sys::readlink(link, out, size - 1);
  if (n < 0) return false;
  out[n] = '\0';
  // The kernel's mark of an unlinked file. (A file that is really called so exists under that name.)
  constexpr char kMark[] = " (deleted)";
  constexpr ssize_t kMarkSize = sizeof kMark - 1;
  if (n > kMarkSize && strcmp(out + n - kMarkSize, kMark) == 0 && sys::access(out, F_OK) != 0)
    out[n - kMarkSize] = '\0';
  return true;
}

// Read from glibc's own structures: calling fileno() or dirfd() would bring their wrappers into every static
// executable.
int descriptor_under(Class cls, uint64_t value) {
#ifdef __GLIBC__
  if (cls == Class::FILE) {
    // Of streams in memory (open_memstream) the C library leaves the descriptor as it found the memory: only
    // those with a buffer for a file have one.
    constexpr int kBuffersFile = 0x2000;
    const FILE *stream = reinterpret_cast<const FILE *>(value);
    return (stream->_flags & kBuffersFile) != 0 ? stream->_fileno : -1;
  }
  if (cls == Class::DIR) return *reinterpret_cast<const int *>(value);
#endif
  return -1;
}

void cwd_changed() {
  Locked hold(session.cwd_lock);
  if (sys::getcwd(session.cwd, sizeof session.cwd) < 0) session.cwd[0] = '\0';
  session.cwd_generation.fetch_add(1, std::memory_order_release);
}

// ---- filters
// -------------------------------------------------------------------------------------------------

// The longest prefix decides; what is in no list is kept unless only certain paths were asked for.
Keep keep_path(const char *path) {
  const Settings &s = session.settings;
  const int included = s.include.count != 0 ? s.include.longest(path, false) : -1;
  const int excluded = s.exclude.count != 0 ? s.exclude.longest(path, false) : -1;
  if (included >= 0 || excluded >= 0) return included >= excluded ? Keep::traced : Keep::excluded;
  if (s.include.count != 0) return Keep::excluded;
  return s.system.longest(path, true) >= 0 ? Keep::excluded : Keep::traced;
}

namespace {

// By what the kernel calls the descriptor. "pipe:[1]", "socket:[2]", "anon_inode:…" that this program did not
// make itself (those are registered when they are made) belong to the launcher or to a library.
Keep classify_descriptor(int fd) {
  Stream *stream = thread_state.stream;
  if (stream == nullptr) return Keep::unknown;
  char *name = stream->path_scratch();
  if (!descriptor_name(fd, name, Stream::kPathScratch)) return Keep::unknown;
  if (name[0] == '/') return keep_path(name);
  return (session.settings.include_connections & connection_of(name)) != 0 ? Keep::traced : Keep::excluded;
}

// What the library says that the handle belongs to, such as a group that HDF5 opened itself.
Keep classify_by_name(Class cls, uint64_t value) {
  Stream *stream = thread_state.stream;
  const DescribeHandle describe = session.describers[static_cast<uint8_t>(cls)].describe;
  if (stream == nullptr || describe == nullptr) return Keep::traced;
  char *name = stream->path_scratch();
  return describe(value, name, Stream::kPathScratch) && name[0] == '/' ? keep_path(name) : Keep::traced;
}

}  // namespace

// A call on a descriptor that is not open fails, and that is worth a record; but nothing is remembered of it.
Keep classify(Class cls, uint64_t value) {
  if (cls == Class::FD) {
    const Keep keep = classify_descriptor(static_cast<int>(value));
    if (keep == Keep::unknown) return Keep::traced;
    return session.handles.classified(cls, value, keep).keep();
  }
  const HandleInfo known = session.handles.find(cls, value);
  if (known.keep() != Keep::unknown) return known.keep();
  const int fd = descriptor_under(cls, value);
  Keep keep = Keep::unknown;
  if (fd >= 0) {
    keep = session.handles.descriptor(fd).keep();
    if (keep == Keep::unknown) keep = classify(Class::FD, static_cast<uint64_t>(fd));
  } else {
    keep = classify_by_name(cls, value);
  }
  return session.handles.classified(cls, value, keep).keep();
}

void note_excluded(Class cls, uint64_t value) {
  if (value != 0) session.handles.created(cls, value, Keep::excluded);
}

void set_describer(Class cls, DescribeHandle describe, Described what) {
  session.describers[static_cast<uint8_t>(cls)] = Describer{describe, what == Described::all};
}

}  // namespace recorder
