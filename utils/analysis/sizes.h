// SPDX-License-Identifier: BSD-3-Clause
// The sizes of what handles stand for: MPI datatypes, told by their names or by the calls that made them, the
// spaces and types of HDF5, and the variables of NetCDF. What a trace without the layer mpi does not tell is
// unknown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "analysis/dataspaces.h"
#include "analysis/layout.h"
#include "analysis/values.h"
#include "analysis/variables.h"
#include "reader/stream_state.h"

namespace recorder::analysis {

// Bytes of an element of a predefined datatype, "MPI_DOUBLE".
std::optional<uint64_t> size_of_datatype(std::string_view name);

// An MPI datatype as far as it is known.
struct Datatype {
  std::string name = "unknown";    // "MPI_DOUBLE", or what made it: "vector"
  std::optional<uint64_t> size;    // bytes of data
  std::optional<uint64_t> extent;  // from one element of it to the next
  std::optional<Layout> layout;    // where its bytes lie, when it is regular
};

class Sizes {
 public:
  // Must see every call of a stream that makes handles, or that Dataspaces or Variables are concerned with,
  // after it returned.
  void learn(const reader::Template &record, const reader::Filled *filled);
  // A @bind record has given the slot a name, or put something else into it, of which nothing is known: what
  // a call made that names no file gets its name later, when it is first used.
  void bind(uint32_t handle_class, std::string_view class_name, uint64_t slot) {
    if (nameless_.erase(key(handle_class, slot)) != 0) return;
    if (class_name == "MPI_Datatype") datatypes_.erase(slot);
    if (class_name == "MPI_File") views_.erase(slot);
    dataspaces_.forget(class_name, slot);
    variables_.forget(class_name, slot);
  }
  struct Handle {
    uint32_t handle_class;
    uint64_t slot;
  };
  // Whether calls of the function end handles of which something may be known.
  static bool ends_handle(std::string_view function);
  // The handle that the call ended, if it did.
  static std::optional<Handle> ended(const reader::Template &record, const reader::Filled *filled);
  // Else what comes into the slot next would seem to be what was there before.
  void end(const Handle &handle, std::string_view class_name) {
    nameless_.erase(key(handle.handle_class, handle.slot));
    bind(handle.handle_class, class_name, handle.slot);
  }
  const Dataspaces &dataspaces() const { return dataspaces_; }
  const Variables &variables() const { return variables_; }
  // Of the MPI datatype in a slot, whose name may be known.
  std::optional<uint64_t> datatype(uint64_t slot, const reader::Name *name) const;
  Datatype describe(uint64_t slot, const reader::Name *name) const;
  // The byte of the file that the view of the MPI_File in a slot has at an offset.
  std::optional<int64_t> place_of(uint64_t file_slot, int64_t offset) const;
  static bool sets_view(std::string_view function) { return function == "MPI_File_set_view"; }

 private:
  // What a file looks like through MPI-IO.
  struct View {
    int64_t displacement = 0;
    uint64_t unit = 1;  // bytes of an etype
    Layout layout = Layout::dense(1);
  };
  void set_view(const reader::Template &record, const reader::Filled *filled);
  void make_datatype(const reader::Template &record, const reader::Filled *filled, uint64_t slot);
  void make_struct(const Values &values, size_t types, Datatype &made) const;

  static uint64_t key(uint32_t handle_class, uint64_t slot) { return slot * 256 + handle_class; }

  std::unordered_set<uint64_t> nameless_;             // that calls made, by key
  std::unordered_map<uint64_t, Datatype> datatypes_;  // by slot
  std::unordered_map<uint64_t, View> views_;          // known ones, by slot
  Dataspaces dataspaces_;
  Variables variables_;
};

}  // namespace recorder::analysis
