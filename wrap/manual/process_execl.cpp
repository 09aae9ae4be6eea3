// SPDX-License-Identifier: BSD-3-Clause
// execl by hand: the trace is written before the program is replaced.
#include "runtime/process.h"

RECORDER_DECLARE(int, execl, (const char *pathname, const char *argument, ...))
RECORDER_DECLARE_REAL(int, execve, (const char *pathname, char *const argv[], char *const envp[]))

int RECORDER_WRAPPER(execl)(const char *pathname, const char *argument, ...) {
  va_list list;
  va_start(list, argument);
  const int ret = recorder::exec_list(
      recorder::Fn::execl, argument, list, false, [&](auto &s) { s.path("pathname", pathname); },
      [&](char **argv, char *const *envp) { return RECORDER_REAL(execve)(pathname, argv, envp); });
  va_end(list);
  return ret;
}
