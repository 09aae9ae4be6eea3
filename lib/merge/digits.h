// SPDX-License-Identifier: BSD-3-Clause
// Numbers inside texts: what makes out.00017 and out.00018 the same name.
#pragma once

#include <cstdint>

#include "format/bytes.h"

namespace recorder {

// The runs of decimal digits in a text that count as numbers: those of at most 18 digits.
struct Digits {
  uint64_t at;
  uint64_t size;
};
bool next_digits(Bytes text, uint64_t from, Digits *digits);
uint64_t digits_value(Bytes text, const Digits &digits);
// Widths that print the value as these digits: 1 to `most` natural ones, or exactly one with zeros before.
uint32_t least_width(Bytes text, const Digits &digits);
// Both texts are the same but for their digits.
bool same_skeleton(Bytes a, Bytes b);

}  // namespace recorder
