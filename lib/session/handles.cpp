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
  memset(counts_, 0, sizeof counts_);
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
  --counts_[slot->tag - 1];
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
  const BiasedLocked hold(lock_);
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
  const BiasedLocked hold(lock_);
  if (count_ * 2 > mask_ && !grow() && count_ + 1 >= mask_) return {0};
  Slot *slot = place(value, tag_of(cls));
  if (slot->tag == 0) {
    ++count_;
    ++counts_[static_cast<uint8_t>(cls)];
  }
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
  const BiasedLocked hold(lock_);
  Slot *slot = place(value, tag_of(cls));
  if (slot->tag == 0 || (word != 0 && slot->word != word)) return;
  remove(slot);
  advance();
}

// A removal may move a later slot into its place, so each place is looked at until it holds none of them.
// Most often there is nothing to look for: the class has no handle but the one that closes the others.
void SharedHandles::closed_all(const Family &family) {
  const BiasedLocked hold(lock_);
  const uint32_t tag = tag_of(family.cls);
  const uint32_t excepted = place(family.except, tag)->tag != 0 ? 1 : 0;
  const uint32_t &left = counts_[static_cast<uint8_t>(family.cls)];
  for (uint64_t i = 0; left > excepted && i <= mask_; ++i)
    while (slots_[i].tag == tag && family.has(family.cls, slots_[i].value)) remove(&slots_[i]);
  advance();
}

// ---- the stream's table ----------------------------------------------------------------------------------

namespace {
constexpr uint32_t kInitialEntries = 256;
constexpr uint32_t kInitialHeads = 256;
constexpr uint32_t kInitialOverflow = 64;
}  // namespace

bool LocalHandles::init() {
  capacity_ = kInitialEntries;
  entries_ = static_cast<Entry *>(Memory::map(capacity_ * sizeof(Entry)));
  head_mask_ = kInitialHeads - 1;
  heads_ = static_cast<uint32_t *>(Memory::map(kInitialHeads * sizeof(uint32_t)));
  overflow_capacity_ = kInitialOverflow;
  overflow_ = static_cast<Cell *>(Memory::map(overflow_capacity_ * sizeof(Cell)));
  begin();
  return entries_ != nullptr && heads_ != nullptr && overflow_ != nullptr;
}

// With nothing in the tables.
void LocalHandles::begin() {
  end_ = 1;  // entry 0 is never live: find()'s first look at it fails
  overflow_end_ = 1;
  last_ = count_ = overflow_free_ = 0;
  sweep_at_ = 256;
  limit_room();
}

bool LocalHandles::clear() {
  epoch = floor = 0;
  constexpr uint32_t kMuch = 4;  // times what it begins with
  if (capacity_ > kMuch * kInitialEntries || head_mask_ >= kMuch * kInitialHeads ||
      overflow_capacity_ > kMuch * kInitialOverflow || first_capacity_ > kMuch * kInitialFirsts) {
    destroy();
    return init();
  }
  for (uint32_t i = 1; i < end_; i += kBlock) {
    Slots &slots = slots_[static_cast<uint8_t>(entries_[i].cls())];
    slots.blocks[entries_[i].slot / kBlock] = Block{};
    slots.lowest = slots.end = slots.steady = slots.longest = slots.changes = slots.block_end = 0;
  }
  memset(entries_, 0, end_ * sizeof(Entry));
  memset(heads_, 0, (uint64_t{head_mask_} + 1) * sizeof(uint32_t));
  memset(overflow_, 0, overflow_end_ * sizeof(Cell));
  if (firsts_ != nullptr) memset(firsts_, 0, first_capacity_ * sizeof(First));
  first_count_ = 0;
  begin();
  return true;
}

void LocalHandles::destroy() {
  Memory::unmap(entries_, capacity_ * sizeof(Entry));
  Memory::unmap(heads_, (uint64_t{head_mask_} + 1) * sizeof(uint32_t));
  Memory::unmap(overflow_, overflow_capacity_ * sizeof(Cell));
  for (Slots &s : slots_) {
    if (s.blocks != nullptr) Memory::unmap(s.blocks, kMaxSlots / kBlock * sizeof(Block));
    s = Slots{};
  }
  if (firsts_ != nullptr) Memory::unmap(firsts_, first_capacity_ * sizeof(First));
  entries_ = nullptr;
  heads_ = nullptr;
  overflow_ = nullptr;
  firsts_ = nullptr;
  first_capacity_ = first_count_ = 0;
}

LocalHandles::Entry *LocalHandles::find_slowly(Class cls, uint64_t value) {
  const uint32_t i = chained(cls, value);
  if (i == 0) return nullptr;
  last_ = i;
  return entries_ + i;
}

bool LocalHandles::grow_heads() {
  const uint64_t size = (uint64_t{head_mask_} + 1) * 2;
  auto *fresh = static_cast<uint32_t *>(Memory::map(size * sizeof(uint32_t)));
  if (fresh == nullptr) return false;
  Memory::unmap(heads_, size / 2 * sizeof(uint32_t));
  heads_ = fresh;
  head_mask_ = static_cast<uint32_t>(size - 1);
  limit_room();
  for (uint32_t i = 1; i < end_; ++i) {
    if (!entries_[i].live()) continue;
    uint32_t *head = head_of(entries_[i].cls(), entries_[i].value);
    entries_[i].next = *head;
    *head = i;
  }
  return true;
}

// Entries for the slots of the block.
bool LocalHandles::make_block(Class cls, Block *block, uint32_t slot) {
  if (end_ + kBlock > capacity_) {
    auto *moved = static_cast<Entry *>(
        Memory::remap(entries_, capacity_ * sizeof(Entry), uint64_t{capacity_} * 2 * sizeof(Entry)));
    if (moved == nullptr) return false;
    entries_ = moved;
    capacity_ *= 2;
  }
  block->first = end_;
  end_ += kBlock;
  Slots &s = slots_[static_cast<uint8_t>(cls)];
  if (slot / kBlock >= s.block_end) s.block_end = slot / kBlock + 1;
  for (uint32_t i = 0; i < kBlock; ++i) {
    entries_[block->first + i].tag = static_cast<uint8_t>(cls);
    entries_[block->first + i].slot = slot / kBlock * kBlock + i;
  }
  return true;
}

LocalHandles::Entry *LocalHandles::insert(Class cls, uint64_t value) {
  if (count_ >= head_mask_ && !grow_heads()) return nullptr;
  Slots &s = slots_[static_cast<uint8_t>(cls)];
  if (s.blocks == nullptr) s.blocks = static_cast<Block *>(Memory::map(kMaxSlots / kBlock * sizeof(Block)));
  if (s.blocks == nullptr || s.lowest == kMaxSlots) return nullptr;
  Block *block = &s.blocks[s.lowest / kBlock];
  if (block->first == 0 && !make_block(cls, block, s.lowest)) return nullptr;
  Entry *entry = entries_ + block->first + s.lowest % kBlock;
  // Its cells and overflow are free already, as remove() leaves them and as memory comes.
  insert_into(entry, cls, value);
  return entry;
}

void LocalHandles::replace(Entry *entry, Class cls, uint64_t value) {
  const uint32_t known = chained(cls, value);
  if (__builtin_expect(known != 0, 0)) remove(entries_ + known);
  insert_into(entry, cls, value);
}

void LocalHandles::remove(Entry *entry) {
  const uint32_t i = index_of(entry);
  uint32_t *link = head_of(entry->cls(), entry->value);
  while (*link != i) link = &entries_[*link].next;
  *link = entry->next;
  entry->tag = static_cast<uint8_t>(entry->cls());
  Slots &s = slots_[entry->tag];
  s.blocks[entry->slot / kBlock].used &= ~(uint64_t{1} << entry->slot % kBlock);
  if (entry->slot < s.lowest) s.lowest = entry->slot;
  if (entry->cells[0].key != 0) forget_offsets(entry);
  --count_;
}

void LocalHandles::note_growth(Slots *slots, uint32_t slot) {
  slots->changes += slots->steady != 0 ? kSpaced : 1;
  if (slots->steady > slots->longest) slots->longest = slots->steady;
  slots->steady = 0;
  slots->end = slot + 1;
}

bool LocalHandles::is_piled_up(Class cls, uint32_t slot, bool is_made, uint32_t *from_end) const {
  const Slots &s = slots_[static_cast<uint8_t>(cls)];
  const uint32_t most = s.longest * kMoreSteady > kLeastSteady ? s.longest * kMoreSteady : kLeastSteady;
  if (s.end == 0 || s.changes < kPile || s.steady >= (most < kSteady ? most : kSteady) || slot > s.end)
    return false;
  if (!is_made && (s.blocks[slot / kBlock].made >> slot % kBlock & 1) == 0) return false;
  *from_end = s.end - slot;
  return *from_end <= format::kMostFromEnd;
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

namespace {

// Slots take 20 bits; the top one tells it from a free place.
uint64_t id_of_first(Class cls, uint32_t slot, uint32_t key) {
  return uint64_t{1} << 63 | uint64_t{static_cast<uint8_t>(cls)} << 52 | uint64_t{slot} << 32 | key;
}

}  // namespace

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

// Where the first offset under this key of the entry's slot is, or would be.
LocalHandles::First *LocalHandles::first_of(const Entry &entry, uint32_t key) const {
  const uint64_t id = id_of_first(entry.cls(), entry.slot, key);
  uint32_t at = static_cast<uint32_t>(mix(id)) & (first_capacity_ - 1);
  while (firsts_[at].id != 0 && firsts_[at].id != id) at = (at + 1) & (first_capacity_ - 1);
  return &firsts_[at];
}

// Exchanges the first offset of the entry's slot. Those that come when there are kMostFirsts count from 0
// always.
bool LocalHandles::first_before(const Entry &entry, uint32_t key, int64_t offset, int64_t *before) {
  if (first_count_ * 2 >= first_capacity_ && first_count_ < format::kMostFirsts && !grow_firsts())
    return false;
  First *first = first_of(entry, key);
  *before = first->offset;
  if (first->id == 0) {
    if (first_count_ == format::kMostFirsts) return true;
    first->id = id_of_first(entry.cls(), entry.slot, key);
    ++first_count_;
  }
  first->offset = offset;
  return true;
}

LocalHandles::Base LocalHandles::base_beyond(const Entry &entry, uint32_t key) const {
  for (uint32_t i = entry.overflow; i != 0; i = overflow_[i].next)
    if (overflow_[i].key == key) return {overflow_[i].previous, false};
  const bool has_firsts = index_of(&entry) != 0 && firsts_ != nullptr;
  return {has_firsts ? first_of(entry, key)->offset : 0, true};
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
