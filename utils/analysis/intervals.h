// SPDX-License-Identifier: BSD-3-Clause
// The time during which at least one of many calls went on: a union of intervals, in ns. Exact while the
// budget lasts; then the shortest gaps count as busy, too, and slack() says how much that can be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/budget.h"

namespace recorder::analysis {

class Intervals {
 public:
  // Of a union that may grow on without asking.
  static constexpr size_t kFewest = 64;

  void add(int64_t from, int64_t to, Budget &budget) {
    if (to <= from) return;
    if (!recent_.empty() && from >= recent_.back().from && from <= recent_.back().to) {
      if (to > recent_.back().to) recent_.back().to = to;
      return;
    }
    if (recent_.size() >= kFewest && recent_.size() >= done_.size()) merge(budget);
    recent_.push_back({from, to});
  }
  // After the last one.
  void finish(Budget &budget) { merge(budget); }
  int64_t total() const;
  // total() is too long by this at most.
  int64_t slack() const { return slack_; }

 private:
  struct Interval {
    int64_t from, to;
  };
  void merge(Budget &budget);
  void coarsen(size_t most);

  std::vector<Interval> done_;    // in order, apart from each other
  std::vector<Interval> recent_;  // as they came
  size_t held_ = 0;               // of the budget
  int64_t slack_ = 0;
};

}  // namespace recorder::analysis
