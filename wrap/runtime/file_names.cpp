// SPDX-License-Identifier: BSD-3-Clause
// The name of a FILE or DIR is that of its descriptor (see file_names.h). The descriptor is read where glibc
// keeps it: fileno and dirfd would bring their wrappers into every static executable.
#include "runtime/file_names.h"

#include <dirent.h>
#include <stdio.h>

#include "session/session.h"

namespace recorder {

#ifdef __GLIBC__
namespace {

bool stream_name(uint64_t value, char *name, uint64_t size) {
  return descriptor_name(reinterpret_cast<const FILE *>(value)->_fileno, name, size);
}

bool directory_name(uint64_t value, char *name, uint64_t size) {
  return descriptor_name(*reinterpret_cast<const int *>(value), name, size);
}

}  // namespace

void describe_file_handles() {
  set_describer(Class::FILE, stream_name);
  set_describer(Class::DIR, directory_name);
}
#else
void describe_file_handles() {}
#endif

}  // namespace recorder
