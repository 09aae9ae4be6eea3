// SPDX-License-Identifier: BSD-3-Clause
// A stream's memory and the slow half of its recording: room, segments, time windows (see stream.h).
#include "session/stream.h"

namespace recorder {

namespace {

constexpr uint64_t kCommitStep = 256 * 1024;
constexpr uint64_t kSmallestArea = 64 * 1024;

uint64_t page_floor(uint64_t size) { return size & ~(Memory::kPage - 1); }

}  // namespace

// Of the share a quarter each goes to nodes and to signatures in the spool mapping; their hash tables and
// directories, which are private, take about as much again when these are full.
bool Stream::map_arena() {
  uint64_t quarter = page_floor(share_ / 4);
  if (quarter < kSmallestArea) quarter = kSmallestArea;
  // The longest signature fits, too.
  const uint64_t longest = Memory::round_up(scratch_size_ + SignatureTable::kReadable);
  const uint64_t signatures = quarter < longest ? longest : quarter;
  const auto node_limit = static_cast<uint32_t>(quarter / sizeof(Grammar::Node));
  const auto terminal_limit = static_cast<uint32_t>(quarter / 16);
  const uint64_t rules_bytes = uint64_t{Grammar::rules_for(node_limit)} * sizeof(Grammar::Rule);
  private_size_ =
      scratch_size_ + kSmallScratch + terminal_limit * sizeof(SignatureTable::Entry) + rules_bytes;
  private_ = static_cast<uint8_t *>(Memory::map(private_size_));
  if (private_ == nullptr || !reserve(&signatures_, signatures) || !reserve(&nodes_, quarter)) return false;
  scratch_ = private_;
  auto *entries = reinterpret_cast<SignatureTable::Entry *>(private_ + scratch_size_ + kSmallScratch);
  auto *rules = reinterpret_cast<Grammar::Rule *>(entries + terminal_limit);
  expected_ = Grammar::kNone;
  expected_size_ = kNoSize;
  expected_bytes_ = scratch_;
  return table_.init(signatures_.memory, static_cast<uint32_t>(signatures_.committed), entries,
                     terminal_limit) &&
         grammar_.init(reinterpret_cast<Grammar::Node *>(nodes_.memory),
                       static_cast<uint32_t>(nodes_.committed / sizeof(Grammar::Node)), rules);
}

bool Stream::reserve(Area *area, uint64_t size) {
  void *p = sys::mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (sys::failed(p)) return false;
  *area = Area{static_cast<uint8_t *>(p), size, 0};
  return commit(area);
}

// The next step of the area becomes real. False at its end, or when the spool is full.
bool Stream::commit(Area *area) {
  const uint64_t left = area->size - area->committed;
  const uint64_t step = left < kCommitStep ? left : kCommitStep;
  Extent extent;
  if (step == 0 || !spool_->allocate(step, &extent)) return false;
  if (spool_->map(extent, area->memory + area->committed) == nullptr) return false;
  area->committed += step;
  return true;
}

void Stream::unmap_arena() {
  for (Area *area : {&signatures_, &nodes_}) {
    if (area->memory != nullptr) Spool::unmap(area->memory, area->size);
    *area = Area{};
  }
  if (window_ != nullptr) Spool::unmap(window_, kTimeWindow);
  window_ = nullptr;
}

bool Stream::init(Spool *spool, uint64_t share, uint32_t array_limit, uint32_t thread_number,
                  uint32_t kernel_tid) {
  scratch_size_ = scratch_size(array_limit);
  spool_ = spool;
  share_ = share;
  thread = thread_number;
  tid = kernel_tid;
  return handles.init() && map_arena() && next_window();
}

void Stream::retire() {
  if (!close_segment()) lose();
  close_window();
  grammar_.destroy();
  table_.destroy();
  unmap_arena();
  Memory::unmap(private_, private_size_);
  private_ = nullptr;
  if (kept != nullptr) Memory::unmap(kept, kKeptSize);
  kept = nullptr;
}

bool Stream::revive(uint64_t share) {
  share_ = share;
  return map_arena() && next_window();
}

// ---- the slow half of append
// -------------------------------------------------------------------------------

bool Stream::append_slowly(const uint8_t *signature, uint32_t size) {
  if (__builtin_expect(!table_.has_room(size) || !grammar_.has_room(), 0) && !make_room(size)) return false;
  grammar_.append(table_.intern(signature, size));
  return true;
}

// More committed memory while the share lasts, then a new segment.
bool Stream::make_room(uint32_t size) {
  while (!table_.has_room(size) && commit(&signatures_))
    table_.extend(static_cast<uint32_t>(signatures_.committed));
  while (!grammar_.has_room() && commit(&nodes_))
    grammar_.extend(static_cast<uint32_t>(nodes_.committed / sizeof(Grammar::Node)));
  if (table_.has_room(size) && grammar_.has_room()) return true;
  if (close_segment() && table_.has_room(size) && grammar_.has_room()) return true;
  lose();
  return false;
}

// Writes what the tables hold to the spool as a part and empties them. The encoding's state (slots, offsets)
// goes on: parts of a stream are decoded one after another.
bool Stream::close_segment() {
  grammar_.flush();
  if (table_.count() == 0) return true;
  uint8_t count[10];
  const auto count_size = static_cast<uint64_t>(put_varint(count, table_.count()) - count);
  const uint64_t bound = grammar_.serialised_bound();
  auto *cfg = static_cast<uint8_t *>(Memory::map(bound + uint64_t{grammar_.rule_count()} * 4));
  if (cfg == nullptr) return false;
  auto *renumber = reinterpret_cast<uint32_t *>(cfg + (bound & ~uint64_t{3}));
  Part part{};
  part.cfg_size = static_cast<uint64_t>(grammar_.serialise(cfg, renumber) - cfg);
  part.cst_size = count_size + table_.used();
  uint8_t *out = nullptr;
  if (spool_->allocate(Memory::round_up(part.cst_size + part.cfg_size), &part.extent))
    out = spool_->map(part.extent);
  if (out != nullptr) {
    memcpy(out, count, count_size);
    memcpy(out + count_size, table_.data(), table_.used());
    memcpy(out + part.cst_size, cfg, part.cfg_size);
    Spool::unmap(out, part.extent.size);
  }
  Memory::unmap(cfg, bound + uint64_t{grammar_.rule_count()} * 4);
  if (out == nullptr || !parts.push(part)) return false;
  table_.reset();
  grammar_.reset();
  expect();
  return true;
}

void Stream::close_window() {
  if (window_ == nullptr) return;
  const auto used = static_cast<uint64_t>(times_.position() - window_);
  if (used != 0 && !chunks.push(TimeChunk{window_extent_, used})) lose();
  Spool::unmap(window_, kTimeWindow);
  window_ = nullptr;
}

bool Stream::next_window() {
  close_window();
  if (spool_->allocate(kTimeWindow, &window_extent_)) window_ = spool_->map(window_extent_);
  if (window_ == nullptr) {
    lose();
    return false;
  }
  times_.set_window(window_, window_ + kTimeWindow);
  return true;
}

// ---- exclusion
// ---------------------------------------------------------------------------------------------

void Stream::lose() {
  lost_ = true;
  inside_.store(kGone, std::memory_order_relaxed);
  ++losses_;
}

bool Stream::refuse() {
  switch (inside_.load(std::memory_order_relaxed)) {
    case kRecording:
      ++dropped_;
      break;
    case kGone:
      ++losses_;
      break;
    default:
      break;
  }
  return false;
}

// Somebody reads this stream. It took frozen_, then waits until inside_ is clear, so clear it first.
void Stream::wait_thaw() {
  while (frozen_.load(std::memory_order_seq_cst)) {
    inside_.store(kOutside, std::memory_order_seq_cst);
    while (frozen_.load(std::memory_order_relaxed)) sys::sched_yield();
    inside_.store(kRecording, std::memory_order_seq_cst);
  }
}

}  // namespace recorder
