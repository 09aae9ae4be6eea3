// SPDX-License-Identifier: BSD-3-Clause
// The two tables of handles (see handles.h).
#include "session/handles.h"

#include "format/format.h"

namespace recorder {

// ---- the process's table ---------------------------------------------------------------------------------

bool SharedHandles::init() {
  fds_ = static_cast<std::atomic<uint32_t> *>(Memory::map(kMaxDescriptors * sizeof(*fds_)));
  mask_ = 1023;
  slots_ = static_cast<Slot *>(Memory::map((mask_ + 1) * sizeof(Slot)));
  count_ = 0;
  lock_.remake();
  return fds_ != nullptr && slots_ != nullptr;
}

SharedHandles::Slot *SharedHandles::place(uint64_t value, uint32_t tag) {
  uint64_t at = home_of(value, tag);
  while (slots_[at].tag != 0 && (slots_[at].value != value || slots_[at].tag != tag)) at = (at + 1) & mask_;
  return &slots_[at];
}

bool SharedHandles::grow() {
  const uint64_t old_mask = mask_;
  Slot *old = slots_;
  auto *fresh = static_cast<Slot *>(Memory::map((old_mask + 1) * 2 * sizeof(Slot)));
  if (fresh == nullptr) return false;
  slots_ = fresh;
  mask_ = old_mask * 2 + 1;
  for (uint64_t i = 0; i <= old_mask; ++i)
    if (old[i].tag != 0) *place(old[i].value, old[i].tag) = old[i];
  Memory::unmap(old, (old_mask + 1) * sizeof(Slot));
  return true;
}

// Backward shift, as in IndexTable::erase.
void SharedHandles::remove(Slot *slot) {
  uint64_t hole = static_cast<uint64_t>(slot - slots_);
  for (uint64_t at = (hole + 1) & mask_; slots_[at].tag != 0; at = (at + 1) & mask_) {
    const uint64_t home = home_of(slots_[at].value, slots_[at].tag);
    if (((at - home) & mask_) < ((at - hole) & mask_)) continue;
    slots_[hole] = slots_[at];
    hole = at;
  }
  slots_[hole] = Slot{};
  --count_;
}

HandleInfo SharedHandles::find(Class cls, uint64_t value) {
  if (cls == Class::FD) return descriptor(static_cast<int>(value));
  Locked hold(lock_);
  return {place(value, tag_of(cls))->word};
}

HandleInfo SharedHandles::created(Class cls, uint64_t value, Keep keep) {
  if (cls == Class::FD) {
    const int fd = static_cast<int>(value);
    if (fd < 0 || fd >= kMaxDescriptors) return {0};
    const uint32_t old = fds_[fd].load(std::memory_order_relaxed);
    const uint32_t word = ((old >> 2) + 1) << 2 | static_cast<uint32_t>(keep);
    fds_[fd].store(word, std::memory_order_release);
    return {word};
  }
  Locked hold(lock_);
  if (count_ * 2 > mask_ && !grow() && count_ + 1 >= mask_) return {0};
  Slot *slot = place(value, tag_of(cls));
  if (slot->tag == 0) ++count_;
  slot->value = value;
  slot->tag = tag_of(cls);
  // One counter for all: a value that was closed and comes back never repeats its generation.
  slot->word = ++generations_ << 2 | static_cast<uint32_t>(keep);
  return {slot->word};
}

HandleInfo SharedHandles::classified(Class cls, uint64_t value, Keep keep) {
  if (cls != Class::FD) {
    const HandleInfo known = find(cls, value);
    return known.keep() != Keep::unknown ? known : created(cls, value, keep);
  }
  const int fd = static_cast<int>(value);
  if (fd < 0 || fd >= kMaxDescriptors) return {0};
  uint32_t old = fds_[fd].load(std::memory_order_relaxed);
  const uint32_t word = (old & ~3u) | static_cast<uint32_t>(keep);
  // Another thread may have classified, or reopened, it meanwhile; its word stands.
  if (!fds_[fd].compare_exchange_strong(old, word, std::memory_order_acq_rel)) return {old};
  return {word};
}

void SharedHandles::closed(Class cls, uint64_t value, uint32_t word) {
  if (cls == Class::FD) {
    const int fd = static_cast<int>(value);
    if (fd < 0 || fd >= kMaxDescriptors) return;
    const uint32_t old = fds_[fd].load(std::memory_order_relaxed);
    fds_[fd].store(((old >> 2) + 1) << 2, std::memory_order_release);
    return;
  }
  Locked hold(lock_);
  Slot *slot = place(value, tag_of(cls));
  if (slot->tag == 0 || (word != 0 && slot->word != word)) return;
  remove(slot);
  advance();
}

// A removal may move a later slot into its place, so each place is looked at until it holds none of them.
void SharedHandles::closed_all(const Family &family) {
  Locked hold(lock_);
  const auto is_of = [&](const Slot &slot) {
    return slot.tag == tag_of(family.cls) && family.has(family.cls, slot.value);
  };
  for (uint64_t i = 0; i <= mask_; ++i)
    while (is_of(slots_[i])) remove(&slots_[i]);
  advance();
}

// ---- the stream's table ----------------------------------------------------------------------------------

namespace {
constexpr uint32_t kInitialEntries = 32;
constexpr uint32_t kInitialIndex = 128;
constexpr uint32_t kInitialOverflow = 64;
}  // namespace

bool LocalHandles::init() {
  capacity_ = kInitialEntries;
  entries_ = static_cast<Entry *>(Memory::map(capacity_ * sizeof(Entry)));
  index_mask_ = kInitialIndex - 1;
  index_ = static_cast<uint32_t *>(Memory::map(kInitialIndex * sizeof(uint32_t)));
  overflow_capacity_ = kInitialOverflow;
  overflow_ = static_cast<Cell *>(Memory::map(overflow_capacity_ * sizeof(Cell)));
  end_ = 1;  // entry 0 is never live: find()'s first look at it fails
  overflow_end_ = 1;
  free_ = last_ = count_ = overflow_free_ = 0;
  sweep_at_ = 256;
  return entries_ != nullptr && index_ != nullptr && overflow_ != nullptr;
}

void LocalHandles::destroy() {
  Memory::unmap(entries_, capacity_ * sizeof(Entry));
  Memory::unmap(index_, (uint64_t{index_mask_} + 1) * sizeof(uint32_t));
  Memory::unmap(overflow_, overflow_capacity_ * sizeof(Cell));
  for (Slots &s : slots_) {
    if (s.used != nullptr) Memory::unmap(s.used, kMaxSlots / 8);
    s = Slots{};
  }
  if (firsts_ != nullptr) Memory::unmap(firsts_, first_capacity_ * sizeof(First));
  entries_ = nullptr;
  index_ = nullptr;
  overflow_ = nullptr;
  firsts_ = nullptr;
  first_capacity_ = first_count_ = 0;
}

LocalHandles::Entry *LocalHandles::find_slowly(Class cls, uint64_t value) {
  for (uint32_t at = hash(cls, value) & index_mask_; index_[at] != 0; at = (at + 1) & index_mask_) {
    Entry *entry = entries_ + index_[at];
    if (entry->value != value || entry->cls() != cls) continue;
    last_ = index_[at];
    return entry;
  }
  return nullptr;
}

bool LocalHandles::grow_entries() {
  auto *moved = static_cast<Entry *>(
      Memory::remap(entries_, capacity_ * sizeof(Entry), uint64_t{capacity_} * 2 * sizeof(Entry)));
  if (moved == nullptr) return false;
  entries_ = moved;
  capacity_ *= 2;
  return true;
}

bool LocalHandles::grow_index() {
  const uint64_t size = (uint64_t{index_mask_} + 1) * 2;
  auto *fresh = static_cast<uint32_t *>(Memory::map(size * sizeof(uint32_t)));
  if (fresh == nullptr) return false;
  const uint32_t mask = static_cast<uint32_t>(size - 1);
  for (uint32_t i = 1; i < end_; ++i) {
    if (!entries_[i].live()) continue;
    uint32_t at = hash(entries_[i].cls(), entries_[i].value) & mask;
    while (fresh[at] != 0) at = (at + 1) & mask;
    fresh[at] = i;
  }
  Memory::unmap(index_, (uint64_t{index_mask_} + 1) * sizeof(uint32_t));
  index_ = fresh;
  index_mask_ = mask;
  return true;
}

void LocalHandles::release_slot(Class cls, uint32_t slot) {
  Slots &s = slots_[static_cast<uint8_t>(cls)];
  s.used[slot / 64] &= ~(uint64_t{1} << (slot % 64));
  if (slot / 64 < s.hint) s.hint = slot / 64;
}

LocalHandles::Entry *LocalHandles::insert(Class cls, uint64_t value) {
  if (free_ == 0 && end_ == capacity_ && !grow_entries()) return nullptr;
  if (uint64_t{count_} * 2 > index_mask_ && !grow_index()) return nullptr;
  Slots &s = slots_[static_cast<uint8_t>(cls)];
  if (s.used == nullptr) s.used = static_cast<uint64_t *>(Memory::map(kMaxSlots / 8));
  const uint32_t slot = next_slot(cls);
  return slot != kNoSlot ? insert_into(cls, value, slot) : nullptr;
}

LocalHandles::Entry *LocalHandles::insert_into(Class cls, uint64_t value, uint32_t slot) {
  slots_[static_cast<uint8_t>(cls)].used[slot / 64] |= uint64_t{1} << slot % 64;
  uint32_t i = free_;
  if (i != 0)
    free_ = entries_[i].slot;
  else
    i = end_++;
  Entry *entry = entries_ + i;
  // Its cells and overflow are free already, as remove() leaves them and as memory comes.
  entry->value = value;
  entry->tag = tag_of(cls);
  entry->slot = slot;
  uint32_t at = hash(cls, value) & index_mask_;
  while (index_[at] != 0) at = (at + 1) & index_mask_;
  index_[at] = i;
  last_ = i;
  ++count_;
  return entry;
}

void LocalHandles::remove(Entry *entry) {
  const uint32_t i = static_cast<uint32_t>(entry - entries_);
  uint32_t at = hash(entry->cls(), entry->value) & index_mask_;
  while (index_[at] != i) at = (at + 1) & index_mask_;
  uint32_t hole = at;
  for (at = (at + 1) & index_mask_; index_[at] != 0; at = (at + 1) & index_mask_) {
    const Entry &other = entries_[index_[at]];
    const uint32_t home = hash(other.cls(), other.value) & index_mask_;
    if (((at - home) & index_mask_) < ((at - hole) & index_mask_)) continue;
    index_[hole] = index_[at];
    hole = at;
  }
  index_[hole] = 0;
  release_slot(entry->cls(), entry->slot);
  forget_offsets(entry);
  entry->tag = 0;
  entry->slot = free_;
  free_ = i;
  --count_;
}

uint32_t LocalHandles::take_overflow() {
  if (overflow_free_ != 0) {
    const uint32_t cell = overflow_free_;
    overflow_free_ = overflow_[cell].next;
    return cell;
  }
  if (overflow_end_ == overflow_capacity_) {
    auto *moved = static_cast<Cell *>(Memory::remap(overflow_, uint64_t{overflow_capacity_} * sizeof(Cell),
                                                    uint64_t{overflow_capacity_} * 2 * sizeof(Cell)));
    if (moved == nullptr) return 0;
    overflow_ = moved;
    overflow_capacity_ *= 2;
  }
  return overflow_end_++;
}

// The cell with this key, or a free one.
LocalHandles::Cell *LocalHandles::cell_of(Entry *entry, uint32_t key) {
  for (Cell &cell : entry->cells)
    if (cell.key == key || cell.key == 0) return &cell;
  for (uint32_t i = entry->overflow; i != 0; i = overflow_[i].next)
    if (overflow_[i].key == key) return &overflow_[i];
  const uint32_t fresh = take_overflow();
  if (fresh == 0) return nullptr;
  overflow_[fresh] = Cell{0, entry->overflow, 0};
  entry->overflow = fresh;
  return &overflow_[fresh];
}

bool LocalHandles::remember(uint64_t place, uint32_t key, int64_t offset, int64_t *before) {
  *before = 0;
  if (!counts_offsets) return true;
  auto *entry = reinterpret_cast<Entry *>(reinterpret_cast<char *>(entries_) + place);
  Cell *cell = cell_of(entry, key);
  if (cell == nullptr) return false;
  *before = cell->previous;
  if (cell->key == 0 && place != 0 && !first_before(*entry, key, offset, before)) return false;
  cell->key = key;
  cell->previous = offset;
  return true;
}

bool LocalHandles::grow_firsts() {
  const uint32_t capacity = first_capacity_ != 0 ? first_capacity_ * 2 : kInitialFirsts;
  auto *fresh = static_cast<First *>(Memory::map(capacity * sizeof(First)));
  if (fresh == nullptr) return false;
  for (uint32_t i = 0; i < first_capacity_; ++i) {
    if (firsts_[i].id == 0) continue;
    uint32_t at = static_cast<uint32_t>(mix(firsts_[i].id)) & (capacity - 1);
    while (fresh[at].id != 0) at = (at + 1) & (capacity - 1);
    fresh[at] = firsts_[i];
  }
  if (firsts_ != nullptr) Memory::unmap(firsts_, first_capacity_ * sizeof(First));
  firsts_ = fresh;
  first_capacity_ = capacity;
  return true;
}

// Exchanges the first offset of the entry's slot. Those that come when there are kMostFirsts count from 0
// always.
bool LocalHandles::first_before(const Entry &entry, uint32_t key, int64_t offset, int64_t *before) {
  if (first_count_ * 2 >= first_capacity_ && first_count_ < format::kMostFirsts && !grow_firsts())
    return false;
  // Slots take 20 bits; the top one tells it from a free place.
  const uint64_t id = uint64_t{1} << 63 | uint64_t{static_cast<uint8_t>(entry.cls())} << 52 |
                      uint64_t{entry.slot} << 32 | key;
  uint32_t at = static_cast<uint32_t>(mix(id)) & (first_capacity_ - 1);
  while (firsts_[at].id != 0 && firsts_[at].id != id) at = (at + 1) & (first_capacity_ - 1);
  *before = firsts_[at].offset;
  if (firsts_[at].id == 0) {
    if (first_count_ == format::kMostFirsts) return true;
    firsts_[at].id = id;
    ++first_count_;
  }
  firsts_[at].offset = offset;
  return true;
}

void LocalHandles::forget_offsets(Entry *entry) {
  // They are taken in order.
  for (Cell &cell : entry->cells) {
    if (cell.key == 0) break;
    cell = Cell{};
  }
  while (entry->overflow != 0) {
    const uint32_t cell = entry->overflow;
    entry->overflow = overflow_[cell].next;
    overflow_[cell].next = overflow_free_;
    overflow_free_ = cell;
  }
}

}  // namespace recorder
