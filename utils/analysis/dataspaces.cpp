// SPDX-License-Identifier: BSD-3-Clause
// The functions of H5T, H5S and H5D that say or change how many elements there are.
#include "analysis/dataspaces.h"

#include <charconv>
#include <string>

namespace recorder::analysis {

namespace {

using Number = std::optional<uint64_t>;

bool begins(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

// Of H5T_STD_I32LE and its like: the bits that stand behind the letter.
Number size_by_bits(std::string_view name) {
  for (const std::string_view order : {"LE", "BE"}) {
    if (name.size() < 3 || name.substr(name.size() - 2) != order) continue;
    name.remove_suffix(2);
    size_t digits = name.size();
    while (digits != 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9') --digits;
    uint64_t bits = 0;
    const auto [end, error] = std::from_chars(name.data() + digits, name.data() + name.size(), bits);
    if (error == std::errc() && end == name.data() + name.size() && bits % 8 == 0) return bits / 8;
  }
  return std::nullopt;
}

Number size_of_native(std::string_view name) {
  static constexpr std::pair<std::string_view, uint64_t> kSizes[] = {
      {"CHAR", 1},   {"SCHAR", 1},    {"UCHAR", 1}, {"SHORT", 2},  {"USHORT", 2}, {"INT", 4},
      {"UINT", 4},   {"LONG", 8},     {"ULONG", 8}, {"LLONG", 8},  {"ULLONG", 8}, {"FLOAT", 4},
      {"DOUBLE", 8}, {"LDOUBLE", 16}, {"HADDR", 8}, {"HSIZE", 8},  {"HSSIZE", 8}, {"HERR", 4},
      {"B8", 1},     {"B16", 2},      {"B32", 4},   {"B64", 8},    {"INT8", 1},   {"UINT8", 1},
      {"INT16", 2},  {"UINT16", 2},   {"INT32", 4}, {"UINT32", 4}, {"INT64", 8},  {"UINT64", 8},
      {"OPAQUE", 1}, {"FLOAT16", 2},  {"HBOOL", 1}};
  for (const auto &[known, size] : kSizes)
    if (name == known) return size;
  return std::nullopt;
}

bool is_null(const Values &values, int argument) {
  return argument < 0 || values.node(static_cast<size_t>(argument)).type == RECORDER_NULL;
}

template <class Map>
void put(Map &map, uint64_t slot, const Number &number) {
  if (number) {
    map[slot] = *number;
  } else {
    map.erase(slot);
  }
}

uint64_t slot_of(const Values &values, int argument) {
  return values.node(static_cast<size_t>(argument)).slot;
}

}  // namespace

Number size_of_hdf5_type(std::string_view name) {
  const size_t blank = name.find(' ');
  if (blank != name.npos) {
    uint64_t size = 0;
    const auto [end, error] = std::from_chars(name.data() + blank + 1, name.data() + name.size(), size);
    return error == std::errc() && end == name.data() + name.size() ? Number(size) : std::nullopt;
  }
  if (begins(name, "H5T_NATIVE_")) return size_of_native(name.substr(11));
  if (name == "H5T_C_S1" || name == "H5T_FORTRAN_S1") return 1;
  if (name == "H5T_STD_REF_OBJ") return 8;
  if (name == "H5T_STD_REF_DSETREG") return 12;
  return size_by_bits(name);
}

bool Dataspaces::concerns(std::string_view function) {
  return begins(function, "H5T") || begins(function, "H5S") || begins(function, "H5D") ||
         begins(function, "H5Aget_space") || begins(function, "H5Aget_type");
}

void Dataspaces::forget(std::string_view handle_class, uint64_t slot) {
  if (handle_class == "H5T") types_.erase(slot);
  if (handle_class == "H5S") spaces_.erase(slot);
  if (handle_class == "H5D") datasets_.erase(slot);
}

Number Dataspaces::type_size(const Values &values, int argument) const {
  if (argument < 0) return std::nullopt;
  const auto at = static_cast<size_t>(argument);
  // What the stream has seen of it comes first: a name is that of the moment when it was first met.
  const auto made = types_.find(values.node(at).slot);
  if (made != types_.end()) return made->second;
  const reader::Name *label = values.label(at);
  return label != nullptr ? size_of_hdf5_type(label->text) : std::nullopt;
}

const Dataspaces::Space *Dataspaces::space(const Values &values, int argument) const {
  if (is_null(values, argument)) return nullptr;
  const auto found = spaces_.find(slot_of(values, argument));
  return found != spaces_.end() ? &found->second : nullptr;
}

Number Dataspaces::extent_of_dataset(const Values &values, int argument) const {
  if (is_null(values, argument)) return std::nullopt;
  const auto found = datasets_.find(slot_of(values, argument));
  return found != datasets_.end() ? Number(found->second) : std::nullopt;
}

// Elements: those selected in memory; where that is all of the space in the file, those selected there; where
// that is all, too, those of the dataset.
Number Dataspaces::bytes_of_one(const Values &values, int type, int memory, int file, int dataset) const {
  const Number size = type_size(values, type);
  Number elements;
  if (!is_null(values, memory)) {
    const Space *found = space(values, memory);
    if (found != nullptr) elements = found->selected;
  } else if (!is_null(values, file)) {
    const Space *found = space(values, file);
    if (found != nullptr) elements = found->selected;
  } else {
    elements = extent_of_dataset(values, dataset);
  }
  if (!size || !elements) return std::nullopt;
  return *size * *elements;
}

// Each argument is an array with an entry for each dataset.
Number Dataspaces::bytes_of_several(const Values &values) const {
  constexpr const char *kArguments[] = {"mem_type_id", "mem_space_id", "file_space_id", "dset_id"};
  int first[4];
  uint64_t count = 0;
  for (size_t i = 0; i < 4; ++i) {
    const int argument = values.find(kArguments[i]);
    if (argument < 0) return std::nullopt;
    const uint64_t size = values.node(static_cast<size_t>(argument)).size;
    if (!values.is_array(static_cast<size_t>(argument)) || (i != 0 && size != count)) return std::nullopt;
    count = size;
    first[i] = count != 0 ? static_cast<int>(values.content(static_cast<size_t>(argument))) : 0;
  }
  uint64_t sum = 0;
  for (int i = 0; i < static_cast<int>(count); ++i) {
    const Number one = bytes_of_one(values, first[0] + i, first[1] + i, first[2] + i, first[3] + i);
    if (!one) return std::nullopt;
    sum += *one;
  }
  return sum;
}

Number Dataspaces::bytes(const reader::Template &record, const reader::Filled *filled) const {
  const Values values(record, filled);
  const int type = values.find("mem_type_id");
  if (type < 0) return std::nullopt;
  if (values.node(static_cast<size_t>(type)).type == RECORDER_ARRAY) return bytes_of_several(values);
  if (values.node(static_cast<size_t>(type)).type != RECORDER_HANDLE) return std::nullopt;
  const int memory = values.find("mem_space_id"), file = values.find("file_space_id");
  if (memory < 0 || file < 0) return std::nullopt;
  return bytes_of_one(values, type, memory, file, values.find("dset_id"));
}

void Dataspaces::learn(const reader::Template &record, const reader::Filled *filled) {
  if (record.failed) return;
  const Values values(record, filled);
  const std::string &name = record.function->name;
  const uint64_t *made = nullptr;
  const recorder_value &result = values.node(values.result());
  if (result.type == RECORDER_HANDLE && (result.flags & RECORDER_CREATED) != 0) made = &result.slot;
  if (begins(name, "H5T") || name == "H5Dget_type" || name == "H5Aget_type") {
    learn_type(values, name, made);
  } else if (begins(name, "H5S") || begins(name, "H5Dget_space") || begins(name, "H5Aget_space")) {
    learn_space(values, name, made);
  } else {
    learn_dataset(values, name, made);
  }
}

namespace {

// What the call recorded of the datatype that it made: class and size.
Number described_size(const Values &values) {
  const int described = values.find("made");
  if (described < 0) return std::nullopt;
  const recorder_value &node = values.node(static_cast<size_t>(described));
  if (node.type != RECORDER_RECORD || node.size < 2) return std::nullopt;
  const int64_t size = values.number(values.content(static_cast<size_t>(described)) + 1);
  return size > 0 ? Number(static_cast<uint64_t>(size)) : std::nullopt;
}

}  // namespace

void Dataspaces::learn_type(const Values &values, std::string_view name, const uint64_t *made) {
  const int type = values.find("type_id");
  if (name == "H5Tset_size" && !is_null(values, type)) {
    const auto size = static_cast<uint64_t>(values.named("size", 0));
    // Of variable length: in memory there is a pointer.
    types_[slot_of(values, type)] = size == UINT64_MAX ? sizeof(char *) : size;
  } else if (name == "H5Tget_size" && !is_null(values, type)) {
    types_[slot_of(values, type)] = static_cast<uint64_t>(values.number(values.result()));
  }
  if (made == nullptr) return;
  Number size;
  if (const Number described = described_size(values)) {
    size = described;
  } else if (name == "H5Tcopy") {
    size = type_size(values, type);
  } else if (name == "H5Tcreate") {
    size = static_cast<uint64_t>(values.named("size", 0));
  } else if (name == "H5Tenum_create") {
    size = type_size(values, values.find("base_id"));
  } else if (name == "H5Tvlen_create") {
    size = 16;  // a length and a pointer
  } else if (begins(name, "H5Tarray_create")) {
    const Number base = type_size(values, values.find("base_id"));
    const Number elements = values.product(values.find("dim"));
    if (base && elements) size = *base * *elements;
  }
  put(types_, *made, size);
}

void Dataspaces::learn_space(const Values &values, std::string_view name, const uint64_t *made) {
  int of = values.find("space_id");
  if (of < 0) of = values.find("spaceid");
  if (made != nullptr) {
    Space space;
    if (begins(name, "H5Screate_simple")) {
      space.extent = space.selected = values.product(values.find("dims"));
    } else if (name == "H5Screate") {
      const int64_t kind = values.named("type", -1);  // scalar, simple, null
      if (kind == 0 || kind == 2) space.extent = space.selected = kind == 0 ? 1 : 0;
    } else if (name == "H5Scopy" || name == "H5Scombine_hyperslab") {
      const Space *from = this->space(values, of);
      if (from != nullptr) space = *from;
      if (name == "H5Scombine_hyperslab") select_slab(values, space);
    } else if (begins(name, "H5Dget_space")) {
      space.extent = space.selected = extent_of_dataset(values, values.find("dset_id"));
    }
    spaces_[*made] = space;
    return;
  }
  if (name == "H5Sselect_copy") {
    const Space *from = this->space(values, values.find("src_id"));
    if (is_null(values, values.find("dst_id"))) return;
    const Space copied = from != nullptr ? *from : Space();
    Space &to = spaces_[slot_of(values, values.find("dst_id"))];
    to.selected = copied.selected;
    to.slabs = copied.slabs;
  } else if (!is_null(values, of)) {
    select(values, name, spaces_[slot_of(values, of)]);
  }
}

namespace {

// Those that only ask.
bool says_only(std::string_view name) {
  return name == "H5Sselect_valid" || name == "H5Sselect_shape_same" || name == "H5Sselect_intersect_block" ||
         name == "H5Sselect_project_intersection" || name == "H5Sselect_adjust";
}

// Of a dataset.
bool sets_extent(std::string_view name) { return begins(name, "H5Dset_extent") || name == "H5Dextend"; }

// Nothing where an argument is not there or not whole.
std::optional<Slab> slab_of(const Values &values) {
  const int start = values.find("start"), count = values.find("count");
  if (is_null(values, start) || is_null(values, count)) return std::nullopt;
  const recorder_value &counts = values.node(static_cast<size_t>(count));
  Slab slab(counts.size, {0, 1, 0, 1});
  uint64_t SlabDimension::*const members[] = {&SlabDimension::start, &SlabDimension::stride,
                                              &SlabDimension::count, &SlabDimension::block};
  const char *const names[] = {"start", "stride", "count", "block"};
  for (size_t i = 0; i < 4; ++i) {
    const int argument = values.find(names[i]);
    if (is_null(values, argument)) continue;  // 1, of strides and blocks
    const auto numbers = values.numbers(argument);
    if (!numbers || numbers->size() != slab.size()) return std::nullopt;
    for (size_t d = 0; d < slab.size(); ++d) slab[d].*members[i] = static_cast<uint64_t>((*numbers)[d]);
  }
  return slab;
}

}  // namespace

bool Dataspaces::accumulates(const reader::Template &record) {
  constexpr int64_t kSet = 0;  // H5S_SELECT_SET
  const std::string &name = record.function->name;
  if (sets_extent(name)) return true;
  if (name != "H5Sselect_hyperslab") return false;
  const int op = record.function->find_argument("op");
  return op < 0 || record.nodes[static_cast<size_t>(op)].v.i != kSet;
}

// In place of what was selected, or besides it.
void Dataspaces::select_slab(const Values &values, Space &space) {
  constexpr int64_t kSet = 0, kOr = 1;  // H5S_SELECT_SET and H5S_SELECT_OR
  const int64_t operation = values.named("op", -1);
  const std::optional<Slab> slab = slab_of(values);
  if (operation == kSet) space.slabs.emplace();
  const bool known =
      (operation == kSet || operation == kOr) && slab && space.slabs && space.slabs->add(*slab);
  if (!known) space.slabs = std::nullopt;
  space.selected = known ? Number(space.slabs->elements()) : std::nullopt;
}

// What a call does to a space, or says of it.
void Dataspaces::select(const Values &values, std::string_view name, Space &space) {
  constexpr int64_t kSet = 0;  // H5S_SELECT_SET
  if (name == "H5Sselect_hyperslab") return select_slab(values, space);
  if (name == "H5Sget_select_npoints") {
    space.selected = static_cast<uint64_t>(values.number(values.result()));
    return;
  }
  if (begins(name, "H5Sselect_") && !says_only(name)) space.slabs = std::nullopt;
  if (name == "H5Sselect_all") {
    space.selected = space.extent;
  } else if (name == "H5Sselect_none") {
    space.selected = 0;
    space.slabs.emplace();
  } else if (name == "H5Sselect_elements") {
    space.selected = std::nullopt;
    if (values.named("op", -1) == kSet) space.selected = static_cast<uint64_t>(values.named("num_elem", 0));
  } else if (name == "H5Sset_extent_simple") {
    space.extent = space.selected = values.product(values.find("dims"));
    space.slabs = std::nullopt;
  } else if (name == "H5Sget_simple_extent_npoints") {
    space.extent = static_cast<uint64_t>(values.number(values.result()));
  } else if (name == "H5Smodify_select" || name == "H5Sextent_copy" || name == "H5Sset_extent_none") {
    space = {};
  }
}

void Dataspaces::learn_dataset(const Values &values, std::string_view name, const uint64_t *made) {
  if (sets_extent(name)) {
    const int dataset = values.find("dset_id");
    if (!is_null(values, dataset))
      put(datasets_, slot_of(values, dataset), values.product(values.find("size")));
    return;
  }
  if (made == nullptr) return;
  const Space *space = begins(name, "H5Dcreate") ? this->space(values, values.find("space_id")) : nullptr;
  put(datasets_, *made, space != nullptr ? space->extent : std::nullopt);
}

}  // namespace recorder::analysis
