// SPDX-License-Identifier: BSD-3-Clause
// Functions of libraries that the program did not load for all to see: an interpreter opens its modules with
// RTLD_LOCAL, and what such a module brings along is not in the order that RTLD_NEXT goes through, though its
// calls reach a preloaded wrapper.
#include <dlfcn.h>
#include <errno.h>
#include <link.h>

#include "session/plugin_table.h"
#include "session/session.h"
#include "session/text.h"

#ifdef RECORDER_SHARED

namespace recorder {

namespace {

// One loaded object's name; the list may not be walked while an object is opened, so it is walked once for
// each.
struct Search {
  uint32_t wanted;
  uint32_t at;
  char name[4096];
};

int take_name(dl_phdr_info *info, size_t, void *argument) {
  auto *search = static_cast<Search *>(argument);
  if (search->at++ != search->wanted) return 0;
  Text(search->name, sizeof search->name).put(info->dlpi_name != nullptr ? info->dlpi_name : "");
  return 1;
}

const void *object_of(const void *address) {
  Dl_info info;
  return address != nullptr && dladdr(address, &info) != 0 ? info.dli_fbase : nullptr;
}

void *find_in(const char *object, const char *name) {
  void *handle = dlopen(object, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return nullptr;
  void *found = dlsym(handle, name);
  dlclose(handle);
  return found;
}

}  // namespace

}  // namespace recorder

void *recorder_resolve_loaded(const char *name, const void *own) {
  using namespace recorder;
  const int kept = errno;
  const void *ours = object_of(reinterpret_cast<const void *>(&recorder_resolve_loaded));
  const void *theirs = object_of(own);
  void *found = nullptr;
  Search search{};
  for (;; ++search.wanted) {
    search.at = 0;
    if (dl_iterate_phdr(take_name, &search) == 0) break;
    if (search.name[0] == '\0') continue;
    void *candidate = find_in(search.name, name);
    const void *object = object_of(candidate);
    if (object == nullptr || object == ours || object == theirs) continue;
    found = candidate;
    break;
  }
  errno = kept;
  return found;
}

#else

void *recorder_resolve_loaded(const char *, const void *) { return nullptr; }

#endif
