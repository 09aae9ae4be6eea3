// SPDX-License-Identifier: BSD-3-Clause
// Heads and codes of blocks, with everything refused that a writer would not have made.
#include "reader/number_unpacker.h"

#include <algorithm>

#include "format/varint.h"
#include "reader/failure.h"

namespace recorder::reader {

using namespace packed;

namespace {

constexpr uint32_t kPadding = 32;  // bytes that may be loaded behind codes

[[noreturn]] void impossible() { damaged("its packed numbers make no sense"); }

}  // namespace

NumberUnpacker::NumberUnpacker(Inflater &in)
    : in_(in), contexts_(std::make_unique<ContextIndex>()), tables_of_(ContextIndex::kMost) {}

void NumberUnpacker::read_block() {
  uint8_t sizes[kBlockHead];
  in_.read_all(sizes, sizeof sizes);
  left_ = read_u32le(sizes);
  const uint32_t head_size = read_u32le(sizes + 4);
  const uint32_t bits = read_u32le(sizes + 8);
  if (left_ == 0 || left_ > kBlock || head_size > kMostHead || bits < 2 * kStateBits || bits > kMostCodes)
    impossible();
  read_head(head_size);
  const size_t bytes = (size_t{bits} + 31) / 32 * 4;
  codes_.assign(bytes + kPadding, 0);
  in_.read_all(codes_.data(), bytes);
  contexts_->clear();
  at_ = bytes * 8 - bits;
  end_ = bytes * 8;
  for (uint32_t &state : states_) {
    state = static_cast<uint32_t>(read_u64le(&codes_[at_ / 8]) >> at_ % 8) & (kStates - 1);
    at_ += kStateBits;
  }
}

// Both machines are where the writer's began.
void NumberUnpacker::end_block() const {
  if (at_ > end_ || (left_ == 0 && (at_ != end_ || states_[0] != 0 || states_[1] != 0))) impossible();
}

void NumberUnpacker::read_head(uint32_t size) {
  head_.assign(size + kPadding, 0);
  in_.read_all(head_.data(), size);
  head_at_ = 0;
  head_end_ = uint64_t{size} * 8;
  const uint32_t tables = head_number();
  if (tables > kMostTables) impossible();
  tables_.resize(size_t{tables} * kStates);
  for (uint32_t i = 0; i < tables; ++i) read_table(&tables_[size_t{i} * kStates]);
  const uint32_t contexts = head_number();
  if (contexts > ContextIndex::kMost) impossible();
  // A context that is not among them is one of a damaged trace, of which any number may come.
  std::fill(tables_of_.begin(), tables_of_.end(), 0);
  for (uint32_t i = 0; i < contexts; ++i) {
    const uint32_t table = head_number() - 1;
    if (table >= tables) impossible();
    tables_of_[i] = static_cast<uint8_t>(table);
  }
  if (head_end_ - head_at_ >= 8) impossible();
}

uint32_t NumberUnpacker::head_number() {
  const uint64_t bits = read_u64le(&head_[head_at_ / 8]) >> head_at_ % 8;
  const uint32_t more = bits != 0 ? static_cast<uint32_t>(__builtin_ctzll(bits)) : 64;
  head_at_ += 2 * more + 1;
  if (more > kTokenBits + 3 || head_at_ > head_end_) impossible();
  const uint64_t rest = bits >> (more + 1) & ((uint64_t{1} << more) - 1);
  return static_cast<uint32_t>(rest | uint64_t{1} << more);
}

void NumberUnpacker::read_table(Cell *cells) {
  const uint32_t count = head_number();
  std::vector<Share> shares;
  uint32_t symbol = 0, given = 0;
  uint16_t next[kSymbols] = {};
  for (uint32_t i = 0; i < count; ++i) {
    symbol += head_number() - 1;
    const uint32_t states = head_number();
    given += states;
    if (symbol >= kSymbols || given > kStates || next[symbol] != 0) impossible();
    shares.push_back({static_cast<uint16_t>(symbol), static_cast<uint16_t>(states)});
    next[symbol] = static_cast<uint16_t>(states);
  }
  if (given != kStates) impossible();
  uint16_t symbols[kStates];
  strew(shares.data(), count, symbols);
  for (uint32_t i = 0; i < kStates; ++i) {
    const uint32_t of = symbols[i], from = next[of]++;
    const uint32_t bits = kStateBits - (31 - static_cast<uint32_t>(__builtin_clz(from)));
    cells[i] = {static_cast<uint16_t>(of), static_cast<uint16_t>((from << bits) - kStates),
                static_cast<uint8_t>(bits), static_cast<uint8_t>(of != kEscape ? plain_bits_of(of) : 0)};
  }
}

// More than what is left of the bits that were loaded.
uint64_t NumberUnpacker::long_bits(uint32_t count) const {
  constexpr uint32_t kHalf = 32;
  const auto part = [this](uint64_t from, uint32_t bits) {
    return read_u64le(&codes_[from / 8]) >> from % 8 & ((uint64_t{1} << bits) - 1);
  };
  if (count <= kHalf) return part(at_, count);
  return part(at_, kHalf) | part(at_ + kHalf, count - kHalf) << kHalf;
}

bool NumberUnpacker::at_end() {
  uint8_t byte;
  return left_ == 0 && in_.read(&byte, 1) == 0;
}

}  // namespace recorder::reader
