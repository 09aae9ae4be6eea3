// SPDX-License-Identifier: BSD-3-Clause
// What the wrappers of the fast layers need: everything on the way of an ordinary call is inline in them. The
// other layers' use runtime/outline.h.
#pragma once

#include "functions.h"
#include "runtime/declare.h"
#include "session/call.h"

namespace recorder {

// A call which the C library makes by another function that has a wrapper: in a static link that is visible,
// and the call would be recorded twice.
template <class RealCall>
inline auto alone(RealCall real_call) {
#ifndef RECORDER_SHARED
  const Guard guard;
#endif
  return real_call();
}

// What connects processes and is made here: a library's (MPI_Init's) is the launcher's, the application's own
// is traced unless the filters say otherwise.
inline bool admits_connection(Call &call, Connections kind) {
  const Stream *stream = call.stream();
  const uint32_t excluded = session.settings.exclude_connections & ~session.settings.include_connections;
  return call.admits_any(stream != nullptr && stream->depth == 0 && (excluded & kind) == 0);
}

}  // namespace recorder
