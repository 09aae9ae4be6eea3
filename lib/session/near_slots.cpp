// SPDX-License-Identifier: BSD-3-Clause
// Writing slots as distances (see near_slots.h).
#include "session/near_slots.h"

#include <cstring>

#include "format/format.h"
#include "format/varint.h"

namespace recorder {

uint32_t NearSlots::tell(const LocalHandles &handles, Bytes signature, uint8_t *out) const {
  if (is_lost_ || signature.size > kMostBytes) return 0;
  const uint8_t *const begin = out;
  uint64_t copied = 0;
  for (uint32_t i = 0; i < used_; ++i) {
    const Use &use = uses_[i];
    uint32_t distance = 0;
    if (!handles.is_piled_up(use.cls, use.slot, use.is_made, &distance)) continue;
    memcpy(out, signature.data + copied, use.at - copied);
    out += use.at - copied;
    *out++ = static_cast<uint8_t>(format::kSlotNear + distance);
    *out++ = 0;
    copied = use.at + varint_size(uint64_t{use.slot} + 1);
  }
  if (copied == 0) return 0;
  memcpy(out, signature.data + copied, signature.size - copied);
  return static_cast<uint32_t>(out - begin + signature.size - copied);
}

}  // namespace recorder
