// SPDX-License-Identifier: BSD-3-Clause
// Arguments of standard I/O: what is behind a FILE, and the arguments that a format string announces.
#pragma once

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "runtime/format_arguments.h"
#include "runtime/wide_text.h"
#include "runtime/wrapper.h"

namespace recorder {

// The flags are read where glibc keeps them, because ferror and feof are functions that a static executable
// need not contain.
#ifdef __GLIBC__
constexpr int kEndSeen = 0x10, kErrorSeen = 0x20;
inline bool stream_failed(FILE *stream) { return (stream->_flags & kErrorSeen) != 0; }
inline bool stream_ended(FILE *stream) { return (stream->_flags & kEndSeen) != 0; }
#else
inline bool stream_failed(FILE *stream) { return ferror(stream) != 0; }
inline bool stream_ended(FILE *stream) { return feof(stream) != 0; }
#endif

// How many bytes fgets read. A line that holds a NUL looks shorter than it is, which is seen where neither
// its end nor that of the file nor that of the buffer was reached: then there is no number.
template <class Sink>
inline void line_length(Sink &sink, const char *name, const char *line, int size, FILE *stream) {
  const uint64_t length = line != nullptr ? strlen(line) : 0;
  const bool is_full = length + 1 >= static_cast<uint64_t>(size) || (length != 0 && line[length - 1] == '\n');
  if (line != nullptr && !is_full && !stream_ended(stream)) return sink.absent(name);
  sink.present(name);
  sink.u(name, length);
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
