// SPDX-License-Identifier: BSD-3-Clause
// execvpe by hand: the trace is written before the program is replaced.
#include <unistd.h>

#include "runtime/process.h"

RECORDER_DECLARE(int, execvpe, (const char *file, char *const argv[], char *const envp[]))

int RECORDER_WRAPPER(execvpe)(const char *file, char *const argv[], char *const envp[]) {
  const recorder::ExecEnvironment environment(envp);
  return recorder::process_leaves(
      recorder::Fn::execvpe, [&] { return RECORDER_REAL(execvpe)(file, argv, environment.get()); },
      [&](auto &s) {
        s.str("file", file);
        recorder::put_strings(s, "argv", argv);
        s.ptr("envp", envp);
      });
}
