// SPDX-License-Identifier: BSD-3-Clause
// execl by hand: the trace is written before the program is replaced.
#include <alloca.h>
#include <unistd.h>

#include "runtime/process.h"

RECORDER_DECLARE(int, execl, (const char *pathname, const char *argument, ...))
RECORDER_DECLARE_REAL(int, execve, (const char *pathname, char *const argv[], char *const envp[]))

int RECORDER_WRAPPER(execl)(const char *pathname, const char *argument, ...) {
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
      recorder::Fn::execl, [&] { return RECORDER_REAL(execve)(pathname, argv, environment.get()); },
      [&](auto &s) {
        s.path("pathname", pathname);
        recorder::put_strings(s, "argv", argv);
      });
}
