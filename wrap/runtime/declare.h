// SPDX-License-Identifier: BSD-3-Clause
// How a wrapper is declared and named, and how it reaches the real function. The same text serves the static
// archive (--wrap, and MPI's profiling interface) and, with RECORDER_SHARED, the shared library.
#pragma once

#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#define RECORDER_EXPORT __attribute__((visibility("default")))

#include "session/plugin_table.h"
#ifndef RECORDER_PLUGIN
#include "session/resolve.h"
#elif defined(RECORDER_SHARED)
namespace recorder {
// runtime/plugin.h
inline void *resolve_real(const char *name);
inline bool stays_loaded(const void *function);
}  // namespace recorder
#endif

// What a layer has to do at the start of the process, if it is linked in at all (start.cpp calls it).
#define RECORDER_AT_START(function)                                                                         \
  __attribute__((section("recorder_at_start"), used)) static void (*const recorder_at_start_##function)() = \
      function;

// The wrapper of x is __wrap_x, the name that the linker's --wrap gives it.
#define RECORDER_WRAPPER(name) __wrap_##name

// The wrapper of an MPI function is that function; a name of ours keeps it apart from mpi.h's declaration,
// which differs in const and in attributes from one MPI to the other.
#define RECORDER_WRAPPER_MPI(name) recorder_profiled_##name

#ifndef RECORDER_SHARED

// A strong reference: the linker turned the program's reference to x into one to __wrap_x, so nobody else
// takes x out of its archive. An executable that does not use x does not contain its wrapper either.
#define RECORDER_DECLARE_REAL(ret, name, params) extern "C" ret __real_##name params;
#define RECORDER_REAL(name) __real_##name

#define RECORDER_DECLARE(ret, name, params)                     \
  extern "C" RECORDER_EXPORT ret RECORDER_WRAPPER(name) params; \
  RECORDER_DECLARE_REAL(ret, name, params)

// A function that Recorder itself calls if the executable has it: RECORDER_OPTIONAL(x) may be null. A weak
// reference takes nothing out of an archive; RECORDER_ASKED_REAL does, for what every version of a layer's
// library has and its wrappers cannot do without.
#define RECORDER_OPTIONAL_REAL(ret, name, params) extern "C" ret __real_##name params __attribute__((weak));
#define RECORDER_ASKED_REAL(ret, name, params) extern "C" ret __real_##name params;
#define RECORDER_OPTIONAL(name) (recorder::maybe(&__real_##name))
namespace recorder {
// Compilers know that the address of an asked function is not null, and warn of the question.
template <class Function>
Function *maybe(Function *function) {
  return function;
}
}  // namespace recorder

#define RECORDER_DECLARE_MPI(ret, name, params)             \
  extern "C" RECORDER_EXPORT ret RECORDER_WRAPPER_MPI(name) \
  params __asm__(#name);                                    \
  extern "C" ret recorder_real_##name params __asm__("P" #name);
#define RECORDER_REAL_MPI(name) recorder_real_##name

// A function of another library that takes handles of MPI by value.
#define RECORDER_DECLARE_OVER_MPI(ret, name, params)        \
  extern "C" RECORDER_EXPORT ret RECORDER_WRAPPER_MPI(name) \
  params __asm__("__wrap_" #name);                          \
  RECORDER_DECLARE_REAL(ret, name, params)

#else

namespace recorder {

// What a call of a function that nobody provides gives: ENOSYS, and the value that says failure.
template <class R>
struct Missing {
  static R value() {
    errno = ENOSYS;
    if constexpr (__is_class(R) || __is_union(R))
      return R();
    else
      return static_cast<R>(-1);
  }
};
template <class R>
struct Missing<R *> {
  static R *value() {
    errno = ENOSYS;
    return nullptr;
  }
};
template <>
struct Missing<void> {
  static void value() { errno = ENOSYS; }
};
template <>
struct Missing<size_t> {
  static size_t value() {
    errno = ENOSYS;
    return 0;
  }
};

// Threads may look the function up at the same time; all find the same.
__attribute__((noinline)) inline void *search_real(void **known, const char *name, void *missing) {
  for (;;) {
    const uint32_t unloads = recorder_unloads();
    void *real = resolve_real(name);
    if (real == nullptr) real = missing;
    __atomic_store_n(known, real, __ATOMIC_SEQ_CST);
    if (stays_loaded(real) || recorder_forget_at_unload(known, unloads)) return real;
  }
}
inline void *find_real(void **known, const char *name, void *missing) {
  void *real = __atomic_load_n(known, __ATOMIC_RELAXED);
  return __builtin_expect(real != nullptr, 1) ? real : search_real(known, name, missing);
}

}  // namespace recorder

// The large layers' libraries may be in a process twice (session/resolve.h).
#ifdef RECORDER_REAL_OF_CALLER
#define RECORDER_DECLARE_LAZY(ret, name, params, symbol)                        \
  typedef ret(*recorder_type_##name) params;                                    \
  static inline recorder_type_##name recorder_find_##name(const void *caller) { \
    static recorder::RealFunction known;                                        \
    void *real = recorder::find_real_of(&known, caller, symbol);                \
    if (__builtin_expect(real == nullptr, 0))                                   \
      real = reinterpret_cast<void *>(&recorder::Missing<ret>::value);          \
    return reinterpret_cast<recorder_type_##name>(real);                        \
  }
#define RECORDER_REAL(name) recorder_find_##name(__builtin_return_address(0))
#define RECORDER_REAL_MPI(name) recorder_find_##name(__builtin_return_address(0))
#else
#define RECORDER_DECLARE_LAZY(ret, name, params, symbol)                                                \
  typedef ret(*recorder_type_##name) params;                                                            \
  static inline recorder_type_##name recorder_find_##name() {                                           \
    static void *known;                                                                                 \
    return reinterpret_cast<recorder_type_##name>(                                                      \
        recorder::find_real(&known, symbol, reinterpret_cast<void *>(&recorder::Missing<ret>::value))); \
  }
#define RECORDER_REAL(name) recorder_find_##name()
#define RECORDER_REAL_MPI(name) recorder_find_##name()
#endif
#define RECORDER_DECLARE_REAL(ret, name, params) RECORDER_DECLARE_LAZY(ret, name, params, #name)

// Of the library that the thread called last.
#define RECORDER_OPTIONAL_REAL(ret, name, params)                          \
  typedef ret(*recorder_optional_##name) params;                           \
  static inline recorder_optional_##name recorder_find_optional_##name() { \
    static recorder::RealFunction known;                                   \
    return reinterpret_cast<recorder_optional_##name>(                     \
        recorder::find_real_of(&known, recorder::library_caller, #name));  \
  }
#define RECORDER_ASKED_REAL(ret, name, params) RECORDER_OPTIONAL_REAL(ret, name, params)
#define RECORDER_OPTIONAL(name) recorder_find_optional_##name()

// The alias is what the dynamic loader finds for x.
#define RECORDER_DECLARE(ret, name, params)                                  \
  extern "C" RECORDER_EXPORT ret RECORDER_WRAPPER(name) params;              \
  extern "C" RECORDER_EXPORT ret recorder_alias_##name params __asm__(#name) \
      __attribute__((alias("__wrap_" #name)));                               \
  RECORDER_DECLARE_REAL(ret, name, params)

// What the loader finds for an MPI function is a jump through a pointer: to the wrapper, or, in a process
// whose MPI library passes handles as other types than ours (an int here, an address there), past it, with
// the caller's registers and stack as they are. The fourteen words stand for whatever those hold
// (the longest, MPI_Rget_accumulate, takes thirteen).
namespace recorder {
struct MpiEntry {
  void *target;
  const char *real;
};
typedef long (*MpiTarget)(long, long, long, long, long, long, long, long, long, long, long, long, long, long);
}  // namespace recorder

#define RECORDER_DECLARE_ENTRY(ret, name, params, symbol)                                                    \
  extern "C" ret RECORDER_WRAPPER_MPI(name) params;                                                          \
  static recorder::MpiEntry recorder_entry_of_##name                                                         \
      __attribute__((section("recorder_mpi_entries"), used)) = {                                             \
          reinterpret_cast<void *>(&RECORDER_WRAPPER_MPI(name)), symbol};                                    \
  extern "C" RECORDER_EXPORT long recorder_entry_##name(long, long, long, long, long, long, long, long,      \
                                                        long, long, long, long, long, long) __asm__(#name);  \
  long recorder_entry_##name(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j, \
                             long k, long l, long m, long n) {                                               \
    return reinterpret_cast<recorder::MpiTarget>(recorder_entry_of_##name.target)(a, b, c, d, e, f, g, h, i, \
                                                                                  j, k, l, m, n);            \
  }                                                                                                          \
  extern "C" RECORDER_EXPORT long recorder_alias_##name(                                                     \
      long, long, long, long, long, long, long, long, long, long, long, long, long,                          \
      long) __asm__("__wrap_" #name) __attribute__((alias(#name)));                                          \
  RECORDER_DECLARE_LAZY(ret, name, params, symbol)
#define RECORDER_DECLARE_MPI(ret, name, params) RECORDER_DECLARE_ENTRY(ret, name, params, "P" #name)
#define RECORDER_DECLARE_OVER_MPI(ret, name, params) RECORDER_DECLARE_ENTRY(ret, name, params, #name)

#endif

namespace recorder {

// A handle as the tables of handles know it, whether the library calls it a pointer or a number.
template <class T>
inline uint64_t handle_value(T *pointer) {
  return reinterpret_cast<uintptr_t>(pointer);
}
template <class T>
inline uint64_t handle_value(T number) {
  return static_cast<uint64_t>(number);
}

// Unsigned values keep their width: flags of -1 are 32 bits, not 64.
inline uint64_t bits(int value) { return static_cast<unsigned>(value); }
inline uint64_t bits(long value) { return static_cast<unsigned long>(value); }
inline uint64_t bits(long long value) { return static_cast<unsigned long long>(value); }
template <class T>
inline uint64_t bits(T value) {
  return value;
}

template <class T>
inline size_t count_of(T count) {
  return count > 0 ? static_cast<size_t>(count) : 0;
}

// What an argument points to before the call changes it.
template <class T>
inline T peek(const T *pointer) {
  return pointer != nullptr ? *pointer : T();
}

}  // namespace recorder
