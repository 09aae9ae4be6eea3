// SPDX-License-Identifier: BSD-3-Clause
// Looking a name up without Recorder's own dlsym in between (lookup.cpp).
#pragma once

#include <dlfcn.h>

namespace recorder {

#ifdef RECORDER_SHARED

// The C library's dlsym, for this library.
__attribute__((visibility("hidden"))) void *find_symbol(void *handle, const char *name);

#else

inline void *find_symbol(void *handle, const char *name) { return dlsym(handle, name); }

#endif

}  // namespace recorder
