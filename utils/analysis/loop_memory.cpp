// SPDX-License-Identifier: BSD-3-Clause
// Moving numbers on at the end of a loop, as Walk does with the positions of files.
#include "analysis/loop_memory.h"

#include <unordered_set>

namespace recorder::analysis {

void LoopMemory::loop_ends(uint64_t times) {
  const std::vector<Change> changes = std::move(frames_.back());
  frames_.pop_back();
  std::unordered_set<const Remembered *> seen;
  for (const Change &change : changes) {
    if (!seen.insert(change.number).second) continue;
    // All that one turn did to the number, modulo 2^64 as offsets are counted.
    const uint64_t moved =
        static_cast<uint64_t>(change.number->value) - static_cast<uint64_t>(change.before.value);
    if (change.before.known)
      change.number->value =
          static_cast<int64_t>(static_cast<uint64_t>(change.number->value) + moved * (times - 1));
    if (!frames_.empty()) frames_.back().push_back(change);
  }
}

}  // namespace recorder::analysis
