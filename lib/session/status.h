// SPDX-License-Identifier: BSD-3-Clause
// How a failure travels inside Recorder: a small value, whose text is put together once, by whoever tells the
// user about it. Nothing here allocates, and no locale is asked.
#pragma once

#include <errno.h>
#include <stdint.h>

namespace recorder {

enum class Error : uint8_t {
  none = 0,
  no_memory,  // our own budget or the system's
  system,     // a system call failed, see error_number
  corrupt,    // bytes that are not what the format says
  busy,       // somebody else holds the file
  argument,   // a caller's mistake or a bad setting
};

// The text for an errno value; "" when it is not one that we expect from files and memory.
inline const char *errno_text(int value) {
  switch (value) {
    case EPERM:
      return "Operation not permitted";
    case ENOENT:
      return "No such file or directory";
    case EINTR:
      return "Interrupted";
    case EIO:
      return "Input/output error";
    case EBADF:
      return "Bad file descriptor";
    case EAGAIN:
      return "Resource temporarily unavailable";
    case ENOMEM:
      return "Cannot allocate memory";
    case EACCES:
      return "Permission denied";
    case EEXIST:
      return "File exists";
    case ENOTDIR:
      return "Not a directory";
    case EISDIR:
      return "Is a directory";
    case EINVAL:
      return "Invalid argument";
    case ENFILE:
      return "Too many open files in system";
    case EMFILE:
      return "Too many open files";
    case EFBIG:
      return "File too large";
    case ENOSPC:
      return "No space left on device";
    case EROFS:
      return "Read-only file system";
    case ENAMETOOLONG:
      return "File name too long";
    case ENOLCK:
      return "No locks available";
    case ENOSYS:
      return "Function not implemented";
    case ELOOP:
      return "Too many levels of symbolic links";
    case ENODATA:
      return "Unexpected end of file";
    case EDQUOT:
      return "Disk quota exceeded";
    case ESTALE:
      return "Stale file handle";
    case EOPNOTSUPP:
      return "Operation not supported";
    default:
      return "";
  }
}

struct [[nodiscard]] Status {
  Error error = Error::none;
  int error_number = 0;   // errno value, 0 when there is none
  const char *what = "";  // static text: what we were doing, e.g. "cannot write the table of sections"

  constexpr bool ok() const { return error == Error::none; }

  static constexpr Status good() { return Status{}; }
  static constexpr Status no_memory(const char *what) { return {Error::no_memory, ENOMEM, what}; }
  static constexpr Status corrupt(const char *what) { return {Error::corrupt, 0, what}; }
  static constexpr Status argument(const char *what) { return {Error::argument, EINVAL, what}; }
  // From what sys:: returns: negative is -errno.
  static constexpr Status from(long result, const char *what) {
    return result < 0 ? Status{Error::system, static_cast<int>(-result), what} : Status{};
  }
};

}  // namespace recorder
