// SPDX-License-Identifier: BSD-3-Clause
// How much the transfers of NetCDF and PnetCDF move that do not say it themselves: those of whole variables,
// and those of the variable's own type. Followed definition by definition and inquiry by inquiry; what the
// calls of a stream do not tell is unknown.
//
// An unlimited dimension is as long as the last call said that told its length, until a call that may make it
// longer.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analysis/values.h"
#include "reader/stream_state.h"

namespace recorder::analysis {

class Sizes;

class Variables {
 public:
  static bool is_layer(std::string_view layer) { return layer == "netcdf" || layer == "pnetcdf"; }
  // Whether calls of this function can teach something.
  static bool concerns(const reader::Function &function);
  // Must see these calls after they returned.
  void learn(const reader::Template &record, const reader::Filled *filled);
  // Something else is in this slot of the class ncid or ncmpi.
  void forget(std::string_view handle_class, uint64_t slot);
  // Bytes that a call of the rule Meaning::Bytes::variable moved.
  std::optional<uint64_t> bytes(const reader::Template &record, const reader::Filled *filled,
                                const Sizes &sizes) const;

 private:
  using Number = std::optional<uint64_t>;
  struct Dimension {
    enum class Kind : uint8_t { unsure, fixed, unlimited } kind = Kind::unsure;
    Number length;
    uint64_t told = 0;  // when, as now() counts
  };
  // What the groups of a file share.
  struct File {
    std::unordered_map<int64_t, Dimension> dimensions;
    std::unordered_map<int64_t, uint64_t> types;  // bytes of those that the program made
    bool opened_here = false;                     // else other handles may stand for the same file
    bool one_unlimited = false;                   // dimensions that are unsure are fixed
    uint64_t extensions = 0;                      // calls that may have made a dimension longer
  };
  struct Variable {
    std::optional<int64_t> type;
    std::optional<std::vector<int64_t>> dimensions;
  };
  struct Group {
    std::shared_ptr<File> file;
    std::unordered_map<int64_t, Variable> variables;
    std::unordered_map<std::string, std::shared_ptr<Group>> children;
  };
  // What a function has to do with variables, found once.
  struct Role {
    enum class Teaches : uint8_t {
      nothing,
      dimension,
      unlimited,
      variable,
      group,
      type,
      length,  // that no length is known any more
      closes,
    } teaches = Teaches::nothing;
    // Of transfers:
    enum class Shape : uint8_t { whole, one, counts } shape = Shape::whole;
    bool writes = false;
    bool is_text = false;  // of texts whose length nobody tells
    uint64_t element = 0;  // bytes by the function's name; 0: of the variable's type
    // Arguments, or -1.
    int file = -1, variable = -1, variables = -1, number = -1, counts = -1, buffers = -1, datatypes = -1,
        filetype = -1;
  };

  static uint64_t key(std::string_view handle_class, uint64_t slot) {
    return slot * 2 + (handle_class == "ncmpi" ? 1 : 0);
  }
  static bool is_file(const char *handle_class) {
    return handle_class != nullptr &&
           (std::string_view(handle_class) == "ncid" || std::string_view(handle_class) == "ncmpi");
  }
  static Number size_of_own_type(int64_t type);
  static uint64_t element_of(std::string_view name);
  static Role::Teaches teaching_of(std::string_view name);
  const Role &role_of(const reader::Function &function) const;
  static Role make_role(const reader::Function &function);
  static bool is_fixed(const File &file, const Dimension &dimension);
  uint64_t now(const File &file) const;
  Number length_of(const File &file, int64_t dimension) const;
  const Group *find(const Values &values, int argument) const;
  Group *group(const Values &values, int argument);
  void learn_dimension(const Values &values, std::string_view name, File &file) const;
  static void learn_unlimited(const Values &values, File &file, bool is_only_one);
  static void learn_variable(const Values &values, std::string_view name, Group &group);
  void learn_group(const Values &values, const reader::Template &record);
  static void learn_type(const Values &values, std::string_view name, File &file);
  void close(const Values &values, int argument);
  void extend(const Values &values, const Role &role);
  void extend_file(File &file);
  Number elements_of(const Group &group, int64_t variable) const;
  static Number type_size(const Group &group, int64_t variable);
  Number counted(const Values &values, const Role &role) const;
  Number in_variable(const Values &values, const Role &role) const;
  Number in_variables(const Values &values, const Role &role) const;
  Number in_buffer(const Values &values, const Role &role, const Sizes &sizes) const;
  static Number in_buffers(const Values &values, const Role &role, const Sizes &sizes);

  mutable std::unordered_map<const reader::Function *, Role> roles_;
  std::unordered_map<uint64_t, std::shared_ptr<Group>> groups_;  // by slot and class
  uint64_t extensions_ = 0;                                      // of all files
  uint64_t foreign_extensions_ = 0;                              // of those that were not opened here
};

}  // namespace recorder::analysis
