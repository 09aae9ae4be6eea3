// SPDX-License-Identifier: BSD-3-Clause
// MPI_Pcontrol by hand: what follows the level has no known types. The MPI library ignores all of it; the
// function exists for tools.
#include "runtime/mpi_arguments.h"
#include "runtime/wrapper.h"

RECORDER_DECLARE_MPI(int, MPI_Pcontrol, (const int level, ...))

int RECORDER_WRAPPER_MPI(MPI_Pcontrol)(const int level, ...) {
  if (!recorder::on(recorder::Fn::MPI_Pcontrol)) return RECORDER_REAL_MPI(MPI_Pcontrol)(level);
  recorder::Call call(recorder::Fn::MPI_Pcontrol);
  if (!call.admits()) return RECORDER_REAL_MPI(MPI_Pcontrol)(level);
  call.start();
  const int ret = RECORDER_REAL_MPI(MPI_Pcontrol)(level);
  call.stop(ret != MPI_SUCCESS);
  call.record([=](auto &sink) {
    sink.i("level", level);
    sink.i("ret", ret);
  });
  return ret;
}
