// SPDX-License-Identifier: BSD-3-Clause
// execv by hand: the trace is written before the program is replaced.
#include <unistd.h>

#include "runtime/process.h"

// The environment is passed on explicitly, with our mark.
RECORDER_DECLARE(int, execv, (const char *pathname, char *const argv[]))
RECORDER_DECLARE_REAL(int, execve, (const char *pathname, char *const argv[], char *const envp[]))

int RECORDER_WRAPPER(execv)(const char *pathname, char *const argv[]) {
  const recorder::ExecEnvironment environment(environ);
  return recorder::process_leaves(
      recorder::Fn::execv, [&] { return RECORDER_REAL(execve)(pathname, argv, environment.get()); },
      [&](auto &s) {
        s.path("pathname", pathname);
        recorder::put_strings(s, "argv", argv);
      });
}
