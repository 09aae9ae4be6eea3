// SPDX-License-Identifier: BSD-3-Clause
// execle by hand: the trace is written before the program is replaced.
#include <alloca.h>
#include <unistd.h>

#include "runtime/process.h"

RECORDER_DECLARE(int, execle, (const char *pathname, const char *argument, ...))
RECORDER_DECLARE_REAL(int, execve, (const char *pathname, char *const argv[], char *const envp[]))

int RECORDER_WRAPPER(execle)(const char *pathname, const char *argument, ...) {
  va_list list;
  va_start(list, argument);
  const uint64_t count = recorder::count_arguments(argument, list);
  va_end(list);
  auto **argv = static_cast<char **>(__builtin_alloca((count + 1) * sizeof(char *)));
  va_start(list, argument);
  recorder::take_arguments(argument, &list, argv, count);
  char *const *envp = va_arg(list, char *const *);
  va_end(list);
  const recorder::ExecEnvironment environment(envp);
  return recorder::process_leaves(
      recorder::Fn::execle, [&] { return RECORDER_REAL(execve)(pathname, argv, environment.get()); },
      [&](auto &s) {
        s.path("pathname", pathname);
        recorder::put_strings(s, "argv", argv);
      });
}
