// SPDX-License-Identifier: BSD-3-Clause
// The segments of a stream: its tables are written to the spool as a part and emptied, when they are full or
// when somebody asks for all that was recorded (see stream.h).
#include "session/quiet.h"
#include "session/session.h"
#include "session/stream.h"

namespace recorder {

// More committed memory while the share lasts, then a new segment. No handler comes between, which might
// leave us by longjmp with the spool's lock held.
bool Stream::make_room(uint32_t size) {
  const NoWriteSignals quiet(true);
  while (!table_.has_room(size) && commit(&mapped_.signatures))
    table_.extend(static_cast<uint32_t>(mapped_.signatures.committed));
  if (grammar_.counts().is_short()) extend_counts();
  while (!grammar_.has_room() && !grammar_.counts().is_short() && commit(&mapped_.nodes))
    grammar_.extend(static_cast<uint32_t>(mapped_.nodes.committed / sizeof(Grammar::Node)));
  if (table_.has_room(size) && grammar_.has_room()) return true;
  if (close_segment() && table_.has_room(size) && grammar_.has_room()) return true;
  lose();
  return false;
}

// Writes what the tables hold to the spool as a part and empties them. The encoding's state (slots, offsets)
// goes on: parts of a stream are decoded one after another.
bool Stream::close_segment() {
  change(1);
  const bool closed = write_segment();
  change(-1);
  return closed;
}

uint8_t *Stream::map_segment(uint64_t size, Extent *extent) {
  if (uint8_t *const memory = take_from_window(size, extent)) return memory;
  if (!spool_->allocate(size, extent)) return nullptr;
  uint8_t *const memory = spool_->map(*extent);
  if (memory == nullptr) spool_->give_back(*extent);
  return memory;
}

// The segment's signatures and what is in the draft, one after the other; nullptr when there is no room.
uint8_t *Stream::put_segment(const uint8_t *draft, uint64_t statistics_at, Part *part) {
  uint8_t count[10];
  const auto count_size = static_cast<uint64_t>(put_varint(count, table_.count()) - count);
  part->cst_size = count_size + table_.used();
  part->counts_size = grammar_.counts().used();
  uint8_t *const out = map_segment(
      Memory::round_up(part->cst_size + part->cfg_size + part->counts_size + part->statistics_size),
      &part->extent);
  if (out == nullptr) return nullptr;
  uint8_t *at = out;
  const auto put = [&at](const uint8_t *from, uint64_t bytes) {
    if (bytes != 0) memcpy(at, from, bytes);
    at += bytes;
  };
  put(count, count_size);
  put(table_.data(), table_.used());
  put(draft, part->cfg_size);
  put(grammar_.counts().data(), part->counts_size);
  put(draft + statistics_at, part->statistics_size);
  return out;
}

bool Stream::write_segment() {
  grammar_.flush();
  const uint32_t terminals = table_.count();
  if (terminals == 0) return true;
  const bool has_statistics = statistics_.memory() != nullptr;
  const uint64_t scratch_at = (grammar_.serialised_bound() + 3) & ~uint64_t{3};
  const uint64_t statistics_at = scratch_at + uint64_t{grammar_.scratch_count()} * sizeof(uint32_t);
  const uint64_t draft_size = statistics_at + (has_statistics ? TimeStatistics::bound(terminals) : 0);
  auto *draft = static_cast<uint8_t *>(Memory::map(draft_size));
  if (draft == nullptr) return false;
  Part part{};
  auto *scratch = reinterpret_cast<uint32_t *>(draft + scratch_at);
  part.cfg_size = static_cast<uint64_t>(grammar_.serialise(draft, scratch) - draft);
  uint8_t *const statistics = draft + statistics_at;
  if (has_statistics)
    part.statistics_size = static_cast<uint64_t>(statistics_.put(statistics, terminals) - statistics);
  uint8_t *const out = put_segment(draft, statistics_at, &part);
  Memory::unmap(draft, draft_size);
  if (out == nullptr) return false;
  Spool::unmap(out, part.extent.size);
  if (!parts.push(part)) {
    spool_->give_back(part.extent);
    return false;
  }
  if (has_statistics) statistics_.reset(terminals);
  table_.reset();
  grammar_.reset();
  forms.clear();
  expect();
  note_closed();
  return true;
}

void Stream::note_closed() {
  const uint32_t other = 1 - newest_closed_;
  const auto used = mapped_.window != nullptr ? static_cast<uint64_t>(times_.position() - mapped_.window) : 0;
  closed_[other] = Closed{parts.size(), chunks.size(), calls_, extras_, mapped_.window_extent, used};
  std::atomic_signal_fence(std::memory_order_seq_cst);
  newest_closed_ = other;
}

bool Stream::close() {
  if (!has_memory()) return closed().calls == calls_;
  if (broken_ || !close_segment()) return false;
  close_window();
  return mapped_.window == nullptr;
}

// Whether the open segment has all records, and times, that were counted.
bool Stream::is_whole() {
  if (changing_ != 0 || !grammar_.walkable()) return false;
  grammar_.flush();
  const uint64_t size = uint64_t{grammar_.rule_count()} * sizeof(uint64_t);
  auto *lengths = static_cast<uint64_t *>(Memory::map(size));
  if (lengths == nullptr) return false;
  const uint64_t calls = calls_ - closed().calls;
  const bool whole = grammar_.length(lengths) == calls + extras_ - closed().extras;
  Memory::unmap(lengths, size);
  return whole && times_since(closed()) == calls;
}

bool Stream::salvage() {
  if (!has_memory() || !is_whole()) return !has_memory() && close();
  broken_ = false;
  const bool ok = close();
  broken_ = !ok;
  return ok;
}

}  // namespace recorder
