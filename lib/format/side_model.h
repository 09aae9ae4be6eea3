// SPDX-License-Identifier: BSD-3-Clause
// What the values of a random argument have taught so far, for the side that writes them and the side that reads
// them (recorder-format(5), "Values that are aside"). Values that come again in the order in which they came before,
// as the scattered offsets of a mesh do in every iteration, cost next to nothing; others cost their own bits.
#pragma once

#include <cstdint>

#include "format/range_coder.h"

namespace recorder {

// All zeros is one that has seen nothing. Large: it belongs into zeroed memory of its own.
class SideModel {
 public:
  void encode(RangeEncoder &out, uint64_t value) {
    uint64_t &follower = followers_[place()];
    const bool is_hit = follower == value;
    out.bit(hits_[history_], is_hit);
    if (!is_hit) number_.encode(out, value);
    learn(follower, value, is_hit);
  }
  uint64_t decode(RangeDecoder &in) {
    uint64_t &follower = followers_[place()];
    const bool is_hit = in.bit(hits_[history_]) != 0;
    const uint64_t value = is_hit ? follower : number_.decode(in);
    learn(follower, value, is_hit);
    return value;
  }

 private:
  static constexpr uint32_t kFollowerBits = 14;
  static constexpr uint32_t kHistory = 8;

  // By the two values before.
  uint32_t place() const {
    const uint64_t h = (before_[0] * 0x9E3779B97F4A7C15u ^ before_[1]) * 0xD6E8FEB86659FD93u;
    return static_cast<uint32_t>(h >> (64 - kFollowerBits));
  }
  void learn(uint64_t &follower, uint64_t value, bool is_hit) {
    follower = value;
    before_[1] = before_[0];
    before_[0] = value;
    history_ = (history_ << 1 | (is_hit ? 1 : 0)) & (kHistory - 1);
  }

  uint64_t before_[2];
  uint32_t history_;  // which of the last three were followers
  BitModel hits_[kHistory];
  NumberModel number_;
  uint64_t followers_[1u << kFollowerBits];
};

// Values of one argument (and element of an array) of one function; numbered by first use in a stream. What is coded
// is (value - least) / divisor.
struct SideKey {
  // So many have a model each; more of them share these.
  static constexpr uint32_t kMostModels = 64;
  // Elements of an array from this one on are one key.
  static constexpr uint32_t kMostElements = 8;
  static constexpr uint32_t kCountBits = 16;  // of the number of keys
  uint64_t least;
  uint64_t divisor;  // at least 1
};

}  // namespace recorder
