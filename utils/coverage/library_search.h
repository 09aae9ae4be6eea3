// SPDX-License-Identifier: BSD-3-Clause
// Where the dynamic loader would find a library, without running anything of the program: the run paths, the
// environment's LD_LIBRARY_PATH, the loader's cache, the default folders.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "coverage/elf_file.h"

namespace recorder::tools {

class LibrarySearch {
 public:
  // Only files for the machine of `program` are found.
  explicit LibrarySearch(const ElfFile &program);

  // The file of `name` as `asking` wants it, "" when there is none. `run_path` holds the folders of those
  // that brought `asking` in, for DT_RPATH, which is inherited.
  std::string find(const std::string &name, const ElfFile &asking, const std::string &inherited) const;
  // What the libraries that `file` needs inherit from it and from those before it.
  static std::string inherited_from(const ElfFile &file, const std::string &inherited);

 private:
  bool fits(const std::string &path) const;
  std::string in_folders(const std::string &folders, const std::string &name) const;
  void read_cache();

  ElfFile program_;
  std::multimap<std::string, std::string> cache_;
  std::string defaults_;
};

}  // namespace recorder::tools
