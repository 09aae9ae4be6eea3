// SPDX-License-Identifier: BSD-3-Clause
// How much the transfers of HDF5 move: the elements that dataspaces select times the size of the datatype in
// memory. Followed call by call; what the calls of a stream do not tell is unknown.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "analysis/hyperslabs.h"
#include "analysis/values.h"
#include "reader/stream_state.h"

namespace recorder::analysis {

// Bytes of an element of a datatype by its name, "H5T_STD_I32LE" or "H5T_COMPOUND 88".
std::optional<uint64_t> size_of_hdf5_type(std::string_view name);

class Dataspaces {
 public:
  // Whether calls of this function can teach something.
  static bool concerns(std::string_view function);
  // Must see these calls after they returned.
  void learn(const reader::Template &record, const reader::Filled *filled);
  // Something else is in this slot of the class H5T, H5S or H5D.
  void forget(std::string_view handle_class, uint64_t slot);
  // Whether the call changes what is selected in a way that depends on what was: each one counts.
  static bool accumulates(const reader::Template &record);
  // Bytes that H5Dread, H5Dwrite, or one of those of several datasets moved.
  std::optional<uint64_t> bytes(const reader::Template &record, const reader::Filled *filled) const;

 private:
  using Number = std::optional<uint64_t>;
  struct Space {
    Number extent;                   // elements
    Number selected;                 // of them
    std::optional<SlabUnion> slabs;  // that are selected, where it is slabs that are
  };

  Number type_size(const Values &values, int node) const;
  const Space *space(const Values &values, int node) const;
  Number extent_of_dataset(const Values &values, int node) const;
  Number bytes_of_one(const Values &values, int type, int memory, int file, int dataset) const;
  Number bytes_of_several(const Values &values) const;
  void learn_type(const Values &values, std::string_view name, const uint64_t *made);
  void learn_space(const Values &values, std::string_view name, const uint64_t *made);
  void select(const Values &values, std::string_view name, Space &space);
  static void select_slab(const Values &values, Space &space);
  void learn_dataset(const Values &values, std::string_view name, const uint64_t *made);

  std::unordered_map<uint64_t, uint64_t> types_;     // sizes of those that were made, by slot
  std::unordered_map<uint64_t, Space> spaces_;       // by slot
  std::unordered_map<uint64_t, uint64_t> datasets_;  // elements, by slot
};

}  // namespace recorder::analysis
