// SPDX-License-Identifier: BSD-3-Clause
// daemon by hand: the calling process ends inside it, its child goes on.
#include <unistd.h>

#include "runtime/process.h"

RECORDER_DECLARE(int, daemon, (int nochdir, int noclose))

int RECORDER_WRAPPER(daemon)(int nochdir, int noclose) {
  const int ret = recorder::process_leaves(
      recorder::Fn::daemon, [&] { return RECORDER_REAL(daemon)(nochdir, noclose); },
      [&](auto &s) {
        s.i("nochdir", nochdir);
        s.i("noclose", noclose);
      });
  if (ret == 0 && nochdir == 0 && recorder::session.active) recorder::cwd_changed();
  return ret;
}
