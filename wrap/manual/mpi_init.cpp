// SPDX-License-Identifier: BSD-3-Clause
// MPI_Init by hand: Recorder's own part of MPI begins when it returns.
#include "runtime/mpi_world.h"

RECORDER_DECLARE_MPI(int, MPI_Init, (int *argc, char ***argv))

int RECORDER_WRAPPER_MPI(MPI_Init)(int *argc, char ***argv) {
  return recorder::mpi_start(
      recorder::Fn::MPI_Init, [&] { return RECORDER_REAL_MPI(MPI_Init)(argc, argv); },
      [&](auto &sink, bool) { recorder::mpi_command_line(sink, argc, argv); });
}
