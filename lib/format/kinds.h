// SPDX-License-Identifier: BSD-3-Clause
// Where the values of a signature end, by the texts of their kinds (recorder-format(5), "Kinds").
#pragma once

#include <cstdint>

#include "format/cursor.h"

namespace recorder {

// Moves behind a value of the kind. False when there is none.
bool skip_value(const char *kind, uint64_t kind_size, Cursor *in);

// Whether a value of the kind is a number, or an array of numbers, that may be random: no handle, no text.
bool is_numeric_kind(const char *kind, uint64_t kind_size);

}  // namespace recorder
