// SPDX-License-Identifier: BSD-3-Clause
// Values that hold no others: numbers, texts, pointers and handles.
#include <cstring>

#include "format/format.h"
#include "format/name_pattern.h"
#include "reader/call_decoder.h"
#include "reader/failure.h"

namespace recorder::reader {

namespace {

constexpr uint64_t kMostSlots = uint64_t{1} << 32;  // that distances can lead to

}  // namespace

void CallDecoder::number(const Kind &kind, uint32_t at) {
  node(at).type = RECORDER_INT;
  node(at).set = kind.set.empty() ? nullptr : kind.set.c_str();
  signed_number(at);
}

void CallDecoder::signed_number(uint32_t at) {
  if (in_.escape()) return aside(Use::aside_int, at);
  if (const uint8_t track = next_number()) return counted(Use::counted_int, at, track);
  node(at).v.i = in_.zigzag();
}

void CallDecoder::unsigned_number(uint32_t at) {
  if (in_.escape()) return aside(Use::aside_uint, at);
  if (const uint8_t track = next_number()) return counted(Use::counted_uint, at, track);
  node(at).v.u = in_.varint();
}

uint8_t CallDecoder::next_number() {
  if (argument_ != numbers_of_) numbers_ = 0;
  numbers_of_ = argument_;
  ++numbers_;
  const uint8_t track = in_.track();
  if (track != 0 && numbers_ > Use::kNeighbour) damaged("too many numbers of an argument count");
  return track;
}

void CallDecoder::counted(Use::What what, uint32_t at, uint8_t track) {
  node(at).flags |= RECORDER_VARIES;
  const auto element = static_cast<uint8_t>(numbers_ - 1);
  out_.uses.push_back({what, argument_, element, track, 0, at, 0, kNoSlot, in_.zigzag()});
}

void CallDecoder::aside(Use::What what, uint32_t at, int64_t value) {
  node(at).flags |= RECORDER_VARIES;
  out_.uses.push_back({what, argument_, 0, 0, 0, at, first_class_, first_slot_, value});
}

void CallDecoder::real(uint32_t at) {
  const uint64_t bits = in_.u64le();
  node(at).type = RECORDER_DOUBLE;
  if (bits == format::kRealAside) return aside(Use::aside_double, at);
  memcpy(&node(at).v.d, &bits, sizeof bits);
}

void CallDecoder::offset(uint32_t at) {
  const Use::What what = in_.escape() ? Use::aside_offset : in_.apart() ? Use::apart : Use::offset;
  const uint8_t track = what != Use::offset ? uint8_t{0} : in_.track();
  const int64_t value = what != Use::offset ? 0 : in_.zigzag();
  node(at).type = RECORDER_INT;
  node(at).v.i = value;
  // The result of a failed call is no position: kept as it is, and nothing is counted from it.
  if (argument_ == kResult && out_.failed) return;
  if (argument_ != offsets_of_) elements_ = 0;
  offsets_of_ = argument_;
  use(what, at, first_class_, first_slot_, value, elements_, track);
  out_.uses.back().column = next_column();
  if (elements_ != Use::kNeighbour) ++elements_;
}

uint8_t CallDecoder::next_column() {
  if (nesting_ < 2 || column_ == format::kMostColumns) return 0;
  return static_cast<uint8_t>(++column_);
}

NamePattern decode_pattern(Input &in) {
  NamePattern pattern;
  pattern.number = in.varint();
  pattern.changes.resize(in.count(2));
  for (NamePattern::Change &change : pattern.changes) {
    const uint64_t word = in.varint();
    change = {word >> 1, (word & 1) != 0, in.zigzag()};
  }
  return pattern;
}

bool CallDecoder::length(uint32_t at, uint8_t type) {
  const uint64_t head = in_.varint();
  if (head == 0) {
    node(at).type = RECORDER_NULL;
    return false;
  }
  const bool cut = ((head - 1) & 1) != 0;
  node(at).type = type;
  node(at).size = node(at).full_size = (head - 1) >> 1;
  if (cut) {
    node(at).flags |= RECORDER_CUT;
    node(at).full_size = in_.varint();
  }
  if (node(at).size > in_.left() || node(at).full_size < node(at).size) {
    damaged("a value is longer than the call that holds it");
  }
  return true;
}

void CallDecoder::text(uint32_t at) {
  if (!is_top_level(at)) return static_cast<void>(plain_text(at));
  const auto before = static_cast<int64_t>(text_before_);
  text_before_ = 0;
  if (in_.escape()) return name_pattern(at);
  if (in_.track() != 0) return text_aside(at, before);
  if (!plain_text(at) || node(at).full_size != node(at).size) return;
  text_before_ = NameFields::before(node(at).v.text, node(at).size);
  NameFields fields;
  if (fields.split(node(at).v.text, node(at).size))
    out_.uses.push_back({Use::teller, argument_, 0, 0, 0, at, 0, kNoSlot, before});
}

bool CallDecoder::plain_text(uint32_t at) {
  if (!length(at, RECORDER_STRING)) return false;
  node(at).v.text = in_.bytes(node(at).size).data();
  return true;
}

void CallDecoder::name_pattern(uint32_t at) {
  node(at).type = RECORDER_STRING;
  node(at).v.text = "";
  node(at).flags |= RECORDER_VARIES;
  out_.uses.push_back(
      {Use::name, argument_, 0, 0, 0, at, 0, kNoSlot, static_cast<int64_t>(out_.names.size())});
  out_.names.push_back(decode_pattern(in_));
}

void CallDecoder::text_aside(uint32_t at, int64_t before) {
  node(at).type = RECORDER_STRING;
  node(at).v.text = "";
  aside(Use::aside_text, at, before);
}

void CallDecoder::pointer(uint32_t at) {
  const uint64_t word = in_.varint();
  node(at).type = word == 0 ? RECORDER_ABSENT : word == 1 ? RECORDER_NULL : RECORDER_POINTER;
  if (word > 1) node(at).v.u = word - 1;
}

void CallDecoder::descriptor(uint32_t at) {
  const uint64_t word = in_.varint();
  node(at).type = RECORDER_FD;
  if (word == 0) {
    node(at).v.i = in_.zigzag();
    return;
  }
  node(at).slot = word - 1;
  node(at).set = "fd";
  use(Use::descriptor, at, Classes::kFd, word - 1, 0);
}

void CallDecoder::new_descriptor(uint32_t at) {
  const uint64_t word = in_.varint();
  node(at).type = RECORDER_FD;
  node(at).v.i = in_.zigzag();
  if (word == 0) return;
  node(at).slot = word - 1;
  node(at).set = "fd";
  node(at).flags |= RECORDER_BOUND | RECORDER_CREATED;
  out_.creations.push_back({Classes::kFd, word - 1, node(at).v.i});
}

bool CallDecoder::slot(const Kind &kind, uint32_t at, uint8_t type, uint32_t *handle_class) {
  uint8_t from_end = 0;
  const bool is_near = in_.near_slot(&from_end);
  const uint64_t word = is_near ? 1 : in_.varint();
  *handle_class = kind.handle_class;
  node(at).type = word == 0 ? static_cast<uint8_t>(RECORDER_NULL) : type;
  if (word != 0) {
    node(at).slot = word - 1;
    if (kind.classes.size() > 1) {
      const uint64_t of = in_.varint();
      if (of >= kind.classes.size()) damaged("a handle has an unknown class");
      *handle_class = kind.classes[of];
      node(at).flags |= RECORDER_CLASSED;
    }
    if (is_near) node(at).slot = near_slot(*handle_class, from_end);
  }
  node(at).set = dictionary_.classes.name(*handle_class).c_str();
  return word != 0;
}

uint64_t CallDecoder::near_slot(uint32_t handle_class, uint8_t from_end) {
  out_.near_classes.push_back(handle_class);
  if (ends_ == nullptr) return 0;
  const uint64_t end = handle_class < ends_->size() ? (*ends_)[handle_class] : 0;
  if (end < from_end || end > kMostSlots) damaged("a handle is told from another one that is not there");
  return end - from_end;
}

void CallDecoder::handle(const Kind &kind, uint32_t at) {
  uint32_t handle_class;
  if (slot(kind, at, RECORDER_HANDLE, &handle_class)) use(Use::handle, at, handle_class, node(at).slot, 0);
}

void CallDecoder::new_handle(const Kind &kind, uint32_t at) {
  uint32_t handle_class;
  const uint8_t type = kind.shape == Shape::new_map ? RECORDER_MAP : RECORDER_HANDLE;
  if (!slot(kind, at, type, &handle_class)) return;
  node(at).flags |= RECORDER_CREATED;
  out_.creations.push_back({handle_class, node(at).slot, 0});
}

void CallDecoder::map(uint32_t at) {
  const uint64_t word = in_.varint();
  node(at).set = "map";
  node(at).type = word == 0 ? RECORDER_NULL : RECORDER_MAP;
  if (word == 0) return;
  node(at).slot = word - 1;
  node(at).v.i = in_.zigzag();
  use(Use::handle, at, Classes::kMap, word - 1, 0);
}

void CallDecoder::use(Use::What what, uint32_t at, uint32_t handle_class, uint64_t slot, int64_t value,
                      uint8_t element, uint8_t track) {
  node(at).flags |= RECORDER_VARIES;
  const Use made = {what, argument_, element, track, 0, at, handle_class, slot, value};
  // Offsets are counted for the first handle of the call that came before them.
  if (!made.is_offset() && first_slot_ == kNoSlot) {
    first_class_ = handle_class;
    first_slot_ = slot;
  }
  out_.uses.push_back(made);
}

}  // namespace recorder::reader
