// SPDX-License-Identifier: BSD-3-Clause
// A decoded call as the bytes of a signature again (recorder-format(5), SIGNATURES): the reader's decoder the
// other way round.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reader/stream_state.h"

namespace recorder::filter {

void put_varint(std::string &out, uint64_t value);
void put_zigzag(std::string &out, int64_t value);
// Of kind str; null for the null pointer.
void put_text(std::string &out, std::string_view text);

// Appends the values of all arguments and the result. `filled` are the outcomes of the record's uses, and
// `differences` those of its offsets, in their order. Names and values that were told otherwise come in full.
void put_values(std::string &out, const reader::Template &record, const reader::Filled *filled,
                const std::vector<int64_t> &differences, const reader::Classes &classes);

}  // namespace recorder::filter
