// SPDX-License-Identifier: BSD-3-Clause
// Names for numbers: errors, and the sets of enums and flags of the function table.
#pragma once

#include <cstdint>
#include <string>

#include "common/symbols_mpi.h"

struct recorder_trace;

namespace recorder::tools {

// MPI's numbers mean what the MPI of the traced run says, so names are a trace's.
class Symbols {
 public:
  explicit Symbols(const recorder_trace *trace);
  explicit Symbols(MpiKind mpi) : mpi_(mpi) {}

  // Of a failed call of this layer: "ENOENT", "MPI_ERR_NO_SUCH_FILE"; the number when it has no name.
  void put_error(std::string &out, const char *layer, int64_t error) const;

  // "SEEK_SET", "F_SETLK"; the number when the set or the value is unknown.
  void put_enum(std::string &out, const char *set, int64_t value) const;

  // "O_WRONLY|O_CREAT|0x80000000"; hexadecimal when the set is unknown.
  void put_flags(std::string &out, const char *set, uint64_t value) const;

 private:
  const char *error_name(const char *layer, int64_t error) const;

  MpiKind mpi_;
};

}  // namespace recorder::tools
