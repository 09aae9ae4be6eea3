// SPDX-License-Identifier: BSD-3-Clause
// Arguments of POSIX functions whose presence or type depends on other arguments. The sinks are templates, so
// all of this is inline in the wrappers that use it.
#pragma once

#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/wrapper.h"

namespace recorder {

// open's third argument exists only when a file may be created.
inline bool open_takes_mode(int flags) {
  return (flags & O_CREAT) != 0 || (flags & __O_TMPFILE) == __O_TMPFILE;
}

// The kernel refuses longer vectors without looking at them, and so do we.
inline size_t iov_count(long count) { return count > 0 && count <= IOV_MAX ? static_cast<size_t>(count) : 0; }

inline size_t count_strings(char *const *strings) {
  size_t n = 0;
  while (strings != nullptr && strings[n] != nullptr) ++n;
  return n;
}

template <class Entry>
inline const char *entry_name(const Entry *entry) {
  return entry != nullptr ? entry->d_name : nullptr;
}

// dup2 closes its second descriptor, so the call matters if that one is traced. One that is not open does
// not.
inline bool is_traced(int fd) { return session.handles.descriptor(fd).keep() == Keep::traced; }

// What was an excluded file's descriptor before is one still: it is looked at anew when it is used.
inline void duplicated(int from, int to) {
  if (session.active && session.handles.descriptor(from).keep() == Keep::excluded)
    session.handles.closed(Class::FD, static_cast<uint64_t>(to));
}

// After chdir and its like, recorded or not: relative paths of all layers depend on it. Not from inside
// Recorder, whose lock may be held.
inline void directory_changed() {
  if (!session.active) return;
  Stream *stream = thread_state.stream;
  if (stream == nullptr) {
    if (!thread_state.busy) cwd_changed();
  } else if (stream->enter()) {
    cwd_changed();
    stream->leave();
  }
}

// Closing a directory closes its descriptor too. glibc keeps it first; dirfd is a function that a static
// executable need not contain.
inline int directory_descriptor(DIR *dirp) {
  return dirp != nullptr ? descriptor_under(Class::DIR, handle_value(dirp)) : -1;
}
inline void closing_directory(Call &call, DIR *dirp) {
  const int fd = directory_descriptor(dirp);
  if (fd >= 0) call.closing_range(static_cast<unsigned>(fd), static_cast<unsigned>(fd));
}

// close_range closes nothing when it is asked for close-on-exec, or for what it does not know.
inline void closing_unless_kept(Call &call, unsigned first, unsigned last, int flags) {
  constexpr int kUnshare = 2;  // CLOSE_RANGE_UNSHARE
  if ((flags & ~kUnshare) == 0) call.closing_range(first, last);
}

// The paths that glob found stand behind the places that the application reserved.
template <class Found>
char **found_paths(const Found *found, int flags) {
  return found->gl_pathv + ((flags & GLOB_DOOFFS) != 0 ? found->gl_offs : 0);
}

// An argument of unknown type: what cannot be an address is a number.
template <class Sink>
inline void number_or_pointer(Sink &sink, const char *name, void *argument) {
  constexpr intptr_t kNoAddressBelow = 1 << 16;
  const auto value = reinterpret_cast<intptr_t>(argument);
  if (value > -kNoAddressBelow && value < kNoAddressBelow)
    sink.any_int(name, value);
  else
    sink.any_ptr(name, argument);
}

template <class Sink>
inline void ioctl_argument(Sink &sink, const char *name, void *argument) {
  number_or_pointer(sink, name, argument);
}

enum class FcntlArgument { none, number, lock, owner, hint, unknown };

inline FcntlArgument fcntl_argument_kind(int cmd) {
  switch (cmd) {
    case F_GETFD:
    case F_GETFL:
    case F_GETOWN:
    case F_GETSIG:
    case F_GETLEASE:
    case F_GETPIPE_SZ:
    case F_GET_SEALS:
      return FcntlArgument::none;
    case F_DUPFD:
    case F_DUPFD_CLOEXEC:
    case F_SETFD:
    case F_SETFL:
    case F_SETOWN:
    case F_SETSIG:
    case F_SETLEASE:
    case F_NOTIFY:
    case F_SETPIPE_SZ:
    case F_ADD_SEALS:
      return FcntlArgument::number;
    case F_GETLK:
    case F_SETLK:
    case F_SETLKW:
#if F_GETLK64 != F_GETLK
    case F_GETLK64:
    case F_SETLK64:
    case F_SETLKW64:
#endif
    case F_OFD_GETLK:
    case F_OFD_SETLK:
    case F_OFD_SETLKW:
      return FcntlArgument::lock;
    case F_GETOWN_EX:
    case F_SETOWN_EX:
      return FcntlArgument::owner;
    case F_GET_RW_HINT:
    case F_SET_RW_HINT:
    case F_GET_FILE_RW_HINT:
    case F_SET_FILE_RW_HINT:
      return FcntlArgument::hint;
    default:
      return FcntlArgument::unknown;
  }
}

template <class Sink>
inline void lock_fields(Sink &sink, const char *name, int cmd, const struct flock &lock) {
  // Only an answer that tells of a lock has a process; elsewhere the member is whatever the stack held.
  const bool told = (cmd == F_GETLK || cmd == F_OFD_GETLK) && lock.l_type != F_UNLCK;
  sink.any_list(name, told ? 5 : 4);
  sink.any_int("type", lock.l_type);
  sink.any_int("whence", lock.l_whence);
  sink.any_offset("start", lock.l_start);
  sink.any_int("len", lock.l_len);
  if (told) sink.any_int("pid", lock.l_pid);
  sink.end();
}

template <class Sink>
inline void fcntl_argument(Sink &sink, const char *name, int cmd, void *argument) {
  const FcntlArgument kind = fcntl_argument_kind(cmd);
  if (kind == FcntlArgument::none) return sink.any_absent(name);
  if (kind == FcntlArgument::number)
    return sink.any_int(name, static_cast<int>(reinterpret_cast<intptr_t>(argument)));
  if (kind == FcntlArgument::unknown) return number_or_pointer(sink, name, argument);
  if (argument == nullptr) return sink.any_ptr(name, argument);
  if (kind == FcntlArgument::lock)
    return lock_fields(sink, name, cmd, *static_cast<const struct flock *>(argument));
  if (kind == FcntlArgument::hint) return sink.any_uint(name, *static_cast<const uint64_t *>(argument));
  const auto *owner = static_cast<const struct f_owner_ex *>(argument);
  sink.any_list(name, 2);
  sink.any_int("type", owner->type);
  sink.any_int("pid", owner->pid);
  sink.end();
}

// fcntl's result is a new descriptor for the commands that duplicate one, and else a number.
template <class Sink>
inline void fcntl_result(Sink &sink, const char *name, int cmd, int ret) {
  if (cmd == F_DUPFD || cmd == F_DUPFD_CLOEXEC) return sink.new_fd(name, ret);
  sink.no_fd(name, ret);
}

}  // namespace recorder
