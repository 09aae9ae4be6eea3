// SPDX-License-Identifier: BSD-3-Clause
// MPI_Init_thread by hand: Recorder's own part of MPI begins when it returns.
#include "runtime/mpi_world.h"

RECORDER_DECLARE_MPI(int, MPI_Init_thread, (int *argc, char ***argv, int required, int *provided))

int RECORDER_WRAPPER_MPI(MPI_Init_thread)(int *argc, char ***argv, int required, int *provided) {
  return recorder::mpi_start(
      recorder::Fn::MPI_Init_thread,
      [&] { return RECORDER_REAL_MPI(MPI_Init_thread)(argc, argv, required, provided); },
      [&](auto &sink, bool failed) {
        recorder::mpi_command_line(sink, argc, argv);
        sink.i("required", required);
        if (failed || !provided) return sink.absent("provided");
        sink.present("provided");
        sink.i("provided", *provided);
      });
}
