// SPDX-License-Identifier: BSD-3-Clause
// The values of a record as numbers: what its signature holds, completed by what the stream's state adds.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "reader/stream_state.h"

namespace recorder::analysis {

class Values {
 public:
  Values(const reader::Template &record, const reader::Filled *filled) : record_(record), filled_(filled) {}

  // The node of an argument, or of the result for the number of arguments.
  const recorder_value &node(size_t index) const { return record_.nodes[index]; }
  size_t result() const { return record_.function->arguments.size(); }
  // The number of the use that completes the node, or -1.
  int use_of(size_t index) const {
    for (size_t i = 0; i < record_.uses.size(); ++i)
      if (record_.uses[i].node == index) return static_cast<int>(i);
    return -1;
  }
  int64_t number(size_t index) const {
    const int use = use_of(index);
    if (use >= 0 && completes(record_.uses[static_cast<size_t>(use)])) return filled_[use].number;
    return record_.nodes[index].v.i;
  }
  // The first node of the content of an array or a record.
  size_t content(size_t index) const {
    return static_cast<size_t>(record_.nodes[index].v.items - record_.nodes.data());
  }
  // Whether it is an array that the trace has whole.
  bool is_array(size_t index) const {
    return node(index).type == RECORDER_ARRAY && (node(index).flags & RECORDER_CUT) == 0;
  }
  // The numbers in an array, of which there is none for an argument of -1; nothing when it is no whole array.
  std::optional<std::vector<int64_t>> numbers(int argument) const {
    if (argument < 0 || !is_array(static_cast<size_t>(argument))) return std::nullopt;
    const auto array = static_cast<size_t>(argument);
    std::vector<int64_t> numbers;
    for (size_t i = 0; i < node(array).size; ++i) numbers.push_back(number(content(array) + i));
    return numbers;
  }
  // Their product.
  std::optional<uint64_t> product(int argument) const {
    if (argument < 0 || !is_array(static_cast<size_t>(argument))) return std::nullopt;
    const auto array = static_cast<size_t>(argument);
    uint64_t product = 1;
    for (size_t i = 0; i < node(array).size; ++i)
      product *= static_cast<uint64_t>(number(content(array) + i));
    return product;
  }
  // The name of a handle, or null.
  const reader::Name *label(size_t index) const {
    const int use = use_of(index);
    return use >= 0 ? filled_[use].label : nullptr;
  }
  // The position of an argument of this name, or -1.
  int find(const char *name) const { return record_.function->find_argument(name); }
  // That argument's number, or `otherwise`.
  int64_t named(const char *name, int64_t otherwise) const {
    const int index = find(name);
    return index >= 0 ? number(static_cast<size_t>(index)) : otherwise;
  }

  static bool completes(const reader::Use &use) {
    return use.what == reader::Use::offset || use.what == reader::Use::descriptor ||
           use.what >= reader::Use::aside_int;
  }

 private:
  const reader::Template &record_;
  const reader::Filled *filled_;
};

}  // namespace recorder::analysis
