// SPDX-License-Identifier: BSD-3-Clause
// Positions as POSIX and the C library define them: duplicates share one, a seek sets it, a transfer moves
// it.
#include "analysis/positions.h"

#include <fcntl.h>

#include <cstdio>
#include <string_view>

#include "analysis/values.h"

namespace recorder::analysis {

namespace {

bool appends(const Values &values) {
  const int flags = values.find("flags"), mode = values.find("mode");
  if (flags >= 0 && (values.number(static_cast<size_t>(flags)) & O_APPEND) != 0) return true;
  if (mode < 0) return false;
  const recorder_value &text = values.node(static_cast<size_t>(mode));
  return text.type == RECORDER_STRING && text.size != 0 && text.v.text[0] == 'a';
}

// Whether the call itself says where it transfers.
bool is_placed(const reader::Template &record, const reader::Filled *filled, const Meaning &meaning) {
  return meaning.position == Meaning::Position::moves_unplaced &&
         Values(record, filled).number(static_cast<size_t>(meaning.offset)) != -1;
}

}  // namespace

std::optional<Positions::Key> Positions::key_of(const reader::Template &record, const reader::Filled *filled,
                                                size_t node) {
  const Values values(record, filled);
  const int use = values.use_of(node);
  if (use < 0) return std::nullopt;
  return Key{record.uses[static_cast<size_t>(use)].handle_class, values.node(node).slot};
}

const std::shared_ptr<Positions::Position> *Positions::find(const reader::Template &record,
                                                            const reader::Filled *filled,
                                                            int argument) const {
  if (argument < 0) return nullptr;
  const auto key = key_of(record, filled, static_cast<size_t>(argument));
  if (!key) return nullptr;
  const auto found = by_handle_.find(*key);
  return found != by_handle_.end() && found->second != nullptr ? &found->second : nullptr;
}

std::optional<int64_t> Positions::apply(const reader::Template &record, const reader::Filled *filled,
                                        const Meaning &meaning, bool has_bytes, uint64_t bytes) {
  if (meaning.position == Meaning::Position::copies) {
    const auto at = copy(record, filled, meaning.handle, meaning.offset, bytes);
    other_offset_ = copy(record, filled, meaning.other_handle, meaning.other_offset, bytes);
    return at;
  }
  std::optional<int64_t> offset;
  const std::shared_ptr<Position> *position = nullptr;
  if (meaning.position != Meaning::Position::untouched && !is_placed(record, filled, meaning)) {
    position = find(record, filled, meaning.handle);
    if (position != nullptr) {
      if (changes_ != nullptr) changes_->push_back({*position, **position});
      offset = move(**position, record, filled, meaning, has_bytes, bytes);
    }
  }
  // The C++ library opens a file as a stream, and then reads and writes the descriptor.
  if (position != nullptr && meaning.position == Meaning::Position::names) {
    const std::shared_ptr<Position> shared = *position;
    if (const auto descriptor = key_of(record, filled, Values(record, filled).result()))
      by_handle_[*descriptor] = shared;
    return std::nullopt;
  }
  // What creations do to the table may be to the position's own place in it.
  if (!record.creations.empty())
    create(record, filled, meaning, position != nullptr ? std::shared_ptr<Position>(*position) : nullptr);
  return offset;
}

std::optional<int64_t> Positions::move(Position &position, const reader::Template &record,
                                       const reader::Filled *filled, const Meaning &meaning, bool has_bytes,
                                       uint64_t bytes) {
  // A stream that failed in the middle of a transfer stands anywhere.
  if (record.failed && meaning.bytes == Meaning::Bytes::result_times) position.known = false;
  if (record.failed || meaning.position == Meaning::Position::shares ||
      meaning.position == Meaning::Position::names)
    return std::nullopt;
  const Values values(record, filled);
  const auto result = [&] { return values.number(values.result()); };
  if (meaning.position == Meaning::Position::moves || meaning.position == Meaning::Position::moves_unplaced) {
    if (position.appends && meaning.operation == Operation::write) position.known = false;
    const std::optional<int64_t> at = position.known ? std::optional(position.value) : std::nullopt;
    position.known = position.known && has_bytes;
    position.value += static_cast<int64_t>(bytes);
    return at;
  }
  if (meaning.position == Meaning::Position::rewinds) {
    position.value = 0;
    position.known = true;
  } else if (meaning.position == Meaning::Position::tells) {
    position.value = result();
    position.known = true;
  } else if (meaning.position == Meaning::Position::adds) {
    position.known = false;
  } else {
    if (record.nodes[values.result()].type == RECORDER_INT && values.use_of(values.result()) >= 0) {
      position.value = result();  // lseek says where it went
      position.known = true;
      return std::nullopt;
    }
    const int64_t whence = values.named("whence", SEEK_END), to = values.named("offset", 0);
    if (whence == SEEK_SET) {
      position.value = to;
      position.known = true;
    } else if (whence == SEEK_CUR && position.known) {
      position.value += to;
    } else {
      position.known = false;
    }
  }
  return std::nullopt;
}

// Where a copy within the kernel begins in one of its two files, and where that stands afterwards.
std::optional<int64_t> Positions::copy(const reader::Template &record, const reader::Filled *filled,
                                       int handle, int offset, uint64_t bytes) {
  if (record.failed) return std::nullopt;
  const Values values(record, filled);
  if (offset >= 0 && values.node(static_cast<size_t>(offset)).type == RECORDER_INT)
    return values.number(static_cast<size_t>(offset));
  const std::shared_ptr<Position> *found = find(record, filled, handle);
  if (found == nullptr || !(*found)->known) return std::nullopt;
  Position &position = **found;
  if (changes_ != nullptr) changes_->push_back({*found, position});
  const int64_t at = position.value;
  position.value += static_cast<int64_t>(bytes);
  return at;
}

void Positions::create(const reader::Template &record, const reader::Filled *filled, const Meaning &meaning,
                       const std::shared_ptr<Position> &from) {
  for (const reader::Creation &creation : record.creations) {
    std::shared_ptr<Position> &made = by_handle_[{creation.handle_class, creation.slot}];
    made = nullptr;
    if (record.what != reader::Template::What::call || record.failed) continue;
    if (meaning.position == Meaning::Position::shares) {
      made = from;
    } else if (meaning.operation == Operation::open) {
      made = std::make_shared<Position>();
      made->known = true;
      made->made = ++made_;
      made->appends = appends(Values(record, filled));
    }
  }
}

}  // namespace recorder::analysis
