// SPDX-License-Identifier: BSD-3-Clause
// Viewers want the events of a thread nested: none may begin in another and end behind it. Exact times are
// so; rounded ones and those within an error may not be, and then are moved a little.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace recorder::tools::timeline {

// Of one thread, whose calls come in the order of their starts, each before those that it made.
class Nesting {
 public:
  // Changes the times so that the call lies within its parent and behind its elder siblings.
  void place(uint64_t depth, int64_t &start, int64_t &end) {
    while (!open_.empty() && open_.back().depth >= depth) close();
    const int64_t limit = open_.empty() ? INT64_MAX : open_.back().end;
    start = std::min(std::max(start, open_.empty() ? floor_ : open_.back().floor), limit);
    end = std::min(std::max(start, end), limit);
    open_.push_back({depth, end, start});
  }

 private:
  struct Open {
    uint64_t depth;
    int64_t end;
    int64_t floor;  // where the last of its children ended
  };
  void close() {
    const int64_t end = open_.back().end;
    open_.pop_back();
    (open_.empty() ? floor_ : open_.back().floor) = end;
  }

  std::vector<Open> open_;
  int64_t floor_ = INT64_MIN;
};

}  // namespace recorder::tools::timeline
