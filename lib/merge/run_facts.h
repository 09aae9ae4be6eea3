// SPDX-License-Identifier: BSD-3-Clause
// What a run is as a whole, however many blocks its ranks are in.
#pragma once

#include <cstdint>

#include "format/buffer.h"
#include "format/cursor.h"
#include "merge/times.h"

namespace recorder {

class Summary;

struct RunFacts {
  uint64_t nranks = 0;
  uint64_t start = UINT64_MAX;  // ns since the Unix epoch
  uint64_t end = 0;
  uint64_t dropped = 0;
  uint64_t lost = 0;
  TimesTotals times;
  Buffer metadata;  // n x (str key, str value) of the first rank

  bool ok() const { return metadata.ok(); }
  // The ranks that follow.
  void add(const Summary &right);
  void add(const RunFacts &right);
  void clear();
  void swap(RunFacts &other) noexcept;
  void pack(Buffer *out) const;
  bool unpack(Cursor *in);  // into an empty one

 private:
  void add_numbers(uint64_t more, uint64_t first, uint64_t last, uint64_t drops, uint64_t losses,
                   Bytes pairs);
};

}  // namespace recorder
