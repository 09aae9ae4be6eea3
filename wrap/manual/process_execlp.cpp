// SPDX-License-Identifier: BSD-3-Clause
// execlp by hand: the trace is written before the program is replaced.
#include <alloca.h>
#include <unistd.h>

#include "runtime/process.h"

RECORDER_DECLARE(int, execlp, (const char *file, const char *argument, ...))
RECORDER_DECLARE_REAL(int, execvpe, (const char *file, char *const argv[], char *const envp[]))

int RECORDER_WRAPPER(execlp)(const char *file, const char *argument, ...) {
  va_list list;
  va_start(list, argument);
  const uint64_t count = recorder::count_arguments(argument, list);
  va_end(list);
  auto **argv = static_cast<char **>(__builtin_alloca((count + 1) * sizeof(char *)));
  va_start(list, argument);
  recorder::take_arguments(argument, &list, argv, count);
  va_end(list);
  const recorder::ExecEnvironment environment(environ);
  return recorder::process_leaves(
      recorder::Fn::execlp, [&] { return RECORDER_REAL(execvpe)(file, argv, environment.get()); },
      [&](auto &s) {
        s.str("file", file);
        recorder::put_strings(s, "argv", argv);
      });
}
