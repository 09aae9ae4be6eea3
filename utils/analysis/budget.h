// SPDX-License-Identifier: BSD-3-Clause
// How much many small tables may hold together, so that memory is bounded whatever is in a trace.
#pragma once

#include <cstdint>

namespace recorder::analysis {

class Budget {
 public:
  explicit Budget(uint64_t entries) : left_(entries) {}
  // Whether there was room for so many more.
  bool take(uint64_t entries) {
    if (entries > left_) return false;
    left_ -= entries;
    return true;
  }
  void give_back(uint64_t entries) { left_ += entries; }

 private:
  uint64_t left_;
};

}  // namespace recorder::analysis
