// SPDX-License-Identifier: BSD-3-Clause
// Real functions (resolve.h), also of libraries that the program did not load for all to see: an interpreter
// opens its modules with RTLD_LOCAL, and what such a module brings along is not in the order that RTLD_NEXT
// goes through, though its calls reach a preloaded wrapper.
#include "session/resolve.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>

#include <atomic>

#include "session/linkage.h"
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

// An executable that contains the function itself (a static archive in a dynamic link) exports its address
// under a name of ours; otherwise it is the next definition after this library's.
void *find_for_all(const char *name) {
  // Only where there are any: a search in vain makes the loader allocate, and the allocator may be waiting
  // for this very function.
  if (has_trampolines()) {
    char own[160];
    Text text(own, sizeof own);
    text.put("recorder_real_").put(name);
    auto *address = text.cut() ? nullptr : static_cast<void **>(dlsym(RTLD_DEFAULT, own));
    if (address != nullptr && *address != nullptr) return *address;
  }
  return dlsym(RTLD_NEXT, name);
}

// The module that an address is in.
struct Module {
  uintptr_t address;
  uintptr_t low, high;
  char name[4096];
};

int take_module(dl_phdr_info *info, size_t, void *argument) {
  auto *module = static_cast<Module *>(argument);
  uintptr_t low = UINTPTR_MAX, high = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD) continue;
    const uintptr_t start = info->dlpi_addr + segment.p_vaddr;
    if (start < low) low = start;
    if (start + segment.p_memsz > high) high = start + segment.p_memsz;
  }
  if (module->address < low || module->address >= high) return 0;
  module->low = low;
  module->high = high;
  Text(module->name, sizeof module->name).put(info->dlpi_name != nullptr ? info->dlpi_name : "");
  return 1;
}

// What the module itself sees, and not this library's wrapper.
void *find_for(const Module &module, const char *name) {
  if (module.name[0] == '\0') return nullptr;
  void *found = find_in(module.name, name);
  return object_of(found) != object_of(reinterpret_cast<const void *>(&search_real_of)) ? found : nullptr;
}

// Kept for good, as other threads read them. When there are no more the search is made each time.
const RealOfCaller *remember(RealFunction *known, const RealOfCaller &what) {
  constexpr uint32_t kMost = 1 << 14;
  static RealOfCaller all[kMost];
  static std::atomic<uint32_t> used;
  if (used.load(std::memory_order_relaxed) >= kMost) return nullptr;
  const uint32_t at = used.fetch_add(1, std::memory_order_relaxed);
  if (at >= kMost) return nullptr;
  RealOfCaller *made = &all[at];
  *made = what;
  made->next = __atomic_load_n(&known->all, __ATOMIC_ACQUIRE);
  while (!__atomic_compare_exchange_n(&known->all, &made->next, made, true, __ATOMIC_ACQ_REL,
                                      __ATOMIC_ACQUIRE)) {
  }
  return made;
}

RealOfCaller choose(const void *caller, const char *name) {
  if (void *real = find_for_all(name)) return {0, UINTPTR_MAX, real, nullptr};
  Module module{};
  module.address = reinterpret_cast<uintptr_t>(caller);
  void *real = dl_iterate_phdr(take_module, &module) != 0 ? find_for(module, name) : nullptr;
  if (real == nullptr) real = recorder_resolve_loaded(name, nullptr);
  return {module.low, module.high - module.low, real, nullptr};
}

}  // namespace

__thread const void *library_caller;

void *search_real_of(RealFunction *known, const void *caller, const char *name) {
  const auto address = reinterpret_cast<uintptr_t>(caller);
  const RealOfCaller *found = __atomic_load_n(&known->all, __ATOMIC_ACQUIRE);
  while (found != nullptr && address - found->low >= found->size) found = found->next;
  if (found == nullptr) {
    const int kept = errno;
    const RealOfCaller chosen = choose(caller, name);
    errno = kept;
    if (chosen.size == 0) return chosen.function;
    found = remember(known, chosen);
    if (found == nullptr) return chosen.function;
  }
  __atomic_store_n(&known->last, found, __ATOMIC_RELEASE);
  return found->function;
}

void *resolve_real(const char *name) {
  const int kept = errno;
  void *real = find_for_all(name);
  if (real == nullptr) real = recorder_resolve_loaded(name, nullptr);
  errno = kept;
  return real;
}

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

namespace recorder {
void *resolve_real(const char *) { return nullptr; }
}  // namespace recorder

#endif
