// SPDX-License-Identifier: BSD-3-Clause
// How many of the offsets that loops make are multiples of something, without making them.
#pragma once

#include <cstdint>

#include "analysis/walk.h"

namespace recorder::analysis {

// How many of the calls that the event stands for have an offset that is a multiple of `alignment`, which is
// not 0.
uint64_t aligned_offsets(const Event &event, uint64_t alignment);
// The same of base + k1 * distance1 + k2 * distance2 + ..., each k from 0 to its `times` - 1.
uint64_t aligned_offsets(int64_t base, const Step *steps, size_t count, uint64_t alignment);

}  // namespace recorder::analysis
