// SPDX-License-Identifier: BSD-3-Clause
// A slab is the product of one set of indices in each dimension, so that two of them have nothing in common
// when their sets have nothing in common in one dimension.
#include "analysis/hyperslabs.h"

#include <algorithm>

namespace recorder::analysis {

namespace {

bool overflows(uint64_t a, uint64_t b, uint64_t *product) { return __builtin_mul_overflow(a, b, product); }

// Behind the last index; nothing when it is no number.
std::optional<uint64_t> end_of(const SlabDimension &d) {
  uint64_t end;
  if (overflows(d.count - 1, d.stride, &end) || __builtin_add_overflow(end, d.start, &end) ||
      __builtin_add_overflow(end, d.block, &end))
    return std::nullopt;
  return end;
}

bool are_disjoint(const SlabDimension &a, const SlabDimension &b) {
  const auto end_of_a = end_of(a), end_of_b = end_of(b);
  if (!end_of_a || !end_of_b) return false;
  if (*end_of_a <= b.start || *end_of_b <= a.start) return true;
  if (a.stride != b.stride) return false;
  // Blocks of the one lie in the gaps of the other.
  const uint64_t ahead = b.start >= a.start ? (b.start - a.start) % a.stride
                                            : (a.stride - (a.start - b.start) % a.stride) % a.stride;
  return ahead >= a.block && b.block <= a.stride - ahead;
}

bool are_equal(const Slab &a, const Slab &b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(), [](const SlabDimension &x, const SlabDimension &y) {
        return x.start == y.start && x.stride == y.stride && x.count == y.count && x.block == y.block;
      });
}

}  // namespace

std::optional<uint64_t> elements_of(const Slab &slab) {
  uint64_t product = 1;
  for (const SlabDimension &d : slab)
    if (overflows(product, d.count, &product) || overflows(product, d.block, &product)) return std::nullopt;
  return product;
}

bool are_disjoint(const Slab &a, const Slab &b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i)
    if (are_disjoint(a[i], b[i])) return true;
  return false;
}

bool SlabUnion::add(const Slab &slab) {
  for (const SlabDimension &d : slab)
    if (d.stride == 0 || (d.count > 1 && d.stride < d.block)) return false;
  const std::optional<uint64_t> more = elements_of(slab);
  if (!more) return false;
  if (*more == 0) return true;
  for (const Slab &other : slabs_) {
    if (are_equal(slab, other)) return true;
    if (!are_disjoint(slab, other)) return false;
  }
  if (slabs_.size() == kMost || __builtin_add_overflow(elements_, *more, &elements_)) return false;
  slabs_.push_back(slab);
  return true;
}

}  // namespace recorder::analysis
