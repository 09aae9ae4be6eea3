// SPDX-License-Identifier: BSD-3-Clause
// Merging sorted intervals; closing gaps where there are too many.
#include "analysis/intervals.h"

namespace recorder::analysis {

int64_t Intervals::total() const {
  int64_t sum = 0;
  for (const Interval &interval : done_) sum += interval.to - interval.from;
  return sum;
}

int64_t Intervals::total_of(const std::vector<const Intervals *> &parts) {
  std::vector<std::pair<const Interval *, const Interval *>> lists;
  for (const Intervals *part : parts)
    if (!part->done_.empty()) lists.emplace_back(part->done_.data(), part->done_.data() + part->done_.size());
  int64_t sum = 0, end = INT64_MIN;
  while (!lists.empty()) {
    const auto first = std::min_element(lists.begin(), lists.end(), [](const auto &a, const auto &b) {
      return a.first->from < b.first->from;
    });
    const Interval &next = *first->first++;
    if (next.to > end) sum += next.to - std::max(next.from, end);
    end = std::max(end, next.to);
    if (first->first == first->second) lists.erase(first);
  }
  return sum;
}

// Mostly a stream goes on behind what is there. Where it does not, all are gone through, which is worth it
// only when as many have come since the last time.
void Intervals::merge(Budget &budget) {
  const auto earlier = [](const Interval &a, const Interval &b) { return a.from < b.from; };
  if (!std::is_sorted(recent_.begin(), recent_.end(), earlier))
    std::sort(recent_.begin(), recent_.end(), earlier);
  if (done_.empty() || recent_.front().from >= done_.back().from) {
    append();
  } else if (since_ + recent_.size() < done_.size()) {
    most_recent_ = std::min(2 * recent_.size(), done_.size());
    return;
  } else {
    interleave();
  }
  hold(budget);
  most_recent_ = std::clamp(done_.size(), kFewest, kBatch);
}

void Intervals::finish(Budget &budget) {
  since_ = done_.size();
  if (!recent_.empty()) merge(budget);
  std::vector<Interval>().swap(recent_);
}

// Behind the others.
void Intervals::put(const Interval &interval) {
  if (!done_.empty() && interval.from <= done_.back().to) {
    done_.back().to = std::max(done_.back().to, interval.to);
  } else {
    done_.push_back(interval);
  }
}

void Intervals::append() {
  since_ += recent_.size();
  for (const Interval &interval : recent_) put(interval);
  recent_.clear();
}

void Intervals::interleave() {
  since_ = 0;
  std::vector<Interval> old;
  old.swap(done_);
  auto more = recent_.begin();
  for (const Interval &interval : old) {
    for (; more != recent_.end() && more->from < interval.from; ++more) put(*more);
    put(interval);
  }
  for (; more != recent_.end(); ++more) put(*more);
  recent_.clear();
}

void Intervals::hold(Budget &budget) {
  budget.give_back(held_);
  held_ = 0;
  if (done_.size() <= kFewest) return;
  if (!budget.take(done_.size())) {
    coarsen(done_.size() / 4);
    if (!budget.take(done_.size())) return coarsen(kFewest);
  }
  held_ = done_.size();
}

// Keeps the longest gaps; what comes later is treated alike.
void Intervals::coarsen(size_t most) {
  if (done_.size() <= most) return;
  std::vector<int64_t> gaps;
  gaps.reserve(done_.size());
  for (size_t i = 1; i < done_.size(); ++i) gaps.push_back(done_[i].from - done_[i - 1].to);
  const size_t closed = gaps.size() - most / 2;
  std::nth_element(gaps.begin(), gaps.begin() + static_cast<ptrdiff_t>(closed), gaps.end());
  closed_ = std::max(closed_, gaps[closed]);
  size_t last = 0;
  for (size_t i = 1; i < done_.size(); ++i) {
    const int64_t gap = done_[i].from - done_[last].to;
    if (gap <= closed_) {
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
