// SPDX-License-Identifier: BSD-3-Clause
// What a call means to somebody who asks about I/O.
#pragma once

#include <cstdint>
#include <string>

#include "reader/recorder-reader.h"

namespace recorder::report {

enum class Operation : uint8_t {
  none, open, close, read, write, copy, seek, query, change, directory, sync, map, lock, control,
};
constexpr unsigned kOperations = static_cast<unsigned>(Operation::control) + 1;
const char *name_of(Operation operation);
inline bool moves_data(Operation o) {
  return o == Operation::read || o == Operation::write || o == Operation::copy;
}
inline bool is_metadata(Operation o) { return o != Operation::none && !moves_data(o); }

enum class Manner : uint8_t { independent, collective, split, nonblocking, nonblocking_collective };
constexpr unsigned kManners = static_cast<unsigned>(Manner::nonblocking_collective) + 1;
const char *name_of(Manner manner);

struct Meaning {
  Operation operation = Operation::none;
  Manner manner = Manner::independent;
};
Meaning meaning_of(const recorder_function &function);

}  // namespace recorder::report
