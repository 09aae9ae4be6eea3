// SPDX-License-Identifier: BSD-3-Clause
// Numbers that a visitor keeps from one event for the next, such as where a file was read last. A loop that is
// gone through once moves them on as one turn did, for each of the other turns.
#pragma once

#include <cstdint>
#include <vector>

namespace recorder::analysis {

struct Remembered {
  int64_t value = 0;
  bool known = false;
};

// Of one stream. Numbers that were set while a loop goes must stay where they are until it ends.
class LoopMemory {
 public:
  void set(Remembered &number, int64_t value) {
    if (!frames_.empty()) frames_.back().push_back({&number, number});
    number = {value, true};
  }
  void clear() { frames_.clear(); }
  void loop_begins() { frames_.emplace_back(); }
  void loop_ends(uint64_t times);

 private:
  struct Change {
    Remembered *number;
    Remembered before;
  };
  std::vector<std::vector<Change>> frames_;  // changes in each loop that goes, the outermost first
};

}  // namespace recorder::analysis
