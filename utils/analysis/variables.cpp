// SPDX-License-Identifier: BSD-3-Clause
// The bytes of transfers of variables. What calls teach about variables is in variables_learn.cpp.
#include "analysis/variables.h"

#include <iterator>
#include <utility>

#include "analysis/sizes.h"

namespace recorder::analysis {

namespace {

using Number = std::optional<uint64_t>;

bool is_array(const Values &values, int argument) {
  return argument >= 0 && values.is_array(static_cast<size_t>(argument));
}

// The product of the elements of an array; `otherwise` of a null pointer.
Number product_of(const Values &values, size_t index, const Number &otherwise) {
  return values.node(index).type == RECORDER_NULL ? otherwise : values.product(static_cast<int>(index));
}

Number times(const Number &a, const Number &b) { return a && b ? Number(*a * *b) : std::nullopt; }

// Of the type that ends a name, "_float"; 0 when none does.
uint64_t element_size(std::string_view name) {
  static constexpr std::pair<std::string_view, uint64_t> kTypes[] = {
      {"text", 1}, {"schar", 1}, {"uchar", 1}, {"ubyte", 1},  {"short", 2},    {"ushort", 2},   {"int", 4},
      {"uint", 4}, {"long", 8},  {"float", 4}, {"double", 8}, {"longlong", 8}, {"ulonglong", 8}};
  const std::string_view type = name.substr(name.rfind('_') + 1);
  for (const auto &[known, size] : kTypes)
    if (type == known) return size;
  return 0;
}

}  // namespace

// Of the types that NetCDF has itself; a text of NC_STRING has no length that the trace tells.
Number Variables::size_of_own_type(int64_t type) {
  static constexpr uint64_t kSizes[] = {0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8};  // NC_BYTE is 1
  if (type < 1 || type >= static_cast<int64_t>(std::size(kSizes))) return std::nullopt;
  return kSizes[type];
}

uint64_t Variables::element_of(std::string_view name) {
  if (name.size() > 4 && name.substr(name.size() - 4) == "_all") name.remove_suffix(4);
  return element_size(name);
}

bool Variables::is_fixed(const File &file, const Dimension &dimension) {
  return dimension.kind == Dimension::Kind::fixed ||
         (dimension.kind == Dimension::Kind::unsure && file.one_unlimited);
}

// Advances with each call that may have made a dimension of the file longer.
uint64_t Variables::now(const File &file) const {
  return file.opened_here ? file.extensions + foreign_extensions_ : extensions_;
}

Number Variables::length_of(const File &file, int64_t dimension) const {
  const auto found = file.dimensions.find(dimension);
  if (found == file.dimensions.end()) return std::nullopt;
  return is_fixed(file, found->second) || found->second.told == now(file) ? found->second.length
                                                                          : std::nullopt;
}

Number Variables::elements_of(const Group &group, int64_t variable) const {
  const auto found = group.variables.find(variable);
  if (found == group.variables.end() || !found->second.dimensions) return std::nullopt;
  Number product = 1;
  for (const int64_t dimension : *found->second.dimensions)
    product = times(product, length_of(*group.file, dimension));
  return product;
}

Number Variables::type_size(const Group &group, int64_t variable) {
  const auto found = group.variables.find(variable);
  if (found == group.variables.end() || !found->second.type) return std::nullopt;
  const auto made = group.file->types.find(*found->second.type);
  return made != group.file->types.end() ? Number(made->second) : size_of_own_type(*found->second.type);
}

// The elements of one variable that a call is about.
Number Variables::counted(const Values &values, const Role &role) const {
  if (role.shape == Role::Shape::one) return 1;
  if (role.shape == Role::Shape::whole) {
    const Group *group = find(values, role.file);
    return group != nullptr ? elements_of(*group, values.number(static_cast<size_t>(role.variable)))
                            : std::nullopt;
  }
  const auto counts = static_cast<size_t>(role.counts);
  // Without an array of counts, a piece of varn is one element.
  if (role.number < 0) return product_of(values, counts, std::nullopt);
  if (values.node(counts).type == RECORDER_NULL)
    return static_cast<uint64_t>(values.number(static_cast<size_t>(role.number)));
  if (!is_array(values, role.counts)) return std::nullopt;
  Number sum = 0;
  for (size_t i = 0; i < values.node(counts).size && sum; ++i) {
    const Number piece = product_of(values, values.content(counts) + i, 1);
    sum = piece ? Number(*sum + *piece) : std::nullopt;
  }
  return sum;
}

Number Variables::in_variable(const Values &values, const Role &role) const {
  const Group *group = find(values, role.file);
  const Number element = role.element != 0 ? Number(role.element)
                         : group != nullptr && !role.is_text
                             ? type_size(*group, values.number(static_cast<size_t>(role.variable)))
                             : std::nullopt;
  return element ? times(counted(values, role), element) : std::nullopt;
}

// Several variables at once, each whole, one element, or as many as its counts say.
Number Variables::in_variables(const Values &values, const Role &role) const {
  const Group *group = find(values, role.file);
  if (!is_array(values, role.variables) || role.element == 0) return std::nullopt;
  const auto ids = static_cast<size_t>(role.variables);
  Number sum = 0;
  for (size_t i = 0; i < values.node(ids).size && sum; ++i) {
    Number elements = 1;
    if (role.shape == Role::Shape::whole) {
      elements =
          group != nullptr ? elements_of(*group, values.number(values.content(ids) + i)) : std::nullopt;
    } else if (role.shape == Role::Shape::counts) {
      const auto counts = static_cast<size_t>(role.counts);
      if (!is_array(values, role.counts) || i >= values.node(counts).size) return std::nullopt;
      elements = product_of(values, values.content(counts) + i, std::nullopt);
    }
    sum = elements ? Number(*sum + *elements * role.element) : std::nullopt;
  }
  return sum;
}

// A buffer of an MPI datatype, or of the variable's own type where there is none; its length may be left to
// the counts.
Number Variables::in_buffer(const Values &values, const Role &role, const Sizes &sizes) const {
  const auto type = static_cast<size_t>(role.datatypes);
  const bool is_typed = values.node(type).type == RECORDER_HANDLE;
  if (role.filetype >= 0 && !is_typed) {
    const auto filetype = static_cast<size_t>(role.filetype);
    return sizes.datatype(values.node(filetype).slot, values.label(filetype));
  }
  if (!is_typed) return in_variable(values, role);
  const Number one = sizes.datatype(values.node(type).slot, values.label(type));
  const int64_t count = values.number(static_cast<size_t>(role.buffers));
  if (count >= 0) return times(static_cast<uint64_t>(count), one);
  return role.filetype < 0 ? times(counted(values, role), one) : std::nullopt;
}

Number Variables::in_buffers(const Values &values, const Role &role, const Sizes &sizes) {
  if (!is_array(values, role.buffers) || !is_array(values, role.datatypes)) return std::nullopt;
  const auto counts = static_cast<size_t>(role.buffers), types = static_cast<size_t>(role.datatypes);
  uint64_t sum = 0;
  for (size_t i = 0; i < values.node(counts).size; ++i) {
    if (i >= values.node(types).size) return std::nullopt;
    const size_t type = values.content(types) + i;
    const Number one = sizes.datatype(values.node(type).slot, values.label(type));
    const int64_t count = values.number(values.content(counts) + i);
    if (!one || count < 0) return std::nullopt;
    sum += *one * static_cast<uint64_t>(count);
  }
  return sum;
}

Number Variables::bytes(const reader::Template &record, const reader::Filled *filled,
                        const Sizes &sizes) const {
  const Values values(record, filled);
  const Role &role = role_of(*record.function);
  if (role.file < 0) return std::nullopt;
  if (role.variables >= 0)
    return role.datatypes >= 0 ? in_buffers(values, role, sizes) : in_variables(values, role);
  if (role.variable < 0) return std::nullopt;
  return role.datatypes >= 0 ? in_buffer(values, role, sizes) : in_variable(values, role);
}

}  // namespace recorder::analysis
