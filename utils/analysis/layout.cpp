// SPDX-License-Identifier: BSD-3-Clause
// Datatypes as blocks that repeat (MPI-4.0, chapter 5), and what lies where through a view (14.3).
#include "analysis/layout.h"

#include <algorithm>

#include "analysis/sizes.h"

namespace recorder::analysis {

namespace {

bool multiply(int64_t a, int64_t b, int64_t *product) { return !__builtin_mul_overflow(a, b, product); }

// Blocks of a dense datatype, at distances in elements or, of hvector, in bytes.
std::optional<Layout> vector_of(const Values &values, bool in_bytes, const Layout &old) {
  const int64_t count = values.named("count", 0), block = values.named("blocklength", 0);
  int64_t stride = values.named("stride", 0), bytes, last;
  if (count < 1 || block < 1 || !multiply(block, old.extent, &bytes)) return std::nullopt;
  if (!in_bytes && !multiply(stride, old.extent, &stride)) return std::nullopt;
  if (stride < bytes || !multiply(count - 1, stride, &last)) return std::nullopt;
  Layout made;
  made.block = static_cast<uint64_t>(bytes);
  made.repeats = {{static_cast<uint64_t>(count), stride}};
  if (__builtin_add_overflow(last, bytes, &made.extent)) return std::nullopt;
  return made;
}

std::optional<Layout> subarray_of(const Values &values, const Layout &old) {
  constexpr int64_t kOrderC[] = {0, 56};  // MPI_ORDER_C of Open MPI and of MPICH
  auto sizes = values.numbers(values.find("array_of_sizes")),
       subsizes = values.numbers(values.find("array_of_subsizes")),
       starts = values.numbers(values.find("array_of_starts"));
  if (!sizes || !subsizes || !starts || sizes->size() != subsizes->size() || sizes->size() != starts->size())
    return std::nullopt;
  const int64_t order = values.named("order", -1);
  // The dimension that varies fastest comes first.
  if (std::find(std::begin(kOrderC), std::end(kOrderC), order) != std::end(kOrderC))
    for (auto *list : {&*sizes, &*subsizes, &*starts}) std::reverse(list->begin(), list->end());
  Layout made;
  made.block = old.size();
  int64_t stride = old.extent;
  for (size_t i = 0; i < sizes->size(); ++i) {
    int64_t ahead;
    if ((*subsizes)[i] < 1 || (*sizes)[i] < 1 || !multiply((*starts)[i], stride, &ahead) ||
        __builtin_add_overflow(made.first, ahead, &made.first))
      return std::nullopt;
    made.repeats.emplace_back(static_cast<uint64_t>((*subsizes)[i]), stride);
    if (!multiply(stride, (*sizes)[i], &stride)) return std::nullopt;
  }
  made.extent = stride;
  return made;
}

}  // namespace

Layout Layout::dense(uint64_t bytes) {
  Layout made;
  made.block = bytes;
  made.extent = static_cast<int64_t>(bytes);
  return made;
}

bool Layout::is_dense() const {
  return first == 0 && repeats.empty() && extent >= 0 && block == static_cast<uint64_t>(extent);
}

uint64_t Layout::size() const {
  uint64_t size = block;
  for (const auto &repeat : repeats) size *= repeat.first;
  return size;
}

std::optional<int64_t> Layout::place_of(uint64_t byte) const {
  const uint64_t whole = size();
  if (whole == 0) return std::nullopt;
  int64_t place, more;
  if (!multiply(static_cast<int64_t>(byte / whole), extent, &place) ||
      __builtin_add_overflow(place, first, &place))
    return std::nullopt;
  byte %= whole;
  if (__builtin_add_overflow(place, static_cast<int64_t>(byte % block), &place)) return std::nullopt;
  uint64_t number = byte / block;
  for (const auto &[count, distance] : repeats) {
    if (!multiply(static_cast<int64_t>(number % count), distance, &more) ||
        __builtin_add_overflow(place, more, &place))
      return std::nullopt;
    number /= count;
  }
  return place;
}

std::optional<Layout> layout_of_predefined(std::string_view name) {
  for (const char *pair :
       {"MPI_FLOAT_INT", "MPI_DOUBLE_INT", "MPI_LONG_INT", "MPI_SHORT_INT", "MPI_LONG_DOUBLE_INT"})
    if (name == pair) return std::nullopt;
  const std::optional<uint64_t> size = size_of_datatype(name);
  return size ? std::optional(Layout::dense(*size)) : std::nullopt;
}

std::optional<Layout> derived_layout(const Values &values, std::string_view combiner, const Layout &old) {
  if (combiner == "dup") return old;
  if (combiner == "resized") {
    Layout made = old;
    made.extent = values.named("extent", 0);
    return made;
  }
  // What is made of datatypes with holes is not looked into.
  if (!old.is_dense()) return std::nullopt;
  if (combiner == "contiguous") {
    int64_t bytes;
    const int64_t count = values.named("count", -1);
    if (count < 0 || !multiply(count, old.extent, &bytes)) return std::nullopt;
    return Layout::dense(static_cast<uint64_t>(bytes));
  }
  if (combiner == "vector" || combiner == "hvector") return vector_of(values, combiner[0] == 'h', old);
  if (combiner == "subarray") return subarray_of(values, old);
  return std::nullopt;
}

}  // namespace recorder::analysis
