// SPDX-License-Identifier: BSD-3-Clause
// What the wrappers generated from mpi*.sig use to record MPI's arguments; those of messages are in
// mpi_message_arguments.h. All of it runs while the thread is inside Recorder, after the real call.
#pragma once

#include "format/fs_prefix.h"
#include "runtime/mpi_values.h"
#include "runtime/outline.h"

namespace recorder {

template <class Sink>
void mpi_io_status(Sink &sink, const char *name, const MPI_Status *status, bool failed) {
  const int64_t bytes = mpi_status_bytes(status, failed);
  if (bytes < 0) {
    sink.absent(name);
    return;
  }
  sink.present(name);
  sink.open(name);
  sink.i("count", bytes);
  sink.end();
}

template <class Sink>
void mpi_hints(Sink &sink, const char *name, MPI_Info info, bool failed) {
  MpiHints hints(info, failed);
  const uint64_t n = sink.array(name, hints.none(), static_cast<uint64_t>(hints.count()));
  for (uint64_t k = 0; k < n; ++k) {
    sink.open("");
    sink.str("key", hints.key(static_cast<int>(k)));
    sink.str("value", hints.value());
    sink.end();
  }
  sink.end();
}

template <class Sink>
void mpi_range(Sink &sink, const int *range) {
  sink.open("");
  sink.i("first", range[0]);
  sink.i("last", range[1]);
  sink.i("stride", range[2]);
  sink.end();
}

template <class Sink>
void mpi_ranges(Sink &sink, const char *name, const int (*ranges)[3], int count) {
  const uint64_t n = sink.array(name, ranges == nullptr, count > 0 ? static_cast<uint64_t>(count) : 0);
  for (uint64_t k = 0; k < n; ++k) mpi_range(sink, ranges[k]);
  sink.end();
}

// MPI_Comm_spawn's argument list, which MPI_ARGV_NULL may stand for; `known` on the root only.
template <class Sink>
void mpi_argv(Sink &sink, const char *name, char *const *list, bool known) {
  const bool none = !known || list == nullptr;
  const uint64_t n = sink.array(name, none, none ? 0 : static_cast<uint64_t>(mpi_strings(list)));
  for (uint64_t i = 0; i < n; ++i) sink.str("", list[i]);
  sink.end();
}

// Those of MPI_Comm_spawn_multiple.
template <class Sink>
void mpi_argvs(Sink &sink, const char *name, char ***lists, int count, bool known) {
  const uint64_t n =
      sink.array(name, !known || lists == nullptr, known && count > 0 ? static_cast<uint64_t>(count) : 0);
  for (uint64_t k = 0; k < n; ++k) mpi_argv(sink, "", lists[k], known);
  sink.end();
}

template <class Function>
const void *mpi_function(Function *function) {
  return reinterpret_cast<const void *>(function);
}

}  // namespace recorder
