// SPDX-License-Identifier: BSD-3-Clause
// What the lengths of a run that varies have taught so far, for the side that writes them and the side that
// reads them (recorder-format(5), "Runs that vary"): they often grow evenly, as in triangular loops, or come
// again as they came before.
#pragma once

#include <cstdint>

#include "format/side_model.h"

namespace recorder {

// All zeros is one that has seen nothing.
class CountModel {
 public:
  // So many symbols have a model each; more of them share these.
  static constexpr uint32_t kMostModels = 16;

  void encode(RangeEncoder &out, uint64_t value) {
    const bool even = value == next();
    out.bit(even_[was_even_], even);
    if (!even) side_.encode(out, value);
    note(value, even);
  }
  uint64_t decode(RangeDecoder &in) {
    const bool even = in.bit(even_[was_even_]) != 0;
    const uint64_t value = even ? next() : side_.decode(in);
    note(value, even);
    return value;
  }

 private:
  uint64_t next() const { return 2 * last_ - before_; }
  void note(uint64_t value, bool even) {
    before_ = last_;
    last_ = value;
    was_even_ = even ? 1 : 0;
  }

  uint64_t last_, before_;
  uint32_t was_even_;
  BitModel even_[2];
  SideModel side_;
};

}  // namespace recorder
