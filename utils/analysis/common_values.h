// SPDX-License-Identifier: BSD-3-Clause
// Which values are the most common ones: access sizes, strides. Exact while the budget lasts; values that are
// new after that are only counted together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/budget.h"

namespace recorder::analysis {

class CommonValues {
 public:
  using Count = std::pair<int64_t, uint64_t>;  // a value and how often it occurred

  void add(int64_t value, uint64_t times, Budget &budget) {
    if (last_ == nullptr || last_->first != value) {
      auto found = counts_.find(value);
      if (found == counts_.end()) {
        if (!budget.take(1)) {
          others_ += times;
          return;
        }
        found = counts_.emplace(value, 0).first;
      }
      last_ = &*found;
    }
    last_->second += times;
  }
  // The most common `most` of them; of equally common ones the smaller first.
  std::vector<Count> top(size_t most) const;
  size_t distinct() const { return counts_.size(); }
  // How often there was a value for which there was no room.
  uint64_t others() const { return others_; }

 private:
  std::unordered_map<int64_t, uint64_t> counts_;
  std::pair<const int64_t, uint64_t> *last_ = nullptr;
  uint64_t others_ = 0;
};

// Sizes in the classes of Darshan: up to 100 bytes, 1 K, 10 K, 100 K, 1 M, 4 M, 10 M, 100 M, 1 G, and more,
// where K, M and G are powers of 1024.
constexpr unsigned kSizeClasses = 10;
unsigned size_class(uint64_t bytes);
// "0-100", "100-1K", ..., "1G+".
const char *name_of_size_class(unsigned index);

}  // namespace recorder::analysis
