// SPDX-License-Identifier: BSD-3-Clause
// Many numbers in little space and time: blocks in which each number is a token, coded at the entropy of its
// context in the block by a finite state machine (tANS, Duda 2013), and some plain bits. What the writing and
// the reading side share; recorder-format(5), "Packed numbers", describes the bytes.
#pragma once

#include <cstdint>
#include <cstring>

namespace recorder::packed {

constexpr uint32_t kBlock = 65536;  // numbers in a block; only the last may have fewer

// ---- tokens: small numbers as they are, of others the length, the bits at the top and the lowest
// -----------
constexpr uint32_t kExact = 256;
constexpr uint32_t kExactBits = 8;
constexpr uint32_t kUpperBits = 4;
constexpr uint32_t kLowerBits = 1;  // clocks may count in steps of two
constexpr uint32_t kTokens = kExact + ((64 - kExactBits) << (kUpperBits + kLowerBits));
constexpr uint32_t kTokenBits = 11;
static_assert(kTokens == 1u << kTokenBits);

inline uint32_t token_of(uint64_t value) {
  if (value < kExact) return static_cast<uint32_t>(value);
  const uint32_t bits = 64 - static_cast<uint32_t>(__builtin_clzll(value));
  const auto upper = static_cast<uint32_t>(value >> (bits - 1 - kUpperBits)) & ((1u << kUpperBits) - 1);
  const auto lower = static_cast<uint32_t>(value) & ((1u << kLowerBits) - 1);
  return kExact + (((bits - 1 - kExactBits) << kUpperBits | upper) << kLowerBits | lower);
}
// How many bits of a number with this token are told apart from it: 0 to 58.
inline uint32_t plain_bits_of(uint32_t token) {
  if (token < kExact) return 0;
  return ((token - kExact) >> (kUpperBits + kLowerBits)) + kExactBits - kUpperBits - kLowerBits;
}
inline uint64_t plain_of(uint64_t value, uint32_t plain_bits) {
  return value >> kLowerBits & ((uint64_t{1} << plain_bits) - 1);
}
inline uint64_t value_of(uint32_t token, uint64_t plain) {
  if (token < kExact) return token;
  const uint32_t rest = token - kExact;
  const uint64_t upper = (rest >> kLowerBits & ((1u << kUpperBits) - 1)) | 1u << kUpperBits;
  const uint32_t lower = rest & ((1u << kLowerBits) - 1);
  return (upper << plain_bits_of(token) | plain) << kLowerBits | lower;
}

// ---- tables: of so many states each symbol has its share
// ---------------------------------------------------
constexpr uint32_t kStateBits = 11;
constexpr uint32_t kStates = 1u << kStateBits;
// What is too rare for a share of its own: its token follows in plain bits.
constexpr uint32_t kEscape = kTokens;
constexpr uint32_t kSymbols = kTokens + 1;
constexpr uint32_t kMostTables = 64;

struct Share {
  uint16_t symbol;
  uint16_t states;  // at least 1; all shares of a table are kStates together
};

// The symbol of each state: shares in the order of symbols, strewn evenly.
inline void strew(const Share *shares, uint32_t count, uint16_t *symbols) {
  constexpr uint32_t kStep = (kStates >> 1) + (kStates >> 3) + 3;
  uint32_t at = 0;
  for (uint32_t i = 0; i < count; ++i)
    for (uint32_t k = 0; k < shares[i].states; ++k) {
      symbols[at] = shares[i].symbol;
      at = (at + kStep) & (kStates - 1);
    }
}

// ---- contexts: whatever numbers are like each other in, numbered by first use in a block
// ------------------- Where too few numbers of a block share `own` for a table, those that share `wider` have
// one, and else all of the kind. Only the writing side needs more than `own`.
struct NumberContext {
  uint64_t own;
  uint64_t wider;
  uint32_t kind;  // below kKinds
};
constexpr uint32_t kKinds = 8;

class ContextIndex {
 public:
  // Beyond so many all are one.
  static constexpr uint32_t kMost = 8192;
  static constexpr uint32_t kOthers = kMost - 1;

  // All of zeroed memory is an empty one.
  void clear() {
    memset(places_, 0, sizeof places_);
    count_ = 0;
  }
  uint32_t count() const { return count_; }
  // The number of the context with this key; *is_new when it has just got it.
  uint32_t find(uint64_t key, bool *is_new) {
    *is_new = false;
    for (uint32_t at = static_cast<uint32_t>(key * 0x9E3779B97F4A7C15u >> (64 - kPlaceBits));;
         at = (at + 1) & ((1u << kPlaceBits) - 1)) {
      const uint32_t number = places_[at];
      if (__builtin_expect(number != 0 && keys_[number - 1] == key, 1)) return number - 1;
      if (number != 0) continue;
      *is_new = count_ <= kOthers;
      if (count_ >= kOthers) return others();
      keys_[count_] = key;
      places_[at] = static_cast<uint16_t>(++count_);
      return count_ - 1;
    }
  }

 private:
  static constexpr uint32_t kPlaceBits = 14;

  uint32_t others() {
    count_ = kMost;
    return kOthers;
  }

  uint32_t count_;
  uint16_t places_[1u << kPlaceBits];  // number plus 1
  uint64_t keys_[kMost];
};

// ---- blocks
// ------------------------------------------------------------------------------------------------ u32 how
// many numbers, u32 bytes of the head, u32 bits of the codes, then both, each filled up to whole bytes. Bits
// are taken from the low end of each byte on. The head's numbers are at least 1, each as many zeros as its
// length is more than 1, a one, and the bits below its highest: how many tables; of each how many shares, and
// of each share 1 + the distance to the symbol before it (the first: to 0) and its states; how many contexts,
// and of each 1 + the number of its table. The codes begin with the states of the even and of the odd
// numbers. A number is the symbol of its state in the table of its context, the bits that make the state its
// next one, the token if it was an escape, and its plain bits.
constexpr uint32_t kBlockHead = 12;
constexpr uint32_t kMostHead = (kMostTables * (2 * kStates + 1) + ContextIndex::kMost + 2) * 4;
constexpr uint64_t kMostCodes =
    2 * kStateBits + uint64_t{kBlock} * (kStateBits + kTokenBits + 64 - 1 - kUpperBits - kLowerBits);  // bits

}  // namespace recorder::packed
