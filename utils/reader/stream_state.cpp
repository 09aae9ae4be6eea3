// SPDX-License-Identifier: BSD-3-Clause
// Applying records to a stream's state, in the order in which the calls returned.
#include "reader/stream_state.h"

namespace recorder::reader {

namespace {
constexpr uint64_t kLowSlots = 4096;
}

size_t StreamState::OffsetHash::operator()(const OffsetKey &key) const {
  uint64_t h = reinterpret_cast<uintptr_t>(key.function) ^ (key.slot * 0x9e3779b97f4a7c15u);
  h ^= static_cast<uint64_t>(key.handle_class) << 32 ^ static_cast<uint64_t>(key.argument) << 20 ^
       static_cast<uint64_t>(key.element) << 12;
  h *= 0xff51afd7ed558ccdu;
  return static_cast<size_t>(h ^ h >> 32);
}

const StreamState::Slot *StreamState::find(uint32_t handle_class, uint64_t slot) const {
  if (handle_class >= tables_.size()) return nullptr;
  const SlotTable &table = tables_[handle_class];
  if (slot < kLowSlots) return slot < table.low.size() ? &table.low[slot] : nullptr;
  const auto found = table.high.find(slot);
  return found == table.high.end() ? nullptr : &found->second;
}

StreamState::Slot &StreamState::make(uint32_t handle_class, uint64_t slot) {
  if (handle_class >= tables_.size()) tables_.resize(handle_class + 1);
  SlotTable &table = tables_[handle_class];
  if (slot >= kLowSlots) return table.high[slot];
  if (slot >= table.low.size()) table.low.resize(slot + 1);
  return table.low[slot];
}

void StreamState::bind(const Creation &creation, const Name *name) {
  Slot &slot = make(creation.handle_class, creation.slot);
  slot.bound = true;
  slot.number = creation.number;
  slot.name = name;
  ++slot.generation;
}

int64_t StreamState::next_offset(const Function *function, const Use &use) {
  if (use.element == Use::kNeighbour) {
    last_offset_ += static_cast<uint64_t>(use.value);
    return static_cast<int64_t>(last_offset_);
  }
  const Slot *slot = use.slot == kNoSlot ? nullptr : find(use.handle_class, use.slot);
  const uint64_t generation = slot != nullptr ? slot->generation : 0;
  Offset &previous = offsets_[{function, use.slot, use.handle_class, use.argument, use.element}];
  if (previous.generation != generation) previous = {generation, 0};
  last_offset_ = previous.value += static_cast<uint64_t>(use.value);
  return static_cast<int64_t>(previous.value);
}

const Name *StreamState::from_path(const Template &record) const {
  const Name *base = nullptr;
  switch (record.base) {
    case Template::Base::nowhere:
      return nullptr;
    case Template::Base::fixed:
      return record.fixed;
    case Template::Base::cwd:
      base = cwd_;
      break;
    case Template::Base::descriptor: {
      const Slot *slot = find(Classes::kFd, record.base_slot);
      if (slot != nullptr) base = slot->name;
      break;
    }
  }
  if (base == nullptr) return nullptr;
  if (base != record.seen_base) {
    record.seen_file = names_.resolve(base, record.path);
    record.seen_base = base;
  }
  return record.seen_file;
}

const Name *StreamState::file_of(const Template &record, const std::vector<Filled> &filled,
                                 size_t first) const {
  if (const Name *file = from_path(record)) return file;
  for (size_t i = first; i < filled.size(); ++i) {
    if (filled[i].label != nullptr && filled[i].label->is_path) return filled[i].label;
  }
  return nullptr;
}

const Name *StreamState::apply(const Template &record, std::vector<Filled> &out) {
  if (record.what == Template::What::bind) {
    bind(record.bound, record.name);
    return nullptr;
  }
  if (record.what == Template::What::cwd) {
    cwd_ = record.name;
    return nullptr;
  }
  const size_t first = out.size();
  for (const Use &use : record.uses) {
    if (use.what == Use::offset) {
      out.push_back({next_offset(record.function, use), nullptr, true});
      continue;
    }
    const Slot *slot = find(use.handle_class, use.slot);
    if (slot == nullptr || !slot->bound) {
      out.push_back({0, nullptr, false});
    } else {
      out.push_back({slot->number, slot->name, true});
    }
  }
  const Name *file = file_of(record, out, first);
  // Only now: a call may close a handle and put its result into the same slot.
  for (const Creation &creation : record.creations) bind(creation, file);
  return file;
}

}  // namespace recorder::reader
