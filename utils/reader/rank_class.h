// SPDX-License-Identifier: BSD-3-Clause
// Ranks that did the same with other numbers: what is common to them, and what differs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "reader/column.h"
#include "reader/grammar.h"

namespace recorder::reader {

// A value that differs between the ranks of a class, and where its first rank has it.
struct Place {
  enum Type : uint8_t { exponent = 0, varint = 1, zigzag = 2, word = 3, text = 4 };
  uint64_t terminal;  // of the part; the number of terminals stands for its grammar
  uint64_t offset;    // in the signature; of an exponent: the number of its symbol in the grammar
  Type type;
  Column numbers;
  TextColumn texts;
};

struct ClassPart {
  uint32_t grammar;  // number in the section cfg
  uint64_t terminals;
  Column signatures;  // numbers in the section cst
  std::vector<Place> places;
  mutable std::shared_ptr<const Grammar> known;  // when no exponent differs

  bool exponents_vary() const { return !places.empty() && places.back().terminal == terminals; }
  // Those of a terminal, or of the grammar: [first, last).
  const Place *first_place(uint64_t terminal) const;
  const Place *end() const { return places.data() + places.size(); }
  uint64_t signature(uint64_t terminal) const { return signatures.at(terminal); }
};

struct ClassStream {
  uint64_t thread;
  size_t first, last;  // of the class's parts
};

struct RankClass {
  Column ranks;
  std::vector<ClassStream> streams;
  std::vector<ClassPart> parts;

  uint64_t varying() const;  // places in all parts
  // Its ranks as ranges, "0-4095:32, 4100"; the first few, then "...". So many ranks come before those of the
  // file that the class is in.
  std::string members(uint64_t before) const;
};

// How many classes' signatures and grammars there are to refer to.
struct ClassLimits {
  uint64_t ranks, signatures, grammars;
};
RankClass read_class(Input &in, const ClassLimits &limits, const std::vector<std::string_view> &texts);

// The signature of the ith rank of a class.
std::string substitute(std::string_view first, const Place *from, const Place *to, uint64_t i);

}  // namespace recorder::reader
