// SPDX-License-Identifier: BSD-3-Clause
// Functions by what they do.
#include "report/meaning.h"

#include <cstring>
#include <map>
#include <set>

namespace recorder::report {

const char *name_of(Operation operation) {
  static constexpr const char *kNames[] = {"none",   "open",      "close", "read", "write", "copy", "seek",
                                           "query", "change", "directory", "sync", "map",  "lock", "control"};
  return kNames[static_cast<unsigned>(operation)];
}
const char *name_of(Manner manner) {
  static constexpr const char *kNames[] = {"independent", "collective", "split", "nonblocking",
                                           "nonblocking collective"};
  return kNames[static_cast<unsigned>(manner)];
}

namespace {
bool has(const std::string &n, const char *part) { return n.find(part) != std::string::npos; }
bool begins(const std::string &n, const char *part) { return n.compare(0, strlen(part), part) == 0; }

Meaning of_mpiio(const std::string &n) {
  Meaning m;
  m.operation = Operation::query;
  if (n == "MPI_File_open") m.operation = Operation::open;
  if (n == "MPI_File_close") m.operation = Operation::close;
  if (n == "MPI_File_sync") m.operation = Operation::sync;
  if (begins(n, "MPI_File_seek")) m.operation = Operation::seek;
  if (begins(n, "MPI_File_set") || n == "MPI_File_preallocate") m.operation = Operation::control;
  if (n == "MPI_File_delete") m.operation = Operation::change;
  if (has(n, "_end")) return m.operation = Operation::control, m;
  if (has(n, "read")) m.operation = Operation::read;
  if (has(n, "write")) m.operation = Operation::write;
  if (!moves_data(m.operation)) return m;
  const bool together = has(n, "_all") || has(n, "_ordered");
  const bool nonblocking = has(n, "iread") || has(n, "iwrite");
  m.manner = has(n, "_begin") ? Manner::split
             : nonblocking    ? (together ? Manner::nonblocking_collective : Manner::nonblocking)
             : together       ? Manner::collective
                              : Manner::independent;
  return m;
}

Operation of_library(const std::string &n, const std::string &layer) {
  if (layer == "hdf5") {
    if (n == "H5Dread") return Operation::read;
    if (n == "H5Dwrite") return Operation::write;
    if (has(n, "create") || has(n, "open")) return Operation::open;
    if (has(n, "close")) return Operation::close;
    return begins(n, "H5F") || begins(n, "H5D") || begins(n, "H5A") ? Operation::query : Operation::none;
  }
  if (has(n, "_put_va")) return Operation::write;
  if (has(n, "_get_va")) return Operation::read;
  if (has(n, "_open") || has(n, "_create")) return Operation::open;
  if (has(n, "_close")) return Operation::close;
  return has(n, "_def") ? Operation::change : Operation::query;
}

Operation of_system(const std::string &n) {
  static const std::map<std::string, Operation> kNames = [] {
    std::map<std::string, Operation> m;
    const auto put = [&m](Operation o, std::initializer_list<const char *> names) {
      for (const char *name : names) m[name] = o;
    };
    put(Operation::open, {"open", "open64", "openat", "openat64", "__open_2", "__open64_2", "__openat_2",
                          "creat", "creat64", "fopen", "fopen64", "freopen", "fdopen", "mkstemp", "tmpfile"});
    put(Operation::close, {"close", "fclose", "closefrom", "close_range", "fcloseall"});
    put(Operation::read, {"read", "pread", "pread64", "readv", "preadv", "preadv64", "__read_chk", "fread",
                          "fgets", "__fread_chk", "__fgets_chk", "getline", "fgetc", "getc"});
    put(Operation::write, {"write", "pwrite", "pwrite64", "writev", "pwritev", "pwritev64", "fwrite",
                           "fputs", "fprintf", "__fprintf_chk", "fputc", "putc", "puts", "printf",
                           "__printf_chk", "putchar"});
    put(Operation::copy, {"copy_file_range", "sendfile", "sendfile64", "splice", "tee"});
    put(Operation::seek, {"lseek", "lseek64", "fseek", "fseeko", "fseeko64", "rewind", "fsetpos"});
    put(Operation::query, {"stat", "stat64", "lstat", "lstat64", "fstat", "fstat64", "fstatat", "fstatat64",
                           "__xstat", "__fxstat", "__lxstat", "statx", "statfs", "fstatfs", "statvfs",
                           "fstatvfs", "access", "faccessat", "readlink", "readlinkat", "getcwd", "realpath",
                           "ftell", "ftello", "glob"});
    put(Operation::change, {"unlink", "unlinkat", "rename", "renameat", "link", "symlink", "chmod", "fchmod",
                            "chown", "fchown", "truncate", "ftruncate", "ftruncate64", "remove", "utime",
                            "utimes", "fallocate", "posix_fallocate"});
    put(Operation::directory, {"mkdir", "mkdirat", "rmdir", "opendir", "fdopendir", "closedir", "readdir",
                               "readdir64", "scandir", "chdir"});
    put(Operation::sync, {"fsync", "fdatasync", "sync", "syncfs", "fflush", "sync_file_range"});
    put(Operation::map, {"mmap", "mmap64", "munmap", "msync", "madvise", "mremap"});
    put(Operation::lock, {"flock", "lockf"});
    put(Operation::control, {"fcntl", "fcntl64", "ioctl", "dup", "dup2", "dup3", "pipe", "pipe2", "setvbuf"});
    return m;
  }();
  const auto found = kNames.find(n);
  return found == kNames.end() ? Operation::none : found->second;
}
}  // namespace

Meaning meaning_of(const recorder_function &function) {
  const std::string layer = function.layer, name = function.name;
  Meaning meaning;
  if (layer == "mpiio") return of_mpiio(name);
  if (layer == "posix" || layer == "stdio") meaning.operation = of_system(name);
  if (layer == "hdf5" || layer == "netcdf" || layer == "pnetcdf") meaning.operation = of_library(name, layer);
  return meaning;
}

}  // namespace recorder::report
