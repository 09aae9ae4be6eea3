// SPDX-License-Identifier: BSD-3-Clause
// Arguments of standard I/O: what is behind a FILE, and the arguments that a format string announces.
#pragma once

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>

#include "runtime/format_arguments.h"
#include "runtime/wide_text.h"
#include "runtime/wrapper.h"

namespace recorder {

// The error flag is read where glibc keeps it, because ferror is a function that a static executable need not
// contain.
inline bool stream_failed(FILE *stream) {
#ifdef __GLIBC__
  constexpr int kErrorSeen = 0x20;
  return (stream->_flags & kErrorSeen) != 0;
#else
  return ferror(stream) != 0;
#endif
}

inline int stream_descriptor(FILE *stream) {
#ifdef __GLIBC__
  return descriptor_under(Class::FILE, handle_value(stream));
#else
  return fileno(stream);
#endif
}

// Closing a stream closes its descriptor too, which the application may have used by itself.
inline void closing_descriptor(Call &call, FILE *stream) {
  const int fd = stream_descriptor(stream);
  if (fd >= 0) call.closing_range(static_cast<unsigned>(fd), static_cast<unsigned>(fd));
}

#ifdef __GLIBC__
template <class Position>
inline int64_t position(const Position *pos) {
  return pos->__pos;
}
#else
template <class Position>
inline int64_t position(const Position *) {
  return 0;
}
#endif

}  // namespace recorder
