// SPDX-License-Identifier: BSD-3-Clause
// Arguments become the bytes of a call signature (recorder-format(5)). The inline part is what numbers,
// offsets and known handles need; the rest is in encoding.h.
#pragma once

#include <cstdint>
#include <cstring>

#include "core/reals.h"
#include "format/format.h"
#include "session/encoding.h"

namespace recorder {

class Encoder {
 public:
  static constexpr uint32_t kReturnValue = 255;
  static constexpr uint32_t kMostWhence = 7;
  static constexpr bool kIsRaw = false;

  RECORDER_INLINE Encoder(Stream &stream, Fn fn, uint32_t depth, bool failed, int error)
      : stream_(stream),
        begin_(stream.scratch()),
        at_(begin_),
        aside_(stream.random.of(static_cast<uint32_t>(fn))),
        form_(stream.forms.draft()),
        words_(failed || !stream.has_forms ? kNoForm : 0),
        fn_(fn),
        failed_(failed) {
    stream_.near.begin();
    form_.head = WordForms::head_of(static_cast<uint16_t>(fn), depth);
    form_.asides = 0;
    varint(static_cast<uint16_t>(fn));
    varint(depth << 1 | (failed ? 1u : 0u));
    if (__builtin_expect(failed, 0)) varint(static_cast<uint64_t>(error));
  }

  uint32_t size() const { return static_cast<uint32_t>(at_ - begin_); }

  Stream::Signature signature() const {
    return {replaces_first_ ? LocalHandles::kNowhere : first_, size(), words_ != kNoForm};
  }
  // What an offset is remembered under: that of an array's element, of the argument or result of a function.
  static constexpr uint32_t key_of(uint32_t element, Fn fn, uint32_t argument) {
    return element << 24 | static_cast<uint32_t>(fn) << 8 | argument;
  }

  // For a record that may be taken back: all values stand in the signature, names as they are, and no other
  // record follows from it.
  void keep_inside() {
    aside_ = 0;
    is_provisional_ = true;
  }

  RECORDER_INLINE void i(const char *, int64_t v) {
    next();
    if (is_random()) return number_aside(static_cast<uint64_t>(v));
    signed_number(v);
  }
  RECORDER_INLINE void u(const char *, uint64_t v) {
    next();
    if (is_random()) return number_aside(v);
    word(v);
    varint(v);
  }
  void real(const char *, double v) {
    next();
    bits_of(v);
  }
  void real(const char *name, float v) { real(name, widened(v)); }
  RECORDER_INLINE void ptr(const char *, const void *p) {
    next();
    address(p);
  }
  void str(const char *, const char *s) { str(nullptr, s, s != nullptr ? strlen(s) : 0); }
  void str(const char *, const char *s, uint64_t n) {
    next();
    if (nesting_ != 0 || is_provisional_) return text(s, n);
    const NamePatterns::Key key(static_cast<uint32_t>(fn_) << 8 | argument_, text_before());
    before_ = nullptr;
    if (s == nullptr) return text(s, n);
    if (is_random() && random_text(key, s, n)) return;
    const EncodedText encoded = encode_name(stream_, key, begin_, at_, s, n);
    if (encoded.whole) note_text(s, n);
    put_text(s, n, encoded);
  }
  void path(const char *, const char *s) {
    if (s != nullptr) {
      if (s[0] != '/') note_cwd(stream_);
      named_ = true;
    }
    str(nullptr, s);
  }
  // What the call's offset counts from: each is remembered for itself, as programs go to the end of a file
  // and back. Comes before the arguments.
  RECORDER_INLINE void whence(int w) { first_element_ = static_cast<uint32_t>(w) & kMostWhence; }
  RECORDER_INLINE void offset(const char *, int64_t v) {
    next();
    delta(argument_, argument_, v);
  }
  // Whether the array that was begun, which does not ascend, consists of numbers that tell nothing; then all
  // of them are put with apart().
  bool takes_apart(uint32_t hash) {
    return !is_provisional_ && stream_.patterns.random &&
           stream_.scattered.takes(static_cast<uint32_t>(fn_), hash);
  }
  void apart(int64_t v) {
    words_ = kNoForm;
    beside(static_cast<uint64_t>(v));
    byte(format::kApart[0]);
    byte(format::kApart[1]);
    if (element_ != kRemembered) ++element_;
  }
  RECORDER_INLINE void ret_offset(const char *, int64_t v) {
    if (__builtin_expect(failed_, 0))
      varint(zigzag(v));
    else
      result(v);
  }
  RECORDER_INLINE void fd(const char *, int v) {
    next();
    LocalHandles::Entry *entry = known(Class::FD, static_cast<uint64_t>(v));
    if (__builtin_expect(entry == nullptr, 0)) {
      words_ = kNoForm;
      varint(0);
      varint(zigzag(v));
      return;
    }
    use(entry);
  }
  // Both say whether a slot was put.
  RECORDER_INLINE bool handle(const char *, Class cls, uint64_t value) {
    next();
    LocalHandles::Entry *entry = value != 0 ? known(cls, value) : nullptr;
    if (__builtin_expect(entry != nullptr, 1)) {
      use(entry);
      return true;
    }
    if (value == 0)
      word(WordForms::kNoHandle);
    else
      words_ = kNoForm;
    varint(0);
    return false;
  }
  // The result of a call that could have made a descriptor but made none.
  void no_fd(const char *, int v) {
    next();
    varint(0);
    signed_number(v);
  }
  void new_fd(const char *, int v) {
    next();
    made(v >= 0, Class::FD, static_cast<uint64_t>(v));
    signed_number(v);
  }
  bool new_handle(const char *, Class cls, uint64_t value) {
    next();
    return made(value != 0, cls, value);
  }
  // Of the classes that the kind names, the one with number `of` (see recorder-format(5)).
  void handle_of(const char *, uint8_t of, Class cls, uint64_t value) {
    if (!handle(nullptr, cls, value)) return;
    word(of);
    varint(of);
  }
  void new_handle_of(const char *, uint8_t of, Class cls, uint64_t value) {
    if (!new_handle(nullptr, cls, value)) return;
    word(of);
    varint(of);
  }
  void map(const char *, const void *p) {
    next();
    uint64_t start = 0;
    words_ = kNoForm;
    LocalHandles::Entry *entry = find_map(stream_, p, &start);
    if (entry == nullptr) return varint(0);
    use(entry);
    varint(zigzag(static_cast<int64_t>(reinterpret_cast<uint64_t>(p) - start)));
  }
  void new_map(const char *, const void *p, uint64_t length, int) {
    next();
    words_ = kNoForm;
    slot_of(failed_ ? nullptr : fresh(create_map(stream_, p, length, named_)));
  }

  // Number of elements that the caller must put, then end().
  uint64_t array(const char *, bool is_null, uint64_t n) {
    next();
    nest();
    const Encoded begun = begin_array(begin_, at_, is_null, n);
    at_ = begun.at;
    word(is_null ? WordForms::kNullArray : n);
    if (!is_null && begun.count != n) words_ = kNoForm;
    return begun.count;
  }
  void open(const char *) {
    next();
    nest();
  }
  void end() { --nesting_; }
  void present(const char *) {
    word(1);
    byte(1);
  }
  void absent(const char *) { tag(0); }

  void any_absent(const char *) { tag(0); }
  void any_int(const char *, int64_t v) {
    tag(1);
    if (is_random()) return number_aside(static_cast<uint64_t>(v));
    signed_number(v);
  }
  void any_uint(const char *, uint64_t v) {
    tag(2);
    if (is_random()) return number_aside(v);
    word(v);
    varint(v);
  }
  void any_offset(const char *, int64_t v) {
    tag(7);
    delta(argument_, argument_, v);
  }
  void any_real(const char *, double v) {
    next();
    word(3);
    byte(3);
    bits_of(v);
  }
  void any_real(const char *name, float v) { any_real(name, widened(v)); }
  void any_str(const char *, const char *s) { any_str(nullptr, s, s != nullptr ? strlen(s) : 0); }
  void any_str(const char *, const char *s, uint64_t n) {
    tag(4);
    text(s, n);
  }
  void any_ptr(const char *, const void *p) {
    tag(5);
    address(p);
  }
  void any_list(const char *, uint64_t n) {
    tag(6);
    nest();
    word(n);
    varint(n);
  }

 private:
  RECORDER_INLINE void result(int64_t v) {
    element_ = first_element_;
    asides_ = 0;
    delta(kReturnValue, argument_ + 1, v);
  }
  // Arguments are counted at the top level only; elements and fields share their argument's number.
  void next() {
    if (nesting_ != 0) return;
    ++argument_;
    element_ = first_element_;
    asides_ = 0;
    columns_ = 0;
  }
  // What is nested twice is in rows, of an array of arrays or of records.
  RECORDER_INLINE void nest() {
    if (++nesting_ > 1) column_ = 0;
  }
  void tag(uint8_t t) {
    next();
    word(t);
    byte(t);
  }
  void word(uint64_t v) {
    if (words_ >= WordForms::kMostWords)
      words_ = kNoForm;
    else
      form_.words[words_++] = v;
  }
  // Of what stands aside.
  void aside_word(uint64_t v) {
    if (words_ < WordForms::kMostWords) form_.asides |= 1u << words_;
    word(v);
  }
  const LocalHandles::Entry *fresh(const LocalHandles::Entry *entry) {
    if (entry != nullptr && stream_.handles.place_of(entry) == first_) replaces_first_ = true;
    return entry;
  }
  // False, and no slot, where there is no handle or no memory for it.
  bool made(bool any, Class cls, uint64_t value) {
    const LocalHandles::Entry *entry =
        any ? fresh(create(stream_, cls, value, named_ || !may_have_name(cls))) : nullptr;
    if (entry != nullptr && cls != Class::FD) note_made(entry);
    slot_of(entry);
    if (!any) {
      word(WordForms::kNoHandle);
      return false;
    }
    if (entry == nullptr || creates_) words_ = kNoForm;
    creates_ = true;
    if (entry != nullptr) aside_word(WordForms::new_handle(stream_.handles.place_of(entry), entry->bound()));
    return entry != nullptr;
  }
  RECORDER_INLINE void signed_number(int64_t v) {
    word(static_cast<uint64_t>(v));
    varint(zigzag(v));
  }
  RECORDER_INLINE void byte(uint64_t v) { *at_++ = static_cast<uint8_t>(v); }
  RECORDER_INLINE void varint(uint64_t v) {
    for (; __builtin_expect(v >= 0x80, 0); v >>= 7) byte(v | 0x80);
    byte(v);
  }
  void text(const char *s, uint64_t n) { put_text(s, n, encode_text(begin_, at_, s, n)); }
  void put_text(const char *s, uint64_t n, EncodedText encoded) {
    at_ = encoded.at;
    if (encoded.lasts)
      word(s == nullptr ? WordForms::kNoText : WordForms::text(static_cast<uint64_t>(at_ - begin_) - n, n));
    else
      words_ = kNoForm;
  }
  void bits_of(double v) {
    uint64_t bits;
    __builtin_memcpy(&bits, &v, sizeof bits);
    // What stands for such numbers can itself only be told in this way.
    if (is_random() || __builtin_expect(bits == format::kRealAside, 0)) {
      put_aside(stream_, static_cast<uint32_t>(fn_), argument_, asides_++, bits, bits, false);
      aside_word(0);
      bits = format::kRealAside;
    } else {
      word(bits);
    }
    for (int shift = 0; shift < 64; shift += 8) byte(bits >> shift);
  }
  uint64_t text_before() const { return before_ != nullptr ? NameFields::before(before_, before_size_) : 0; }
  void note_text(const char *s, uint64_t n) {
    before_ = s;
    before_size_ = n;
  }
  // False when it is to be put as if it were not random. Else no form tells how it was put.
  bool random_text(NamePatterns::Key key, const char *s, uint64_t n) {
    using Told = RandomTexts::Told;
    const auto where = put_text_aside(stream_, key, begin_, at_, s, n);
    if (where == Told::unknown) return false;
    if (where == Told::inside) {
      text(s, n);
      note_text(s, n);
    } else {
      byte(format::kTextAside[0]);
      byte(format::kTextAside[1]);
    }
    words_ = kNoForm;
    return true;
  }
  RECORDER_INLINE void address(const void *p) {
    word(p == nullptr ? 1 : 0);
    if (p == nullptr)
      varint(1);
    else
      varint(__builtin_expect(session.settings.store_pointers, 0) ? reinterpret_cast<uint64_t>(p) + 1 : 0);
  }
  bool is_random() const { return __builtin_expect(aside_ != 0, 0) && is_aside(argument_); }
  bool is_aside(uint32_t argument) const {
    return argument < RandomArguments::kMostArguments && (aside_ >> argument & 1) != 0;
  }
  // Often one number is close to the one before it in the call, as a count is to the result.
  void beside(uint64_t v) {
    put_aside(stream_, static_cast<uint32_t>(fn_), argument_, asides_++,
              zigzag(static_cast<int64_t>(v - number_before_)), v, false);
    number_before_ = v;
  }
  void number_aside(uint64_t v) {
    beside(v);
    escape();
  }
  void offset_aside(uint32_t argument, int64_t v) {
    put_aside(stream_, static_cast<uint32_t>(fn_), argument, asides_++, static_cast<uint64_t>(v),
              static_cast<uint64_t>(v), true);
    escape();
  }
  void escape() {
    aside_word(0);
    byte(format::kEscape[0]);
    byte(format::kEscape[1]);
  }
  // `argument` is what the offset is remembered for, `position` that of its value among the arguments.
  RECORDER_INLINE void delta(uint32_t argument, uint32_t position, int64_t v) {
    const bool goes_aside = __builtin_expect(aside_ != 0, 0) && is_aside(position);
    if (__builtin_expect(element_ == kRemembered, 0)) {
      words_ = kNoForm;
      return difference(v, column_ < columns_ && nesting_ > 1 ? row_[column_] : last_, goes_aside, position);
    }
    uint32_t key = key_of(element_++, fn_, argument);
    if (__builtin_expect(!goes_aside, 1)) {
      const uint32_t track = track_of(stream_, first_, key, v);
      if (track != 0) key = on_track(key, track);
    }
    LocalHandles::Cell *cell = stream_.handles.previous(first_, key);
    if (__builtin_expect(cell == nullptr, 0)) {
      int64_t before;
      words_ = kNoForm;
      return stream_.handles.remember(first_, key, v, &before) ? difference(v, before, goes_aside, position)
                                                               : stream_.lose();
    }
    const uint64_t place = stream_.handles.place_of(cell);
    word(WordForms::offset(place, key));
    if (place > WordForms::kMostPlace) words_ = kNoForm;
    difference(v, cell->previous, goes_aside, position);
    cell->previous = v;
  }
  // As the bytes say before the difference.
  uint32_t on_track(uint32_t key, uint32_t track) {
    byte(format::kTrack + track);
    byte(0);
    return LocalHandles::on_track(key, track);
  }
  RECORDER_INLINE void difference(int64_t v, int64_t previous, bool goes_aside, uint32_t position) {
    last_ = v;
    if (nesting_ > 1) note_in_row(v);
    if (__builtin_expect(goes_aside, 0)) return offset_aside(position, v);
    signed_number(static_cast<int64_t>(static_cast<uint64_t>(v) - static_cast<uint64_t>(previous)));
  }
  void note_in_row(int64_t v) {
    if (column_ == format::kMostColumns) return;
    row_[column_++] = v;
    if (columns_ < column_) columns_ = column_;
  }
  RECORDER_INLINE LocalHandles::Entry *known(Class cls, uint64_t value) {
    LocalHandles::Entry *entry = stream_.handles.last_bound(cls, value);
    if (__builtin_expect(entry != nullptr && is_fresh(stream_, *entry), 1)) return entry;
    return meet(stream_, cls, value);
  }
  RECORDER_INLINE void use(const LocalHandles::Entry *entry) {
    if (first_ == 0) {
      first_ = stream_.handles.place_of(entry);
      named_ = true;
    }
    word(stream_.handles.place_of(entry));
    if (__builtin_expect(entry->slot >= NearSlots::kLeast, 0)) note_slot(entry, false);
    slot_of(entry);
  }
  void note_slot(const LocalHandles::Entry *entry, bool is_made) {
    if (entry->cls() != Class::FD && entry->cls() != Class::MAP)
      stream_.near.use(static_cast<uint32_t>(at_ - begin_), entry->cls(), entry->slot, is_made);
  }
  void note_made(const LocalHandles::Entry *entry) {
    stream_.near.make(entry->cls(), entry->slot);
    if (entry->slot >= NearSlots::kLeast) note_slot(entry, true);
  }
  void slot_of(const LocalHandles::Entry *entry) { varint(entry != nullptr ? uint64_t{entry->slot} + 1 : 0); }

  Stream &stream_;
  uint8_t *const begin_;
  uint8_t *at_;
  uint64_t aside_;              // the random arguments, a bit each
  uint64_t number_before_ = 0;  // the last number that went aside
  uint32_t asides_ = 0;         // of the current argument
  uint64_t first_ = 0;          // place of the first handle argument's entry; 0 stands for none
  WordForms::Form &form_;
  static constexpr uint32_t kNoForm = 0xFFFFFFFFu;
  uint32_t words_;  // of the form so far
  Fn fn_;
  bool failed_;
  bool named_ = false;           // the record tells the file of what it creates
  bool creates_ = false;         // a handle
  bool replaces_first_ = false;  // in the entry of the first one
  bool is_provisional_ = false;
  uint32_t argument_ = 0xFFFFFFFFu;  // index of the current argument
  const char *before_ = nullptr;     // the text argument before the next one, if it stands in full
  uint64_t before_size_ = 0;
  // Offsets of the current argument so far. Those of an array are remembered one by one as far as here; a
  // later one is put as the difference from the one in its column of the row before, or else from its
  // neighbour.
  static constexpr uint32_t kRemembered = 32;
  uint32_t element_ = 0;
  uint32_t first_element_ = 0;
  int64_t last_ = 0;
  uint32_t nesting_ = 0;
  uint32_t column_ = 0;   // of the current row
  uint32_t columns_ = 0;  // of the argument that row_ has
  int64_t row_[format::kMostColumns] = {};
};

}  // namespace recorder
