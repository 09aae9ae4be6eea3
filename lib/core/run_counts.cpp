// SPDX-License-Identifier: BSD-3-Clause
// Learning which runs vary, and keeping their lengths (see run_counts.h).
#include "core/run_counts.h"

#include <cstring>

#include "core/bytes.h"
#include "session/memory.h"

namespace recorder {

void RunCounts::reset() {
  used_ = key_count_ = last_key_ = 0;
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
  *poorest = Context{left, symbol, 0, 0, 0};
  return poorest;
}

// False for one that is as long as the one before.
bool RunCounts::note(Context *c, uint64_t length) {
  if (c->last == length) return false;
  if (c->last != 0 && c->changes < kEnough) {
    c->changes += static_cast<uint32_t>(length) == c->before ? kBack : kAnother;
    if (c->changes > kEnough) c->changes = kEnough;
  }
  c->before = static_cast<uint32_t>(c->last);
  c->last = length;
  return true;
}

bool RunCounts::varies(uint32_t left, uint32_t symbol, uint64_t length) {
  Context *here = find(left, symbol);
  if (here != nullptr && !note(here, length)) return here->changes == kEnough;
  const bool varies_here = here != nullptr && here->changes == kEnough;
  Context *anywhere = find(kAnywhere, symbol);  // which may take the place of the other one
  if (anywhere == nullptr) return varies_here;
  note(anywhere, length);
  return varies_here || anywhere->changes == kEnough;
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

bool RunCounts::put(uint32_t symbol, uint64_t length) {
  if (!takes(symbol)) return false;
  if (!has_room(1)) {
    wanted_ = true;
    return false;
  }
  uint32_t number = number_of(symbol);
  if (number == kMostKeys) {
    number = key_count_;
    keys_[number] = Key{symbol, 0};
    ++key_count_;
  }
  uint8_t *at = put_varint(memory_ + used_, number);
  used_ = static_cast<uint64_t>(put_varint(at, length) - memory_);
  keys_[number].total += length;
  return true;
}

}  // namespace recorder
