// SPDX-License-Identifier: BSD-3-Clause
// Unions of HDF5's hyperslabs, as far as their elements can be counted exactly: of slabs that provably have
// no element in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace recorder::analysis {

// One dimension of a slab: `count` blocks of `block` elements, each `stride` behind the one before it.
struct SlabDimension {
  uint64_t start, stride, count, block;
};
using Slab = std::vector<SlabDimension>;

// Elements; nothing when they are more than can be counted.
std::optional<uint64_t> elements_of(const Slab &slab);
// Whether two slabs of as many dimensions certainly have no element in common.
bool are_disjoint(const Slab &a, const Slab &b);

class SlabUnion {
 public:
  // Adds a slab; false when how many elements there are now cannot be told. Then the union is of no use.
  bool add(const Slab &slab);
  uint64_t elements() const { return elements_; }

 private:
  static constexpr size_t kMost = 256;  // each is compared with all before it

  std::vector<Slab> slabs_;
  uint64_t elements_ = 0;
};

}  // namespace recorder::analysis
