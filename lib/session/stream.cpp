// SPDX-License-Identifier: BSD-3-Clause
// Calls that have ended become records of a stream; who is inside Recorder, and who left it in the middle
// (see stream.h).
#include "session/stream.h"

#include "session/session.h"

namespace recorder {

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
