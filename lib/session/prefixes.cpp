// SPDX-License-Identifier: BSD-3-Clause
// Lists of path prefixes (see settings.h).
#include <string.h>

#include "session/settings.h"

namespace recorder {

bool PrefixList::add(const char *prefix, uint64_t size) {
  if (count == kMost || used + size + 1 > sizeof text) return false;
  memcpy(text + used, prefix, size);
  text[used + size] = '\0';
  prefixes[count++] = Prefix{used, static_cast<uint32_t>(size)};
  used += static_cast<uint32_t>(size) + 1;
  return true;
}

int PrefixList::longest(const char *path, bool whole_components) const {
  int best = -1;
  for (uint32_t i = 0; i < count; ++i) {
    const Prefix &p = prefixes[i];
    if (static_cast<int>(p.size) <= best || strncmp(path, text + p.at, p.size) != 0) continue;
    const char after = path[p.size];
    if (whole_components && after != '\0' && after != '/') continue;
    best = static_cast<int>(p.size);
  }
  return best;
}

}  // namespace recorder
