// SPDX-License-Identifier: BSD-3-Clause
// Source lines of call sites, where the module and its debug information are at hand (elfutils' libdw).
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace recorder::tools {

class SourceLines {
 public:
  SourceLines();
  ~SourceLines();
  SourceLines(const SourceLines &) = delete;
  SourceLines &operator=(const SourceLines &) = delete;

  // The line of the instruction at this distance from the module's start; false when it is not known. `file`
  // stays until the next call.
  bool find(const char *module, uint64_t offset, const char **file, int *line);
  // As in "solver.c:120", or "libx.so+0x1f3a" without a line. Remembered, since sites are few.
  const std::string &text(const char *module, uint64_t offset);

 private:
  struct Modules;
  std::unique_ptr<Modules> modules_;
};

}  // namespace recorder::tools
