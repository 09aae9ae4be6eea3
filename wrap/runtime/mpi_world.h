// SPDX-License-Identifier: BSD-3-Clause
// Recorder's life between MPI_Init and MPI_Finalize, and the moment of the merge.
#pragma once

#include "merge/mpi_api.h"
#include "runtime/wrapper.h"

namespace recorder {

// Before the first call that starts MPI: switches the MPI layers off, with one line, when the process runs
// with another MPI library than this Recorder was built for.
void mpi_world_check();

// After MPI_Init or MPI_Init_thread returned `code`, in every process, traced or not.
void mpi_world_begin(int code);

// Calls `finalize`, the real MPI_Finalize. `finished` records the application's call of MPI_Finalize; the
// merge follows it at once, so that call ends, in the trace, where the merge begins. Both happen when MPI
// frees MPI_COMM_SELF, after all that libraries have asked to be told then: HDF5 closes its files there, and
// that I/O belongs in the trace.
int mpi_world_end(int (*finalize)(), void (*finished)(void *call), void *call);

// The bodies of MPI_Finalize and of what precedes the real MPI_Abort, from whichever language: the process
// leaves its trace before it ends.
int mpi_finalize(int (*finalize)());
void mpi_abort_begins(MPI_Comm comm, int errorcode);

// The body of both ways to start MPI.
template <class Start, class Arguments>
int mpi_start(Fn fn, Start start, Arguments arguments) {
  mpi_world_check();
  int ret;
  if (!on(fn)) {
    ret = start();
  } else {
    Call call(fn);
    if (!call.admits()) {
      ret = start();
    } else {
      call.start();
      ret = start();
      call.stop(ret != MPI_SUCCESS);
      call.record([&](auto &sink) {
        arguments(sink, ret != MPI_SUCCESS);
        sink.i("ret", ret);
      });
    }
  }
  mpi_world_begin(ret);
  return ret;
}

// argc and argv as MPI_Init left them.
template <class Sink>
void mpi_command_line(Sink &sink, const int *argc, char *const *const *argv) {
  if (argc) {
    sink.present("argc");
    sink.i("argc", *argc);
  } else {
    sink.absent("argc");
  }
  const bool none = !argc || !argv || !*argv;
  const uint64_t n = sink.array("argv", none, none || *argc < 0 ? 0 : static_cast<uint64_t>(*argc));
  for (uint64_t k = 0; k < n; ++k) sink.str("", (*argv)[k]);
  sink.end();
}

}  // namespace recorder
