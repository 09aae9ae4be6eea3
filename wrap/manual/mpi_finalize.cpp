// SPDX-License-Identifier: BSD-3-Clause
// MPI_Finalize by hand: the ranks merge their traces inside it.
#include "runtime/mpi_world.h"

RECORDER_DECLARE_MPI(int, MPI_Finalize, (void))

namespace {

int finalize() { return RECORDER_REAL_MPI(MPI_Finalize)(); }

// The call's end is where the merge begins; that it will succeed is the only guess in a trace.
void finished(void *made) {
  recorder::Call *call = static_cast<recorder::Call *>(made);
  if (!call) return;
  call->stop(false);
  call->record([](auto &sink) { sink.i("ret", MPI_SUCCESS); });
}

}  // namespace

int RECORDER_WRAPPER_MPI(MPI_Finalize)(void) {
  if (!recorder::on(recorder::Fn::MPI_Finalize)) return recorder::mpi_world_end(finalize, finished, nullptr);
  recorder::Call call(recorder::Fn::MPI_Finalize);
  const bool admitted = call.admits();
  if (admitted) call.start();
  return recorder::mpi_world_end(finalize, finished, admitted ? &call : nullptr);
}
