// SPDX-License-Identifier: BSD-3-Clause
// The sizes of what handles stand for: MPI datatypes, told by their names or by the calls that made them.
// What a trace without the layer mpi does not tell is unknown.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "reader/stream_state.h"

namespace recorder::analysis {

// Bytes of an element of a predefined datatype, "MPI_DOUBLE".
std::optional<uint64_t> size_of_datatype(std::string_view name);

class Sizes {
 public:
  // Must see every call of a stream after it returned.
  void learn(const reader::Template &record, const reader::Filled *filled);
  // Another datatype is in this slot, of which nothing is known.
  void forget(uint64_t slot) { datatypes_.erase(slot); }
  // Of the MPI datatype in a slot, whose name may be known.
  std::optional<uint64_t> datatype(uint64_t slot, const reader::Name *name) const;

 private:
  void make_datatype(const reader::Template &record, const reader::Filled *filled, uint64_t slot);

  std::unordered_map<uint64_t, uint64_t> datatypes_;  // by slot
};

}  // namespace recorder::analysis
