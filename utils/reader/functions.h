// SPDX-License-Identifier: BSD-3-Clause
// The functions of a trace, as its table describes them.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "reader/kinds.h"
#include "reader/recorder-reader.h"

namespace recorder::reader {

// The layers of Recorder itself, from the storage upwards.
constexpr const char *kLayers[] = {"posix", "stdio", "mpiio", "pnetcdf", "hdf5", "netcdf", "mpi", "cuda"};

struct Function {
  uint64_t id = 0;  // of the runtime that wrote it
  std::string name;
  std::string layer;
  std::string return_text;
  std::vector<std::string> argument_names;
  std::vector<std::string> argument_texts;
  std::vector<const char *> name_pointers;  // of the two above, for the C API
  std::vector<const char *> text_pointers;
  std::vector<Kind> arguments;
  Kind result;
  bool names_with_fs_prefix = false;  // its paths may begin with "ufs:" and the like
  recorder_function described = {};

  // The position of an argument, or -1.
  int find_argument(std::string_view argument) const;
};

// Functions of the trace and of its late parts together: those have tables of their own that mostly agree.
class Functions {
 public:
  size_t size() const { return functions_.size(); }
  const Function &at(size_t index) const { return functions_[index]; }

  // Reads a section `functions`; ids[id] is then the index of the function that this section calls `id`.
  void read(std::string_view section, Classes &classes, std::unordered_map<uint64_t, uint32_t> &ids);

 private:
  uint32_t add(Function &&function, Classes &classes);

  std::deque<Function> functions_;
  std::unordered_map<std::string, uint32_t> index_;  // by the bytes that describe the function
};

}  // namespace recorder::reader
