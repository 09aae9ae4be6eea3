// SPDX-License-Identifier: BSD-3-Clause
// A sink of arguments like Encoder, which only looks whether they are those of the predicted signature
// (word_forms.h). It changes nothing until commit(): what it does not recognise is put into an Encoder next.
#pragma once

#include "session/encoder.h"

namespace recorder {

class Matcher {
 public:
  RECORDER_INLINE Matcher(Stream &stream, Fn fn, uint32_t depth)
      : stream_(stream),
        form_(stream.expected_form()),
        fn_(fn),
        matches_(form_->head == WordForms::head_of(static_cast<uint16_t>(fn), depth)) {}

  // Whether the head matches: without, the arguments need not be put.
  bool is_candidate() const { return matches_; }
  // Random arguments are found by being other than the words that stand for them. One that is equal for once
  // is left to the Encoder.
  bool matches() const { return matches_ && asides_ == form_->asides; }
  // The call is the predicted one.
  RECORDER_INLINE void commit() {
    for (uint32_t i = 0; i < offsets_; ++i) cells_[i]->previous = values_[i];
    if (__builtin_expect(asides_ != 0, 0)) put_asides(stream_, fn_, asides_);
  }

  RECORDER_INLINE void i(const char *, int64_t v) { number(static_cast<uint64_t>(v)); }
  RECORDER_INLINE void u(const char *, uint64_t v) { number(v); }
  RECORDER_INLINE void real(const char *, double v) {
    next();
    real_word(v);
  }
  RECORDER_INLINE void real(const char *name, float v) { real(name, widened(v)); }
  // There are no forms where addresses are stored.
  RECORDER_INLINE void ptr(const char *, const void *p) { number(p == nullptr ? 1 : 0); }
  // An argument that is compared, too.
  RECORDER_INLINE void whence(int) {}
  RECORDER_INLINE void offset(const char *, int64_t v) {
    next();
    delta(argument_, v);
  }
  RECORDER_INLINE void ret_offset(const char *, int64_t v) { delta(argument_ + 1, v); }
  RECORDER_INLINE void fd(const char *, int v) {
    next();
    known(Class::FD, static_cast<uint64_t>(v));
  }
  RECORDER_INLINE void no_fd(const char *, int v) { number(static_cast<uint64_t>(v)); }
  RECORDER_INLINE void handle(const char *, Class cls, uint64_t value) {
    next();
    if (value == 0) return no_handle();
    known(cls, value);
  }
  RECORDER_INLINE void handle_of(const char *, uint8_t of, Class cls, uint64_t value) {
    handle(nullptr, cls, value);
    if (value != 0) word(of);
  }

  RECORDER_INLINE uint64_t array(const char *, bool is_null, uint64_t n) {
    next();
    ++nesting_;
    word(is_null ? WordForms::kNullArray : n);
    if (!is_null && n > WordForms::kMostWords) fail();
    return matches_ && !is_null ? n : 0;
  }
  RECORDER_INLINE void open(const char *) {
    next();
    ++nesting_;
  }
  RECORDER_INLINE void end() { --nesting_; }
  RECORDER_INLINE void present(const char *) { word(1); }
  // Elements of an array that has been begun.
  template <class T>
  RECORDER_INLINE void elements(const uint8_t *data, uint64_t n) {
    const uint32_t first = words_;
    words_ += static_cast<uint32_t>(n);
    for (uint32_t i = 0; matches_ && i < n; ++i) {
      T value;
      __builtin_memcpy(&value, data + i * sizeof value, sizeof value);
      const auto v = static_cast<uint64_t>(static_cast<int64_t>(value));
      if (form_->words[first + i] != v) differs(first + i, {v, argument_, WordForms::Aside::kNumber});
    }
  }
  RECORDER_INLINE void absent(const char *) { number(0); }
  RECORDER_INLINE void any_absent(const char *) { number(0); }
  RECORDER_INLINE void any_int(const char *, int64_t v) {
    number(1);
    word(static_cast<uint64_t>(v));
  }
  RECORDER_INLINE void any_uint(const char *, uint64_t v) {
    number(2);
    word(v);
  }
  RECORDER_INLINE void any_offset(const char *, int64_t v) {
    number(7);
    delta(argument_, v);
  }
  RECORDER_INLINE void any_real(const char *, double v) {
    number(3);
    real_word(v);
  }
  RECORDER_INLINE void any_real(const char *name, float v) { any_real(name, widened(v)); }
  RECORDER_INLINE void any_ptr(const char *, const void *p) {
    number(5);
    word(p == nullptr ? 1 : 0);
  }
  RECORDER_INLINE void any_list(const char *, uint64_t n) {
    number(6);
    ++nesting_;
    word(n);
  }

  void new_fd(const char *, int v) {
    next();
    if (v < 0)
      no_handle();
    else
      created(Class::FD, static_cast<uint64_t>(v));
    word(static_cast<uint64_t>(v));
  }
  RECORDER_INLINE void new_handle(const char *, Class cls, uint64_t value) {
    next();
    if (value == 0) return no_handle();
    created(cls, value);
  }
  RECORDER_INLINE void new_handle_of(const char *, uint8_t of, Class cls, uint64_t value) {
    new_handle(nullptr, cls, value);
    if (value != 0) word(of);
  }

  RECORDER_INLINE void str(const char *, const char *s) {
    next();
    text(s);
  }
  RECORDER_INLINE void str(const char *, const char *s, uint64_t n) {
    next();
    text(s, n);
  }
  RECORDER_INLINE void path(const char *, const char *s) {
    if (s != nullptr && s[0] != '/' && !knows_cwd(stream_)) fail();
    str(nullptr, s);
  }
  RECORDER_INLINE void any_str(const char *, const char *s) {
    number(4);
    text(s);
  }
  RECORDER_INLINE void any_str(const char *, const char *s, uint64_t n) {
    number(4);
    text(s, n);
  }

  // Mappings have no form.
  void map(const char *, const void *) { fail(); }
  void new_map(const char *, const void *, uint64_t, int) { fail(); }

 private:
  // A call with more offsets is left to the Encoder.
  static constexpr uint32_t kMostOffsets = 7;

  void fail() { matches_ = false; }
  // As in Encoder.
  RECORDER_INLINE void next() {
    if (nesting_ != 0) return;
    ++argument_;
  }
  RECORDER_INLINE void number(uint64_t v) {
    next();
    word(v);
  }
  RECORDER_INLINE void real_word(double v) {
    uint64_t bits;
    __builtin_memcpy(&bits, &v, sizeof bits);
    word(bits, WordForms::Aside::kReal);
  }
  // Words are counted whether they match or not, so that their places are constants wherever there are no
  // arrays. As long as all match there are no more than in the form.
  RECORDER_INLINE void word(uint64_t v, WordForms::Aside::Kind kind = WordForms::Aside::kNumber) {
    const uint32_t at = words_++;
    if (matches_ && form_->words[at] != v) differs(at, {v, argument_, kind});
  }
  RECORDER_INLINE void differs(uint32_t at, WordForms::Aside value) {
    if ((form_->asides >> at & 1) == 0) return fail();
    asides_ |= 1u << at;
    stream_.forms.aside(at) = value;
  }
  // A text that goes aside has no form, and a handle never does.
  RECORDER_INLINE void text(const char *s) {
    const uint32_t at = words_++;
    if (matches_ && !is_text(stream_.expected_bytes(), form_->words[at], s)) fail();
  }
  RECORDER_INLINE void text(const char *s, uint64_t n) {
    const uint32_t at = words_++;
    if (matches_ && !is_text(stream_.expected_bytes(), form_->words[at], s, n)) fail();
  }
  RECORDER_INLINE void no_handle() {
    const uint32_t at = words_++;
    if (matches_ && form_->words[at] != WordForms::kNoHandle) fail();
  }
  RECORDER_INLINE void known(Class cls, uint64_t value) {
    const uint32_t at = words_++;
    if (!matches_) return;
    const LocalHandles::Entry &entry = *stream_.handles.at_place(form_->words[at]);
    if (__builtin_expect(
            entry.value == value && entry.tag == (LocalHandles::tag_of(cls) | LocalHandles::kBound), 1))
      matches_ = is_fresh(stream_, entry);
    else
      matches_ = is_closing(stream_, entry, cls, value);
  }
  RECORDER_INLINE void created(Class cls, uint64_t value) {
    const uint32_t at = words_++;
    if (!matches_) return;
    const uint64_t handle = form_->words[at];
    if (!may_create(stream_, cls, value, handle)) return fail();
    differs(at, {value, argument_, WordForms::Aside::kNewHandle});
  }
  // As all before it is equal, the offset is the one whose word this is: it is told from the same cell unless
  // this has become another's.
  RECORDER_INLINE void delta(uint32_t position, int64_t v) {
    const uint32_t at = words_;
    const uint32_t number = offsets_++;
    words_ += 2;
    if (!matches_) return;
    if (number >= kMostOffsets) return fail();
    LocalHandles::Cell *cell = stream_.handles.cell_at(WordForms::place_of_offset(form_->words[at]));
    if (cell->key != WordForms::key_of_offset(form_->words[at])) return fail();
    if (static_cast<uint64_t>(v) - static_cast<uint64_t>(cell->previous) != form_->words[at + 1])
      differs(at + 1, {static_cast<uint64_t>(v), position, WordForms::Aside::kOffset});
    cells_[number] = cell;
    values_[number] = v;
  }

  Stream &stream_;
  const WordForms::Form *const form_;
  Fn fn_;
  bool matches_;
  uint32_t words_ = 0;
  uint32_t offsets_ = 0;
  uint32_t argument_ = 0xFFFFFFFFu;  // as in Encoder
  uint32_t nesting_ = 0;
  LocalHandles::Cell *cells_[kMostOffsets];
  int64_t values_[kMostOffsets];
  uint32_t asides_ = 0;  // of the form's that were found
};

}  // namespace recorder
