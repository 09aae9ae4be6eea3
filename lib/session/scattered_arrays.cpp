// SPDX-License-Identifier: BSD-3-Clause
// Which arrays are new (see scattered_arrays.h).
#include "session/scattered_arrays.h"

#include "session/memory.h"

namespace recorder {

ScatteredArrays::Watched *ScatteredArrays::find(uint32_t fn) {
  if (watched_ == nullptr) watched_ = static_cast<Watched *>(Memory::map(kFunctions * sizeof(Watched)));
  for (uint32_t i = 0; watched_ != nullptr && i < kFunctions; ++i) {
    if (watched_[i].fn == 0) watched_[i].fn = fn;
    if (watched_[i].fn == fn) return &watched_[i];
  }
  return nullptr;
}

bool ScatteredArrays::is_new(Watched *watched, uint32_t hash) {
  const uint32_t set = hash % kSets;
  const uint32_t mark = hash | 1;
  for (const uint32_t known : watched->hashes[set])
    if (known == mark) return false;
  watched->hashes[set][watched->next[set]++ % kWays] = mark;
  return true;
}

bool ScatteredArrays::takes(uint32_t fn, uint32_t hash) {
  Watched *watched = find(fn);
  if (watched == nullptr) return false;
  if (is_new(watched, hash)) ++watched->fresh;
  if (++watched->seen == kSpan) {
    watched->seen /= 2;
    watched->fresh /= 2;
  }
  return watched->fresh > kEnough && watched->fresh * kOften >= watched->seen;
}

void ScatteredArrays::destroy() {
  if (watched_ != nullptr) Memory::unmap(watched_, kFunctions * sizeof(Watched));
  watched_ = nullptr;
}

}  // namespace recorder
