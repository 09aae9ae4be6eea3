// SPDX-License-Identifier: BSD-3-Clause
// The real functions behind the shared library's wrappers. What every module of the process sees is found
// once. But a library may be there twice, each copy seen by the modules that brought it along: Python's
// packages carry an HDF5 of their own each. Then what is real depends on who calls. And a library may be
// unloaded and come again elsewhere, as a plugin's do: what was found is looked for anew after a dlclose that
// unloaded something, whatever it was.
#pragma once

#include <stdint.h>

namespace recorder {

// nullptr when the process has none.
__attribute__((visibility("default"))) void *resolve_real(const char *name) __asm__("recorder_resolve_real");

#ifdef RECORDER_SHARED

// Whether it is in the C library, which is never unloaded. The others are looked for again after any
// unloading; these are not, as the program may hold any lock by then, also the loader's.
__attribute__((visibility("hidden"))) bool stays_loaded(const void *function);

// What all modules see beside this library's wrapper, or else what the module of `caller` sees; nullptr:
// neither.
__attribute__((visibility("hidden"))) void *real_seen_from(const void *caller, const char *name);

// Whether the address is in the executable, behind which this library comes next where it is preloaded.
__attribute__((visibility("hidden"))) bool is_executables(const void *address);

// For calls from these addresses, a module's.
struct RealOfCaller {
  uintptr_t low, size;
  void *function;
  uint32_t unloads;  // recorder_unloads() when it was found
  RealOfCaller *next;
};
// One for each function, zeros at first.
struct RealFunction {
  void *last;  // the RealOfCaller that was asked for last, until a library is unloaded
  RealOfCaller *all;
};

// Where this thread's last call of one of these libraries came from (OutlineCall notes it): what Recorder
// itself asks is asked of the same.
extern __attribute__((visibility("hidden"))) __thread const void *library_caller
    __attribute__((tls_model("initial-exec")));

__attribute__((visibility("hidden"))) void *search_real_of(RealFunction *known, const void *caller,
                                                           const char *name);

inline void *find_real_of(RealFunction *known, const void *caller, const char *name) {
  const auto *last = static_cast<const RealOfCaller *>(__atomic_load_n(&known->last, __ATOMIC_ACQUIRE));
  if (__builtin_expect(last != nullptr && reinterpret_cast<uintptr_t>(caller) - last->low < last->size, 1))
    return __atomic_load_n(&last->function, __ATOMIC_RELAXED);
  return search_real_of(known, caller, name);
}

inline void note_caller(const void *caller) { library_caller = caller; }

#else

inline void note_caller(const void *) {}

#endif

}  // namespace recorder
