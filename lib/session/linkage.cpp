// SPDX-License-Identifier: BSD-3-Clause
// The answers (see linkage.h): from the loader's list, and from weak references, which find what the program
// contains without bringing anything into it.
#include "session/linkage.h"

#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "core/note.h"

#ifndef RECORDER_VERSION
#define RECORDER_VERSION "0"
#endif

RECORDER_NOTE(1, RECORDER_VERSION);
RECORDER_NOTE(3, "Recorder is linked into this program");

// One function of each library that every program which uses the library contains, if it contains the library
// at all.
#ifdef RECORDER_SHARED
#define RECORDER_WEAK(name) extern "C" const uintptr_t name __attribute__((weak, visibility("default")))
RECORDER_WEAK(recorder_real_functions);
RECORDER_WEAK(recorder_real_PMPI_Init);
RECORDER_WEAK(recorder_real_H5open);
RECORDER_WEAK(recorder_real_nc_close);
RECORDER_WEAK(recorder_real_ncmpi_close);
#define RECORDER_INSIDE(name) (&recorder_real_##name != nullptr)
#else
#define RECORDER_WEAK(name) extern "C" void name() __attribute__((weak))
RECORDER_WEAK(PMPI_Init);
// The linker makes x of __real_x where it wraps x.
RECORDER_WEAK(__real_H5open);
RECORDER_WEAK(__real_nc_close);
RECORDER_WEAK(__real_ncmpi_close);
#define RECORDER_INSIDE(name) (&name != nullptr)
// A static program need not have them.
#pragma weak getauxval
#pragma weak dl_iterate_phdr
#endif

namespace recorder {

namespace {

struct Library {
  const char *layer;
  const char *file;
};
constexpr Library kLibraries[] = {
    {"mpi", "libmpi"}, {"hdf5", "libhdf5"}, {"netcdf", "libnetcdf"}, {"pnetcdf", "libpnetcdf"}};
// In the names of what belongs to a library without being it: bindings of other languages, convenience
// layers.
constexpr const char *kBeside[] = {"hl",   "cpp",  "c++",   "cxx",    "fort",
                                   "_f77", "_f90", "mpifh", "usempi", "netcdff"};

bool is_library(const char *file, const Library &library) {
  const size_t size = strlen(library.file);
  if (strncmp(file, library.file, size) != 0 || strstr(file, ".so") == nullptr) return false;
  for (const char *part : kBeside)
    if (strstr(file, part) != nullptr) return false;
  return true;
}

void put_word(Text &text, const char *layer, const char *where) {
  text.put(text.size() != 0 ? " " : "").put(layer).put('=').put(where);
}

int look_at_file(dl_phdr_info *info, size_t, void *text) {
  const char *path = info->dlpi_name != nullptr ? info->dlpi_name : "";
  const char *slash = strrchr(path, '/');
  const char *file = slash != nullptr ? slash + 1 : path;
  for (const Library &library : kLibraries)
    if (is_library(file, library)) put_word(*static_cast<Text *>(text), library.layer, file);
  return 0;
}

bool is_dynamic() {
#ifdef RECORDER_SHARED
  return true;
#else
  // Where the loader is; a static program has none.
  return &getauxval != nullptr && getauxval(AT_BASE) != 0 && &dl_iterate_phdr != nullptr;
#endif
}

void put_inside(Text &text) {
#ifdef RECORDER_SHARED
  const bool mpi = RECORDER_INSIDE(PMPI_Init), hdf5 = RECORDER_INSIDE(H5open);
  const bool netcdf = RECORDER_INSIDE(nc_close), pnetcdf = RECORDER_INSIDE(ncmpi_close);
#else
  // In a dynamic program the same references find shared libraries, which the loader's list names.
  if (is_dynamic()) return;
  const bool mpi = RECORDER_INSIDE(PMPI_Init), hdf5 = RECORDER_INSIDE(__real_H5open);
  const bool netcdf = RECORDER_INSIDE(__real_nc_close), pnetcdf = RECORDER_INSIDE(__real_ncmpi_close);
#endif
  if (mpi) put_word(text, "mpi", "program");
  if (hdf5) put_word(text, "hdf5", "program");
  if (netcdf) put_word(text, "netcdf", "program");
  if (pnetcdf) put_word(text, "pnetcdf", "program");
}

}  // namespace

const char *link_kind() {
#ifdef RECORDER_SHARED
  const char *preload = getenv("LD_PRELOAD");
  return preload != nullptr && strstr(preload, "librecorder") != nullptr ? "preload" : "shared";
#else
  return is_dynamic() ? "archive" : "static";
#endif
}

bool has_trampolines() {
#ifdef RECORDER_SHARED
  return RECORDER_INSIDE(functions);
#else
  return false;
#endif
}

void put_libraries(Text &text) {
  put_inside(text);
  if (is_dynamic()) dl_iterate_phdr(look_at_file, &text);
}

}  // namespace recorder
