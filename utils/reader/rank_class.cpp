// SPDX-License-Identifier: BSD-3-Clause
// Reading the section classes, and putting a rank's own values where the first rank's are.
#include "reader/rank_class.h"

#include <algorithm>

#include "format/format.h"

namespace recorder::reader {

namespace {

ClassPart read_part(Input &in, const ClassLimits &limits) {
  ClassPart part{};
  const uint64_t grammar = in.varint();
  if (grammar >= limits.grammars) damaged("a stream has an unknown grammar");
  part.grammar = static_cast<uint32_t>(grammar);
  part.terminals = in.varint();
  // Each is another signature of the section.
  if (part.terminals > limits.signatures) damaged("a part has more signatures than there are");
  if (part.terminals != 0) part.signatures = Column(in, part.terminals);
  return part;
}

void read_places(Input &in, RankClass &out, const std::vector<std::string_view> &texts) {
  uint64_t at = 0;
  for (uint64_t n = in.count(6); n != 0; --n) {
    const uint64_t gap = in.varint();
    if (gap >= out.parts.size() - at) damaged("a class has values in a part that it has not");
    at += gap;
    ClassPart &part = out.parts[at];
    Place place{in.varint(), in.varint(), Place::exponent, {}, {}};
    const uint64_t type = in.varint();
    if (type > Place::text || place.terminal > part.terminals ||
        (type == Place::exponent) != (place.terminal == part.terminals)) {
      damaged("a class has a value of an unknown type");
    }
    place.type = static_cast<Place::Type>(type);
    if (!part.places.empty()) {
      const Place &before = part.places.back();
      if (before.terminal > place.terminal ||
          (before.terminal == place.terminal && before.offset >= place.offset)) {
        damaged("a class has its values in another order");
      }
    }
    if (place.type == Place::text)
      place.texts = TextColumn(in, out.ranks.count(), texts);
    else
      place.numbers = Column(in, out.ranks.count());
    part.places.push_back(std::move(place));
  }
}

// The bytes of a value in a signature, as the first rank has it.
void skip_value(Input &in, const Place &place) {
  if (place.type == Place::word) {
    in.u64le();
  } else {
    const uint64_t head = in.varint();
    if (place.type == Place::text) {
      if (head < format::kTextHead || (head - format::kTextHead) % 2 != 0)
        damaged("a text that differs is none");
      in.bytes((head - format::kTextHead) / 2);
    }
  }
}

}  // namespace

uint64_t RankClass::varying() const {
  uint64_t sum = 0;
  for (const ClassPart &part : parts) sum += part.places.size();
  return sum;
}

std::string RankClass::members(uint64_t before) const {
  constexpr int kShown = 8;
  std::string text;
  uint64_t i = 0;
  for (int shown = 0; i < ranks.count(); ++shown) {
    if (shown == kShown) return text + ", ...";
    uint64_t step = 0;
    uint64_t more = ranks.run_from(i, &step);
    if (more == 1 && step != 1) more = 0;  // two ranks are no pattern
    if (shown != 0) text += ", ";
    text += std::to_string(before + ranks.at(i));
    if (more != 0) text += "-" + std::to_string(before + ranks.at(i + more));
    if (more != 0 && step != 1) text += ":" + std::to_string(step);
    i += more + 1;
  }
  return text;
}

const Place *ClassPart::first_place(uint64_t terminal) const {
  return std::lower_bound(places.data(), end(), terminal,
                          [](const Place &place, uint64_t t) { return place.terminal < t; });
}

RankClass read_class(Input &in, const ClassLimits &limits, const std::vector<std::string_view> &texts) {
  RankClass out;
  const uint64_t ranks = in.varint();
  if (ranks == 0 || ranks > limits.ranks) damaged("a class has other ranks than it");
  out.ranks = Column(in, ranks);
  if (!out.ranks.increases_below(limits.ranks)) damaged("a class has other ranks than it");
  for (uint64_t n = in.count(2); n != 0; --n) {
    ClassStream stream{in.varint(), out.parts.size(), 0};
    for (uint64_t parts = in.count(2); parts != 0; --parts) out.parts.push_back(read_part(in, limits));
    stream.last = out.parts.size();
    out.streams.push_back(stream);
  }
  read_places(in, out, texts);
  return out;
}

std::string substitute(std::string_view first, const Place *from, const Place *to, uint64_t i) {
  std::string out;
  size_t done = 0;
  const auto varint = [&out](uint64_t value) {
    uint8_t bytes[kVarintMost];
    out.append(reinterpret_cast<const char *>(bytes), write_varint(bytes, value));
  };
  for (const Place *place = from; place != to; ++place) {
    if (place->offset < done || place->offset >= first.size()) damaged("a value lies outside its signature");
    out += first.substr(done, place->offset - done);
    Input old(first.substr(place->offset), "a call's signature");
    skip_value(old, *place);
    done = first.size() - old.left();
    if (place->type == Place::text) {
      const std::string text = place->texts.at(i);
      varint(text.size() * 2 + format::kTextHead);
      out += text;
    } else if (place->type == Place::word) {
      uint8_t bytes[8];
      write_u64le(bytes, place->numbers.at(i));
      out.append(reinterpret_cast<const char *>(bytes), sizeof bytes);
    } else {
      const uint64_t value = place->numbers.at(i);
      varint(place->type == Place::zigzag ? to_zigzag(static_cast<int64_t>(value)) : value);
    }
  }
  return out += first.substr(done);
}

}  // namespace recorder::reader
