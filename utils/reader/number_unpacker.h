// SPDX-License-Identifier: BSD-3-Clause
// The reading side of packed numbers (format/packed_numbers.h), block by block.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "format/packed_numbers.h"
#include "format/varint.h"
#include "reader/inflater.h"

namespace recorder::reader {

class NumberUnpacker {
 public:
  // Takes the stored bytes from where `in` stands, which must live as long.
  explicit NumberUnpacker(Inflater &in);

  // The next number, of the context with this key (NumberContext::own).
  uint64_t next(uint64_t own) {
    if (__builtin_expect(left_ == 0, 0)) read_block();
    bool is_new;
    const uint32_t context = contexts_->find(own, &is_new);
    const Cell cell = tables_[tables_of_[context] * packed::kStates + states_[0]];
    uint64_t bits = read_u64le(&codes_[at_ / 8]) >> at_ % 8;
    states_[0] = states_[1];
    states_[1] = cell.base + static_cast<uint32_t>(bits & ((1u << cell.bits) - 1));
    at_ += cell.bits;
    bits >>= cell.bits;
    uint32_t token = cell.symbol;
    uint32_t plain_bits = cell.plain_bits;
    if (__builtin_expect(token == packed::kEscape, 0)) {
      token = static_cast<uint32_t>(bits & ((1u << packed::kTokenBits) - 1));
      at_ += packed::kTokenBits;
      bits >>= packed::kTokenBits;
      plain_bits = packed::plain_bits_of(token);
    }
    uint64_t plain = bits & ((uint64_t{1} << plain_bits) - 1);
    if (__builtin_expect(plain_bits > kSurely, 0)) plain = long_bits(plain_bits);
    at_ += plain_bits;
    if (__builtin_expect(--left_ == 0 || at_ > end_, 0)) end_block();
    return packed::value_of(token, plain);
  }
  // For code that goes both ways.
  uint64_t code(const packed::NumberContext &context, uint64_t) { return next(context.own); }
  // After the last number: whether nothing follows.
  bool at_end();

 private:
  struct Cell {
    uint16_t symbol;
    uint16_t base;
    uint8_t bits;
    uint8_t plain_bits;
  };
  // Of 64 bits that were loaded, so many are left in any case.
  static constexpr uint32_t kSurely = 64 - 7 - packed::kStateBits - packed::kTokenBits;

  void read_block();
  void end_block() const;
  void read_head(uint32_t size);
  void read_table(Cell *cells);
  uint32_t head_number();
  uint64_t long_bits(uint32_t count) const;

  Inflater &in_;
  std::unique_ptr<packed::ContextIndex> contexts_;
  std::vector<Cell> tables_;
  std::vector<uint8_t> tables_of_;  // by context; all are there, of those that must not be used, too
  std::vector<uint8_t> head_, codes_;
  uint64_t head_at_ = 0, head_end_ = 0;  // bits
  uint64_t at_ = 0, end_ = 0;            // bits
  uint32_t left_ = 0;
  uint32_t states_[2] = {0, 0};  // of the next number and of the one after it
};

}  // namespace recorder::reader
