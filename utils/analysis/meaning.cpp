// SPDX-License-Identifier: BSD-3-Clause
// The table of meanings: by name for POSIX and STDIO, by the parts of the names for the libraries, whose
// names are systematic.
#include "analysis/meaning.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>

namespace recorder::analysis {

namespace {

using Bytes = Meaning::Bytes;
using Position = Meaning::Position;

bool begins(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }
bool ends(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}
bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }
void remove_end(std::string_view &text, std::string_view end) {
  if (ends(text, end)) text.remove_suffix(end.size());
}

}  // namespace

std::string plain_name(std::string_view name) {
  if (begins(name, "_IO_")) name.remove_prefix(4);
  if (begins(name, "__isoc")) name.remove_prefix(8);
  while (begins(name, "_") && name != "_exit" && name != "_Exit") name.remove_prefix(1);
  remove_end(name, "_chk");
  remove_end(name, "_unlocked");
  remove_end(name, "_2");
  if (name == "preadv64v2") return "preadv2";
  if (name == "pwritev64v2") return "pwritev2";
  if (name == "readdir64_r") return "readdir_r";
  if (name != "getdents64") remove_end(name, "64");
  return std::string(name);
}

namespace {

struct Entry {
  const char *names;  // separated by blanks
  Operation operation;
  Bytes bytes = Bytes::none;
  Position position = Position::untouched;
  const char *count = nullptr;
  const char *size = nullptr;
  int fixed = 0;
};

const Entry kSystem[] = {
    {"open openat creat openat2 open_by_handle_at mkstemp mkostemp mkstemps mkostemps memfd_create shm_open "
     "fopen freopen tmpfile fopencookie fmemopen open_memstream open_wmemstream popen pipe pipe2 socketpair",
     Operation::open},
    {"close close_range closefrom fclose fcloseall pclose", Operation::close},
    {"read readv", Operation::read, Bytes::result, Position::moves},
    {"pread preadv", Operation::read, Bytes::result},
    {"preadv2", Operation::read, Bytes::result, Position::moves_unplaced},
    {"write writev vmsplice", Operation::write, Bytes::result, Position::moves},
    {"pwrite pwritev", Operation::write, Bytes::result},
    {"pwritev2", Operation::write, Bytes::result, Position::moves_unplaced},
    {"fread", Operation::read, Bytes::result_times, Position::moves, nullptr, "size"},
    {"fwrite", Operation::write, Bytes::result_times, Position::moves, nullptr, "size"},
    {"fgetc getc getchar", Operation::read, Bytes::fixed, Position::moves, nullptr, nullptr, 1},
    {"fputc putc putchar", Operation::write, Bytes::fixed, Position::moves, nullptr, nullptr, 1},
    {"getw", Operation::read, Bytes::fixed, Position::moves, nullptr, nullptr, 4},
    {"putw", Operation::write, Bytes::fixed, Position::moves, nullptr, nullptr, 4},
    {"fputs puts", Operation::write, Bytes::argument, Position::moves, "length"},
    {"getline getdelim", Operation::read, Bytes::result, Position::moves},
    {"printf fprintf dprintf vprintf vfprintf vdprintf", Operation::write, Bytes::result, Position::moves},
    {"fgets", Operation::read, Bytes::argument, Position::moves, "length"},
    {"gets scanf fscanf vscanf vfscanf fgetwc getwc getwchar fgetws wscanf vwscanf fwscanf vfwscanf",
     Operation::read, Bytes::none, Position::moves},
    {"fputwc putwc putwchar fputws wprintf fwprintf vwprintf vfwprintf", Operation::write, Bytes::none,
     Position::moves},
    {"copy_file_range sendfile splice", Operation::copy, Bytes::result, Position::copies},
    {"tee", Operation::copy, Bytes::result},
    {"aio_read", Operation::read, Bytes::argument, Position::untouched, "nbytes"},
    {"aio_write", Operation::write, Bytes::argument, Position::untouched, "nbytes"},
    {"lio_listio", Operation::write, Bytes::list, Position::untouched, "list"},
    {"io_submit", Operation::write, Bytes::list, Position::untouched, "ios"},
    {"lseek fseek fseeko", Operation::seek, Bytes::none, Position::sets},
    {"rewind", Operation::seek, Bytes::none, Position::rewinds},
    {"fsetpos ungetc ungetwc rewinddir seekdir", Operation::seek, Bytes::none, Position::adds},
    {"ftell ftello", Operation::query, Bytes::none, Position::tells},
    {"fgetpos telldir stat lstat fstat fstatat newfstatat xstat lxstat fxstat fxstatat statx statfs fstatfs "
     "statvfs fstatvfs readlink readlinkat access faccessat euidaccess eaccess realpath "
     "canonicalize_file_name getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr getcwd getwd "
     "get_current_dir_name name_to_handle_at dirfd feof ferror",
     Operation::query},
    {"fileno", Operation::query, Bytes::none, Position::names},
    {"link linkat unlink unlinkat symlink symlinkat rename renameat renameat2 remove mknod mknodat xmknod "
     "xmknodat mkfifo mkfifoat chmod fchmod fchmodat lchmod utimensat futimens chown lchown fchown fchownat "
     "utime utimes lutimes futimesat futimes setxattr lsetxattr fsetxattr removexattr lremovexattr "
     "fremovexattr truncate ftruncate fallocate posix_fallocate shm_unlink umask",
     Operation::change},
    {"mkdir mkdirat rmdir mkdtemp chdir fchdir chroot opendir fdopendir readdir readdir_r closedir "
     "getdents64 "
     "scandir scandirat ftw nftw fts_open fts_read fts_close fts64_open fts64_read fts64_close glob",
     Operation::directory},
    {"fsync fdatasync syncfs sync sync_file_range fflush aio_fsync", Operation::sync},
    {"mmap munmap mremap msync madvise posix_madvise mlock", Operation::map},
    {"lockf flock", Operation::lock},
    {"dup dup2 dup3 fdopen", Operation::control, Bytes::none, Position::shares},
    {"fcntl", Operation::control, Bytes::none, Position::shares},
    {"ioctl posix_fadvise readahead setvbuf setbuf setbuffer setlinebuf", Operation::control},
};

int argument_of(const recorder_function &function, const char *name) {
  for (uint32_t i = 0; name != nullptr && i < function.arguments; ++i)
    if (strcmp(function.argument_names[i], name) == 0) return static_cast<int>(i);
  return -1;
}

// Kinds that contain what is looked for: "fd", "offset", a class of files.
int argument_of_kind(const recorder_function &function, const char *kind) {
  for (uint32_t i = 0; i < function.arguments; ++i)
    if (strcmp(function.argument_kinds[i], kind) == 0) return static_cast<int>(i);
  return -1;
}

// The offset that an argument points at belongs to the descriptor of the same end of the copy; that of
// sendfile, which has one, to the file that is read.
void describe_copy(const recorder_function &function, Meaning &meaning) {
  const bool reads_first = meaning.handle == argument_of(function, "fd_in");
  meaning.reads_handle = reads_first;
  meaning.offset = argument_of(function, "off_in");
  meaning.other_handle = argument_of(function, reads_first ? "fd_out" : "in_fd");
  meaning.other_offset = argument_of(function, reads_first ? "off_out" : "offset");
}

int handle_of(const recorder_function &function) {
  for (const char *kind : {"fd", "handle:FILE", "handle:MPI_File"}) {
    const int argument = argument_of_kind(function, kind);
    if (argument >= 0) return argument;
  }
  return -1;
}

Meaning from(const Entry &entry, const recorder_function &function) {
  Meaning meaning;
  meaning.operation = entry.operation;
  meaning.bytes = entry.bytes;
  meaning.position = entry.position;
  meaning.count = argument_of(function, entry.count);
  meaning.size = entry.size != nullptr ? argument_of(function, entry.size) : entry.fixed;
  meaning.handle = handle_of(function);
  meaning.offset = argument_of(function, "offset");
  if (entry.position == Position::moves) meaning.offset = -1;
  if (entry.position == Position::copies) describe_copy(function, meaning);
  return meaning;
}

Meaning of_system(const recorder_function &function) {
  static const auto *const table = [] {
    auto *made = new std::unordered_map<std::string, const Entry *>;
    for (const Entry &entry : kSystem) {
      std::string_view names = entry.names;
      while (!names.empty()) {
        const size_t end = std::min(names.find(' '), names.size());
        made->emplace(names.substr(0, end), &entry);
        names.remove_prefix(std::min(end + 1, names.size()));
      }
    }
    return made;
  }();
  const auto found = table->find(plain_name(function.name));
  return found != table->end() ? from(*found->second, function) : Meaning();
}

Manner manner_of(std::string_view name) {
  const bool collective = contains(name, "_all") || contains(name, "_ordered");
  if (contains(name, "_begin") || contains(name, "_end")) return Manner::split;
  if (contains(name, "_iread") || contains(name, "_iwrite"))
    return collective ? Manner::nonblocking_collective : Manner::nonblocking;
  return collective ? Manner::collective : Manner::independent;
}

Meaning of_mpiio(const recorder_function &function) {
  Meaning meaning;
  std::string_view name = function.name;
  if (!begins(name, "MPI_File_")) return meaning;
  name.remove_prefix(8);
  meaning.handle = argument_of(function, "fh");
  const bool reads = begins(name, "_read") || begins(name, "_iread");
  if (reads || begins(name, "_write") || begins(name, "_iwrite")) {
    meaning.operation = reads ? Operation::read : Operation::write;
    meaning.manner = manner_of(name);
    meaning.count = argument_of(function, "count");
    meaning.size = argument_of(function, "datatype");
    meaning.status = argument_of(function, "status");
    // A split transfer is counted where it begins.
    if (meaning.count >= 0) meaning.bytes = Bytes::datatype;
    return meaning;
  }
  meaning.manner = begins(name, "_open") || begins(name, "_close") || begins(name, "_sync") ||
                           begins(name, "_set_view") || begins(name, "_set_size") ||
                           begins(name, "_preallocate")
                       ? Manner::collective
                       : Manner::independent;
  const auto is = [name](const char *start) { return begins(name, start); };
  meaning.operation = is("_open")                                              ? Operation::open
                      : is("_close")                                           ? Operation::close
                      : is("_seek")                                            ? Operation::seek
                      : is("_sync")                                            ? Operation::sync
                      : is("_delete") || is("_set_size") || is("_preallocate") ? Operation::change
                      : contains(name, "errhandler")                           ? Operation::none
                      : is("_get")                                             ? Operation::query
                                                                               : Operation::control;
  return meaning;
}

// Bytes of an element of the type that ends a name, "_float"; 0 when none does.
int element_size(std::string_view name) {
  static const struct {
    const char *type;
    int bytes;
  } kTypes[] = {{"_text", 1},  {"_schar", 1},    {"_uchar", 1},     {"_ubyte", 1}, {"_char", 1},
                {"_short", 2}, {"_ushort", 2},   {"_int", 4},       {"_uint", 4},  {"_long", 8},
                {"_float", 4}, {"_longlong", 8}, {"_ulonglong", 8}, {"_double", 8}};
  for (const auto &type : kTypes)
    if (ends(name, type.type)) return type.bytes;
  return 0;
}

Meaning of_variable(const recorder_function &function, std::string_view name, bool reads) {
  Meaning meaning;
  meaning.operation = reads ? Operation::read : Operation::write;
  if (ends(name, "_all")) meaning.manner = Manner::collective;
  remove_end(name, "_all");
  if (begins(name, "_i") || begins(name, "_b")) meaning.manner = Manner::nonblocking;
  const int element = element_size(name);
  meaning.bytes = Bytes::variable;
  if (element != 0) {
    meaning.size = element;
    meaning.count = argument_of(function, "count");
    for (const char *other : {"countp", "counts"})
      if (meaning.count < 0) meaning.count = argument_of(function, other);
    // Of one element there is no array.
    if (meaning.count >= 0 && !contains(name, "varn")) meaning.bytes = Bytes::elements;
    if (contains(name, "var1") && !contains(name, "_m")) meaning.bytes = Bytes::fixed;
  }
  return meaning;
}

// The functions of version 2, without "nc": nccreate, ncvarget.
Operation of_old_netcdf(std::string_view name) {
  const auto is = [name](const char *start) { return begins(name, start); };
  if (name == "create" || name == "open") return Operation::open;
  if (name == "close" || name == "abort") return Operation::close;
  if (name == "sync") return Operation::sync;
  if (is("varget") || is("recget")) return Operation::read;
  if (is("varput") || is("recput")) return Operation::write;
  if (name == "typelen") return Operation::none;
  return contains(name, "inq") || contains(name, "get") || name == "attname" || name == "varid" ||
                 name == "dimid"
             ? Operation::query
             : Operation::change;
}

Meaning of_netcdf(const recorder_function &function) {
  std::string_view name = function.name;
  if (begins(name, "ncaux")) return {};
  name.remove_prefix(begins(name, "ncmpi") ? 5 : 2);
  if (contains(name, "chunk_cache") || contains(name, "alignment")) return {};
  const bool gets = contains(name, "get_var"), puts = contains(name, "put_var");
  if (gets || puts) return of_variable(function, name, gets);
  Meaning meaning;
  while (begins(name, "__")) name.remove_prefix(1);
  if (name == "_wait" || name == "_wait_all") {
    // What was asked for without blocking happens here at the latest.
    meaning.operation = Operation::sync;
    return meaning;
  }
  if (!begins(name, "_")) {
    meaning.operation = of_old_netcdf(name);
    if (begins(name, "varput") || begins(name, "varget")) meaning.bytes = Bytes::variable;
    return meaning;
  }
  const auto is = [name](const char *start) { return begins(name, start); };
  if (is("_open") || is("_create")) {
    meaning.operation = Operation::open;
  } else if (is("_close") || is("_abort")) {
    meaning.operation = Operation::close;
  } else if (is("_sync") || is("_flush")) {
    meaning.operation = Operation::sync;
  } else if (is("_inq") || is("_get_att")) {
    // Those about the library and not about a file have no file.
    meaning.operation = argument_of(function, "ncid") >= 0 ? Operation::query : Operation::none;
  } else if (is("_def") || is("_put_att") || is("_rename") || is("_redef") || is("_enddef") || is("_del") ||
             is("_copy") || is("_fill") || is("_insert") || is("_set_fill")) {
    meaning.operation = Operation::change;
  } else if (is("_var_par") || is("_begin_indep") || is("_end_indep") || is("_attach") || is("_detach")) {
    meaning.operation = Operation::control;
  }
  return meaning;
}

Meaning of_hdf5(const recorder_function &function) {
  Meaning meaning;
  const std::string_view name = function.name;
  if (!begins(name, "H5") || name.size() < 4) return meaning;
  const auto is = [name](const char *start) { return begins(name, start); };
  const bool on_file = contains("ADFGLORm", name.substr(2, 1)) || is("H5TB") || is("H5LT") || is("H5DS") ||
                       is("H5IM") || is("H5PT");
  if (!on_file || is("H5FD")) return meaning;
  if (is("H5Dread") || is("H5Dwrite")) {
    meaning.operation = is("H5Dread") ? Operation::read : Operation::write;
    meaning.bytes = is("H5Dread_chunk") || is("H5Dwrite_chunk") ? Bytes::none : Bytes::selection;
    if (is("H5Dwrite_chunk")) {
      meaning.count = argument_of(function, "data_size");
      if (meaning.count >= 0) meaning.bytes = Bytes::argument;
    }
    return meaning;
  }
  if (is("H5Fopen") || is("H5Fcreate") || is("H5Freopen")) {
    meaning.operation = Operation::open;
  } else if (is("H5Fclose")) {
    meaning.operation = Operation::close;
  } else if (contains(name, "mdc_flushes")) {
    meaning.operation = Operation::control;
  } else if (contains(name, "flush")) {
    meaning.operation = Operation::sync;
  } else if (contains(name, "read") || contains(name, "get") || contains(name, "open") ||
             contains(name, "exists") || contains(name, "is_") || contains(name, "iterate") ||
             contains(name, "visit") || contains(name, "close") || contains(name, "find") ||
             contains(name, "dereference")) {
    meaning.operation = Operation::query;
  } else {
    meaning.operation = Operation::change;
  }
  return meaning;
}

}  // namespace

const char *name_of(Operation operation) {
  static const char *const kNames[kOperations] = {"none", "open", "close", "read",   "write",
                                                  "copy", "seek", "query", "change", "directory",
                                                  "sync", "map",  "lock",  "control"};
  return kNames[static_cast<unsigned>(operation)];
}

const char *name_of(Manner manner) {
  static const char *const kNames[kManners] = {"independent", "collective", "split", "nonblocking",
                                               "nonblocking collective"};
  return kNames[static_cast<unsigned>(manner)];
}

Meaning meaning_of(const recorder_function &function) {
  const std::string_view layer = function.layer;
  if (layer == "posix" || layer == "stdio") return of_system(function);
  if (layer == "mpiio") return of_mpiio(function);
  if (layer == "netcdf" || layer == "pnetcdf") return of_netcdf(function);
  if (layer == "hdf5") return of_hdf5(function);
  return {};
}

}  // namespace recorder::analysis
