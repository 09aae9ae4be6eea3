// SPDX-License-Identifier: BSD-3-Clause
// posix_spawn by hand: the child is another process with a trace of its own; admission does not ask the path.
#include <spawn.h>

#include "runtime/process.h"

RECORDER_DECLARE(int, posix_spawn,
                 (pid_t * pid, const char *path, const posix_spawn_file_actions_t *file_actions,
                  const posix_spawnattr_t *attrp, char *const argv[], char *const envp[]))

int RECORDER_WRAPPER(posix_spawn)(pid_t *pid, const char *path,
                                  const posix_spawn_file_actions_t *file_actions,
                                  const posix_spawnattr_t *attrp, char *const argv[], char *const envp[]) {
  if (!recorder::on(recorder::Fn::posix_spawn))
    return RECORDER_REAL(posix_spawn)(pid, path, file_actions, attrp, argv, envp);
  recorder::Call call(recorder::Fn::posix_spawn);
  if (!call.admits()) return RECORDER_REAL(posix_spawn)(pid, path, file_actions, attrp, argv, envp);
  call.start();
  const int ret = RECORDER_REAL(posix_spawn)(pid, path, file_actions, attrp, argv, envp);
  errno = ret != 0 ? ret : errno;
  call.stop(ret != 0);
  call.record([&](auto &s) {
    if (ret == 0 && pid != nullptr)
      s.present("pid"), s.i("pid", *pid);
    else
      s.absent("pid");
    s.path("path", path);
    s.ptr("file_actions", file_actions);
    s.ptr("attrp", attrp);
    recorder::put_strings(s, "argv", argv);
    s.ptr("envp", envp);
    s.i("ret", ret);
  });
  return ret;
}
