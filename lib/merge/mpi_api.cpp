// SPDX-License-Identifier: BSD-3-Clause
// Which MPI library this process has, and where its functions are.
#include "merge/mpi_api.h"

#include "core/note.h"

#ifdef RECORDER_SHARED
#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "session/lookup.h"
#endif

#ifdef OPEN_MPI
RECORDER_NOTE(2, "openmpi");
#else
RECORDER_NOTE(2, "mpich");
#endif

namespace recorder {

const char *mpi_built_with() {
#ifdef OPEN_MPI
  return "Open MPI";
#else
  return "MPICH";
#endif
}

#ifdef RECORDER_SHARED

namespace {

struct Search {
  const char *name;
  void *found;
};

// An executable that holds the MPI library itself (libmpich.a) exports the address under this name.
void *inside_executable(const char *name) {
  constexpr char kPrefix[] = "recorder_real_";
  char full[128];
  const size_t size = strlen(name) + 1;
  if (sizeof kPrefix - 1 + size > sizeof full) return nullptr;
  memcpy(full, kPrefix, sizeof kPrefix - 1);
  memcpy(full + sizeof kPrefix - 1, name, size);
  void **at = static_cast<void **>(find_symbol(RTLD_DEFAULT, full));
  return at ? *at : nullptr;
}

// A library that was opened with RTLD_LOCAL (a Python module's MPI) is outside the global scope, so each
// loaded object whose file is called libmpi… is asked itself.
int look_in(dl_phdr_info *info, size_t, void *data) {
  Search *search = static_cast<Search *>(data);
  const char *path = info->dlpi_name;
  if (!path || !*path) return 0;
  const char *slash = strrchr(path, '/');
  if (strncmp(slash ? slash + 1 : path, "libmpi", 6) != 0) return 0;
  void *library = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
  if (!library) return 0;
  search->found = find_symbol(library, search->name);
  dlclose(library);  // only our own reference: the library stays
  return search->found != nullptr;
}

}  // namespace

void *find_mpi_symbol(void **cache, const char *name) {
  // From the start of the global scope: an executable may hold a copy of a variable, and that copy is the
  // valid one.
  Search search = {name, inside_executable(name)};
  if (!search.found) search.found = find_symbol(RTLD_DEFAULT, name);
  if (!search.found) dl_iterate_phdr(look_in, &search);
  if (search.found) __atomic_store_n(cache, search.found, __ATOMIC_RELEASE);
  return search.found;
}

bool mpi_is_ours() {
  void *cache = nullptr;
#ifdef OPEN_MPI
  return mpi_symbol(&cache, "ompi_mpi_comm_world") != nullptr;
#else
  return mpi_symbol(&cache, "ompi_mpi_comm_world") == nullptr;
#endif
}

#else

bool mpi_is_ours() { return true; }

#endif

}  // namespace recorder
