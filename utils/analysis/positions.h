// SPDX-License-Identifier: BSD-3-Clause
// Where the files of a stream are read and written next, for calls that do not say (read, fwrite). Only what
// the stream itself has seen of a file counts: of a descriptor that came from elsewhere, or that appends,
// nothing is known until a call tells.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "analysis/meaning.h"
#include "reader/stream_state.h"

namespace recorder::analysis {

class Positions {
 public:
  struct Position {
    int64_t value = 0;
    bool known = false;
    bool appends = false;
    uint64_t made = 0;  // positions are numbered as they are made
  };
  // A position that was changed while changes were kept, and what it was before.
  struct Change {
    std::shared_ptr<Position> position;
    Position before;
  };

  // Where the transfer begins that a call of this meaning made, and what the call does to its handle's
  // position. In the order of the calls' returns.
  std::optional<int64_t> apply(const reader::Template &record, const reader::Filled *filled,
                               const Meaning &meaning, bool has_bytes, uint64_t bytes);

  // Where the transfer of the other handle of a copy began that was applied last.
  const std::optional<int64_t> &other_offset() const { return other_offset_; }

  // Another file is in this slot, of which nothing is known.
  void forget(uint32_t handle_class, uint64_t slot) { by_handle_.erase({handle_class, slot}); }
  // How many there have been.
  uint64_t made() const { return made_; }
  // Changes go to `changes`, when it is not null.
  void keep_changes(std::vector<Change> *changes) { changes_ = changes; }

 private:
  struct Key {
    uint32_t handle_class;
    uint64_t slot;
    bool operator==(const Key &o) const { return handle_class == o.handle_class && slot == o.slot; }
  };
  struct Hash {
    size_t operator()(const Key &key) const { return static_cast<size_t>(key.slot * 64 + key.handle_class); }
  };

  // Of the handle in a node.
  static std::optional<Key> key_of(const reader::Template &record, const reader::Filled *filled, size_t node);
  // Null when nothing is known of the argument's handle.
  const std::shared_ptr<Position> *find(const reader::Template &record, const reader::Filled *filled,
                                        int argument) const;
  std::optional<int64_t> move(Position &position, const reader::Template &record,
                              const reader::Filled *filled, const Meaning &meaning, bool has_bytes,
                              uint64_t bytes);
  std::optional<int64_t> copy(const reader::Template &record, const reader::Filled *filled, int handle,
                              int offset, uint64_t bytes);
  void create(const reader::Template &record, const reader::Filled *filled, const Meaning &meaning,
              const std::shared_ptr<Position> &from);

  std::unordered_map<Key, std::shared_ptr<Position>, Hash> by_handle_;
  std::optional<int64_t> other_offset_;
  uint64_t made_ = 0;
  std::vector<Change> *changes_ = nullptr;
};

}  // namespace recorder::analysis
