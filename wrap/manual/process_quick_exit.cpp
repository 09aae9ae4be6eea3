// SPDX-License-Identifier: BSD-3-Clause
// quick_exit by hand: its handlers still run after the record; the start hook registered the one that writes.
#include <stdlib.h>

#include "runtime/process.h"

RECORDER_DECLARE(void, quick_exit, (int status))

void RECORDER_WRAPPER(quick_exit)(int status) {
  recorder::process_ends(
      recorder::Fn::quick_exit, [&](auto &s) { s.i("status", status); }, [] {});
  RECORDER_REAL(quick_exit)(status);
}
