// SPDX-License-Identifier: BSD-3-Clause
// abort by hand: the trace is written before the process dies; should a handler save it, tracing goes on.
#include <stdlib.h>

#include "runtime/process.h"

RECORDER_DECLARE(void, abort, (void))

void RECORDER_WRAPPER(abort)(void) {
  recorder::process_ends(
      recorder::Fn::abort, [](auto &) {}, recorder::prepare_to_leave);
  RECORDER_REAL(abort)();
}
