// SPDX-License-Identifier: BSD-3-Clause
// How Recorder's own MPI calls reach the MPI library: always by the name PMPI_X, linked in the static
// archive, looked up at run time in the shared library, which must load in programs that have no MPI.
#pragma once

#include <stdint.h>

// The deprecated and removed functions are traced as well, where the library still has them.
#define OMPI_WANT_MPI_INTERFACE_WARNING 0
#define OMPI_OMIT_MPI1_COMPAT_DECLS 0
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

namespace recorder {

// False when the process runs with an MPI library whose handles are not those of the library that Recorder
// was built with (say Open MPI and MPICH); no MPI call may then be made or decoded. Only the shared library
// can be fooled.
bool mpi_is_ours();

// "MPICH" or "Open MPI": the family that the mpi.h of this build belongs to.
const char *mpi_built_with();

#ifdef RECORDER_SHARED
// The address of a function or object of the MPI library, kept in *cache; nullptr when this process has none.
void *find_mpi_symbol(void **cache, const char *name);
inline void *mpi_symbol(void **cache, const char *name) {
  void *known = __atomic_load_n(cache, __ATOMIC_ACQUIRE);
  return __builtin_expect(known != nullptr, 1) ? known : find_mpi_symbol(cache, name);
}

#define RECORDER_PMPI(name)                             \
  (reinterpret_cast<decltype(&PMPI_##name)>([] {        \
    static void *cache;                                 \
    return recorder::mpi_symbol(&cache, "PMPI_" #name); \
  }()))

#ifdef OPEN_MPI
// Open MPI's predefined handles are addresses of its variables; named directly they would keep librecorder.so
// from loading anywhere else.
#undef OMPI_PREDEFINED_GLOBAL
#define OMPI_PREDEFINED_GLOBAL(type, variable)      \
  (reinterpret_cast<type>([] {                      \
    static void *cache;                             \
    return recorder::mpi_symbol(&cache, #variable); \
  }()))
#else
// MPICH's marks for graphs without weights are variables too; 1 stands for "no such mark", which no array is.
#define RECORDER_MPI_MARK(variable)                                          \
  ([] {                                                                      \
    static void *cache;                                                      \
    void *at = recorder::mpi_symbol(&cache, #variable);                      \
    return at ? *static_cast<int *const *>(at) : reinterpret_cast<int *>(1); \
  }())
#define MPI_UNWEIGHTED RECORDER_MPI_MARK(MPI_UNWEIGHTED)
#define MPI_WEIGHTS_EMPTY RECORDER_MPI_MARK(MPI_WEIGHTS_EMPTY)
#endif
#else
#define RECORDER_PMPI(name) PMPI_##name
#endif

}  // namespace recorder
