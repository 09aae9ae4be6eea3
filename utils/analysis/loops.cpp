// SPDX-License-Identifier: BSD-3-Clause
// Comparing turns of a loop.
#include "analysis/loops.h"

#include <functional>
#include <string_view>
#include <unordered_map>

namespace recorder::analysis {

using reader::Use;

void LoopLog::close() {
  if (--readers_ != 0) return;
  entries_.clear();
  numbers_.clear();
  is_offset_.clear();
  steps_.clear();
}

void LoopLog::add(const Event &event) {
  if (entries_.size() == kMostEntries) {
    ++generation_;
    entries_.clear();
    numbers_.clear();
    is_offset_.clear();
    steps_.clear();
  }
  entries_.push_back({event.shape, event.file, event.times, event.bytes, event.offset, numbers_.size(),
                      steps_.size(), event.has_bytes, event.has_offset});
  const auto put = [this](int64_t number, bool is_offset) {
    numbers_.push_back(number);
    is_offset_.push_back(is_offset);
  };
  const auto &uses = event.record->uses;
  for (size_t i = 0; i < uses.size(); ++i) {
    const reader::Filled &filled = event.filled[i];
    put(filled.number, uses[i].what == Use::offset);
    put(reinterpret_cast<intptr_t>(filled.label), false);
    if (uses[i].tells_text()) put(static_cast<int64_t>(std::hash<std::string_view>()(filled.text)), false);
  }
  // Each turn is gone through where calls make several transfers, of which an event has one offset only.
  if (event.part_count != 0 || event.one_by_one) put(++divided_, false);
  steps_.insert(steps_.end(), event.steps, event.steps + event.loops);
}

size_t LoopLog::numbers_end(size_t entry) const {
  return entry + 1 < entries_.size() ? entries_[entry + 1].first_number : numbers_.size();
}
size_t LoopLog::steps_end(size_t entry) const {
  return entry + 1 < entries_.size() ? entries_[entry + 1].first_step : steps_.size();
}

// But for offsets.
bool LoopLog::same(size_t x, size_t y) const {
  const Entry &a = entries_[x], &b = entries_[y];
  if (a.shape != b.shape || a.file != b.file || a.times != b.times || a.bytes != b.bytes ||
      a.has_bytes != b.has_bytes || a.has_offset != b.has_offset)
    return false;
  if (steps_end(x) - a.first_step != steps_end(y) - b.first_step ||
      numbers_end(x) - a.first_number != numbers_end(y) - b.first_number)
    return false;
  for (size_t i = 0; i < steps_end(x) - a.first_step; ++i) {
    const Step &s = steps_[a.first_step + i], &t = steps_[b.first_step + i];
    if (s.times != t.times || s.distance != t.distance) return false;
  }
  for (size_t i = 0; i < numbers_end(x) - a.first_number; ++i)
    if (!is_offset_[a.first_number + i] && numbers_[a.first_number + i] != numbers_[b.first_number + i])
      return false;
  return true;
}

namespace {

// Modulo 2^64, as the trace counts.
uint64_t distance(int64_t from, int64_t to) {
  return static_cast<uint64_t>(to) - static_cast<uint64_t>(from);
}

}  // namespace

// The offsets of three turns, one after another.
bool LoopLog::even(size_t x, size_t y, size_t z) const {
  const Entry &a = entries_[x], &b = entries_[y], &c = entries_[z];
  if (distance(a.offset, b.offset) != distance(b.offset, c.offset)) return false;
  for (size_t i = 0; i < numbers_end(x) - a.first_number; ++i) {
    if (is_offset_[a.first_number + i] &&
        distance(numbers_[a.first_number + i], numbers_[b.first_number + i]) !=
            distance(numbers_[b.first_number + i], numbers_[c.first_number + i]))
      return false;
  }
  return true;
}

bool LoopLog::alike(size_t a, size_t b, size_t c, size_t d, std::vector<int64_t> &distances) const {
  if (b - a != c - b || c - b != d - c) return false;
  std::unordered_map<const reader::Name *, int64_t> by_file;
  distances.clear();
  for (size_t i = 0; i < b - a; ++i) {
    if (!same(a + i, b + i) || !same(b + i, c + i) || !even(a + i, b + i, c + i)) return false;
    const auto moved = static_cast<int64_t>(distance(entries_[b + i].offset, entries_[c + i].offset));
    distances.push_back(moved);
    if (!entries_[a + i].has_offset) continue;
    const auto [known, is_new] = by_file.emplace(entries_[a + i].file, moved);
    if (!is_new && known->second != moved) return false;
  }
  return true;
}

}  // namespace recorder::analysis
