// SPDX-License-Identifier: BSD-3-Clause
// One thread's stream: its arena, signature table, grammar and time window (core), its handles, and the flags
// by which other threads and signal handlers keep out. Only the owning thread touches it, except while it is
// frozen.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/grammar.h"
#include "core/name_patterns.h"
#include "core/signature_table.h"
#include "core/time_buffer.h"
#include "core/time_statistics.h"
#include "session/counted_numbers.h"
#include "session/handles.h"
#include "session/memory.h"
#include "session/near_slots.h"
#include "session/offset_tracks.h"
#include "session/random_arguments.h"
#include "session/random_texts.h"
#include "session/scattered_arrays.h"
#include "session/settings.h"
#include "session/spool.h"
#include "session/word_forms.h"

namespace recorder {

// The handle that the call in progress closes: its entry is still the stream's, though the process already
// counts it as closed.
struct Closing {
  Class cls;
  uint64_t value;
  uint32_t index;  // of the entry, 0: none
  uint32_t word;   // its generation
  uint64_t size;   // of a mapping
};

// Whether the entry is still that of the handle that is being closed: calls inside the closing one may have
// met a new handle of the same value.
inline bool is_entry_of(const LocalHandles::Entry &entry, const Closing &closing) {
  return entry.live() && entry.cls() == closing.cls && entry.value == closing.value &&
         entry.word == closing.word;
}

class Stream {
 public:
  // A signature under construction: text as far as kTextRoom, then room for arrays of as many elements as the
  // user allows, then for what is left to say when both are used up.
  static constexpr uint32_t kTextRoom = 64 * 1024;
  static constexpr uint32_t kLargestElement = 48;  // without strings, which cut themselves
  static constexpr uint32_t kScratchReserve = 16 * 1024;
  static constexpr uint32_t array_room(uint32_t array_limit) { return array_limit * kLargestElement; }
  static constexpr uint32_t scratch_size(uint32_t array_limit) {
    return kTextRoom + 2 * array_room(array_limit) + kScratchReserve;
  }
  static constexpr uint32_t kSmallScratch = 16 * 1024;  // a path, then a synthetic record or a call's
  static constexpr uint32_t kPathScratch = 6 * 1024;
  static_assert(NearSlots::kRoom <= kSmallScratch - kPathScratch, "a signature that is written anew");
  static_assert(CountedNumbers::kRoom <= kSmallScratch - kPathScratch, "a signature that is written anew");
  static constexpr uint64_t kTimeWindow = 1 << 19;
  static constexpr uint32_t kMaxFrames = 64;

  // Closed segments and filled time windows, all in the spool.
  struct Part {
    Extent extent;
    uint64_t cst_size;
    uint64_t cfg_size;
    uint64_t counts_size;      // lengths of runs that vary
    uint64_t statistics_size;  // of its times, where these are kept
  };
  struct TimeChunk {
    Extent extent;
    uint64_t used;
  };

  // `share` bytes is the memory that the stream may use. False, and nothing is kept, when there is none.
  bool init(Spool *spool, uint64_t share, uint32_t thread, uint32_t tid);
  // At a thread's end all is closed, and the memory stays for the thread that comes next, or for the same one
  // should it call again. False when it cannot be: then only retire() is left.
  bool rest();
  bool is_resting() const { return rests_; }
  // The stream of another thread, with the memory that this one has. Of what was recorded nothing is left
  // here. False without memory for it: the stream is of no more use then.
  bool pass_on(uint32_t thread, uint32_t tid);
  // Gives the memory back; parts and chunks stay. revive() undoes it for a thread that calls again.
  void retire();
  bool revive(uint64_t share);
  // The part of the object that a child must not take for its own: zeros there (kWiped) say that the process
  // was forked behind our back, and the mappings are the parent's.
  uint64_t wiped_size() const {
    return static_cast<uint64_t>(reinterpret_cast<const char *>(&mapped_) -
                                 reinterpret_cast<const char *>(this));
  }
  uint64_t share() const { return share_; }

  // ---- hot path ----
  // Takes the stream for Recorder's own work. False: this thread is already inside (a signal handler, or our
  // own calls), or the stream is gone.
  bool enter() {
    if (__builtin_expect(inside_.load(std::memory_order_relaxed) != kOutside, 0)) return refuse(stack());
    set_inside();
    std::atomic_signal_fence(std::memory_order_seq_cst);
    if (__builtin_expect(frozen_.load(std::memory_order_relaxed), 0)) wait_thaw();
    return true;
  }
  void leave() {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    if (__builtin_expect(inside_.load(std::memory_order_relaxed) > kGone, 1))
      inside_.store(kOutside, std::memory_order_release);
    else
      leave_lost();
  }
  // What scratch() holds.
  struct Signature {
    uint64_t first;  // place of the entry of the call's first handle, by which numbers are remembered
    uint32_t size;
    bool has_form;  // which is forms.draft() then
  };
  // One finished call.
  void finish(Signature signature, uint64_t start, uint64_t end);
  // One finished call whose signature is the predicted one.
  void finish_expected(uint64_t start, uint64_t end);
  // The same where its one caller is on everybody's way.
  __attribute__((always_inline)) void end_expected(uint64_t start, uint64_t end) {
    if (__builtin_expect(times_.full() || has_guests, 0)) return finish(kExpected, start, end);
    if (grammar_.accept()) expect();
    times_.append(start, end);
    ++calls_;
  }
  // A handle that only calls inside another one use, and that no recorded call made: a library's own. What
  // becomes of it cannot be seen either, so that it gives its slot back when the outermost call has ended.
  void add_guest(const LocalHandles::Entry *entry);
  // Among the times of the call that is being encoded.
  void put_aside(uint32_t fn, uint32_t argument, uint32_t element, uint64_t value) {
    if (__builtin_expect(times_.full(), 0) && !next_window()) return;
    times_.append_aside(fn, argument, element, value);
    has_asides = true;
  }
  // A record without times. False when the stream is lost.
  bool append_extra(const uint8_t *signature, uint32_t size) {
    if (!append(signature, size)) return false;
    ++extras_;
    return true;
  }
  bool append(const uint8_t *signature, uint32_t size) {
    if (size == expected_size_ && equal_bytes(signature, expected_bytes_, size)) {
      appended_ = expected_;
      grammar_.accept();
    } else if (!append_slowly(signature, size)) {
      return false;
    }
    expect();
    return true;
  }
  // None matches any more.
  void forget_forms() {
    forms.clear();
    expected_form_ = &kNoForm;
  }
  // The predicted signature as words; kNoForm when there is none.
  const WordForms::Form *expected_form() const { return expected_form_; }
  const uint8_t *expected_bytes() const { return expected_bytes_; }

  uint8_t *scratch() { return scratch_; }
  char *path_scratch() { return reinterpret_cast<char *>(scratch_ + scratch_size_); }
  uint8_t *record_scratch() { return scratch_ + scratch_size_ + kPathScratch; }
  // This stream can no longer be decoded past this point: its thread's calls are losses until it has another.
  void lose();
  bool lost() const { return lost_; }

  // ---- other threads, after freeze() ----
  void freeze() { frozen_.store(true, std::memory_order_seq_cst); }
  bool busy() const { return inside_.load(std::memory_order_acquire) > kGone; }
  bool gone() const { return inside_.load(std::memory_order_acquire) == kGone; }
  bool outside() const { return inside_.load(std::memory_order_acquire) == kOutside; }
  void thaw() { frozen_.store(false, std::memory_order_seq_cst); }
  // Everything so far becomes parts and chunks. False when it does not; what closed() says is then all that
  // can be told of the stream.
  bool close();
  // The same where a signal handler found the thread in the middle of Recorder: only if that was not in the
  // middle of a change.
  bool salvage();
  bool is_broken() const { return broken_; }
  // Up to the end of the last segment that was closed: whole parts and chunks, and the window's beginning.
  struct Closed {
    uint64_t parts, chunks, calls, extras;
    Extent window;
    uint64_t used;
  };
  const Closed &closed() const { return closed_[newest_closed_]; }

  // Around our own calls of other libraries; returns what restore() takes.
  uintptr_t mute() {
    const uintptr_t was = inside_.load(std::memory_order_relaxed);
    if (was != kGone && was != kWiped) inside_.store(kOwnCalls, std::memory_order_relaxed);
    return was;
  }
  void restore(uintptr_t was) {
    if (inside_.load(std::memory_order_relaxed) == kOwnCalls) inside_.store(was, std::memory_order_relaxed);
  }
  // In fork's child, where the stream and the spool are the parent's.
  void abandon() { inside_.store(kGone, std::memory_order_relaxed); }
  bool abandoned() const { return gone() && !lost_; }
  void unmap_arena();
  bool has_memory() const { return private_ != nullptr; }

  uint64_t last_end() const { return times_.last_end(); }
  uint64_t calls() const { return calls_; }
  uint64_t dropped() const { return dropped_; }
  uint64_t losses() const { return losses_; }
  void count_loss() { ++losses_; }

  LocalHandles handles;
  NamePatterns names;
  // Of records that are no calls: a call may need one before its own names are done.
  NamePatterns record_names;
  RandomArguments random;
  ScatteredArrays scattered;
  RandomTexts texts;
  OffsetTracks tracks;
  CountedNumbers counted;
  NearSlots near;  // of the call that is being encoded
  // Both take memory, which threads that make a few calls do without.
  static constexpr uint32_t kFewSignatures = 24;
  bool has_few_signatures() const { return table_.count() < kFewSignatures; }
  WordForms forms;
  Patterns patterns;  // that are looked for
  bool has_forms;     // as the settings say
  bool has_asides;    // among the times, now or earlier
  bool has_guests;
  Closing closing;                       // of the call that is being recorded
  uint32_t depth;                        // of the next call
  const void *frames[kMaxFrames];        // the Call objects below, to notice those that longjmp left
  uint16_t frame_functions[kMaxFrames];  // of the calls in progress
  uint32_t thread;
  uint32_t tid;
  uint32_t cwd_generation;
  Vector<Part> parts;
  Vector<TimeChunk> chunks;
  // Copies of arrays that calls in progress will change, innermost last; made with the first.
  static constexpr uint64_t kKeptSize = 4 << 20;
  // Returns what kept_used is to be once the call is recorded.
  uint64_t begin_keeping() {
    // What longjmp left behind is gone when the application makes its next call.
    if (depth == 0) kept_used = 0;
    return kept_used;
  }
  // nullptr when there is none.
  void *room_to_keep(uint64_t size) {
    const uint64_t rounded = (size + 15) & ~uint64_t{15};
    if (__builtin_expect(kept == nullptr, 0)) kept = static_cast<uint8_t *>(Memory::map(kKeptSize));
    if (__builtin_expect(kept == nullptr || rounded > kKeptSize - kept_used, 0)) return nullptr;
    uint8_t *made = kept + kept_used;
    kept_used += rounded;
    return made;
  }
  uint8_t *kept;
  uint64_t kept_used;
  uint64_t merged_parts, merged_chunks, merged_calls;  // what an earlier trace file already holds
  bool is_closed;                                      // by the snapshot that is being taken
  bool is_cut;  // a trace that others were appended to holds closed() only: nothing can follow

 private:
  // Any other value: recording, entered with the stack pointer there.
  enum Inside : uintptr_t { kWiped = 0, kOutside = 1, kOwnCalls = 2, kGone = 3 };

  static uintptr_t stack() {
#if defined(__x86_64__)
    uintptr_t pointer;
    __asm__ volatile("movq %%rsp, %0" : "=r"(pointer));
    return pointer;
#else
    return reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
#endif
  }
  void set_inside() {
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
    // One instruction, as a constant would take.
    __asm__ volatile("movq %%rsp, %0" : "=m"(inside_));
#else
    inside_.store(stack(), std::memory_order_relaxed);
#endif
  }
  __attribute__((cold)) bool refuse(uintptr_t stack);
  __attribute__((cold)) void leave_lost();
  bool is_left(uintptr_t stack) const;
  void wait_thaw();
  static bool keeps_times();
  bool append_call(Signature signature);
  uint32_t tell_numbers(const Signature &signature);
  uint32_t tell_slots(uint32_t size);
  __attribute__((cold)) void finish_without_times(Signature signature, uint64_t start, uint64_t end);
  bool append_slowly(const uint8_t *signature, uint32_t size);
  // Programs with fewer signatures have no random arguments that matter.
  static constexpr uint32_t kUnwatched = 128;
  // Nor do so many calls that were not predicted.
  static constexpr uint64_t kFewUnpredicted = 1 << 14;
  void note_new(uint32_t terminal);
  void watch_arguments(uint32_t terminal, bool is_new);
  bool make_room(uint32_t size);
  void expect() {
    const uint32_t terminal = grammar_.expected();
    if (terminal == expected_) return;
    expected_ = terminal;
    const bool known = __builtin_expect(terminal != Grammar::kNone, 1);
    expected_bytes_ = known ? table_.bytes_of(terminal) : scratch_;
    expected_size_ = known ? table_.size_of(terminal) : kNoSize;
    expect_form();
  }
  void expect_form() {
    const WordForms::Form *form = expected_ != Grammar::kNone ? forms.find(expected_) : nullptr;
    expected_form_ = __builtin_expect(form != nullptr, 1) ? form : &kNoForm;
  }
  void expect_nothing() {
    expected_ = Grammar::kNone;
    expected_size_ = kNoSize;
    expected_bytes_ = scratch_;
    expected_form_ = &kNoForm;
  }
  bool map_arena();
  void begin(uint32_t thread, uint32_t tid);
  void release();
  void forget_patterns();
  bool close_segment();
  bool write_segment();
  uint8_t *take_from_window(uint64_t size, Extent *extent);
  uint8_t *map_segment(uint64_t size, Extent *extent);
  uint8_t *put_segment(const uint8_t *draft, uint64_t statistics_at, Part *part);
  void note_closed();
  void change(int by) {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    changing_ += static_cast<uint32_t>(by);
    std::atomic_signal_fence(std::memory_order_seq_cst);
  }
  void dismiss_guests();
  bool is_whole();
  uint64_t times_since(const Closed &closed);
  void close_window();
  void shorten_window();
  bool begin_window();
  void use_window();
  bool map_window();
  bool has_room_for_value() const;
  bool next_window();
  static constexpr uint32_t kNoSize = 0xFFFFFFFFu;
  static constexpr Signature kExpected = {LocalHandles::kNowhere, kNoSize, false};  // the predicted one

  std::atomic<uintptr_t> inside_;
  std::atomic<bool> frozen_;
  bool rests_;
  bool lost_;
  bool left_;               // the call that lost it is through with it
  bool broken_;             // in the middle of a change that nobody completes
  uint32_t expected_;       // terminal, Grammar::kNone if there is no prediction
  uint32_t expected_size_;  // of no signature when there is none
  const uint8_t *expected_bytes_;
  const WordForms::Form *expected_form_;
  uint8_t *scratch_;
  uint32_t scratch_size_;
  TimeBuffer times_;
  const uint8_t *values_;  // of the call in progress begin here, where no times are between them
  Grammar grammar_;
  SignatureTable table_;
  TimeStatistics statistics_;  // of the open segment, where they are kept
  uint32_t appended_;          // the last terminal
  uint64_t unpredicted_;       // calls so far
  uint64_t calls_, extras_, dropped_, losses_;
  uint32_t changing_;  // the tables, or what counts them

  // Entries, each with its generation and value, as others may have taken its place.
  static constexpr uint32_t kMostGuests = 64;
  struct Guest {
    uint32_t index, word;
    uint64_t value;
  };
  Guest guests_[kMostGuests];
  uint32_t guest_count_;

  Closed closed_[2];  // one is the newest while the other is written
  uint32_t newest_closed_;

  Spool *spool_;
  uint64_t share_;
  // Shared mappings that grow by committed steps inside a reservation.
  static constexpr uint32_t kMostSteps = 8;
  struct Area {
    uint8_t *memory;
    uint64_t size;
    uint64_t committed;
    uint32_t steps;
    Extent extents[kMostSteps];
  };
  bool reserve(Area *area, uint64_t size);
  bool reserve_counts(uint64_t size);
  void extend_counts();
  bool commit(Area *area);
  uint8_t *private_;  // forms, scratch, terminals, rules
  uint64_t private_size_;

  // What passes from one thread to the next.
  struct Means {
    Spool *spool;
    uint64_t share, size;
    uint8_t *memory, *scratch;
    uint32_t scratch_size;
    WordForms forms;
    LocalHandles handles;
    Grammar grammar;
    SignatureTable table;
    TimeStatistics statistics;
  };

 public:
  // On pages of its own, which a child inherits: what it needs to unmap the rest.
  struct alignas(Memory::kPage) Mapped {
    Stream *next;
    Area signatures, nodes, counts;
    uint8_t *window;
    Extent window_extent;
  };
  Stream *next() const { return mapped_.next; }
  void set_next(Stream *stream) { mapped_.next = stream; }

 private:
  Mapped mapped_;
};

}  // namespace recorder
