// SPDX-License-Identifier: BSD-3-Clause
// execlp by hand: the trace is written before the program is replaced.
#include "runtime/process.h"

RECORDER_DECLARE(int, execlp, (const char *file, const char *argument, ...))
RECORDER_DECLARE_REAL(int, execvpe, (const char *file, char *const argv[], char *const envp[]))

int RECORDER_WRAPPER(execlp)(const char *file, const char *argument, ...) {
  va_list list;
  va_start(list, argument);
  const int ret = recorder::exec_list(
      recorder::Fn::execlp, argument, list, false, [&](auto &s) { s.str("file", file); },
      [&](char **argv, char *const *envp) { return RECORDER_REAL(execvpe)(file, argv, envp); });
  va_end(list);
  return ret;
}
