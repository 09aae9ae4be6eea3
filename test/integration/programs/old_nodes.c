// SPDX-License-Identifier: BSD-3-Clause
// The old entry points of mknod, which a dynamic libc still has and a static one has no more.
// usage: old_nodes CALL-LOG
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <sys/stat.h>

#include "each.h"

int __xmknod(int, const char *, mode_t, dev_t *);
int __xmknodat(int, int, const char *, mode_t, dev_t *);

int main(int argc, char **argv) {
  dev_t none = 0;
  I(__xmknod, __xmknod(0, "fifo", S_IFIFO | 0600, &none));
  I(__xmknod, __xmknod(0, "fifo", S_IFIFO | 0600, &none));
  I(__xmknodat, __xmknodat(0, AT_FDCWD, "node", S_IFREG | 0600, &none));
  each_save(argc > 1 ? argv[1] : "calls.log");
  return 8;
}
