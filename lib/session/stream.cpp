// SPDX-License-Identifier: BSD-3-Clause
// A stream's memory and the slow half of its recording: room, segments, time windows (see stream.h).
#include "session/stream.h"

#include "session/quiet.h"
#include "session/session.h"

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

bool Stream::rest() {
  if (broken_ || lost_ || !close_segment()) return false;
  shorten_window();
  if (mapped_.window != nullptr && times_.position() != mapped_.window) return false;
  random.destroy();
  tracks.destroy();
  counted.destroy();
  names.retire();
  record_names.retire();
  texts.retire();
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
  random.destroy();
  tracks.destroy();
  counted.destroy();
  names.retire();
  record_names.retire();
  texts.retire();
  if (!handles.must_stay()) handles.destroy();
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

// ---- finished calls
// -----------------------------------------------------------------------------------------

const WordForms::Form kNoForm = {};

void Stream::finish_expected(uint64_t start, uint64_t end) { end_expected(start, end); }

void Stream::finish(Signature signature, uint64_t start, uint64_t end) {
  if (__builtin_expect(times_.full(), 0)) {
    // Where calls' own times are not kept, there is never room for them.
    if (!keeps_times()) return finish_without_times(signature, start, end);
    if (!next_window()) return;
  }
  if (!append_call(signature)) return;
  times_.append(start, end);
  ++calls_;
  if (__builtin_expect(has_guests, 0) && depth == 0) dismiss_guests();
}

// The size of the signature with numbers that count told by differences, which then stands in the scratch; 0
// if there are none.
uint32_t Stream::tell_numbers(const Signature &signature) {
  const uint32_t fn = WordForms::fn_of(forms.draft().head);
  if (!counted.may_count(fn) || signature.first == LocalHandles::kNowhere) return 0;
  // Nothing may be remembered for a handle that another thread has closed meanwhile.
  if (signature.first != 0 && !handles.at_place(signature.first)->live()) return 0;
  const uint32_t told =
      counted.tell(&tracks, &handles, signature.first, Bytes{scratch_, signature.size}, record_scratch());
  if (told != 0) memcpy(scratch_, record_scratch(), told);
  return told;
}

// The same for slots. What has a signature keeps it.
uint32_t Stream::tell_slots(uint32_t size) {
  if (!near.any() || has_few_signatures() || !patterns.offsets) return 0;
  if (size == expected_size_ && equal_bytes(scratch_, expected_bytes_, size)) return 0;
  if (table_.knows(scratch_, size)) return 0;
  const uint32_t told = near.tell(handles, Bytes{scratch_, size}, record_scratch());
  if (told != 0) memcpy(scratch_, record_scratch(), told);
  return told;
}

bool Stream::append_call(Signature signature) {
  const uint32_t expected = expected_;
  if (signature.size == kNoSize) return append(expected_bytes_, expected_size_);
  uint32_t told = tell_numbers(signature);
  if (told == 0) told = tell_slots(signature.size);
  if (!append(scratch_, told != 0 ? told : signature.size)) return false;
  near.commit(&handles);
  // Where nothing is predicted no form is of use, and one of such numbers would say what they are.
  if (!signature.has_form || told != 0 || appended_ != expected) return true;
  forms.keep(appended_);
  expect_form();  // whose form may be this one, or have been in its place
  return true;
}

// ---- the slow half of append
// -------------------------------------------------------------------------------

bool Stream::append_slowly(const uint8_t *signature, uint32_t size) {
  if (lost_) return false;
  if (__builtin_expect(!table_.has_room(size) || !grammar_.has_room(), 0) && !make_room(size)) return false;
  change(1);
  const uint32_t known = table_.count();
  appended_ = table_.intern(signature, size);
  grammar_.append(appended_);
  change(-1);
  if (appended_ == known) note_new(appended_);
  if (known >= kUnwatched && patterns.random) watch_arguments(appended_, appended_ == known);
  if (++unpredicted_ % RandomArguments::kSampled == 0 && unpredicted_ >= kFewUnpredicted && patterns.random)
    random.is_sample(Bytes{table_.bytes_of(appended_), table_.size_of(appended_)});
  return true;
}

// A signature that was not there. Where addresses are stored they are numbers as others are.
void Stream::note_new(uint32_t terminal) {
  if (has_few_signatures() || !patterns.offsets || session.settings.store_pointers) return;
  uint64_t fn = 0;
  get_varint(table_.bytes_of(terminal), &fn);
  if (format::is_call(fn)) counted.is_new(static_cast<uint32_t>(fn));
}

void Stream::watch_arguments(uint32_t terminal, bool is_new) {
  const uint8_t *bytes = table_.bytes_of(terminal);
  uint64_t fn = 0;
  get_varint(bytes, &fn);
  if (is_new)
    random.is_new(Bytes{bytes, table_.size_of(terminal)});
  else
    random.is_known(static_cast<uint32_t>(fn));
}

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

void Stream::add_guest(const LocalHandles::Entry *entry) {
  if (guest_count_ == kMostGuests) return;
  guests_[guest_count_++] = Guest{handles.index_of(entry), entry->word, entry->value};
  has_guests = true;
}

void Stream::dismiss_guests() {
  for (uint32_t i = 0; i < guest_count_; ++i) {
    LocalHandles::Entry *entry = handles.at(guests_[i].index);
    if (entry->live() && entry->value == guests_[i].value && entry->word == guests_[i].word)
      handles.remove(entry);
  }
  guest_count_ = 0;
  has_guests = false;
}

// ---- exclusion
// ---------------------------------------------------------------------------------------------

void Stream::lose() {
  lost_ = true;
  expected_size_ = kNoSize;  // so that append_slowly() learns of what else the call has to say
  expected_form_ = &kNoForm;
  inside_.store(kGone, std::memory_order_relaxed);
  ++losses_;
}

// The outermost end of what was going on in Recorder; from here on the thread may have another stream.
void Stream::leave_lost() {
  if (lost_) left_ = true;
}

// Whether whoever is inside left by longjmp from a signal handler: its frame would be below this one. On an
// alternate stack nothing can be said. Should the frame live on (a coroutine that a handler switched away
// from), it goes on in this stream, which nobody else touches any more.
bool Stream::is_left(uintptr_t stack) const {
  // Wrappers differ so much in their frames; the kernel puts more than that below what a signal interrupts.
  constexpr uintptr_t kFrames = 256;
  if (inside_.load(std::memory_order_relaxed) > stack + kFrames) return false;
  stack_t alternate{};
  return sys::call(SYS_sigaltstack, nullptr, &alternate) == 0 && (alternate.ss_flags & SS_ONSTACK) == 0;
}

bool Stream::refuse(uintptr_t stack) {
  switch (inside_.load(std::memory_order_relaxed)) {
    case kWiped:
      forked_unnoticed();
      return false;
    case kOwnCalls:
      return false;
    case kGone:
      ++losses_;
      break;
    default:
      ++dropped_;
      if (!is_left(stack)) return false;
      broken_ = left_ = true;
      lose();
      break;
  }
  if (lost_ && left_ && thread_state.stream == this) {
    thread_state.lost = this;
    thread_state.stream = nullptr;
  }
  return false;
}

// Somebody reads this stream. It took frozen_, then waits until inside_ is clear, so clear it first.
void Stream::wait_thaw() {
  const uintptr_t recording = inside_.load(std::memory_order_relaxed);
  while (frozen_.load(std::memory_order_seq_cst)) {
    inside_.store(kOutside, std::memory_order_seq_cst);
    while (frozen_.load(std::memory_order_relaxed)) sys::sched_yield();
    inside_.store(recording, std::memory_order_seq_cst);
  }
}

}  // namespace recorder
