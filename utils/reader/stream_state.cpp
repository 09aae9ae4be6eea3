// SPDX-License-Identifier: BSD-3-Clause
// Applying records to a stream's state, in the order in which the calls returned.
#include "reader/stream_state.h"

#include <algorithm>
#include <iterator>

#include "format/format.h"
#include "format/varint.h"
#include "reader/failure.h"

namespace recorder::reader {

namespace {
constexpr uint64_t kLowSlots = 4096;
}

size_t StreamState::OffsetHash::operator()(const OffsetKey &key) const {
  uint64_t h = reinterpret_cast<uintptr_t>(key.function) ^ (key.slot * 0x9e3779b97f4a7c15u);
  h ^= static_cast<uint64_t>(key.handle_class) << 32 ^ static_cast<uint64_t>(key.argument) << 20 ^
       static_cast<uint64_t>(key.element) << 12 ^ static_cast<uint64_t>(key.track) << 8;
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
  ++version_;
  Slot &slot = make(creation.handle_class, creation.slot);
  slot.bound = true;
  slot.number = creation.number;
  slot.name = name;
  ++slot.generation;
}

StreamState::OffsetKey StreamState::key_of(const Function *function, const Use &use) {
  return {function, use.slot, use.handle_class, use.argument, use.element, use.track};
}

StreamState::Offset &StreamState::offset_of(const OffsetKey &key, bool *is_new) {
  KnownOffset &known = known_offsets_[(reinterpret_cast<uintptr_t>(key.function) / 64 + 8 * key.slot +
                                       key.argument + key.track) %
                                      std::size(known_offsets_)];
  *is_new = false;
  if (known.place == nullptr || !(known.key == key)) {
    const auto [place, inserted] = offsets_.try_emplace(key);
    known = {key, &place->second};  // which stays where it is
    *is_new = inserted;
  }
  return *known.place;
}

int64_t StreamState::next_offset(const Function *function, const Use &use, const int64_t *known) {
  uint64_t offset = static_cast<uint64_t>(known != nullptr ? *known : use.value);
  if (use.element == Use::kNeighbour)
    offset += known != nullptr ? 0 : neighbours_.before(use);
  else if (counts_offsets_)
    offset = remembered(function, use, offset, known != nullptr);
  if (use.what == Use::offset || use.what == Use::aside_offset) neighbours_.note(use, offset);
  return static_cast<int64_t>(offset);
}

// That of the use's key; `value` is the difference, or the offset itself.
uint64_t StreamState::remembered(const Function *function, const Use &use, uint64_t value, bool is_itself) {
  const bool has_slot = use.slot != kNoSlot;
  const Slot *slot = has_slot ? find(use.handle_class, use.slot) : nullptr;
  const uint64_t generation = slot != nullptr ? slot->generation : 0;
  bool is_new;
  Offset &previous = offset_of(key_of(function, use), &is_new);
  if (is_new && has_slot && firsts_ < format::kMostFirsts) {
    previous.keeps_first = true;
    ++firsts_;
  }
  if (changes_ != nullptr) changes_->push_back({&previous, previous});
  const bool is_first = is_new || previous.generation != generation;
  if (is_first) previous.value = previous.first;
  previous.value = is_itself ? value : previous.value + value;
  if (is_first && previous.keeps_first) previous.first = previous.value;
  previous.generation = generation;
  return previous.value;
}

void StreamState::repeat(const Change &since, uint64_t times) {
  since.offset->value += (since.offset->value - since.before.value) * times;
  since.offset->first += (since.offset->first - since.before.first) * times;
}

const Name *StreamState::base_of(const Template &record) const {
  if (record.base == Template::Base::cwd) return cwd_;
  if (record.base != Template::Base::descriptor) return nullptr;
  const Slot *slot = find(Classes::kFd, record.base_slot);
  return slot != nullptr ? slot->name : nullptr;
}

// `filled` are the outcomes of the record's uses.
const Name *StreamState::from_path(const Template &record, const Filled *filled) const {
  if (record.path_use >= 0) {
    const std::string_view path = path_itself(filled[record.path_use].text, *record.function);
    if (path.empty()) return nullptr;
    if (path[0] == '/') return names_.resolve(nullptr, path);
    const Name *base = base_of(record);
    return base != nullptr ? names_.resolve(base, path) : nullptr;
  }
  if (record.base == Template::Base::fixed) return record.fixed;
  const Name *base = base_of(record);
  if (base == nullptr) return nullptr;
  if (base != record.seen_base) {
    record.seen_file = names_.resolve(base, record.path);
    record.seen_base = base;
  }
  return record.seen_file;
}

const Name *StreamState::file_of(const Template &record, const Filled *filled, size_t count) const {
  if (const Name *file = from_path(record, filled)) return file;
  for (size_t i = 0; i < count; ++i) {
    if (filled[i].label != nullptr && filled[i].label->is_path) return filled[i].label;
  }
  return nullptr;
}

uint64_t StreamState::next_aside(const Function *function, const Use &use, AsideSource *asides,
                                 uint32_t element) {
  if (asides == nullptr) damaged("values of random arguments are missing");
  // The result counts as the argument behind the last.
  const auto argument =
      use.argument == kResult ? static_cast<uint8_t>(function->arguments.size()) : use.argument;
  return asides->next_aside(function, argument, element);
}

uint64_t StreamState::next_aside(const Function *function, const Use &use, AsideSource *asides) {
  if (use.argument != asides_of_) asides_ = 0;
  asides_of_ = use.argument;
  return next_aside(function, use, asides, asides_++);
}

Filled StreamState::outcome_of(const Template &record, const Use &use, AsideSource *asides, Outcome &out) {
  if (use.what == Use::offset || use.what == Use::counted_int || use.what == Use::counted_uint)
    return {next_offset(record.function, use, nullptr), nullptr, true, {}};
  if (use.what == Use::aside_offset) {
    const auto offset = static_cast<int64_t>(next_aside(record.function, use, asides));
    return {next_offset(record.function, use, &offset), nullptr, true, {}};
  }
  if (use.what == Use::aside_double)
    return {static_cast<int64_t>(next_aside(record.function, use, asides)), nullptr, true, {}};
  if (use.what == Use::aside_int || use.what == Use::aside_uint || use.what == Use::apart) {
    last_number_ += static_cast<uint64_t>(from_zigzag(next_aside(record.function, use, asides)));
    return {static_cast<int64_t>(last_number_), nullptr, true, {}};
  }
  if (use.what == Use::name) {
    const NamePattern &pattern = record.names[static_cast<size_t>(use.value)];
    out.texts.push_back(texts_.next(pattern));
    return {0, nullptr, true, out.texts.back()};
  }
  if (use.what == Use::aside_text) {
    const auto value = [&](uint32_t element) { return next_aside(record.function, use, asides, element); };
    out.texts.push_back(texts_.next(record.function, use.argument, static_cast<uint64_t>(use.value), value));
    return {0, nullptr, true, out.texts.back()};
  }
  if (use.what == Use::teller) {
    const recorder_value &text = record.nodes[use.node];
    texts_.learn(record.function, use.argument, static_cast<uint64_t>(use.value),
                 {text.v.text, static_cast<size_t>(text.size)});
    return {0, nullptr, true, {}};
  }
  const Slot *slot = find(use.handle_class, use.slot);
  if (slot == nullptr || !slot->bound) return {0, nullptr, false, {}};
  return {slot->number, slot->name, true, {}};
}

bool StreamState::is_steady(const Template &record) {
  if (record.shape == 0 || !record.creations.empty() || record.path_use >= 0) return false;
  return std::all_of(record.uses.begin(), record.uses.end(), [](const Use &use) {
    return use.what == Use::descriptor || use.what == Use::handle || use.what == Use::offset;
  });
}

void StreamState::remember(const Template &record, const Name *file, const Filled *filled) {
  Known &known = known_[record.shape % kKnown];
  known.shape = record.shape;
  known.version = version_;
  known.file = file;
  known.filled.assign(filled, filled + record.uses.size());
  known.moving.clear();
  if (!counts_offsets_) return;
  for (uint32_t i = 0; i < record.uses.size(); ++i) {
    const Use &use = record.uses[i];
    if (use.what != Use::offset) continue;
    bool is_new;
    Offset *place =
        use.element == Use::kNeighbour ? nullptr : &offset_of(key_of(record.function, use), &is_new);
    known.moving.push_back({i, place, static_cast<uint64_t>(use.value)});
  }
}

const Name *StreamState::apply_again(const Template &record, const Known &known, Outcome &out) {
  const size_t first = out.filled.size();
  out.filled.insert(out.filled.end(), known.filled.begin(), known.filled.end());
  for (const Known::Moving &moving : known.moving) {
    if (moving.place != nullptr && changes_ != nullptr) changes_->push_back({moving.place, *moving.place});
    const Use &use = record.uses[moving.use];
    const uint64_t offset =
        (moving.place != nullptr ? moving.place->value : neighbours_.before(use)) + moving.difference;
    if (moving.place != nullptr) moving.place->value = offset;
    neighbours_.note(use, offset);
    out.filled[first + moving.use].number = static_cast<int64_t>(offset);
  }
  return known.file;
}

// One that is no call.
void StreamState::apply_record(const Template &record) {
  constexpr uint8_t kBindName = 3, kCwdName = 0;
  const bool is_bind = record.what == Template::What::bind;
  if (!is_bind && record.what != Template::What::cwd) return;
  const Name *name = record.name;
  if (record.names.empty()) {
    record_texts_.learn(nullptr, is_bind ? kBindName : kCwdName, 0, record.path);
  } else {
    const std::string text = record_texts_.next(record.names[0]);
    name = is_bind ? names_.intern(text) : names_.resolve(nullptr, text);
  }
  if (is_bind) return bind(record.bound, name);
  cwd_ = name;
  ++version_;
}

const Name *StreamState::apply(const Template &record, AsideSource *asides, Outcome &out) {
  neighbours_.clear();
  const Known &known = known_[record.shape % kKnown];
  if (known.version == version_ && known.shape == record.shape) return apply_again(record, known, out);
  if (record.what != Template::What::call) {
    apply_record(record);
    return nullptr;
  }
  const size_t first = out.filled.size();
  last_number_ = 0;
  asides_of_ = kResult;
  asides_ = 0;
  for (const Use &use : record.uses) out.filled.push_back(outcome_of(record, use, asides, out));
  const Name *file = file_of(record, out.filled.data() + first, record.uses.size());
  if (is_steady(record)) remember(record, file, out.filled.data() + first);
  // Only now: a call may close a handle and put its result into the same slot.
  for (const Creation &creation : record.creations) {
    bind(creation, file);
    if (creation.handle_class >= slot_ends_.size()) slot_ends_.resize(creation.handle_class + 1);
    uint64_t &end = slot_ends_[creation.handle_class];
    end = std::max(end, creation.slot + 1);
  }
  return file;
}

}  // namespace recorder::reader
