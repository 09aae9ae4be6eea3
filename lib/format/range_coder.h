// SPDX-License-Identifier: BSD-3-Clause
// An adaptive binary range coder and a model for 64-bit numbers on top of it: what a context has taught costs
// nothing, what is random costs its own bits. The writing and the reading side share the models; nothing here
// allocates.
#pragma once

#include <cstdint>
#include <cstring>

#include "format/bytes.h"
#include "format/deflate.h"
#include "session/status.h"

namespace recorder {

namespace range_coder {

// How fast a model that has seen n bits follows the next one: 1/(n + 1.5), in 1/65536; and by how much n then
// grows.
constexpr uint32_t kMostSeen = 255;
struct Rates {
  uint32_t more[kMostSeen + 1];
  uint16_t of[kMostSeen + 1];
  constexpr Rates() : more(), of() {
    for (uint32_t n = 0; n <= kMostSeen; ++n) {
      more[n] = n < kMostSeen;
      of[n] = static_cast<uint16_t>(2 * 65536 / (2 * n + 3));
    }
  }
};
inline constexpr Rates kRates;

// Below this the range is widened by 32 bits.
constexpr uint64_t kLeastRange = uint64_t{1} << 32;
constexpr uint32_t kTailBytes = 8;  // an interval of 64 bits ends in as many, of which zeros are left out

}  // namespace range_coder

// The probability that a bit is 1, learnt from those before it: the mean at first, then an average over the
// last few hundred. All zeros is one that has seen nothing, so that models can lie in fresh memory.
class BitModel {
 public:
  // In 1/65536, never 0 and never 1.
  uint32_t one() const { return ((state_ >> 16) ^ 0x8000u) | 1; }

  void update(uint32_t bit) { update_by_mask(0 - uint64_t{bit}); }
  // The same for a bit that is all ones or nothing.
  void update_by_mask(uint64_t bits) {
    const auto seen = static_cast<uint8_t>(state_);
    const int64_t p = static_cast<int32_t>(state_) >> kSeenBits;  // 22 bits around 0
    const int64_t goal = static_cast<int64_t>(bits) ^ -(1 << 21);
    // In 1/65536; the upper 22 bits of the state take the whole ones.
    const int64_t step = (goal - p) * range_coder::kRates.of[seen];
    state_ += range_coder::kRates.more[seen] + (static_cast<uint32_t>(step >> (16 - kSeenBits)) & ~kSeen);
  }

  // What was learnt elsewhere is a good beginning, which the own bits soon outweigh.
  void start_from(const BitModel &other, uint32_t most_seen) {
    const uint32_t seen = other.state_ & kSeen;
    state_ = (other.state_ & ~kSeen) | (seen < most_seen ? seen : most_seen);
  }

  // Two neighbours as one number, and the one of them that a mask means: the second, or the first for
  // nothing.
  static uint64_t pair(const BitModel *two) {
    return two[0].state_ | static_cast<uint64_t>(two[1].state_) << 32;
  }
  static BitModel of_pair(uint64_t two, uint64_t bits) {
    BitModel model;
    model.state_ = static_cast<uint32_t>(two >> (bits & 32));
    return model;
  }

 private:
  static constexpr uint32_t kSeenBits = 10;
  static constexpr uint32_t kSeen = (1u << kSeenBits) - 1;
  uint32_t state_ = 0;  // the probability less 1/2 in the upper 22 bits, how many bits it has seen
};

// begin, any number of bits, end; then again. What the sink refuses is told by end().
class RangeEncoder {
 public:
  void begin(ByteSink sink, void *self) {
    *this = RangeEncoder{};
    sink_ = sink;
    self_ = self;
  }

  void bit(BitModel &model, uint32_t bit) {
    const uint64_t bound = (range_ >> 16) * model.one();
    const uint64_t skip = bit ? 0 : bound;
    low_ += skip;
    carry_ |= low_ < skip;
    range_ = bit ? bound : range_ - bound;
    model.update(bit);
    if (__builtin_expect(range_ < range_coder::kLeastRange, 0)) shift();
  }

  // For code that goes both ways: the decoder ignores the bit that it is given and returns the one that is
  // there.
  uint32_t code(BitModel &model, uint32_t bit) {
    this->bit(model, bit);
    return bit;
  }

  // For a bit on which it depends what comes next.
  bool code_decision(BitModel &model, bool bit) {
    this->bit(model, bit ? 1 : 0);
    return bit;
  }
  uint64_t code_raw(uint64_t value, uint32_t count) {
    raw(value, count);
    return value;
  }
  // The low `count` bits of the value behind a 1, each in the context of those before it: by the models of a
  // binary tree, whose root is tree[1]. Returns these bits and the 1.
  uint64_t code_tree(BitModel *tree, uint64_t value, uint32_t count) {
    uint64_t node = 1;
    while (count-- > 0) node = node << 1 | code(tree[node], static_cast<uint32_t>(value >> count & 1));
    return node;
  }
  RangeEncoder &at_work() { return *this; }

  // The low `count` bits of the value, up to 64, without a model.
  void raw(uint64_t value, uint32_t count) {
    while (count-- > 0) {
      range_ >>= 1;
      const uint64_t skip = (value >> count & 1) != 0 ? range_ : 0;
      low_ += skip;
      carry_ |= low_ < skip;
      if (range_ < range_coder::kLeastRange) shift();
    }
  }

  Status end() {
    // The number of the interval that ends in most zeros.
    uint64_t zeros = ~uint64_t{0};
    uint64_t last = 0;
    for (bool fits = false; !fits; zeros >>= 1) {
      last = (low_ + zeros) & ~zeros;
      fits = last - low_ < range_;
    }
    carry_ |= last < low_;
    low_ = last;
    shift();
    shift();
    put_kept();
    for (uint32_t i = 0; i < range_coder::kTailBytes && used_ > 0 && out_[used_ - 1] == 0; ++i) --used_;
    give();
    return Status::from(error_, "cannot write compressed numbers");
  }

  uint64_t stored_size() const { return stored_; }
  uint32_t crc() const { return crc_; }  // of the stored bytes; both are known after end()

 private:
  static constexpr uint32_t kOut = 4096;

  // A carry can run through words that are all ones, so the word before them waits.
  void shift() {
    const uint32_t word = static_cast<uint32_t>(low_ >> 32);
    if (carry_ != 0 || word != UINT32_MAX) {
      put_kept();
      kept_ = word;
      has_kept_ = true;
    } else {
      ++ones_;
    }
    low_ <<= 32;
    range_ <<= 32;
  }
  void put_kept() {
    if (has_kept_) put(kept_ + carry_);
    for (; ones_ > 0; --ones_) put(UINT32_MAX + carry_);
    carry_ = 0;
    has_kept_ = false;
  }
  void put(uint32_t word) {
    // The bytes at the end stay, for end() to shorten.
    if (used_ == kOut) give_all_but(range_coder::kTailBytes);
    for (int i = 3; i >= 0; --i) out_[used_++] = static_cast<uint8_t>(word >> (8 * i));
  }
  void give_all_but(uint32_t left) {
    const uint32_t size = used_ - left;
    crc_ = crc_of({out_, size}, crc_);
    stored_ += size;
    if (size > 0 && error_ == 0) error_ = sink_(self_, out_, size);
    memmove(out_, out_ + size, left);
    used_ = left;
  }
  void give() { give_all_but(0); }

  uint64_t low_ = 0;
  uint64_t range_ = ~uint64_t{0};
  uint64_t carry_ = 0;  // 1 when low_ has passed 64 bits since the last shift
  uint64_t ones_ = 0;
  uint32_t kept_ = 0;
  bool has_kept_ = false;
  int error_ = 0;
  ByteSink sink_ = nullptr;
  void *self_ = nullptr;
  uint64_t stored_ = 0;
  uint32_t crc_ = 0;
  uint32_t used_ = 0;
  uint8_t out_[kOut];
};

// The next stored bytes, none at their end.
using ByteFeed = Bytes (*)(void *self);

// Gives bits for ever, whatever the bytes are; past their end it takes zeros. Whoever knows how many there
// must be looks at ok() now and then: with true bytes it stays true.
class RangeDecoder {
 public:
  void begin(Bytes all) { begin(all, nullptr, nullptr); }
  void begin(ByteFeed feed, void *self) { begin({nullptr, 0}, feed, self); }

  // The decoder while many bits are taken: its interval is in registers and goes back at the end.
  class AtWork {
   public:
    explicit AtWork(RangeDecoder &of) : of_(of), range_(of.range_), code_(of.code_) {}
    AtWork(const AtWork &) = delete;
    ~AtWork() {
      of_.range_ = range_;
      of_.code_ = code_;
    }

    uint32_t bit(BitModel &model) { return static_cast<uint32_t>(0 - mask(model)); }
    // The same where what comes next depends on the bit, so that it has to be guessed in any case.
    bool decides(BitModel &model) {
      const uint64_t bound = (range_ >> 16) * model.one();
      const bool is_one = code_ < bound;
      if (is_one) {
        range_ = bound;
        model.update(1);
      } else {
        code_ -= bound;
        range_ -= bound;
        model.update(0);
      }
      if (__builtin_expect(range_ < range_coder::kLeastRange, 0)) shift();
      return is_one;
    }
    uint64_t raw(uint32_t count) {
      uint64_t value = 0;
      for (; count > 0; --count) {
        range_ >>= 1;
        const uint64_t bit = code_ >= range_;
        code_ -= bit ? range_ : 0;
        value = value << 1 | bit;
        if (range_ < range_coder::kLeastRange) shift();
      }
      return value;
    }

    // As RangeEncoder has them; what they are given of the value is ignored.
    uint32_t code(BitModel &model, uint32_t) { return bit(model); }
    bool code_decision(BitModel &model, bool) { return decides(model); }
    uint64_t code_raw(uint64_t, uint32_t count) { return raw(count); }
    uint64_t code_tree(BitModel *tree, uint64_t, uint32_t count) {
      uint64_t node = 1;
      constexpr uint32_t kUsual = 5;
      if (count == kUsual) {
        BitModel model = tree[1];
#pragma GCC unroll 5
        for (uint32_t i = 0; i < kUsual; ++i) {
          // Both that can be next are there before it is known which one it is.
          const uint64_t both = i + 1 < kUsual ? BitModel::pair(tree + 2 * node) : 0;
          const uint64_t bits = mask(model, tree[node]);
          model = BitModel::of_pair(both, bits);
          node = 2 * node - bits;
        }
        return node;
      }
      for (; count > 0; --count) node = 2 * node - mask(tree[node]);
      return node;
    }

   private:
    // All ones, or nothing: a branch on a bit would be guessed wrong as often as the bit is news.
    uint64_t mask(BitModel &model) { return mask(model, model); }
    uint64_t mask(BitModel model, BitModel &place) {
      const uint64_t bound = (range_ >> 16) * model.one();
      uint64_t above;
      const uint64_t bits = 0 - static_cast<uint64_t>(__builtin_sub_overflow(code_, bound, &above));
      code_ = above + (bound & bits);
      range_ -= bound;
      range_ ^= (range_ ^ bound) & bits;
      model.update_by_mask(bits);
      place = model;
      if (__builtin_expect(range_ < range_coder::kLeastRange, 0)) shift();
      return bits;
    }
    void shift() {
      range_ <<= 32;
      code_ = code_ << 32 | of_.word();
    }

    RangeDecoder &of_;
    uint64_t range_, code_;
  };
  AtWork at_work() { return AtWork(*this); }

  uint32_t bit(BitModel &model) { return at_work().bit(model); }
  uint32_t code(BitModel &model, uint32_t) { return bit(model); }
  uint64_t raw(uint32_t count) { return at_work().raw(count); }

  // False when more was taken than an encoder leaves out.
  bool ok() const { return missing_ <= range_coder::kTailBytes; }
  // After the last bit: nothing follows that an encoder would not have written.
  bool at_end() {
    while (at_ == end_ && more()) {
    }
    return at_ == end_;
  }

 private:
  void begin(Bytes first, ByteFeed feed, void *self) {
    *this = RangeDecoder{};
    at_ = first.data;
    end_ = first.data + first.size;
    feed_ = feed;
    self_ = self;
    code_ = word();
    code_ = code_ << 32 | word();
  }
  // The next 32 bits.
  __attribute__((noinline)) uint64_t word() {
    uint8_t bytes[4];
    if (end_ - at_ >= static_cast<ptrdiff_t>(sizeof bytes)) {
      memcpy(bytes, at_, sizeof bytes);
      at_ += sizeof bytes;
    } else {
      for (uint8_t &one : bytes) one = byte();
    }
    return uint64_t{bytes[0]} << 24 | uint64_t{bytes[1]} << 16 | uint64_t{bytes[2]} << 8 | bytes[3];
  }
  uint8_t byte() {
    if (at_ == end_ && !more()) {
      missing_ += missing_ < UINT32_MAX;
      return 0;
    }
    return *at_++;
  }
  bool more() {
    if (feed_ == nullptr) return false;
    const Bytes next = feed_(self_);
    at_ = next.data;
    end_ = next.data + next.size;
    if (next.size == 0) feed_ = nullptr;
    return next.size > 0;
  }

  uint64_t range_ = ~uint64_t{0};
  uint64_t code_ = 0;
  const uint8_t *at_ = nullptr;
  const uint8_t *end_ = nullptr;
  ByteFeed feed_ = nullptr;
  void *self_ = nullptr;
  uint32_t missing_ = 0;
};

// A number by its length in bits, its upper bits in the context of the length and of each other, and the rest
// each in the context of its position: narrow distributions, alignment and constant bits cost what they
// should. All zeros is a model that has seen nothing.
template <uint32_t kUpperBits>
class NumberModelOf {
 public:
  void encode(RangeEncoder &out, uint64_t value) {
    const uint32_t length = value == 0 ? 0 : 64 - static_cast<uint32_t>(__builtin_clzll(value));
    const uint32_t cls = length < kLast ? length : kLast;
    uint32_t node = 1;
    for (uint32_t i = 6; i-- > 0;) {
      const uint32_t bit = cls >> i & 1;
      out.bit(length_[node], bit);
      node = node << 1 | bit;
    }
    if (cls == kLast) out.bit(length_[0], length == 64);
    uint32_t left = length > 0 ? length - 1 : 0;
    const uint32_t end = left > kUpperBits ? left - kUpperBits : 0;
    for (node = 1; left > end;) {
      const auto bit = static_cast<uint32_t>(value >> --left & 1);
      out.bit(upper_[cls][node], bit);
      node = node << 1 | bit;
    }
    while (left > 0) {
      --left;
      out.bit(lower_[left], static_cast<uint32_t>(value >> left & 1));
    }
  }

  uint64_t decode(RangeDecoder &decoder) {
    RangeDecoder::AtWork in = decoder.at_work();
    uint32_t node = 1;
    for (uint32_t i = 0; i < 6; ++i) node = node << 1 | in.bit(length_[node]);
    const uint32_t cls = node & kLast;
    const uint32_t length = cls == kLast ? kLast + in.bit(length_[0]) : cls;
    if (length == 0) return 0;
    uint64_t value = 1;
    uint32_t left = length - 1;
    const uint32_t end = left > kUpperBits ? left - kUpperBits : 0;
    for (node = 1; left > end; --left) {
      const uint32_t bit = in.bit(upper_[cls][node]);
      node = node << 1 | bit;
      value = value << 1 | bit;
    }
    while (left > 0) value = value << 1 | in.bit(lower_[--left]);
    return value;
  }

  void start_from(const NumberModelOf &other, uint32_t most_seen) {
    for (uint32_t i = 0; i < 64; ++i) length_[i].start_from(other.length_[i], most_seen);
    for (uint32_t i = 0; i < 64; ++i) lower_[i].start_from(other.lower_[i], most_seen);
    for (uint32_t i = 0; i < 64; ++i)
      for (uint32_t k = 0; k < kUpper; ++k) upper_[i][k].start_from(other.upper_[i][k], most_seen);
  }

 private:
  static constexpr uint32_t kLast = 63;  // the class of 63 and of 64 bits
  static constexpr uint32_t kUpper = 1u << kUpperBits;

  BitModel length_[64];
  BitModel lower_[64];
  BitModel upper_[64][kUpper];
};

using NumberModel = NumberModelOf<4>;

}  // namespace recorder
