// SPDX-License-Identifier: BSD-3-Clause
// Where the bytes of an MPI datatype lie, for those that are regular: dense ones, vectors, subarrays. It says
// which byte of a file a view shows at an offset.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/values.h"

namespace recorder::analysis {

struct Layout {
  int64_t first = 0;   // where the first byte lies
  uint64_t block = 0;  // bytes in a row
  // Blocks are repeated so often, each so many bytes behind the one before it; the innermost first.
  std::vector<std::pair<uint64_t, int64_t>> repeats;
  int64_t extent = 0;  // from one element of the datatype to the next

  static Layout dense(uint64_t bytes);
  bool is_dense() const;
  uint64_t size() const;  // bytes of data
  // Where the byte of this number lies when elements follow one another; nothing when that is no number.
  std::optional<int64_t> place_of(uint64_t byte) const;
};

// Of a predefined datatype; nothing of those with holes.
std::optional<Layout> layout_of_predefined(std::string_view name);
// Of what a call derives from a datatype with this layout: `combiner` is "vector", "subarray", ...
std::optional<Layout> derived_layout(const Values &values, std::string_view combiner, const Layout &old);

}  // namespace recorder::analysis
