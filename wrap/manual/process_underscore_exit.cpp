// SPDX-License-Identifier: BSD-3-Clause
// _exit by hand: no exit handler runs, so the trace is written here.
#include <unistd.h>

#include "runtime/process.h"

RECORDER_DECLARE(void, _exit, (int status))

void RECORDER_WRAPPER(_exit)(int status) {
  recorder::process_ends(
      recorder::Fn::_exit, [&](auto &s) { s.i("status", status); }, recorder::finish_process);
  RECORDER_REAL(_exit)(status);
}
