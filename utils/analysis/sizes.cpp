// SPDX-License-Identifier: BSD-3-Clause
// Datatypes by name, and by the calls that derive one from another (MPI-4.0, chapter 5).
#include "analysis/sizes.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "analysis/values.h"

namespace recorder::analysis {

namespace {

constexpr std::pair<std::string_view, uint64_t> kPredefined[] = {{"MPI_CHAR", 1},
                                                                 {"MPI_SIGNED_CHAR", 1},
                                                                 {"MPI_UNSIGNED_CHAR", 1},
                                                                 {"MPI_BYTE", 1},
                                                                 {"MPI_PACKED", 1},
                                                                 {"MPI_SHORT", 2},
                                                                 {"MPI_UNSIGNED_SHORT", 2},
                                                                 {"MPI_INT", 4},
                                                                 {"MPI_UNSIGNED", 4},
                                                                 {"MPI_LONG", 8},
                                                                 {"MPI_UNSIGNED_LONG", 8},
                                                                 {"MPI_LONG_LONG", 8},
                                                                 {"MPI_LONG_LONG_INT", 8},
                                                                 {"MPI_UNSIGNED_LONG_LONG", 8},
                                                                 {"MPI_FLOAT", 4},
                                                                 {"MPI_DOUBLE", 8},
                                                                 {"MPI_LONG_DOUBLE", 16},
                                                                 {"MPI_WCHAR", 4},
                                                                 {"MPI_C_BOOL", 1},
                                                                 {"MPI_CXX_BOOL", 1},
                                                                 {"MPI_INT8_T", 1},
                                                                 {"MPI_UINT8_T", 1},
                                                                 {"MPI_INT16_T", 2},
                                                                 {"MPI_UINT16_T", 2},
                                                                 {"MPI_INT32_T", 4},
                                                                 {"MPI_UINT32_T", 4},
                                                                 {"MPI_INT64_T", 8},
                                                                 {"MPI_UINT64_T", 8},
                                                                 {"MPI_AINT", 8},
                                                                 {"MPI_COUNT", 8},
                                                                 {"MPI_OFFSET", 8},
                                                                 {"MPI_C_COMPLEX", 8},
                                                                 {"MPI_C_FLOAT_COMPLEX", 8},
                                                                 {"MPI_C_DOUBLE_COMPLEX", 16},
                                                                 {"MPI_C_LONG_DOUBLE_COMPLEX", 32},
                                                                 {"MPI_INTEGER", 4},
                                                                 {"MPI_REAL", 4},
                                                                 {"MPI_DOUBLE_PRECISION", 8},
                                                                 {"MPI_COMPLEX", 8},
                                                                 {"MPI_DOUBLE_COMPLEX", 16},
                                                                 {"MPI_LOGICAL", 4},
                                                                 {"MPI_CHARACTER", 1},
                                                                 {"MPI_INTEGER1", 1},
                                                                 {"MPI_INTEGER2", 2},
                                                                 {"MPI_INTEGER4", 4},
                                                                 {"MPI_INTEGER8", 8},
                                                                 {"MPI_REAL4", 4},
                                                                 {"MPI_REAL8", 8},
                                                                 {"MPI_REAL16", 16},
                                                                 {"MPI_COMPLEX8", 8},
                                                                 {"MPI_COMPLEX16", 16},
                                                                 {"MPI_2INT", 8},
                                                                 {"MPI_FLOAT_INT", 8},
                                                                 {"MPI_DOUBLE_INT", 12},
                                                                 {"MPI_LONG_INT", 12},
                                                                 {"MPI_SHORT_INT", 6},
                                                                 {"MPI_LONG_DOUBLE_INT", 20},
                                                                 {"MPI_2REAL", 8},
                                                                 {"MPI_2DOUBLE_PRECISION", 16},
                                                                 {"MPI_2INTEGER", 8}};

bool is_of_class(const recorder_value &value, const char *name) {
  return value.type == RECORDER_HANDLE && value.set != nullptr && strcmp(value.set, name) == 0;
}
bool is_datatype(const recorder_value &value) { return is_of_class(value, "MPI_Datatype"); }
bool is_file(const recorder_value &value) { return is_of_class(value, "MPI_File"); }

}  // namespace

std::optional<uint64_t> size_of_datatype(std::string_view name) {
  for (const auto &[known, bytes] : kPredefined)
    if (known == name) return bytes;
  return std::nullopt;
}

std::optional<uint64_t> Sizes::datatype(uint64_t slot, const reader::Name *name) const {
  if (name != nullptr && !name->text.empty()) {
    if (const auto predefined = size_of_datatype(name->text)) return predefined;
  }
  const auto made = datatypes_.find(slot);
  return made != datatypes_.end() ? made->second.size : std::nullopt;
}

Datatype Sizes::describe(uint64_t slot, const reader::Name *name) const {
  if (name != nullptr && !name->text.empty()) {
    if (const auto predefined = size_of_datatype(name->text))
      return {name->text, predefined, predefined, layout_of_predefined(name->text)};
  }
  const auto made = datatypes_.find(slot);
  if (made != datatypes_.end()) return made->second;
  Datatype other;
  if (name != nullptr && name->text.compare(0, 4, "MPI_") == 0) other.name = name->text;
  return other;
}

namespace {

// Functions that end a handle, and their argument for it.
constexpr std::pair<std::string_view, const char *> kEnds[] = {
    {"MPI_Type_free", "datatype"}, {"MPI_File_close", "fh"}, {"H5Tclose", "type_id"},
    {"H5Sclose", "space_id"},      {"H5Dclose", "dset_id"},  {"H5Oclose", "object_id"},
    {"H5Idec_ref", "id"}};

// The argument, or null.
const char *ended_argument(std::string_view function) {
  for (const auto &[name, argument] : kEnds)
    if (name == function) return argument;
  return nullptr;
}

}  // namespace

bool Sizes::ends_handle(std::string_view function) { return ended_argument(function) != nullptr; }

std::optional<Sizes::Handle> Sizes::ended(const reader::Template &record, const reader::Filled *filled) {
  const Values values(record, filled);
  const std::string &name = record.function->name;
  const char *end = ended_argument(name);
  const int argument = end != nullptr ? values.find(end) : -1;
  const int use = argument >= 0 ? values.use_of(static_cast<size_t>(argument)) : -1;
  // Somebody else may still hold it.
  if (use < 0 || record.failed || (name == "H5Idec_ref" && values.number(values.result()) != 0))
    return std::nullopt;
  return Handle{record.uses[static_cast<size_t>(use)].handle_class,
                values.node(static_cast<size_t>(argument)).slot};
}

void Sizes::learn(const reader::Template &record, const reader::Filled *filled) {
  if (Variables::is_layer(record.function->layer)) variables_.learn(record, filled);
  if (record.failed) return;
  // What is made of a path has its name at once.
  if (record.base == reader::Template::Base::nowhere && record.path_use < 0)
    for (const reader::Creation &creation : record.creations)
      nameless_.insert(key(creation.handle_class, creation.slot));
  if (sets_view(record.function->name)) return set_view(record, filled);
  if (Dataspaces::concerns(record.function->name)) return dataspaces_.learn(record, filled);
  for (const reader::Creation &creation : record.creations) {
    // Slots of other classes cost a comparison.
    const recorder_value *made = nullptr;
    for (const recorder_value &node : record.nodes) {
      if ((node.flags & RECORDER_CREATED) == 0 || node.slot != creation.slot) continue;
      if (is_datatype(node)) made = &node;
      // As MPI_File_open leaves it.
      if (is_file(node)) views_[creation.slot] = View();
    }
    if (made != nullptr) make_datatype(record, filled, creation.slot);
  }
}

namespace {

std::optional<uint64_t> times(const std::optional<uint64_t> &a, const std::optional<uint64_t> &b) {
  return a && b ? std::optional(*a * *b) : std::nullopt;
}

// What made it: "vector" of MPI_Type_create_hvector_c.
std::string combiner(std::string_view function) {
  for (const char *name : {"subarray", "darray", "struct", "indexed_block", "hindexed", "indexed", "hvector",
                           "vector", "contiguous", "resized", "dup"})
    if (function.find(name) != function.npos) return name;
  return "other";
}

// From the first byte of blocks to behind the last one: each begins at its displacement, in `unit` bytes.
uint64_t span(const std::vector<int64_t> &displacements, const std::vector<int64_t> &lengths, int64_t unit,
              const std::vector<int64_t> &extents) {
  int64_t least = 0, most = 0;
  bool any = false;
  for (size_t i = 0; i < displacements.size(); ++i) {
    const int64_t length = i < lengths.size() ? lengths[i] : 0;
    if (length == 0) continue;
    const int64_t from = displacements[i] * unit;
    const int64_t to = from + length * extents[i < extents.size() ? i : 0];
    least = any ? std::min(least, from) : from;
    most = any ? std::max(most, to) : to;
    any = true;
  }
  return static_cast<uint64_t>(most - least);
}

// Of blocks that all are of one type. Where an array is not whole, nothing is known.
void lay_out(const Values &values, const Datatype &old, Datatype &made) {
  const auto extent = static_cast<int64_t>(old.extent.value_or(0));
  const auto count = values.named("count", 1), block = values.named("blocklength", 1);
  const int displacements = values.find("array_of_displacements");
  uint64_t elements = static_cast<uint64_t>(count) * static_cast<uint64_t>(block);
  if (displacements >= 0) {
    const auto places = values.numbers(displacements);
    auto lengths = values.numbers(values.find("array_of_blocklengths"));
    if (values.find("array_of_blocklengths") < 0 && places) lengths.emplace(places->size(), block);
    if (!places || !lengths) return;
    elements = 0;
    for (const int64_t length : *lengths) elements += static_cast<uint64_t>(length);
    made.extent = span(*places, *lengths, made.name[0] == 'h' ? 1 : extent, {extent});
  } else if (values.find("stride") >= 0) {
    const int64_t stride = values.named("stride", 0) * (made.name[0] == 'h' ? 1 : extent);
    std::vector<int64_t> ends = {0};
    if (count > 1) ends.push_back((count - 1) * stride);
    made.extent = elements == 0 ? 0 : span(ends, {block, block}, 1, {extent});
  } else {
    made.extent = elements * static_cast<uint64_t>(extent);
  }
  made.size = elements * *old.size;
  if (!old.extent) made.extent = std::nullopt;
}

}  // namespace

void Sizes::make_datatype(const reader::Template &record, const reader::Filled *filled, uint64_t slot) {
  const Values values(record, filled);
  const auto of = [&](size_t at) { return describe(values.node(at).slot, values.label(at)); };
  Datatype made;
  made.name = combiner(record.function->name);
  const int types = values.find("array_of_types"), from = values.find("oldtype");
  if (types >= 0) {
    make_struct(values, static_cast<size_t>(types), made);
  } else if (from >= 0) {
    const Datatype old = of(static_cast<size_t>(from));
    if (old.layout) made.layout = derived_layout(values, made.name, *old.layout);
    if (made.name == "resized") {
      made.size = old.size;
      made.extent = static_cast<uint64_t>(values.named("extent", 0));
    } else if (made.name == "subarray") {
      made.size = times(values.product(values.find("array_of_subsizes")), old.size);
      made.extent = times(values.product(values.find("array_of_sizes")), old.extent);
    } else if (made.name == "darray") {
      // What is this rank's share is not said.
      made.extent = times(values.product(values.find("array_of_gsizes")), old.extent);
    } else if (old.size) {
      lay_out(values, old, made);
    }
  }
  datatypes_[slot] = std::move(made);
}

void Sizes::make_struct(const Values &values, size_t types, Datatype &made) const {
  const auto lengths = values.numbers(values.find("array_of_blocklengths"));
  const auto places = values.numbers(values.find("array_of_displacements"));
  std::vector<int64_t> extents;
  uint64_t size = 0;
  const recorder_value &list = values.node(types);
  if (!values.is_array(types) || !lengths || !places || lengths->size() != list.size) return;
  for (size_t i = 0; i < list.size; ++i) {
    const size_t at = values.content(types) + i;
    const Datatype one = describe(values.node(at).slot, values.label(at));
    if (!one.size || !one.extent) return;
    size += *one.size * static_cast<uint64_t>((*lengths)[i]);
    extents.push_back(static_cast<int64_t>(*one.extent));
  }
  made.size = size;
  if (!extents.empty()) made.extent = span(*places, *lengths, 1, extents);
}

void Sizes::set_view(const reader::Template &record, const reader::Filled *filled) {
  const Values values(record, filled);
  const int file = values.find("fh"), displacement = values.find("disp"), etype = values.find("etype"),
            filetype = values.find("filetype"), form = values.find("datarep");
  if (file < 0 || displacement < 0 || etype < 0 || filetype < 0 || form < 0) return;
  const uint64_t slot = values.node(static_cast<size_t>(file)).slot;
  views_.erase(slot);
  const auto type = [&](int at) {
    return describe(values.node(static_cast<size_t>(at)).slot, values.label(static_cast<size_t>(at)));
  };
  const Datatype unit = type(etype), shown = type(filetype);
  const recorder_value &representation = values.node(static_cast<size_t>(form));
  const bool is_native = representation.type == RECORDER_STRING &&
                         std::string_view(representation.v.text, representation.size) == "native";
  if (!unit.size || !shown.layout || !is_native) return;
  views_[slot] = {values.number(static_cast<size_t>(displacement)), *unit.size, *shown.layout};
}

std::optional<int64_t> Sizes::place_of(uint64_t file_slot, int64_t offset) const {
  const auto found = views_.find(file_slot);
  if (found == views_.end() || offset < 0) return std::nullopt;
  const View &view = found->second;
  uint64_t byte;
  if (__builtin_mul_overflow(static_cast<uint64_t>(offset), view.unit, &byte)) return std::nullopt;
  std::optional<int64_t> place = view.layout.place_of(byte);
  if (place && __builtin_add_overflow(*place, view.displacement, &*place)) return std::nullopt;
  return place;
}

}  // namespace recorder::analysis
