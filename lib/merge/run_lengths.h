// SPDX-License-Identifier: BSD-3-Clause
// The lengths of a part's runs that vary (core/run_counts.h), by symbol. They lie in the order in which runs
// ended, and are asked for where runs begin: each symbol reads on for itself.
#pragma once

#include <cstdint>

#include "format/cursor.h"
#include "session/memory.h"

namespace recorder {

class RunLengths {
 public:
  // `counts` stay the caller's. False without memory.
  bool begin(Bytes counts, uint64_t keys) {
    cursors_.clear();
    for (; keys > 0; --keys)
      if (!cursors_.push(Cursor(counts))) return false;
    return true;
  }
  // The next run of this symbol. False when there is none.
  bool next(uint32_t key, uint64_t *length) {
    uint64_t of = 0;
    if (key >= cursors_.size()) return false;
    do {
      if (!cursors_[key].varint(&of) || !cursors_[key].varint(length)) return false;
    } while (of != key);
    return true;
  }

 private:
  Vector<Cursor> cursors_;
};

}  // namespace recorder
