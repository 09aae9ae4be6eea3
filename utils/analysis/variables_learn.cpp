// SPDX-License-Identifier: BSD-3-Clause
// What calls of NetCDF and PnetCDF teach about dimensions, variables and types.
#include <algorithm>

#include "analysis/variables.h"

namespace recorder::analysis {

namespace {

bool begins(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }
bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }
template <size_t N>
bool is_one_of(std::string_view name, const std::string_view (&names)[N]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// The name without what all functions of the layer begin with: "_def_dim", of version 2 "dimdef".
std::string_view short_name(const reader::Function &function) {
  std::string_view name = function.name;
  name.remove_prefix(std::min<size_t>(name.size(), begins(name, "ncmpi_") ? 5 : 2));
  while (begins(name, "__")) name.remove_prefix(1);
  return name;
}

bool is_pnetcdf(const reader::Function &function) { return function.layer == "pnetcdf"; }

// The number of the first argument of these that there is; nothing when it is none.
std::optional<int64_t> number_of(const Values &values, std::initializer_list<const char *> names) {
  for (const char *name : names) {
    const int argument = values.find(name);
    if (argument < 0) continue;
    const recorder_value &node = values.node(static_cast<size_t>(argument));
    if (node.type == RECORDER_INT || node.type == RECORDER_UINT)
      return values.number(static_cast<size_t>(argument));
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

bool Variables::concerns(const reader::Function &function) {
  if (!is_layer(function.layer)) return false;
  const Role role = make_role(function);
  return role.teaches != Role::Teaches::nothing || (role.writes && role.shape != Role::Shape::whole);
}

const Variables::Role &Variables::role_of(const reader::Function &function) const {
  const auto found = roles_.find(&function);
  return found != roles_.end() ? found->second : roles_.emplace(&function, make_role(function)).first->second;
}

Variables::Role::Teaches Variables::teaching_of(std::string_view name) {
  static constexpr std::string_view kDimension[] = {"_def_dim", "_inq_dim", "_inq_dimlen", "dimdef",
                                                    "diminq"};
  static constexpr std::string_view kUnlimited[] = {"_inq", "_inq_unlimdim", "_inq_unlimdims", "inquire"};
  static constexpr std::string_view kVariable[] = {"_def_var",     "_inq_var", "_inq_vardimid",
                                                   "_inq_vartype", "vardef",   "varinq"};
  static constexpr std::string_view kType[] = {"_def_compound",  "_def_opaque",        "_def_enum",
                                               "_inq_compound",  "_inq_compound_size", "_inq_opaque",
                                               "_inq_user_type", "_inq_enum"};
  static constexpr std::string_view kLength[] = {"_sync",
                                                 "_sync_numrecs",
                                                 "_flush",
                                                 "_wait",
                                                 "_wait_all",
                                                 "_begin_indep_data",
                                                 "_end_indep_data",
                                                 "_redef",
                                                 "_enddef",
                                                 "_fill_var_rec",
                                                 "_copy_var",
                                                 "_var_par_access",
                                                 "sync",
                                                 "redef",
                                                 "endef",
                                                 "recput"};
  if (is_one_of(name, kDimension)) return Role::Teaches::dimension;
  if (is_one_of(name, kUnlimited)) return Role::Teaches::unlimited;
  if (is_one_of(name, kVariable)) return Role::Teaches::variable;
  if (is_one_of(name, kType)) return Role::Teaches::type;
  if (is_one_of(name, kLength)) return Role::Teaches::length;
  if (begins(name, "_close") || begins(name, "_abort") || name == "close" || name == "abort")
    return Role::Teaches::closes;
  if (begins(name, "_open") || begins(name, "_create") || name == "open" || name == "create" ||
      contains(name, "_grp") || name == "_inq_ncid")
    return Role::Teaches::group;
  return Role::Teaches::nothing;
}

Variables::Role Variables::make_role(const reader::Function &function) {
  Role role;
  const std::string_view name = short_name(function);
  for (const char *file : {"ncid", "parent_ncid", "grpid", "ncid_in"})
    if (role.file < 0) role.file = function.find_argument(file);
  const bool old = begins(name, "varput") || begins(name, "varget");
  role.writes = old ? begins(name, "varput") : contains(name, "put_var");
  if (!role.writes && !old && !contains(name, "get_var")) {
    role.teaches = teaching_of(name);
    return role;
  }
  if (contains(name, "chunk_cache")) return role;
  role.element = element_of(name);
  role.is_text = contains(name, "_string");
  role.variable = function.find_argument("varid");
  role.variables = function.find_argument("varids");
  role.datatypes = function.find_argument(role.variables < 0 ? "buftype" : "datatypes");
  role.buffers = function.find_argument(role.variables < 0 ? "bufcount" : "bufcounts");
  role.filetype = function.find_argument("filetype");
  if (contains(name, "varn")) role.number = function.find_argument("num");
  for (const char *counts : {"count", "countp", "counts"})
    if (role.counts < 0) role.counts = function.find_argument(counts);
  const bool is_one = old ? name.substr(6) == "1" : contains(name, "_var1");
  role.shape = role.counts >= 0 ? Role::Shape::counts : is_one ? Role::Shape::one : Role::Shape::whole;
  return role;
}

const Variables::Group *Variables::find(const Values &values, int argument) const {
  if (argument < 0) return nullptr;
  const recorder_value &node = values.node(static_cast<size_t>(argument));
  if (node.type != RECORDER_HANDLE) return nullptr;
  const auto found = groups_.find(key(node.set, node.slot));
  return found != groups_.end() ? found->second.get() : nullptr;
}

// Of a handle of which nothing is known, as another thread made it, an empty one. Null without a handle.
Variables::Group *Variables::group(const Values &values, int argument) {
  if (argument < 0) return nullptr;
  const recorder_value &node = values.node(static_cast<size_t>(argument));
  if (node.type != RECORDER_HANDLE) return nullptr;
  std::shared_ptr<Group> &group = groups_[key(node.set, node.slot)];
  if (group == nullptr) group = std::make_shared<Group>();
  if (group->file == nullptr) group->file = std::make_shared<File>();
  return group.get();
}

void Variables::forget(std::string_view handle_class, uint64_t slot) {
  if (handle_class == "ncid" || handle_class == "ncmpi") groups_.erase(key(handle_class, slot));
}

void Variables::learn(const reader::Template &record, const reader::Filled *filled) {
  const Values values(record, filled);
  const Role &role = role_of(*record.function);
  // A call that failed may have written something before.
  if (role.writes || role.teaches == Role::Teaches::length) extend(values, role);
  if (record.failed) return;
  const std::string_view name = short_name(*record.function);
  if (role.teaches == Role::Teaches::group) return learn_group(values, record);
  if (role.teaches == Role::Teaches::closes) return close(values, role.file);
  if (role.teaches == Role::Teaches::nothing || role.teaches == Role::Teaches::length) return;
  Group *const group = this->group(values, role.file);
  if (group == nullptr) return;
  if (role.teaches == Role::Teaches::dimension) learn_dimension(values, name, *group->file);
  if (role.teaches == Role::Teaches::unlimited)
    learn_unlimited(values, *group->file, is_pnetcdf(*record.function));
  if (role.teaches == Role::Teaches::variable) learn_variable(values, name, *group);
  if (role.teaches == Role::Teaches::type) learn_type(values, name, *group->file);
}

// A dimension may be longer now.
void Variables::extend(const Values &values, const Role &role) {
  if (role.writes && role.shape == Role::Shape::whole) return;
  Group *const group = this->group(values, role.file);
  if (group == nullptr) return;
  if (role.writes && role.variable >= 0) {
    const auto found = group->variables.find(values.number(static_cast<size_t>(role.variable)));
    const auto is_fixed = [&](int64_t id) {
      const auto dimension = group->file->dimensions.find(id);
      return dimension != group->file->dimensions.end() &&
             Variables::is_fixed(*group->file, dimension->second);
    };
    if (found != group->variables.end() && found->second.dimensions &&
        std::all_of(found->second.dimensions->begin(), found->second.dimensions->end(), is_fixed))
      return;
  }
  extend_file(*group->file);
  if (Group *const other = this->group(values, values.find("ncid_out"))) extend_file(*other->file);
}

void Variables::extend_file(File &file) {
  ++file.extensions;
  ++extensions_;
  if (!file.opened_here) ++foreign_extensions_;
}

void Variables::learn_dimension(const Values &values, std::string_view name, File &file) const {
  const bool defines = name == "_def_dim" || name == "dimdef";
  const auto length = number_of(values, {"len", "lenp"});
  const std::optional<int64_t> id = name == "_def_dim" ? number_of(values, {"idp"})
                                    : name == "dimdef" ? std::optional(values.number(values.result()))
                                                       : number_of(values, {"dimid"});
  if (!id || !length || *length < 0) return;
  Dimension &dimension = file.dimensions[*id];
  if (defines) dimension.kind = *length == 0 ? Dimension::Kind::unlimited : Dimension::Kind::fixed;
  dimension.length = static_cast<uint64_t>(*length);
  dimension.told = now(file);
}

void Variables::learn_unlimited(const Values &values, File &file, bool is_only_one) {
  const int several = values.find("unlimdimidsp");
  std::vector<int64_t> ids = values.numbers(several).value_or(std::vector<int64_t>());
  if (const auto one = number_of(values, {"unlimdimidp", "unlimdimp"})) {
    ids.push_back(*one);
    // The classic formats have one at most.
    file.one_unlimited = file.one_unlimited || is_only_one;
  }
  for (const int64_t id : ids)
    if (id >= 0) file.dimensions[id].kind = Dimension::Kind::unlimited;
}

void Variables::learn_variable(const Values &values, std::string_view name, Group &group) {
  const std::optional<int64_t> id = name == "_def_var" ? number_of(values, {"varidp"})
                                    : name == "vardef" ? std::optional(values.number(values.result()))
                                                       : number_of(values, {"varid"});
  if (!id) return;
  Variable &variable = group.variables[*id];
  if (const auto type = number_of(values, {"xtype", "xtypep"})) variable.type = type;
  if (auto dimensions = values.numbers(values.find("dimidsp"))) variable.dimensions = std::move(dimensions);
  // A scalar has no array.
  if (number_of(values, {"ndims", "ndimsp"}) == 0) variable.dimensions.emplace();
}

// A file that was opened, or one of its groups, told by the names that lead there.
void Variables::learn_group(const Values &values, const reader::Template &record) {
  const auto is_new_file = [](const recorder_value &node) {
    return node.type == RECORDER_HANDLE && (node.flags & RECORDER_CREATED) != 0 && is_file(node.set);
  };
  if (std::none_of(record.nodes.begin(), record.nodes.end(), is_new_file)) return;
  std::shared_ptr<Group> parent;
  const Role &role = role_of(*record.function);
  if (role.file >= 0 && group(values, role.file) != nullptr)
    parent = groups_[key(values.node(static_cast<size_t>(role.file)).set,
                         values.node(static_cast<size_t>(role.file)).slot)];
  std::shared_ptr<Group> made = std::make_shared<Group>();
  made->file = parent != nullptr ? parent->file : std::make_shared<File>();
  if (parent == nullptr) made->file->opened_here = true;
  int name = values.find("name");
  if (name < 0) name = values.find("grp_name");
  if (parent != nullptr && name >= 0 && values.node(static_cast<size_t>(name)).type == RECORDER_STRING) {
    const recorder_value &text = values.node(static_cast<size_t>(name));
    std::shared_ptr<Group> &child = parent->children[std::string(text.v.text, text.size)];
    if (child == nullptr) child = made;
    made = child;
  }
  size_t count = 0;
  for (const recorder_value &node : record.nodes) {
    if (!is_new_file(node)) continue;
    if (count++ != 0) made = std::make_shared<Group>(Group{made->file, {}, {}});
    groups_[key(node.set, node.slot)] = made;
  }
}

// With a file all of its groups go.
void Variables::close(const Values &values, int argument) {
  const Group *group = find(values, argument);
  if (group == nullptr) return;
  const std::shared_ptr<File> file = group->file;
  for (auto at = groups_.begin(); at != groups_.end();)
    at = at->second->file == file ? groups_.erase(at) : std::next(at);
}

void Variables::learn_type(const Values &values, std::string_view name, File &file) {
  constexpr int64_t kVariableLength = 13;  // NC_VLEN
  const auto id = number_of(values, {"typeidp", "xtypep", "xtype"});
  if (!id || number_of(values, {"classp"}) == kVariableLength) return;
  if (const auto size = number_of(values, {"size", "sizep", "base_sizep"}); size && *size >= 0) {
    file.types[*id] = static_cast<uint64_t>(*size);
  } else if (name == "_def_enum") {
    if (const auto base = number_of(values, {"base_typeid"}))
      if (const auto bytes = size_of_own_type(*base)) file.types[*id] = *bytes;
  }
}

}  // namespace recorder::analysis
