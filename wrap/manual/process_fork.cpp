// SPDX-License-Identifier: BSD-3-Clause
// fork by hand: it returns twice, and only the parent's return belongs to this trace.
#include <unistd.h>

#include "runtime/process.h"

RECORDER_DECLARE(pid_t, fork, (void))

pid_t RECORDER_WRAPPER(fork)(void) {
  if (!recorder::on(recorder::Fn::fork)) return RECORDER_REAL(fork)();
  recorder::Call call(recorder::Fn::fork);
  if (!call.admits()) return RECORDER_REAL(fork)();
  call.start();
  const pid_t ret = RECORDER_REAL(fork)();
  // In the child the stream is gone (after_fork_in_child), so nothing is recorded there.
  call.stop(ret == -1);
  call.record([&](auto &s) { s.i("ret", ret); });
  return ret;
}
