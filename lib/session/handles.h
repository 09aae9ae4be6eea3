// SPDX-License-Identifier: BSD-3-Clause
// Opaque handles become slots. Two levels: the process knows which descriptor or handle is alive, by a
// generation that each close advances, and whether the filters keep it (SharedHandles); each stream knows its
// own slot for it and the previous offsets of the calls made on it (LocalHandles), and checks the generation
// when it uses it.
#pragma once

#include <atomic>
#include <cstdint>

#include "classes.h"
#include "core/bytes.h"
#include "session/biased_lock.h"
#include "session/memory.h"

namespace recorder {

// Those that plugins bring come after the built-in ones.
constexpr unsigned kPluginClasses = 64;
constexpr unsigned kMostClasses = kClassCount + kPluginClasses;
static_assert(kMostClasses < 255, "LocalHandles::tag_of");

enum class Keep : uint32_t { unknown = 0, traced = 1, excluded = 2 };

// generation << 2 | Keep. A value of 0 was never seen.
struct HandleInfo {
  uint32_t word;
  Keep keep() const { return static_cast<Keep>(word & 3); }
};

// Whether handles of the class are counted: a value does not come again while the library runs. One that is
// known already and created is then the same object, handed on by the call around the one that made it.
constexpr bool is_counted(Class cls) { return cls >= Class::H5F && cls <= Class::H5FD; }
static_assert(Class::H5F < Class::H5T && Class::H5T < Class::H5FD, "the classes of HDF5 follow one another");

// Handles that die together: those of a class whose value under the mask is `bits`, but for `except`.
struct Family {
  Class cls;
  uint64_t mask, bits, except;
  bool has(Class c, uint64_t value) const { return c == cls && (value & mask) == bits && value != except; }
};

class SharedHandles {
 public:
  static constexpr int kMaxDescriptors = 1 << 20;

  bool init();
  // Descriptors: one load, as they are numbers.
  HandleInfo descriptor(int fd) const {
    if (__builtin_expect(static_cast<uint32_t>(fd) >= kMaxDescriptors, 0)) return {0};
    return {fds_[fd].load(std::memory_order_acquire)};
  }
  // Other classes; a lock and a hash, hence only when a stream meets a handle or somebody closed one.
  HandleInfo find(Class cls, uint64_t value);

  // The handle is (again) something new.
  HandleInfo created(Class cls, uint64_t value, Keep keep);
  // Its kind became known without a creation that we saw; does not advance the generation.
  HandleInfo classified(Class cls, uint64_t value, Keep keep);
  // Called before the real close, so that a handle of the same value that another thread gets meanwhile is
  // newer. After it, `word` tells which one is meant (0: whichever lives).
  void closed(Class cls, uint64_t value, uint32_t word = 0);
  void closed_all(const Family &family);
  // In fork's child.
  void remake_lock() { lock_.remake(); }
  // Advances with every close of a handle that is no descriptor.
  uint32_t epoch() const { return epoch_.load(std::memory_order_acquire); }

 private:
  struct Slot {
    uint64_t value;
    uint32_t word;
    uint32_t tag;  // 1 + class, 0: free
  };
  static uint32_t tag_of(Class cls) { return 1u + static_cast<uint8_t>(cls); }
  uint64_t home_of(uint64_t value, uint32_t tag) const { return mix(value ^ uint64_t{tag} << 56) & mask_; }
  Slot *place(uint64_t value, uint32_t tag);
  void remove(Slot *slot);
  bool grow();
  // Only under the lock, so that no other store comes between.
  void advance() { epoch_.store(epoch_.load(std::memory_order_relaxed) + 1, std::memory_order_release); }

  std::atomic<uint32_t> *fds_;
  BiasedLock lock_;
  Slot *slots_;
  uint64_t mask_;
  uint64_t count_;
  uint32_t counts_[kMostClasses];
  uint32_t generations_;
  std::atomic<uint32_t> epoch_;
};

class LocalHandles {
 public:
  static constexpr uint32_t kCells = 4;
  static constexpr uint32_t kLive = 0x100;
  // The trace knows what the slot is: created by a recorded call, or bound.
  static constexpr uint32_t kBound = 0x200;
  // A call in progress closes it: for the process it is gone, but the call is still to be recorded.
  static constexpr uint32_t kClosing = 0x400;
  static constexpr uint32_t tag_of(Class cls) { return static_cast<uint8_t>(cls) | kLive; }

  // Previous value of an offset argument of one function on this handle.
  struct Cell {
    uint32_t key;   // on_track(element << 24 | function << 8 | argument); 0 = free
    uint32_t next;  // in an overflow chain
    int64_t previous;
  };
  struct Entry {
    uint64_t value;
    uint32_t word;      // HandleInfo when it was last checked
    uint32_t epoch;     // of that check
    uint32_t slot;      // as the class, forever: of a dead entry, too
    uint32_t tag;       // class, kLive, kBound, kClosing: compared at once
    uint32_t overflow;  // chain of further cells, 0 = none
    uint32_t next;      // of those with an equal hash, 0 = none
    Class cls() const { return static_cast<Class>(tag & 0xFF); }
    bool live() const { return (tag & kLive) != 0; }
    bool bound() const { return (tag & kBound) != 0; }
    bool closing() const { return (tag & kClosing) != 0; }
    Cell cells[kCells];
  };

  bool init();
  bool ready() const { return entries_ != nullptr; }
  // As after init(), with the memory that there is unless it is much. False without.
  bool clear();
  // Whether anything must be remembered though all handles are bound anew: what calls without a handle refer
  // to, and what slots have had.
  bool must_stay() const { return entries_[0].cells[0].key != 0 || first_count_ != 0; }
  // Borrowed until the next insert or remove; nullptr when the stream has not met the handle.
  Entry *find(Class cls, uint64_t value) {
    Entry *last = entries_ + last_;
    if (__builtin_expect(last->value == value && (last->tag & ~(kBound | kClosing)) == tag_of(cls), 1))
      return last;
    return find_slowly(cls, value);
  }
  // The entry that find() or insert() gave last, if it is this one and bound.
  Entry *last_bound(Class cls, uint64_t value) {
    Entry *last = entries_ + last_;
    return __builtin_expect(last->value == value && last->tag == (tag_of(cls) | kBound), 1) ? last : nullptr;
  }
  // Lowest free slot of the class; nullptr without memory or slots. The stream must not know the handle.
  Entry *insert(Class cls, uint64_t value);
  // Whether insert() would give the handle this entry, after remove() of the one that the handle has now, and
  // would have to do no more than that.
  bool is_next(const Entry &entry, Class cls, uint64_t value) const {
    const uint32_t lowest = slots_[static_cast<uint8_t>(cls)].lowest;
    const uint32_t known = chained(cls, value);
    if (known != 0 && is_counted(cls)) return false;
    const bool is_again = known != 0 && entries_[known].slot < lowest;
    return entry.cls() == cls && entry.slot == (is_again ? entries_[known].slot : lowest) && count_ < room_;
  }
  // remove() of the entry that the handle has, if any, and insert() into one that is_next().
  void replace(Entry *entry, Class cls, uint64_t value);
  void remove(Entry *entry);
  // A call that is recorded made the handle in this slot.
  void note_made(Class cls, uint32_t slot) {
    Slots &s = slots_[static_cast<uint8_t>(cls)];
    s.blocks[slot / kBlock].made |= uint64_t{1} << slot % kBlock;
    if (__builtin_expect(slot >= s.end, 0))
      note_growth(&s, slot);
    else if (s.steady < kSteady)
      ++s.steady;
  }
  // Whether the slot is one of the last, of a class that had ever more of them lately, and was filled by a
  // call, or is by the one in progress.
  bool is_piled_up(Class cls, uint32_t slot, bool is_made, uint32_t *from_end) const;
  // Where the previous offset under this key is kept; nullptr: remember() knows.
  Cell *previous(uint64_t place, uint32_t key) {
    // lseek has two: its argument and its result.
    Cell *cells = at_place(place)->cells;
    if (__builtin_expect(cells[0].key == key, 1)) return &cells[0];
    if (__builtin_expect(cells[1].key == key, 1)) return &cells[1];
    for (uint32_t i = 2; i < kCells; ++i)
      if (cells[i].key == key) return &cells[i];
    return nullptr;
  }
  // Offsets under one key may be remembered apart, on tracks 1 to 7 besides 0 (OffsetTracks).
  static constexpr uint32_t on_track(uint32_t key, uint32_t track) { return key | track << kTrackShift; }
  // What the next offset under this key will be counted from, and whether it is the handle's first one.
  struct Base {
    int64_t offset;
    bool is_first;
  };
  Base base_of(uint64_t place, uint32_t key) const {
    const Entry &entry = *at_place(place);
    for (const Cell &cell : entry.cells)
      if (cell.key == key) return {cell.previous, false};
    return base_beyond(entry, key);
  }
  // Replaces the previous offset. *before: what it is counted from; for a handle's first one that is the
  // first one of the handle that had the slot before. False without memory.
  bool remember(uint64_t place, uint32_t key, int64_t offset, int64_t *before);
  static constexpr uint64_t kNowhere = ~uint64_t{0};
  // Where an entry is while entries move, as a distance in bytes: a number without a division.
  uint64_t place_of(const Entry *entry) const {
    return static_cast<uint64_t>(reinterpret_cast<const char *>(entry) -
                                 reinterpret_cast<const char *>(entries_));
  }
  Entry *at_place(uint64_t place) const {
    return reinterpret_cast<Entry *>(reinterpret_cast<char *>(entries_) + place);
  }
  // The same of a cell inside an entry.
  uint64_t place_of(const Cell *cell) const {
    return static_cast<uint64_t>(reinterpret_cast<const char *>(cell) -
                                 reinterpret_cast<const char *>(entries_));
  }
  Cell *cell_at(uint64_t place) {
    return reinterpret_cast<Cell *>(reinterpret_cast<char *>(entries_) + place);
  }
  void forget_offsets(Entry *entry);
  // Indices stay valid while entries move. Entry 0 stands for the calls without a handle.
  Entry *at(uint32_t index) { return entries_ + index; }
  uint32_t index_of(const Entry *entry) const { return static_cast<uint32_t>(entry - entries_); }
  void destroy();

  // Drops entries for which alive(entry) is false: handles that other threads closed. Not those that a call
  // in progress will remove.
  template <class Alive>
  void sweep(Alive alive) {
    for (uint32_t i = 1; i < end_; ++i)
      if (entries_[i].live() && !entries_[i].closing() && !alive(entries_[i])) remove(&entries_[i]);
  }
  // The same of one class.
  template <class Alive>
  void sweep(Class cls, Alive alive) {
    const Slots &s = slots_[static_cast<uint8_t>(cls)];
    for (uint32_t i = 0; i < s.block_end; ++i) {
      for (uint64_t used = s.blocks[i].used; used != 0; used &= used - 1) {
        Entry &entry = entries_[s.blocks[i].first + static_cast<uint32_t>(__builtin_ctzll(used))];
        if (!entry.closing() && !alive(entry)) remove(&entry);
      }
    }
  }
  void remove_all(const Family &family) {
    sweep(family.cls, [&](const Entry &e) { return !family.has(family.cls, e.value); });
  }
  uint32_t count() const { return count_; }
  // An insert now would have to grow: a good time to sweep.
  bool at_limit() const { return count_ >= sweep_at_; }
  void swept() {
    sweep_at_ = count_ * 2 < 256 ? 256 : count_ * 2;
    limit_room();
  }

  bool counts_offsets = true;  // else each stands for itself
  uint32_t epoch = 0;          // of the process, as this stream last saw it
  uint32_t floor = 0;          // entries checked before this epoch must be checked again

 private:
  // So many slots of a class that follow one another, and the entries that are theirs.
  static constexpr uint32_t kBlock = 64;
  struct Block {
    uint64_t used;   // a bit for each
    uint64_t made;   // those whose last handle a call of the stream made
    uint32_t first;  // index of the first one's entry, 0: none yet
  };
  static constexpr uint32_t kMaxSlots = 1 << 20;
  struct Slots {
    Block *blocks;       // kMaxSlots / kBlock
    uint32_t block_end;  // behind the last one that has entries
    uint32_t lowest;     // free slot; kMaxSlots: none
    uint32_t end;        // behind the highest one that a call filled
    uint32_t steady;     // how many were filled since that changed
    uint32_t longest;    // such time between two changes
    uint32_t changes;    // each one after a time, as kSpaced
  };
  // Handles pile up when so many changes came, one by one while freed slots were filled, or else in a row: a
  // few handles that a program has at once are no pile.
  static constexpr uint32_t kPile = 16, kSpaced = 8;
  // When so many were filled since, the class has as many slots as it needs; at least so many before that is
  // said, and so many times more than at any change before.
  static constexpr uint32_t kSteady = 256, kLeastSteady = 16, kMoreSteady = 4;
  static void note_growth(Slots *slots, uint32_t slot);
  static constexpr uint32_t kInitialFirsts = 256;

  // The first offset under a key that a slot's last handle had.
  struct First {
    uint64_t id;  // class, slot and key; 0: free
    int64_t offset;
  };
  static constexpr uint32_t kTrackShift = 29;
  void begin();
  Cell *cell_of(Entry *entry, uint32_t key);
  Base base_beyond(const Entry &entry, uint32_t key) const;
  First *first_of(const Entry &entry, uint32_t key) const;
  bool first_before(const Entry &entry, uint32_t key, int64_t offset, int64_t *before);
  bool grow_firsts();
  Entry *find_slowly(Class cls, uint64_t value);
  void insert_into(Entry *entry, Class cls, uint64_t value) {
    entry->value = value;
    entry->tag = tag_of(cls);
    uint32_t *head = head_of(cls, value);
    entry->next = *head;
    *head = last_ = index_of(entry);
    ++count_;
    take_slot(&slots_[static_cast<uint8_t>(cls)], entry->slot);
  }
  uint32_t take_overflow();
  bool make_block(Class cls, Block *block, uint32_t slot);
  bool grow_heads();
  void limit_room() { room_ = sweep_at_ < head_mask_ ? sweep_at_ : head_mask_; }
  uint32_t *head_of(Class cls, uint64_t value) const {
    const uint64_t hash = mix(value ^ uint64_t{static_cast<uint8_t>(cls)} << 57);
    return &heads_[static_cast<uint32_t>(hash >> 3) & head_mask_];
  }
  // The handle's entry, 0 if it has none.
  uint32_t chained(Class cls, uint64_t value) const {
    uint32_t i = *head_of(cls, value);
    while (i != 0 && (entries_[i].value != value || entries_[i].cls() != cls)) i = entries_[i].next;
    return i;
  }
  static void take_slot(Slots *slots, uint32_t slot) {
    uint32_t i = slot / kBlock;
    slots->blocks[i].made &= ~(uint64_t{1} << slot % kBlock);
    uint64_t used = slots->blocks[i].used |= uint64_t{1} << slot % kBlock;
    while (__builtin_expect(used == ~uint64_t{0}, 0))
      used = ++i < kMaxSlots / kBlock ? slots->blocks[i].used : 0;
    slots->lowest = i * kBlock + static_cast<uint32_t>(__builtin_ctzll(~used));
  }

  Entry *entries_;
  // Entries; those of blocks; the last one that was found; those that live; how many may before a sweep, and
  // before anything else must be done first.
  uint32_t capacity_, end_, last_, count_, sweep_at_, room_;
  uint32_t *heads_;  // of the entries with a hash
  uint32_t head_mask_;
  Cell *overflow_;
  uint32_t overflow_capacity_, overflow_end_, overflow_free_;
  First *firsts_;
  uint32_t first_capacity_, first_count_;
  Slots slots_[kMostClasses];
};

}  // namespace recorder
