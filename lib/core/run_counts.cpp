// SPDX-License-Identifier: BSD-3-Clause
// Learning which runs vary, and keeping their lengths (see run_counts.h).
#include "core/run_counts.h"

#include <cstring>

#include "core/bytes.h"
#include "session/memory.h"

namespace recorder {

void RunCounts::reset() {
  used_ = key_count_ = last_key_ = numbered_ = 0;
  wanted_ = false;
  if (contexts_ != nullptr) memset(contexts_, 0, kPlaces * sizeof *contexts_);
}

void RunCounts::destroy() {
  if (contexts_ != nullptr) Memory::unmap(contexts_, kPlaces * sizeof *contexts_);
  contexts_ = nullptr;
}

// The place of a context, which a new one may take from one that has shown less. Of a free one `changes` and
// `last` are 0; nullptr without memory.
RunCounts::Context *RunCounts::find(uint32_t left, uint32_t symbol) {
  if (contexts_ == nullptr) contexts_ = static_cast<Context *>(Memory::map(kPlaces * sizeof *contexts_));
  if (contexts_ == nullptr) return nullptr;
  const auto hash = static_cast<uint32_t>(mix(uint64_t{left} << 32 | symbol));
  Context *poorest = nullptr;
  for (uint32_t i = 0; i < kProbes; ++i) {
    Context *c = &contexts_[(hash + i) & (kPlaces - 1)];
    if (c->left == left && c->symbol == symbol && c->last != 0) return c;
    if (poorest == nullptr || c->last == 0 || c->changes < poorest->changes) poorest = c;
    if (c->last == 0) break;
  }
  if (poorest->last != 0 && poorest->changes != 0) {
    --poorest->changes;
    return nullptr;
  }
  *poorest = Context{left, symbol, 0, 0, 0, false};
  return poorest;
}

// False for one that is as long as the one before.
bool RunCounts::note(Context *c, uint64_t length) {
  if (c->last == length) return false;
  if (c->last != 0 && c->changes < kEnough) {
    const uint32_t changes = c->changes + (static_cast<uint32_t>(length) == c->before ? kBack : kAnother);
    c->changes = static_cast<uint16_t>(changes < kEnough ? changes : kEnough);
  }
  c->before = static_cast<uint32_t>(c->last);
  c->last = length;
  return true;
}

RunCounts::Variation RunCounts::tell(Context *c) {
  if (c == nullptr || c->changes != kEnough) return {false, false, false};
  if (size_ == 0) wanted_ = true;
  if (wanted_) return {false, false, false};
  const bool is_found = !c->is_told;
  c->is_told = true;
  return {true, is_found, c->left == kAnywhere};
}

RunCounts::Variation RunCounts::variation(uint32_t left, uint32_t symbol, uint64_t length) {
  Context *here = find(left, symbol);
  if (here != nullptr && !note(here, length)) return tell(here);
  const Variation variation = tell(here);
  Context *anywhere = find(kAnywhere, symbol);  // which may take the place of the other one
  if (anywhere != nullptr) note(anywhere, length);
  return variation.varies ? variation : tell(anywhere);
}

uint32_t RunCounts::number_of(uint32_t symbol) {
  if (last_key_ < key_count_ && keys_[last_key_].symbol == symbol) return last_key_;
  for (last_key_ = 0; last_key_ < key_count_; ++last_key_)
    if (keys_[last_key_].symbol == symbol) return last_key_;
  return kMostKeys;
}

bool RunCounts::takes(uint32_t symbol) {
  if (memory_ == nullptr) return false;
  return key_count_ < kMostKeys || number_of(symbol) != kMostKeys;
}

// takes() must hold.
uint32_t RunCounts::make_key(uint32_t symbol) {
  const uint32_t number = number_of(symbol);
  if (number != kMostKeys) return number;
  keys_[key_count_] = Key{symbol, 0};
  return key_count_++;
}

bool RunCounts::put(uint32_t symbol, uint64_t length) {
  if (!takes(symbol)) return false;
  if (!has_room(1)) {
    wanted_ = true;
    return false;
  }
  const uint32_t number = make_key(symbol);
  uint8_t *at = put_varint(memory_ + used_, number);
  used_ = static_cast<uint64_t>(put_varint(at, length) - memory_);
  keys_[number].total += length;
  return true;
}

// They are put behind all that is there, and those of other symbols behind them.
bool RunCounts::begin_anew(uint32_t symbol, uint32_t most) {
  if (!takes(symbol) || used_ > kMostAnew || size_ - used_ < used_ + uint64_t{most} * kMostBytes)
    return false;
  last_key_ = make_key(symbol);
  anew_from_ = memory_;
  anew_ = memory_ + used_;
  return true;
}

void RunCounts::put_next_anew() {
  uint64_t number;
  uint64_t length = 0;
  do {
    if (anew_from_ == memory_ + used_) return;
    anew_from_ = get_varint(get_varint(anew_from_, &number), &length);
  } while (number != last_key_);
  anew_ = put_varint(put_varint(anew_, last_key_), length);
}

void RunCounts::put_anew(uint64_t length) {
  anew_ = put_varint(put_varint(anew_, last_key_), length);
  keys_[last_key_].total += length;
}

void RunCounts::end_anew() {
  uint64_t number;
  uint64_t length;
  for (const uint8_t *at = memory_; at != memory_ + used_;) {
    at = get_varint(get_varint(at, &number), &length);
    if (number != last_key_) anew_ = put_varint(put_varint(anew_, number), length);
  }
  const auto size = static_cast<uint64_t>(anew_ - memory_) - used_;
  memmove(memory_, memory_ + used_, size);
  used_ = size;
}

void RunCounts::number_next(uint32_t symbol) {
  const uint32_t number = number_of(symbol);
  for (uint32_t i = 0; i < numbered_; ++i)
    if (numbers_[i] == number) return;
  if (number < key_count_) numbers_[numbered_++] = static_cast<uint8_t>(number);
}

void RunCounts::renumber() {
  static_assert(kMostKeys <= 0x80, "a number takes one byte");
  Key ordered[kMostKeys];
  uint8_t now[kMostKeys] = {};
  for (uint32_t i = 0; i < numbered_; ++i) {
    ordered[i] = keys_[numbers_[i]];
    now[numbers_[i]] = static_cast<uint8_t>(i);
  }
  memcpy(keys_, ordered, numbered_ * sizeof *keys_);
  key_count_ = numbered_;
  numbered_ = 0;
  uint8_t *const end = memory_ + used_;
  uint64_t length;
  for (uint8_t *at = memory_; at < end; at += get_varint(at + 1, &length) - at) *at = now[*at];
}

}  // namespace recorder
