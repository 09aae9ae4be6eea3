// SPDX-License-Identifier: BSD-3-Clause
// What a stream has its memory from, and how it begins, rests and passes to another thread (see stream.h).
#include "session/session.h"
#include "session/stream.h"

namespace recorder {

namespace {

constexpr uint64_t kCommitStep = 256 * 1024;
constexpr uint64_t kSmallestArea = 32 * 1024;
constexpr uint64_t kMostCounts = 1 << 20;

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
  auto terminal_limit = static_cast<uint32_t>(quarter / 16);
  if (session.settings.time_mode == TimeMode::statistics) {
    statistics_.init(Memory::map(TimeStatistics::kBytes));
    if (statistics_.memory() == nullptr) return false;
    if (terminal_limit > TimeStatistics::kMostTerminals) terminal_limit = TimeStatistics::kMostTerminals;
  }
  const uint32_t form_count = WordForms::count_for(share_ / 8);
  const uint64_t forms_bytes = Memory::round_up(WordForms::bytes_for(form_count));
  const uint64_t rules_bytes = uint64_t{Grammar::rules_for(node_limit)} * sizeof(Grammar::Rule);
  private_size_ = forms_bytes + scratch_size_ + kSmallScratch +
                  terminal_limit * sizeof(SignatureTable::Entry) + rules_bytes;
  private_ = static_cast<uint8_t *>(Memory::map(private_size_));
  if (private_ == nullptr || !reserve(&mapped_.signatures, signatures) || !commit(&mapped_.signatures) ||
      !reserve(&mapped_.nodes, quarter) || !commit(&mapped_.nodes))
    return false;
  forms.init(private_, form_count);
  scratch_ = private_ + forms_bytes;
  auto *entries = reinterpret_cast<SignatureTable::Entry *>(scratch_ + scratch_size_ + kSmallScratch);
  auto *rules = reinterpret_cast<Grammar::Rule *>(entries + terminal_limit);
  expect_nothing();
  return reserve_counts(quarter / 4) &&
         table_.init(mapped_.signatures.memory, static_cast<uint32_t>(mapped_.signatures.committed), entries,
                     terminal_limit) &&
         grammar_.init(reinterpret_cast<Grammar::Node *>(mapped_.nodes.memory),
                       static_cast<uint32_t>(mapped_.nodes.committed / sizeof(Grammar::Node)), rules);
}

bool Stream::reserve(Area *area, uint64_t size) {
  void *p =
      sys::mmap(Memory::place_for(size), size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (sys::failed(p)) return false;
  *area = Area{};
  area->memory = static_cast<uint8_t *>(p);
  area->size = size;
  return true;
}

// Most programs never need any of it.
bool Stream::reserve_counts(uint64_t size) {
  if (!patterns.loops) return true;
  if (!reserve(&mapped_.counts, page_floor(size < kMostCounts ? size : kMostCounts))) return false;
  grammar_.set_counts(mapped_.counts.memory, 0);
  return true;
}

void Stream::extend_counts() {
  if (commit(&mapped_.counts))
    grammar_.extend_counts(mapped_.counts.committed);
  else if (mapped_.counts.committed == 0)
    grammar_.set_counts(nullptr, 0);
}

// The next step of the area becomes real. False at its end, or when the spool is full.
bool Stream::commit(Area *area) {
  const uint64_t left = area->size - area->committed;
  const uint64_t step = left < kCommitStep ? left : kCommitStep;
  Extent extent;
  if (step == 0 || area->steps == kMostSteps || !spool_->allocate(step, &extent)) return false;
  if (spool_->map(extent, area->memory + area->committed) == nullptr) {
    spool_->give_back(extent);
    return false;
  }
  area->extents[area->steps++] = extent;
  area->committed += step;
  return true;
}

// A child that is forked in the middle of this must not unmap what is no longer here.
void Stream::unmap_arena() {
  const Mapped was = mapped_;
  mapped_.signatures = mapped_.nodes = mapped_.counts = Area{};
  mapped_.window = nullptr;
  std::atomic_thread_fence(std::memory_order_release);
  for (const Area *area : {&was.signatures, &was.nodes, &was.counts})
    if (area->memory != nullptr) Spool::unmap(area->memory, area->size);
  if (was.window != nullptr) Spool::unmap(was.window, was.window_extent.size);
}

// All but the handles, parts and chunks.
void Stream::release() {
  const Mapped was = mapped_;
  grammar_.destroy();
  table_.destroy();
  unmap_arena();
  for (const Area *area : {&was.signatures, &was.nodes, &was.counts})
    for (uint32_t i = 0; i < area->steps; ++i) spool_->give_back(area->extents[i]);
  // Unless closed() tells of it.
  const bool is_told = closed().used != 0 && closed().window.offset == was.window_extent.offset;
  if (was.window != nullptr && !is_told) spool_->give_back(was.window_extent);
  if (private_ != nullptr) Memory::unmap(private_, private_size_);
  private_ = nullptr;
  Memory::unmap(statistics_.memory(), TimeStatistics::kBytes);
  statistics_.init(nullptr);
  if (kept != nullptr) Memory::unmap(kept, kKeptSize);
  kept = nullptr;
}

// As the stream of this thread, with nothing recorded yet.
void Stream::begin(uint32_t thread_number, uint32_t kernel_tid) {
  thread = thread_number;
  tid = kernel_tid;
  patterns = session.settings.patterns;
  handles.counts_offsets = patterns.offsets;
  // Forms say nothing of what such calls have to say besides their arguments.
  has_forms = !session.settings.store_pointers && !session.settings.call_sites;
  inside_.store(kOutside, std::memory_order_relaxed);
}

bool Stream::init(Spool *spool, uint64_t share, uint32_t thread_number, uint32_t kernel_tid) {
  scratch_size_ = scratch_size(session.settings.array_limit);
  spool_ = spool;
  share_ = share;
  begin(thread_number, kernel_tid);
  grammar_.set_folding(patterns.loops);
  if (handles.init() && map_arena() && begin_window()) return true;
  release();
  handles.destroy();
  return false;
}

// What was learnt from the calls so far; what readers remember stays.
void Stream::forget_patterns() {
  random.destroy();
  scattered.destroy();
  tracks.destroy();
  counted.destroy();
  names.retire();
  record_names.retire();
  texts.retire();
}

bool Stream::rest() {
  if (broken_ || lost_ || !close_segment()) return false;
  shorten_window();
  if (mapped_.window != nullptr && times_.position() != mapped_.window) return false;
  forget_patterns();
  if (kept != nullptr) Memory::unmap(kept, kKeptSize);
  kept = nullptr;
  return rests_ = true;
}

// All but what is memory, or says how it is used, begins with zeros, as in a mapping that is new.
bool Stream::pass_on(uint32_t thread_number, uint32_t kernel_tid) {
  Means means{spool_, share_,  private_size_, private_, scratch_,   scratch_size_,
              forms,  handles, grammar_,      table_,   statistics_};
  Vector<Part> no_parts(std::move(parts));
  Vector<TimeChunk> no_chunks(std::move(chunks));
  memset(static_cast<void *>(this), 0, wiped_size());
  no_parts.clear();
  no_chunks.clear();
  parts.swap(no_parts);
  chunks.swap(no_chunks);
  spool_ = means.spool;
  share_ = means.share;
  private_ = means.memory;
  private_size_ = means.size;
  scratch_ = means.scratch;
  scratch_size_ = means.scratch_size;
  forms = means.forms;
  handles = means.handles;
  grammar_ = means.grammar;
  table_ = means.table;
  statistics_ = means.statistics;
  expect_nothing();
  use_window();
  if (!handles.clear() || (mapped_.window == nullptr && !begin_window())) {
    release();
    return false;
  }
  begin(thread_number, kernel_tid);
  return true;
}

// What the handles' table holds is bound anew by a thread that calls again; what later calls are counted from
// must be remembered.
void Stream::retire() {
  rests_ = false;
  if (broken_)
    salvage();
  else
    close();
  release();
  forget_patterns();
  if (handles.must_stay()) return;
  handles.destroy();
  near.stop();
}

bool Stream::revive(uint64_t share) {
  if (rests_) {
    rests_ = mapped_.window == nullptr && !begin_window();
    return !rests_;
  }
  share_ = share;
  if ((handles.ready() || handles.init()) && map_arena() && begin_window()) return true;
  release();
  return false;
}

}  // namespace recorder
