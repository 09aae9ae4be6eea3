// SPDX-License-Identifier: BSD-3-Clause
// The time during which at least one of many calls went on: a union of intervals, in ns. Exact while the
// budget lasts; then the shortest gaps count as busy, too, and slack() says how much that can be.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/budget.h"
#include "analysis/walk.h"

namespace recorder::analysis {

class Intervals {
 public:
  // Of a union that may grow on without asking.
  static constexpr size_t kFewest = 64;

  void add(int64_t from, int64_t to, Budget &budget) {
    if (to <= from) return;
    if (!recent_.empty() && continues(recent_.back(), from)) {
      Interval &last = recent_.back();
      slack_ += std::max<int64_t>(from - last.to, 0);
      last.to = std::max(last.to, to);
      return;
    }
    if (recent_.size() >= most_recent_) merge(budget);
    recent_.push_back({from, to});
  }
  // Of all calls that the event stands for.
  void add(const Event &event, Budget &budget) {
    for (uint64_t i = 0; i < event.times; ++i)
      add(event.moments[i].start_ns, event.moments[i].end_ns, budget);
  }
  // After the last one.
  void finish(Budget &budget);
  int64_t total() const;
  // total() is too long by this at most.
  int64_t slack() const { return slack_; }
  // total() of the union of several, all finished; their slacks are to be added.
  static int64_t total_of(const std::vector<const Intervals *> &parts);

 private:
  struct Interval {
    int64_t from, to;
  };
  static constexpr size_t kBatch = 4096;

  bool continues(const Interval &last, int64_t from) const {
    return from >= last.from &&
           (from <= last.to ||
            static_cast<uint64_t>(from) - static_cast<uint64_t>(last.to) <= static_cast<uint64_t>(closed_));
  }

  void merge(Budget &budget);
  void put(const Interval &interval);
  void append();
  void interleave();
  void hold(Budget &budget);
  void coarsen(size_t most);

  std::vector<Interval> done_;    // in order, apart from each other
  std::vector<Interval> recent_;  // as they came
  size_t most_recent_ = kFewest;
  size_t since_ = 0;    // how many were put behind the others since all were gone through
  size_t held_ = 0;     // of the budget
  int64_t closed_ = 0;  // gaps of this length count as busy
  int64_t slack_ = 0;
};

}  // namespace recorder::analysis
