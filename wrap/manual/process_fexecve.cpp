// SPDX-License-Identifier: BSD-3-Clause
// fexecve by hand: the trace is written before the program is replaced.
#include <unistd.h>

#include "runtime/process.h"

RECORDER_DECLARE(int, fexecve, (int fd, char *const argv[], char *const envp[]))

int RECORDER_WRAPPER(fexecve)(int fd, char *const argv[], char *const envp[]) {
  const recorder::ExecEnvironment environment(envp);
  return recorder::process_leaves(
      recorder::Fn::fexecve, [&] { return RECORDER_REAL(fexecve)(fd, argv, environment.get()); },
      [&](auto &s) {
        s.fd("fd", fd);
        recorder::put_strings(s, "argv", argv);
        s.ptr("envp", envp);
      });
}
