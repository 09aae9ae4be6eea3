// SPDX-License-Identifier: BSD-3-Clause
// Real functions (resolve.h), also of libraries that the program did not load for all to see: an interpreter
// opens its modules with RTLD_LOCAL, and what such a module brings along is not in the order that RTLD_NEXT
// goes through, though its calls reach a preloaded wrapper.
#include "session/resolve.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stddef.h>

#include <atomic>

#include "session/linkage.h"
#include "session/lookup.h"
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
  void *found = find_symbol(handle, name);
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
    auto *address = text.cut() ? nullptr : static_cast<void **>(find_symbol(RTLD_DEFAULT, own));
    if (address != nullptr && *address != nullptr) return *address;
  }
  return find_symbol(RTLD_NEXT, name);
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
RealOfCaller *remember(RealFunction *known, const RealOfCaller &what) {
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

// What the module of this address sees.
void *find_for_caller(const void *caller, const char *name, Module *module) {
  module->address = reinterpret_cast<uintptr_t>(caller);
  return dl_iterate_phdr(take_module, module) != 0 ? find_for(*module, name) : nullptr;
}

RealOfCaller choose(const void *caller, const char *name, uint32_t unloads) {
  if (void *real = find_for_all(name)) return {0, UINTPTR_MAX, real, unloads, nullptr};
  Module module{};
  void *real = find_for_caller(caller, name, &module);
  if (real == nullptr) real = recorder_resolve_loaded(name, nullptr);
  return {module.low, module.high - module.low, real, unloads, nullptr};
}

RealOfCaller *find_known(const RealFunction *known, uintptr_t address) {
  RealOfCaller *found = __atomic_load_n(&known->all, __ATOMIC_ACQUIRE);
  while (found != nullptr && address - found->low >= found->size) found = found->next;
  return found;
}

// A module that was loaded again, often at the same place, takes no more memory.
RealOfCaller *find_anew(RealFunction *known, RealOfCaller *before, const RealOfCaller &chosen) {
  if (before == nullptr || before->low != chosen.low || before->size != chosen.size)
    return remember(known, chosen);
  __atomic_store_n(&before->function, chosen.function, __ATOMIC_RELAXED);
  __atomic_store_n(&before->unloads, chosen.unloads, __ATOMIC_RELEASE);
  return before;
}

// ---- libraries that are unloaded

// Pointers that are forgotten then; each function has one, each plugin's function too.
constexpr uint32_t kMostKnown = 1 << 14;
std::atomic<void **> all_known[kMostKnown];
std::atomic<uint32_t> known_count;
std::atomic<uint32_t> unloads;

int take_unloads(dl_phdr_info *info, size_t size, void *argument) {
  if (size >= offsetof(dl_phdr_info, dlpi_subs) + sizeof info->dlpi_subs)
    *static_cast<uint64_t *>(argument) = info->dlpi_subs;
  return 1;
}

// The count comes before the pointers, so that who stores one now either sees it change or is seen.
void forget_unloaded() {
  static std::atomic<uint64_t> noted;
  uint64_t now = 0;
  dl_iterate_phdr(take_unloads, &now);
  if (noted.exchange(now) == now) return;
  unloads.fetch_add(1);
  const uint32_t count = known_count.load();
  for (uint32_t i = 0; i < count && i < kMostKnown; ++i)
    if (void **known = all_known[i].load()) __atomic_store_n(known, nullptr, __ATOMIC_SEQ_CST);
}

bool is_noted(void **known) {
  const uint32_t count = known_count.load();
  for (uint32_t i = 0; i < count && i < kMostKnown; ++i)
    if (all_known[i].load() == known) return true;
  return false;
}

}  // namespace

__thread const void *library_caller;

void *real_seen_from(const void *caller, const char *name) {
  if (void *real = find_for_all(name)) return real;
  Module module{};
  return find_for_caller(caller, name, &module);
}

bool is_executables(const void *address) {
  Module module{};
  module.address = reinterpret_cast<uintptr_t>(address);
  return dl_iterate_phdr(take_module, &module) != 0 && module.name[0] == '\0';
}

void *search_real_of(RealFunction *known, const void *caller, const char *name) {
  const auto address = reinterpret_cast<uintptr_t>(caller);
  for (;;) {
    const uint32_t now = recorder_unloads();
    RealOfCaller *found = find_known(known, address);
    if (found == nullptr || __atomic_load_n(&found->unloads, __ATOMIC_ACQUIRE) != now) {
      const int kept = errno;
      const RealOfCaller chosen = choose(caller, name, now);
      errno = kept;
      if (chosen.size != 0) found = find_anew(known, found, chosen);
      if (chosen.size == 0 || found == nullptr) return chosen.function;
    }
    __atomic_store_n(&known->last, found, __ATOMIC_SEQ_CST);
    if (recorder_forget_at_unload(&known->last, now))
      return __atomic_load_n(&found->function, __ATOMIC_RELAXED);
  }
}

// By the place of its segments: the loader's own answer for an address goes through all symbols of the
// object, a third of all that a short program such as `cat` executes.
bool stays_loaded(const void *function) {
  static std::atomic<uintptr_t> start, size;
  if (size.load(std::memory_order_acquire) == 0) {
    Module library{};
    library.address = reinterpret_cast<uintptr_t>(find_symbol(RTLD_NEXT, "getpid"));
    if (library.address == 0 || dl_iterate_phdr(take_module, &library) == 0) return false;
    start.store(library.low, std::memory_order_relaxed);
    size.store(library.high - library.low, std::memory_order_release);
  }
  return reinterpret_cast<uintptr_t>(function) - start.load(std::memory_order_relaxed) <
         size.load(std::memory_order_relaxed);
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

uint32_t recorder_unloads() { return recorder::unloads.load(); }

bool recorder_forget_at_unload(void **known, uint32_t unloads) {
  using namespace recorder;
  if (!is_noted(known)) {
    const uint32_t at = known_count.fetch_add(1);
    if (at < kMostKnown) all_known[at].store(known);
  }
  return recorder::unloads.load() == unloads;
}

// Nothing of it is recorded, but what it unloads must not be called any more. Destructors that it runs are
// the program's, with their calls.
extern "C" __attribute__((visibility("default"))) int recorder_dlclose(void *handle) __asm__("dlclose");
int recorder_dlclose(void *handle) {
  static std::atomic<void *> known;
  void *real = known.load(std::memory_order_relaxed);
  if (real == nullptr)
    known.store(real = recorder::find_symbol(RTLD_NEXT, "dlclose"), std::memory_order_relaxed);
  if (real == nullptr) return -1;
  const int result = reinterpret_cast<int (*)(void *)>(real)(handle);
  const int kept = errno;
  recorder::forget_unloaded();
  errno = kept;
  return result;
}

#else

void *recorder_resolve_loaded(const char *, const void *) { return nullptr; }
uint32_t recorder_unloads() { return 0; }
bool recorder_forget_at_unload(void **, uint32_t) { return true; }

namespace recorder {
void *resolve_real(const char *) { return nullptr; }
}  // namespace recorder

#endif
