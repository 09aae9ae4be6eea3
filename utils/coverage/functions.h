// SPDX-License-Identifier: BSD-3-Clause
// Which names are I/O functions, of which layer, and whether this installation has a wrapper for them. From
// the lists that are installed beside librecorder.so.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace recorder::tools {

struct Function {
  enum class State {
    kWrapped,
    kUnwrapped,  // known, but without a wrapper: `reason` says why
    kLeftOut,    // on purpose: `reason` says why
    kUnknown,    // its name looks like one of this layer
  };
  std::string layer;
  State state;
  std::string reason;
};

class Functions {
 public:
  // A missing list is a ProgramError.
  explicit Functions(const std::string &folder);
  // Adds what the plugin that recorder-gen made in `folder` wraps; the file of its library.
  std::string add_plugin(const std::string &folder);

  // nullptr for what is no I/O function.
  const Function *find(const std::string &name) const;
  // The C function that the Fortran entry point `symbol` stands for (mpi_file_open_, mpi_file_open_f08_), or
  // "".
  std::string c_name(const std::string &symbol) const;
  // In the order of the layers from the top of the I/O stack to its bottom.
  static const std::vector<std::string> &layers();
  bool has_layer(const std::string &layer) const;

 private:
  struct Pattern {
    std::string name;
    Function function;
  };
  void add(const std::string &name, Function function);

  std::unordered_map<std::string, Function> known_;
  std::vector<Pattern> patterns_;
  std::unordered_map<std::string, std::string> lower_;  // mpi_file_open -> MPI_File_open
};

// Those of a library, whose own calls of itself say nothing about the program's.
inline bool is_library_layer(const std::string &layer) { return layer != "posix" && layer != "stdio"; }
inline bool is_mpi_layer(const std::string &layer) { return layer == "mpi" || layer == "mpiio"; }

}  // namespace recorder::tools
