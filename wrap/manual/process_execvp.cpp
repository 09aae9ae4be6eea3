// SPDX-License-Identifier: BSD-3-Clause
// execvp by hand: the trace is written before the program is replaced.
#include <unistd.h>

#include "runtime/process.h"

// The environment is passed on explicitly, with our mark.
RECORDER_DECLARE(int, execvp, (const char *file, char *const argv[]))
RECORDER_DECLARE_REAL(int, execvpe, (const char *file, char *const argv[], char *const envp[]))

int RECORDER_WRAPPER(execvp)(const char *file, char *const argv[]) {
  const recorder::ExecEnvironment environment(environ);
  return recorder::process_leaves(
      recorder::Fn::execvp, [&] { return RECORDER_REAL(execvpe)(file, argv, environment.get()); },
      [&](auto &s) {
        s.str("file", file);
        recorder::put_strings(s, "argv", argv);
      });
}
