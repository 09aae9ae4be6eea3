// SPDX-License-Identifier: BSD-3-Clause
// What each call moved between memory and file: how many bytes, and where in the file. Goes along with the
// iterator, since a read at the file's position begins where the calls before it ended, selected or not.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/transfers.h"
#include "reader/companion.h"

namespace recorder::analysis {

struct Transfer {
  std::optional<int64_t> bytes;   // none: the call moves no data, or the trace does not say how much
  std::optional<int64_t> offset;  // none: nothing tells it
};

// Of one stream.
class StreamTransfers : public reader::Companion {
 public:
  explicit StreamTransfers(const reader::Classes &classes) : transfers_(classes, plans_) {}

  // Of the call that is shown.
  const Transfer &transfer() const { return tree_[shown_]; }

  void tree_begins() override { tree_.clear(); }
  void call(const reader::Template &record, const reader::Filled *filled, uint64_t shape) override;
  void bind(const reader::Template &record) override { transfers_.bind(record); }
  void shown(size_t number) override { shown_ = number; }

 private:
  Plans plans_;  // before those who use them
  Transfers transfers_;
  std::vector<Transfer> tree_;
  size_t shown_ = 0;
};

}  // namespace recorder::analysis
