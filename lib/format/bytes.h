// SPDX-License-Identifier: BSD-3-Clause
// A run of bytes that somebody else owns.
#pragma once

#include <cstdint>

namespace recorder {

struct Bytes {
  const uint8_t *data;
  uint64_t size;
};

}  // namespace recorder
