// SPDX-License-Identifier: BSD-3-Clause
// What the values of a random argument have taught so far, for the side that writes them and the side that
// reads them (recorder-format(5), "Values that are aside"). Values that come again in the order in which they
// came before, as the scattered offsets of a mesh do in every iteration, cost next to nothing, and so do
// those that grow evenly, as the number of a step does; others cost their own bits.
#pragma once

#include <cstdint>

#include "format/packed_numbers.h"
#include "format/range_coder.h"

namespace recorder {

// All zeros is one that has seen nothing. Large: it belongs into zeroed memory of its own.
class SideModel {
 public:
  void encode(RangeEncoder &out, uint64_t value) { code(out, value); }
  uint64_t decode(RangeDecoder &in) { return code(in, 0); }

  // The same as packed numbers: which follower it is, counted from 1, or 0 and the value. Both ways, as
  // numbers.code() goes; `key` is the number of the key.
  template <class Numbers>
  uint64_t code_packed(Numbers &numbers, uint32_t key, uint64_t value) {
    uint64_t *followers[kTables];
    find(followers);
    uint32_t which = value == next() ? kTables + 1 : 0;
    for (uint32_t t = kTables; t-- > 0;)
      if (*followers[t] == value) which = t + 1;
    const uint64_t context = uint64_t{key} << 35;
    const auto told = static_cast<uint32_t>(
        numbers.code({context | uint64_t{kPackedWhich} << 32 | history_, kPackedWhich, kPackedWhich}, which));
    if (told == 0)
      value =
          numbers.code({context | uint64_t{kPackedValue} << 32, context | kPackedValue, kPackedValue}, value);
    else
      value = told <= kTables ? *followers[told - 1] : next();
    note(followers, value, told != 0);
    return value;
  }

 private:
  // Two tables of what followed the two values before: contexts that share a place in one of them hardly ever
  // share one in the other.
  static constexpr uint32_t kTables = 2;
  static constexpr uint32_t kPlaceBits = 16;
  static constexpr uint32_t kHistory = 8;
  static constexpr uint64_t kHash[kTables] = {0xD6E8FEB86659FD93u, 0xFF51AFD7ED558CCDu};
  // Kinds of packed numbers, behind those of times.
  static constexpr uint32_t kPackedWhich = 4, kPackedValue = 5;

  template <class Coder>
  uint64_t code(Coder &coder, uint64_t value) {
    uint64_t *followers[kTables];
    find(followers);
    uint32_t hit = 0;
    for (uint32_t t = 0; t < kTables && hit == 0; ++t) {
      if (t != 0 && *followers[t] == *followers[0]) break;
      hit = coder.code(hits_[t][history_], *followers[t] == value);
      if (hit != 0) value = *followers[t];
    }
    if (hit == 0 && next() != *followers[0] && next() != *followers[kTables - 1]) {
      hit = coder.code(hits_[kTables][history_], next() == value);
      if (hit != 0) value = next();
    }
    if (hit == 0) value = number(coder, value);
    note(followers, value, hit != 0);
    return value;
  }
  uint64_t next() const { return 2 * before_[0] - before_[1]; }
  void note(uint64_t *const *followers, uint64_t value, bool hit) {
    for (uint32_t t = 0; t < kTables; ++t) *followers[t] = value;
    before_[1] = before_[0];
    before_[0] = value;
    history_ = (history_ << 1 | (hit ? 1u : 0u)) & (kHistory - 1);
  }
  void find(uint64_t *followers[kTables]) {
    const uint64_t h = before_[0] * 0x9E3779B97F4A7C15u ^ before_[1];
    for (uint32_t t = 0; t < kTables; ++t) followers[t] = &followers_[t][h * kHash[t] >> (64 - kPlaceBits)];
  }
  uint64_t number(RangeEncoder &out, uint64_t value) {
    number_.encode(out, value);
    return value;
  }
  uint64_t number(RangeDecoder &in, uint64_t) { return number_.decode(in); }

  uint64_t before_[2];
  uint32_t history_;  // which of the last three were told by those before them
  BitModel hits_[kTables + 1][kHistory];
  NumberModel number_;
  uint64_t followers_[kTables][1u << kPlaceBits];
};

// Values of one argument (and element of an array) of one function; numbered by first use in a stream. What
// is coded is (value - least) / divisor.
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
