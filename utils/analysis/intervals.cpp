// SPDX-License-Identifier: BSD-3-Clause
// Merging sorted intervals; closing gaps where there are too many.
#include "analysis/intervals.h"

#include <algorithm>

namespace recorder::analysis {

int64_t Intervals::total() const {
  int64_t sum = 0;
  for (const Interval &interval : done_) sum += interval.to - interval.from;
  return sum;
}

void Intervals::merge(Budget &budget) {
  const auto earlier = [](const Interval &a, const Interval &b) { return a.from < b.from; };
  if (!std::is_sorted(recent_.begin(), recent_.end(), earlier))
    std::sort(recent_.begin(), recent_.end(), earlier);
  // Mostly a stream goes on behind what is there.
  std::vector<Interval> all;
  if (done_.empty() || (!recent_.empty() && recent_.front().from >= done_.back().from)) {
    all.swap(recent_);
  } else {
    all.reserve(done_.size() + recent_.size());
    std::merge(done_.begin(), done_.end(), recent_.begin(), recent_.end(), std::back_inserter(all), earlier);
    done_.clear();
    recent_.clear();
  }
  for (const Interval &interval : all) {
    if (!done_.empty() && interval.from <= done_.back().to) {
      done_.back().to = std::max(done_.back().to, interval.to);
    } else {
      done_.push_back(interval);
    }
  }
  budget.give_back(held_);
  held_ = 0;
  if (done_.size() <= kFewest) return;
  if (!budget.take(done_.size())) {
    coarsen(done_.size() / 4);
    if (!budget.take(done_.size())) return coarsen(kFewest);
  }
  held_ = done_.size();
}

// Keeps the longest gaps.
void Intervals::coarsen(size_t most) {
  if (done_.size() <= most) return;
  std::vector<int64_t> gaps;
  for (size_t i = 1; i < done_.size(); ++i) gaps.push_back(done_[i].from - done_[i - 1].to);
  const size_t closed = gaps.size() - most / 2;
  std::nth_element(gaps.begin(), gaps.begin() + static_cast<ptrdiff_t>(closed), gaps.end());
  const int64_t least = gaps[closed];
  size_t last = 0;
  for (size_t i = 1; i < done_.size(); ++i) {
    const int64_t gap = done_[i].from - done_[last].to;
    if (gap <= least) {
      slack_ += gap;
      done_[last].to = done_[i].to;
    } else {
      done_[++last] = done_[i];
    }
  }
  done_.resize(last + 1);
  done_.shrink_to_fit();
}

}  // namespace recorder::analysis
