// SPDX-License-Identifier: BSD-3-Clause
// system by hand only for its place: the shell that it starts is another process with a trace of its own.
#include <stdlib.h>

#include "runtime/process.h"

RECORDER_DECLARE(int, system, (const char *command))

int RECORDER_WRAPPER(system)(const char *command) {
  if (!recorder::on(recorder::Fn::system)) return RECORDER_REAL(system)(command);
  recorder::Call call(recorder::Fn::system);
  if (!call.admits()) return RECORDER_REAL(system)(command);
  call.start();
  const int ret = RECORDER_REAL(system)(command);
  call.stop(ret == -1);
  call.record([&](auto &s) {
    s.str("command", command);
    s.i("ret", ret);
  });
  return ret;
}
