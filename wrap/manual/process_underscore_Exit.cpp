// SPDX-License-Identifier: BSD-3-Clause
// _Exit by hand: no exit handler runs, so the trace is written here.
#include <stdlib.h>

#include "runtime/process.h"

RECORDER_DECLARE(void, _Exit, (int status))

void RECORDER_WRAPPER(_Exit)(int status) {
  recorder::process_ends(
      recorder::Fn::_Exit, [&](auto &s) { s.i("status", status); }, recorder::finish_process);
  RECORDER_REAL(_Exit)(status);
}
