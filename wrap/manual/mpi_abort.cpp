// SPDX-License-Identifier: BSD-3-Clause
// MPI_Abort by hand: it does not return, so the process leaves its trace before.
#include "runtime/mpi_arguments.h"
#include "runtime/wrapper.h"

RECORDER_DECLARE_MPI(int, MPI_Abort, (MPI_Comm comm, int errorcode))

namespace {

void record(MPI_Comm comm, int errorcode) {
  recorder::Call call(recorder::Fn::MPI_Abort);
  if (!call.admits()) return;
  call.start();
  call.stop(false);
  call.record([&](auto &sink) {
    sink.handle("comm", recorder::Class::MPI_Comm, recorder::handle_value(comm));
    sink.i("errorcode", errorcode);
    sink.i("ret", MPI_SUCCESS);
  });
}

}  // namespace

int RECORDER_WRAPPER_MPI(MPI_Abort)(MPI_Comm comm, int errorcode) {
  if (recorder::on(recorder::Fn::MPI_Abort)) record(comm, errorcode);
  recorder::write_process_trace();
  return RECORDER_REAL_MPI(MPI_Abort)(comm, errorcode);
}
