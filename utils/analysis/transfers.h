// SPDX-License-Identifier: BSD-3-Clause
// How many bytes a call moved, and where, as far as the trace tells.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "analysis/meaning.h"
#include "analysis/positions.h"
#include "analysis/sizes.h"
#include "analysis/walk.h"

namespace recorder::analysis {

// What is the same for all calls of a shape, in all streams of a trace.
class Plans {
 public:
  struct Plan {
    const Meaning *meaning = nullptr;
    bool is_constant = false;  // the bytes
    bool has_bytes = false;
    bool teaches = false;      // sizes
    bool ends = false;         // a handle of which something may be known
    bool accumulates = false;  // what it teaches depends on what the calls before it taught
    uint64_t bytes = 0;
    // Of transfers that say their offset: the use that completes it, or itself.
    int offset_use = -1;
    int64_t offset = 0;
  };
  // To be filled in when it has no meaning yet.
  Plan &of(uint64_t shape) {
    if (shape < plans_.size()) return plans_[shape];
    if (shape >= kDense) return later_[shape];
    plans_.resize(shape + 1);
    return plans_[shape];
  }
  Meanings &meanings() { return meanings_; }
  // Shapes that only one rank has do not come again in another.
  void stream_begins() { later_.clear(); }

 private:
  static constexpr uint64_t kDense = 1 << 18;

  Meanings meanings_;
  std::vector<Plan> plans_;  // by shape
  std::unordered_map<uint64_t, Plan> later_;
};

// Of one stream; must see its records in order.
class Transfers {
 public:
  Transfers(const reader::Classes &classes, Plans &plans) : classes_(classes), plans_(plans) {
    plans_.stream_begins();
  }

  // Fills in the meaning, the bytes and the offset of the event, whose record, filled and shape are there.
  void complete(Event &event);
  void bind(const reader::Template &record);
  Positions &positions() { return positions_; }
  const Sizes &sizes() const { return sizes_; }
  // Where in the file a transfer of MPI-IO begins whose offset counts in the view; must be asked right after
  // complete(). Nothing for others, and where the view is not known.
  std::optional<int64_t> place_in_view(const Event &event) const;

 private:
  void divide_copy(Event &event);
  void divide_list(Event &event);
  Part part_of(const Event &event, size_t block) const;
  const Plans::Plan &plan_of(const Event &event);
  std::optional<uint64_t> bytes_of(const Event &event, const Meaning &meaning) const;

  const reader::Classes &classes_;
  Plans &plans_;
  Positions positions_;
  Sizes sizes_;
  std::vector<Part> parts_;  // of the last event
};

}  // namespace recorder::analysis
