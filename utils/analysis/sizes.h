// SPDX-License-Identifier: BSD-3-Clause
// The sizes of what handles stand for: MPI datatypes, told by their names or by the calls that made them.
// What a trace without the layer mpi does not tell is unknown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "analysis/values.h"
#include "reader/stream_state.h"

namespace recorder::analysis {

// Bytes of an element of a predefined datatype, "MPI_DOUBLE".
std::optional<uint64_t> size_of_datatype(std::string_view name);

// An MPI datatype as far as it is known.
struct Datatype {
  std::string name = "unknown";   // "MPI_DOUBLE", or what made it: "vector"
  std::optional<uint64_t> size;   // bytes of data
  std::optional<uint64_t> extent;  // from one element of it to the next
};

class Sizes {
 public:
  // Must see every call of a stream after it returned.
  void learn(const reader::Template &record, const reader::Filled *filled);
  // Another datatype is in this slot, of which nothing is known.
  void forget(uint64_t slot) { datatypes_.erase(slot); }
  // Of the MPI datatype in a slot, whose name may be known.
  std::optional<uint64_t> datatype(uint64_t slot, const reader::Name *name) const;
  Datatype describe(uint64_t slot, const reader::Name *name) const;

 private:
  void make_datatype(const reader::Template &record, const reader::Filled *filled, uint64_t slot);
  void make_struct(const Values &values, size_t types, Datatype &made) const;

  std::unordered_map<uint64_t, Datatype> datatypes_;  // by slot
};

}  // namespace recorder::analysis
