// SPDX-License-Identifier: BSD-3-Clause
// Names of MPI, HDF5, NetCDF and PnetCDF that a program looks up itself. Two things would be wrong without
// this:
//
// A preloaded librecorder.so has all these names, whether the process has such a library or not. A program
// that asks whether it is linked with MPI (mpi4py does, to choose among its modules) must not find Recorder.
//
// A program that loads such a library and looks its functions up there (Julia's packages, Python's ctypes)
// passes every wrapper by. It is given the wrapper, if that one would call the very function that was found.
//
// Names of libc are left alone: other tools look the real ones up in order to wrap them.
#include "session/lookup.h"

#include "session/plugin_table.h"
#include "session/resolve.h"
#include "session/session.h"
#include "session/text.h"

#ifdef RECORDER_SHARED

namespace recorder {

// Without our own dlsym the name is simply the loader's. With it, dlvsym is the way around: the version is
// the oldest one of the architecture, which every release has.
#if defined(__GLIBC__) && defined(__OPTIMIZE__) && defined(__x86_64__) && defined(__LP64__)
#define RECORDER_DLSYM_VERSION "GLIBC_2.2.5"
#elif defined(__GLIBC__) && defined(__OPTIMIZE__) && \
    (defined(__aarch64__) || (defined(__powerpc64__) && defined(__LITTLE_ENDIAN__)))
#define RECORDER_DLSYM_VERSION "GLIBC_2.17"
#elif defined(__GLIBC__) && defined(__OPTIMIZE__) && defined(__riscv) && __riscv_xlen == 64
#define RECORDER_DLSYM_VERSION "GLIBC_2.27"
#endif

#ifdef RECORDER_DLSYM_VERSION

namespace {

using FindSymbol = void *(*)(void *handle, const char *name);

FindSymbol loaders_dlsym() {
  static std::atomic<void *> known;
  void *found = known.load(std::memory_order_relaxed);
  if (found == nullptr)
    known.store(found = dlvsym(RTLD_NEXT, "dlsym", RECORDER_DLSYM_VERSION), std::memory_order_relaxed);
  return reinterpret_cast<FindSymbol>(found);
}

}  // namespace

// The loader looks at who calls it, which is not to be who called this.
void *find_symbol(void *handle, const char *name) {
  void *found = loaders_dlsym()(handle, name);
  __asm__ volatile("" : "+r"(found));  // or else the call would become a jump
  return found;
}

namespace {

bool begins(const char *name, const char *prefix) { return strncmp(name, prefix, strlen(prefix)) == 0; }

bool is_upper_layers(const char *name) {
  return begins(name, "MPI_") || begins(name, "H5") || begins(name, "nc_") || begins(name, "ncmpi_");
}

// This library's wrapper of the function; nullptr if it has none.
void *wrapper_of(const char *name) {
  char own[160];
  Text text(own, sizeof own);
  text.put("recorder_wrap_").put(name);
  return text.cut() ? nullptr : find_symbol(RTLD_DEFAULT, own);
}

bool is_whole_program(void *handle) {
  void *program = dlopen(nullptr, RTLD_LAZY | RTLD_NOLOAD);
  if (program != nullptr) dlclose(program);
  return handle == program;
}

enum class Answer { whatever_the_loader_says, nothing, wrapper };

Answer answer(void *handle, const char *name, void *wrapper, const void *caller) {
  if (wrapper == nullptr) return Answer::whatever_the_loader_says;
  if (handle == RTLD_NEXT && !is_executables(caller)) return Answer::whatever_the_loader_says;
  if (handle == RTLD_DEFAULT || handle == RTLD_NEXT || is_whole_program(handle)) {
    const void *seen = real_seen_from(handle == RTLD_DEFAULT ? caller : nullptr, name);
    return seen != nullptr ? Answer::whatever_the_loader_says : Answer::nothing;
  }
  void *found = session.active ? find_symbol(handle, name) : nullptr;
  if (found == nullptr || found == wrapper) return Answer::whatever_the_loader_says;
  const void *called = real_seen_from(nullptr, name);
  if (called == nullptr) called = recorder_resolve_loaded(name, nullptr);
  return called == found ? Answer::wrapper : Answer::whatever_the_loader_says;
}

}  // namespace

#else

void *find_symbol(void *handle, const char *name) { return dlsym(handle, name); }

#endif

}  // namespace recorder

#ifdef RECORDER_DLSYM_VERSION

// What the loader finds depends on who asks: it is called last, which compilers make a jump of, so that it
// takes the caller for its own. Hence nothing of this without optimisation.
extern "C" __attribute__((visibility("default"))) void *recorder_dlsym(void *handle,
                                                                       const char *name) __asm__("dlsym");
void *recorder_dlsym(void *handle, const char *name) {
  using namespace recorder;
  if (name != nullptr && is_upper_layers(name)) {
    void *wrapper = wrapper_of(name);
    switch (answer(handle, name, wrapper, __builtin_return_address(0))) {
      case Answer::nothing:
        return find_symbol(RTLD_NEXT, name);  // in vain, and dlerror() says so
      case Answer::wrapper:
        return wrapper;
      case Answer::whatever_the_loader_says:
        break;
    }
  }
  return loaders_dlsym()(handle, name);
}

#endif

#endif
