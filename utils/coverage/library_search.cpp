// SPDX-License-Identifier: BSD-3-Clause
// The rules of ld.so(8), but for variants of a library for certain processors: all variants have the same
// symbols.
#include "coverage/library_search.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

namespace recorder::tools {

namespace {

constexpr char kCacheFile[] = "/etc/ld.so.cache";
constexpr char kCacheMagic[] = "glibc-ld.so.cache1.1";
constexpr size_t kCacheHeader = 48, kCacheEntry = 24;

std::string folder_of(const std::string &path) {
  char real[PATH_MAX];
  const std::string full = realpath(path.c_str(), real) != nullptr ? real : path;
  const size_t slash = full.rfind('/');
  return slash == std::string::npos ? "." : full.substr(0, slash);
}

void replace_all(std::string *text, const std::string &what, const std::string &with) {
  for (size_t at = 0; (at = text->find(what, at)) != std::string::npos; at += with.size())
    text->replace(at, what.size(), with);
}

// What the loader puts in place of its variables in the run paths of `file`.
std::string expanded(std::string paths, const ElfFile &file) {
  utsname machine;
  for (const char *form : {"$ORIGIN", "${ORIGIN}"}) replace_all(&paths, form, folder_of(file.path));
  for (const char *form : {"$LIB", "${LIB}"}) replace_all(&paths, form, "lib64");
  if (uname(&machine) == 0)
    for (const char *form : {"$PLATFORM", "${PLATFORM}"}) replace_all(&paths, form, machine.machine);
  return paths;
}

uint32_t number_at(const std::string &bytes, size_t at) {
  uint32_t value = 0;
  memcpy(&value, bytes.data() + at, sizeof value);  // the cache is in the machine's own byte order
  return value;
}

}  // namespace

LibrarySearch::LibrarySearch(const ElfFile &program) : program_(program) {
  utsname machine;
  if (uname(&machine) == 0) {
    const std::string triple = std::string(machine.machine) + "-linux-gnu";
    defaults_ = "/lib/" + triple + ":/usr/lib/" + triple + ":";
  }
  defaults_ += "/lib64:/usr/lib64:/lib:/usr/lib:/usr/local/lib";
  read_cache();
}

// The cache may have an older one, with another layout, before it.
void LibrarySearch::read_cache() {
  std::ifstream file(kCacheFile, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const size_t start = bytes.find(kCacheMagic);
  if (start == std::string::npos || bytes.size() - start < kCacheHeader) return;
  const uint64_t count = number_at(bytes, start + 20);
  for (uint64_t i = 0; i < count; ++i) {
    const size_t entry = start + kCacheHeader + i * kCacheEntry;
    if (entry + kCacheEntry > bytes.size()) return;
    const size_t name = start + number_at(bytes, entry + 4), path = start + number_at(bytes, entry + 8);
    if (name < bytes.size() && path < bytes.size())
      cache_.emplace(bytes.c_str() + name, bytes.c_str() + path);
  }
}

bool LibrarySearch::fits(const std::string &path) const {
  ElfFile file;
  return access(path.c_str(), R_OK) == 0 && read_elf_machine(path, &file) && file.same_machine(program_);
}

std::string LibrarySearch::in_folders(const std::string &folders, const std::string &name) const {
  for (size_t at = 0; at < folders.size();) {
    const size_t end = std::min(folders.find_first_of(":;", at), folders.size());
    const std::string folder = folders.substr(at, end - at);
    at = end + 1;
    std::string path = (folder.empty() ? "." : folder) + "/" + name;
    if (fits(path)) return path;
  }
  return "";
}

std::string LibrarySearch::find(const std::string &name, const ElfFile &asking,
                                const std::string &inherited) const {
  if (name.find('/') != std::string::npos) {
    std::string path = expanded(name, asking);
    return fits(path) ? path : "";
  }
  const char *variable = std::getenv("LD_LIBRARY_PATH");
  const std::string own = asking.runpath.empty() ? expanded(asking.rpath, asking) : "";
  for (const std::string &folders :
       {own, asking.runpath.empty() ? inherited : "", std::string(variable != nullptr ? variable : ""),
        expanded(asking.runpath, asking)}) {
    std::string path = in_folders(folders, name);
    if (!path.empty()) return path;
  }
  const auto cached = cache_.equal_range(name);
  for (auto entry = cached.first; entry != cached.second; ++entry)
    if (fits(entry->second)) return entry->second;
  return in_folders(defaults_, name);
}

std::string LibrarySearch::inherited_from(const ElfFile &file, const std::string &inherited) {
  if (!file.runpath.empty() || file.rpath.empty()) return inherited;
  const std::string own = expanded(file.rpath, file);
  return inherited.empty() ? own : own + ":" + inherited;
}

}  // namespace recorder::tools
