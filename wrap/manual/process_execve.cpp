// SPDX-License-Identifier: BSD-3-Clause
// execve by hand: the trace is written before the program is replaced.
#include <unistd.h>

#include "runtime/process.h"

RECORDER_DECLARE(int, execve, (const char *pathname, char *const argv[], char *const envp[]))

int RECORDER_WRAPPER(execve)(const char *pathname, char *const argv[], char *const envp[]) {
  const recorder::ExecEnvironment environment(envp);
  return recorder::process_leaves(
      recorder::Fn::execve, [&] { return RECORDER_REAL(execve)(pathname, argv, environment.get()); },
      [&](auto &s) {
        s.path("pathname", pathname);
        recorder::put_strings(s, "argv", argv);
        s.ptr("envp", envp);
      });
}
