// SPDX-License-Identifier: BSD-3-Clause
// What the wrappers of a plugin (recorder-gen(1)) have in place of the generated functions.h and classes.h:
// numbers of their own, which the runtime's are looked up by. RECORDER_PLUGIN is the name of the plugin's
// RecorderPlugin. A part of recorder-plugin.h, in which `recorder` is a namespace of the plugin's own, as two
// plugins in one static executable have different classes under the same numbers.
#pragma once

#include "runtime/declare.h"
#include "session/plugin_table.h"

#ifdef RECORDER_SHARED
#include <dlfcn.h>
#endif

extern "C" {
extern __attribute__((visibility("hidden"))) RecorderPlugin RECORDER_PLUGIN;
RECORDER_EXPORT void recorder_note_excluded(uint8_t cls, uint64_t value);
}

namespace recorder {

enum class Class : uint8_t;
enum class Fn : uint16_t;

inline uint32_t function_number(Fn fn) { return RECORDER_PLUGIN.first + static_cast<uint16_t>(fn); }
inline uint8_t class_number(Class cls) { return RECORDER_PLUGIN.class_numbers[static_cast<uint8_t>(cls)]; }
inline void note_excluded(Class cls, uint64_t value) { recorder_note_excluded(class_number(cls), value); }

// All that a wrapper looks at while its layer is off, or Recorder has not started yet.
extern __attribute__((visibility("hidden"))) uint8_t enabled_functions[];
inline bool on(Fn fn) {
  return __builtin_expect(
      __atomic_load_n(&enabled_functions[static_cast<uint16_t>(fn)], __ATOMIC_RELAXED) != 0, 1);
}

#ifdef RECORDER_SHARED
// In the plugin itself, as RTLD_NEXT means the objects after the one that asks.
inline void *resolve_real(const char *name) {
  const int kept = errno;
  void *real = dlsym(RTLD_NEXT, name);
  if (real == nullptr) real = recorder_resolve_loaded(name, &RECORDER_PLUGIN);
  errno = kept;
  return real;
}
// A plugin is for other libraries than the C library.
inline bool stays_loaded(const void *) { return false; }
#endif

}  // namespace recorder

// A plugin is compiled with the user's own mpi.h: its handles need no detour.
#undef RECORDER_WRAPPER_MPI
#undef RECORDER_REAL_MPI
#undef RECORDER_DECLARE_OVER_MPI
#define RECORDER_WRAPPER_MPI(name) RECORDER_WRAPPER(name)
#define RECORDER_REAL_MPI(name) RECORDER_REAL(name)
#define RECORDER_DECLARE_OVER_MPI(ret, name, params) RECORDER_DECLARE(ret, name, params)

// Priority 101 is Recorder's own start hook's; whichever of the two comes first.
#define RECORDER_REGISTER_PLUGIN()                                             \
  extern "C" {                                                                 \
  const char recorder_plugin_present = 1; /* weak, as declared */              \
  __attribute__((constructor(101), used)) static void recorder_plugin_hook() { \
    recorder_plugin_register(&RECORDER_PLUGIN);                                \
  }                                                                            \
  }
