// SPDX-License-Identifier: BSD-3-Clause
// What a stream's earlier records mean for its next one: which handle is in which slot, its name and number,
// the previous offsets, the working directory.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "format/format.h"
#include "reader/name_state.h"
#include "reader/signature.h"

namespace recorder::reader {

// The offsets of a record from which others are told that nothing remembers beyond it: the last one and, of
// those in rows, the last one in each column.
class Neighbours {
 public:
  void clear() { columns_ = 0, argument_ = kResult, last_ = 0; }
  uint64_t before(const Use &use) const {
    const bool is_known = use.column != 0 && use.column <= columns_ && use.argument == argument_;
    return is_known ? row_[use.column - 1] : last_;
  }
  void note(const Use &use, uint64_t offset) {
    last_ = offset;
    if (use.column == 0) return;
    if (use.argument != argument_) columns_ = 0;
    argument_ = use.argument;
    row_[use.column - 1] = offset;
    if (columns_ < use.column) columns_ = use.column;
  }

 private:
  uint64_t last_ = 0;
  uint64_t row_[format::kMostColumns] = {};
  uint8_t columns_ = 0, argument_ = kResult;
};

// The outcome of a Use.
struct Filled {
  int64_t number;         // descriptor number or offset
  const Name *label;      // of a handle
  bool known;             // the handle was bound
  std::string_view text;  // of a name; what it points to is the outcome's, too
};
struct Outcome {
  std::vector<Filled> filled;
  std::deque<std::string> texts;
  void clear() {
    filled.clear();
    if (!texts.empty()) texts.clear();
  }
};

class StreamState {
 public:
  // `counts_offsets`: offsets are differences; else they are there themselves.
  StreamState(Names &names, const Name *cwd, bool counts_offsets = true)
      : names_(names), cwd_(cwd), counts_offsets_(counts_offsets) {}
  // The same for what comes now: each piece of a stream says it itself.
  void count_offsets(bool counts) {
    counts_offsets_ = counts;
    ++version_;
  }

  // Must see every record of the stream in order. Appends one Filled for each of the template's uses and
  // returns the call's file, or null.
  // `asides` may be null where the trace has none.
  const Name *apply(const Template &record, AsideSource *asides, Outcome &out);

  const Name *cwd() const { return cwd_; }
  const SlotEnds &slot_ends() const { return slot_ends_; }

  // For those who go through a loop once: the offsets that change go to `changes`, when it is not null, and
  // what happened to one since can be made to have happened so many times more.
  struct Change;
  void keep_changes(std::vector<Change> *changes) { changes_ = changes; }
  static void repeat(const Change &since, uint64_t times);

 private:
  struct Slot {
    bool bound = false;
    int64_t number = 0;
    const Name *name = nullptr;
    uint64_t generation = 0;  // counts creations: offsets of an earlier one are forgotten
  };
  // Real slots are dense and small; others cost a hash, so that a slot number cannot claim memory.
  struct SlotTable {
    std::vector<Slot> low;
    std::unordered_map<uint64_t, Slot> high;
  };
  struct OffsetKey {
    const Function *function;
    uint64_t slot;
    uint32_t handle_class;
    uint8_t argument;
    uint8_t element;
    uint8_t track;
    bool operator==(const OffsetKey &o) const {
      return function == o.function && slot == o.slot && handle_class == o.handle_class &&
             argument == o.argument && element == o.element && track == o.track;
    }
  };
  static OffsetKey key_of(const Function *function, const Use &use);
  struct OffsetHash {
    size_t operator()(const OffsetKey &key) const;
  };
  struct Offset {
    uint64_t generation = 0;
    uint64_t value = 0;
    uint64_t first = 0;  // of this generation
    bool keeps_first = false;
  };

  // The place of an offset; those of the last few keys are at hand.
  struct KnownOffset {
    OffsetKey key = {};
    Offset *place = nullptr;
  };
  Offset &offset_of(const OffsetKey &key, bool *is_new);

  // What a record of this shape came to when it was applied last, and how it gets there again as long as no
  // handle was bound since: all but its offsets is the same.
  struct Known {
    struct Moving {
      uint32_t use;
      Offset *place;  // null: counts from one before it
      uint64_t difference;
    };
    uint64_t shape = 0;
    uint64_t version = 0;
    const Name *file = nullptr;
    std::vector<Filled> filled;
    std::vector<Moving> moving;
  };
  static constexpr size_t kKnown = 64;
  void apply_record(const Template &record);
  const Name *apply_again(const Template &record, const Known &known, Outcome &out);
  void remember(const Template &record, const Name *file, const Filled *filled);
  // Whether nothing but offsets can change while no handle is bound.
  static bool is_steady(const Template &record);

  const Slot *find(uint32_t handle_class, uint64_t slot) const;
  Slot &make(uint32_t handle_class, uint64_t slot);
  void bind(const Creation &creation, const Name *name);
  // The offset that the difference gives; or `known` is it.
  int64_t next_offset(const Function *function, const Use &use, const int64_t *known);
  uint64_t remembered(const Function *function, const Use &use, uint64_t value, bool is_itself);
  Filled outcome_of(const Template &record, const Use &use, AsideSource *asides, Outcome &out);
  uint64_t next_aside(const Function *function, const Use &use, AsideSource *asides);
  uint64_t next_aside(const Function *function, const Use &use, AsideSource *asides, uint32_t element);
  const Name *file_of(const Template &record, const Filled *filled, size_t count) const;
  const Name *from_path(const Template &record, const Filled *filled) const;
  const Name *base_of(const Template &record) const;

  Names &names_;
  const Name *cwd_;
  bool counts_offsets_;
  std::vector<SlotTable> tables_;  // by class
  SlotEnds slot_ends_;
  std::unordered_map<OffsetKey, Offset, OffsetHash> offsets_;
  KnownOffset known_offsets_[32];
  Neighbours neighbours_;  // of the record that is being applied
  // Values of the record that were aside: the last number, and how many in the argument that it was in.
  uint64_t last_number_ = 0;
  uint8_t asides_of_ = 0;
  uint32_t asides_ = 0;
  uint64_t firsts_ = 0;   // offsets that keep their first value
  Known known_[kKnown];   // by shape
  uint64_t version_ = 1;  // counts all that makes steady records come to something else
  NameState texts_;
  NameState record_texts_;  // of records that are no calls
  std::vector<Change> *changes_ = nullptr;

 public:
  struct Change {
    Offset *offset;
    Offset before;
  };
};

}  // namespace recorder::reader
