// SPDX-License-Identifier: BSD-3-Clause
// MPI-IO and what is built on it accept a file name with the kind of file system before it, as
// "ufs:/scratch/x". The trace keeps the name as passed; the file that it means, for filters and readers, is
// the rest.
#pragma once

#include <string.h>

namespace recorder {

// `path` without such a prefix. Only known ones are taken: a colon is a legal character of a file name.
inline const char *without_fs_prefix(const char *path) {
  static const char kKnown[] =
      "ufs\0nfs\0xfs\0lustre\0gpfs\0panfs\0pvfs\0pvfs2\0daos\0quobyte\0ime\0beegfs\0testfs\0bgl\0bglockless\0"
      "zoidfs\0hfs\0sfs\0pfs\0piofs\0ntfs\0unifyfs\0";
  if (!path || path[0] == '/') return path;
  for (const char *known = kKnown; *known; known += strlen(known) + 1) {
    const size_t n = strlen(known);
    if (strncmp(path, known, n) == 0 && path[n] == ':') return path + n + 1;
  }
  return path;
}

}  // namespace recorder
