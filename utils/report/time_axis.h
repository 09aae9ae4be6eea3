// SPDX-License-Identifier: BSD-3-Clause
// Bins of time that become wider when the run turns out longer than it was said to be, and grids over them.
#pragma once

#include <cstdint>
#include <vector>

namespace recorder::report {

// Rows of numbers, one a bin.
class Grid {
 public:
  Grid() = default;
  Grid(uint64_t rows, uint64_t bins) : rows_(rows), bins_(bins), cells_(rows * bins) {}

  uint64_t rows() const { return rows_; }
  uint64_t bins() const { return bins_; }
  uint64_t &at(uint64_t row, uint64_t bin) { return cells_[row * bins_ + bin]; }
  uint64_t at(uint64_t row, uint64_t bin) const { return cells_[row * bins_ + bin]; }

  // Makes one bin of every two.
  void fold() {
    for (uint64_t row = 0; row < rows_; ++row) {
      for (uint64_t bin = 0; bin < bins_; ++bin) {
        const uint64_t from = 2 * bin;
        at(row, bin) = (from < bins_ ? at(row, from) : 0) + (from + 1 < bins_ ? at(row, from + 1) : 0);
      }
    }
  }

 private:
  uint64_t rows_ = 0, bins_ = 0;
  std::vector<uint64_t> cells_;
};

class TimeAxis {
 public:
  static constexpr uint64_t kBins = 256;

  TimeAxis(int64_t from_ns, int64_t duration_ns)
      : from_(from_ns),
        width_(duration_ns <= 0 ? 1 : (duration_ns + kBins - 1) / static_cast<int64_t>(kBins)) {}

  int64_t from_ns() const { return from_; }
  int64_t width_ns() const { return width_; }
  bool contains(int64_t ns) const {
    return in_last(ns) || (ns - from_) / width_ < static_cast<int64_t>(kBins);
  }
  void widen() {
    width_ *= 2;
    last_from_ = last_to_ = 0;
  }
  // What lies before the axis belongs to its first bin.
  uint64_t bin_of(int64_t ns) const {
    if (in_last(ns)) return last_bin_;
    const int64_t bin = ns <= from_ ? 0 : (ns - from_) / width_;
    if (bin >= static_cast<int64_t>(kBins)) return kBins - 1;
    last_bin_ = static_cast<uint64_t>(bin);
    last_from_ = from_ + bin * width_;
    last_to_ = last_from_ + width_;
    return last_bin_;
  }

  // Adds `amount` to the bins that [start, end) touches, each its share; the sum is `amount`.
  void spread(Grid &grid, uint64_t row, int64_t start, int64_t end, uint64_t amount) const {
    const uint64_t first = bin_of(start), last = end > start ? bin_of(end - 1) : first;
    if (first == last) {
      grid.at(row, first) += amount;
      return;
    }
    const double by_ns = static_cast<double>(amount) / static_cast<double>(end - start);
    uint64_t left = amount;
    for (uint64_t bin = first; bin < last; ++bin) {
      const int64_t from = bin == first ? start : from_ + static_cast<int64_t>(bin) * width_;
      const int64_t to = from_ + static_cast<int64_t>(bin + 1) * width_;
      uint64_t share = static_cast<uint64_t>(by_ns * static_cast<double>(to - from));
      if (share > left) share = left;
      grid.at(row, bin) += share;
      left -= share;
    }
    grid.at(row, last) += left;
  }

 private:
  bool in_last(int64_t ns) const { return ns >= last_from_ && ns < last_to_; }

  int64_t from_;
  int64_t width_;
  // The bin that was asked for last: calls mostly follow each other, and a division takes long.
  mutable uint64_t last_bin_ = 0;
  mutable int64_t last_from_ = 0, last_to_ = 0;
};

}  // namespace recorder::report
