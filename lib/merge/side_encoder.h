// SPDX-License-Identifier: BSD-3-Clause
// The values of a stream's random arguments, coded before the times of the call that they belong to
// (recorder-format(5), "Values that are aside").
#pragma once

#include <cstdint>

#include "format/range_coder.h"
#include "format/side_model.h"
#include "merge/image.h"
#include "merge/number_packer.h"
#include "session/memory.h"
#include "session/status.h"

namespace recorder {

// A value in a stream's chunks (lib/core/time_buffer.h).
struct Aside {
  uint32_t key;  // function << 16 | argument << 8 | element
  uint64_t value;
};

class SideEncoder {
 public:
  SideEncoder() = default;
  SideEncoder(const SideEncoder &) = delete;
  SideEncoder &operator=(const SideEncoder &) = delete;
  ~SideEncoder() { clear(); }

  // Learns from all values what those of each key have in common, and says so to the reader: in the coded
  // bytes, or in those that stand before packed numbers.
  Status begin(const StreamImage &stream, RangeEncoder *out);
  Status begin(const StreamImage &stream, Buffer *out);
  // False for one that begin() has not seen.
  bool put(const Aside &aside, RangeEncoder *out);
  bool put(const Aside &aside, NumberPacker *out);
  // How many of the values that begin() has seen are of calls that were completed.
  uint64_t complete() const { return complete_; }
  // Gives the memory back.
  void clear();

 private:
  struct Key {
    uint32_t key;
    SideKey numbers;
    uint64_t first;  // value
  };
  static constexpr uint32_t kPlaces = 1 << 15;
  static constexpr uint32_t kMostKeys = kPlaces / 2;

  // The number of the key; a new one while keys are counted, else kPlaces.
  uint32_t find(uint32_t key, bool make);
  uint64_t number_of(const Aside &aside, uint32_t key) const {
    const SideKey &numbers = keys_[key].numbers;
    return (aside.value - numbers.least) / numbers.divisor;
  }
  Status scan(const StreamImage &stream);
  bool learn(const Aside &aside);

  Vector<Key> keys_;
  uint16_t *index_ = nullptr;  // number of a key plus 1
  SideModel *models_[SideKey::kMostModels] = {};
  uint64_t complete_ = 0;
};

}  // namespace recorder
