// SPDX-License-Identifier: BSD-3-Clause
// Datatypes by name, and by the calls that derive one from another (MPI-4.0, chapter 5).
#include "analysis/sizes.h"

#include <utility>

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

bool is_datatype(const recorder_value &value) {
  return value.type == RECORDER_HANDLE && value.set != nullptr && strcmp(value.set, "MPI_Datatype") == 0;
}

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
  return made != datatypes_.end() ? std::optional(made->second) : std::nullopt;
}

void Sizes::learn(const reader::Template &record, const reader::Filled *filled) {
  if (record.failed) return;
  for (const reader::Creation &creation : record.creations) {
    // Slots of other classes cost a comparison.
    const recorder_value *made = nullptr;
    for (const recorder_value &node : record.nodes)
      if ((node.flags & RECORDER_CREATED) != 0 && is_datatype(node) && node.slot == creation.slot)
        made = &node;
    if (made != nullptr) make_datatype(record, filled, creation.slot);
  }
}

namespace {

// The sum of an array of numbers; of several arrays element by element, the sum of the products.
uint64_t sum_of(const Values &values, size_t array, const uint64_t *factors) {
  const recorder_value &node = values.node(array);
  if (node.type != RECORDER_ARRAY) return 0;
  uint64_t sum = 0;
  for (size_t i = 0; i < node.size; ++i) {
    sum += static_cast<uint64_t>(values.number(values.content(array) + i)) *
           (factors != nullptr ? factors[i] : 1);
  }
  return sum;
}

uint64_t product_of(const Values &values, size_t array) {
  const recorder_value &node = values.node(array);
  uint64_t product = 1;
  for (size_t i = 0; node.type == RECORDER_ARRAY && i < node.size; ++i)
    product *= static_cast<uint64_t>(values.number(values.content(array) + i));
  return product;
}

}  // namespace

void Sizes::make_datatype(const reader::Template &record, const reader::Filled *filled, uint64_t slot) {
  datatypes_.erase(slot);
  const Values values(record, filled);
  const int types = values.find("array_of_types");
  const int lengths = values.find("array_of_blocklengths");
  if (types >= 0 && lengths >= 0) {
    const auto array = static_cast<size_t>(types);
    std::vector<uint64_t> sizes;
    for (size_t i = 0; values.node(array).type == RECORDER_ARRAY && i < values.node(array).size; ++i) {
      const size_t at = values.content(array) + i;
      const auto size = datatype(values.node(at).slot, values.label(at));
      if (!size) return;
      sizes.push_back(*size);
    }
    const recorder_value &counts = values.node(static_cast<size_t>(lengths));
    if (counts.type != RECORDER_ARRAY || counts.size > sizes.size()) return;
    datatypes_[slot] = sum_of(values, static_cast<size_t>(lengths), sizes.data());
    return;
  }
  const int from = values.find("oldtype");
  if (from < 0) return;
  const auto at = static_cast<size_t>(from);
  const auto old = datatype(values.node(at).slot, values.label(at));
  if (!old) return;
  uint64_t elements = 1;
  const int subsizes = values.find("array_of_subsizes");
  if (subsizes >= 0) {
    elements = product_of(values, static_cast<size_t>(subsizes));
  } else if (lengths >= 0) {
    elements = sum_of(values, static_cast<size_t>(lengths), nullptr);
  } else if (values.find("array_of_gsizes") >= 0) {
    return;  // a distributed array: what is this rank's share is not said
  } else {
    elements = static_cast<uint64_t>(values.named("count", 1)) *
               static_cast<uint64_t>(values.named("blocklength", 1));
  }
  datatypes_[slot] = elements * *old;
}

}  // namespace recorder::analysis
