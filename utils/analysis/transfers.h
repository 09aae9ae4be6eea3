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

// Of one stream; must see its records in order.
class Transfers {
 public:
  explicit Transfers(const reader::Classes &classes) : classes_(classes) {}

  // Fills in the meaning, the bytes and the offset of the event, whose record, filled and shape are there.
  void complete(Event &event);
  void bind(const reader::Template &record);
  Positions &positions() { return positions_; }
  const Sizes &sizes() const { return sizes_; }

 private:
  struct Plan {
    const Meaning *meaning = nullptr;
    bool is_constant = false;  // the bytes
    bool has_bytes = false;
    uint64_t bytes = 0;
  };
  Plan &plan_of(const Event &event);
  std::optional<uint64_t> bytes_of(const Event &event, const Meaning &meaning) const;

  const reader::Classes &classes_;
  Meanings meanings_;
  Positions positions_;
  Sizes sizes_;
  std::unordered_map<uint64_t, Plan> plans_;  // by shape
};

}  // namespace recorder::analysis
