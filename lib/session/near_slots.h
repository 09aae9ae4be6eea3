// SPDX-License-Identifier: BSD-3-Clause
// Handles that pile up: a program that never frees its MPI_Info objects, or its property lists, has one in a
// new slot with every file, and each call on it would have a signature of its own. Where slots are still
// growing in number, the last ones are told by their distance from the end (recorder-format(5), "Slots").
// Everywhere else a slot says more than a distance: what stays open for long is in the same one each time.
#pragma once

#include <cstdint>

#include "format/bytes.h"
#include "session/handles.h"

namespace recorder {

// What a call that is being encoded has to say of such handles.
class NearSlots {
 public:
  // Lower slots are always told themselves.
  static constexpr uint32_t kLeast = 4;
  static constexpr uint32_t kMostBytes = 8192;  // of a signature that is written anew
  static constexpr uint32_t kMost = 8;          // slots in it
  static constexpr uint32_t kRoom = kMostBytes + kMost;

  // A call begins.
  void begin() { used_ = made_ = 0; }
  // It uses the handle whose slot is put `at` bytes behind the signature's beginning, or makes it.
  void use(uint32_t at, Class cls, uint32_t slot, bool is_made) {
    if (used_ != kMost) uses_[used_++] = {at, slot, cls, is_made};
  }
  // It makes a handle. Of each class only the highest slot matters.
  void make(Class cls, uint32_t slot) {
    uint32_t i = 0;
    while (i < made_ && births_[i].cls != cls) ++i;
    if (i == kMostMade) return static_cast<void>(is_lost_ = true);
    if (i == made_)
      births_[made_++] = {slot, cls};
    else if (births_[i].slot < slot)
      births_[i].slot = slot;
  }
  bool any() const { return used_ != 0; }
  // The handles' table was begun anew, which readers do not know of.
  void stop() { is_lost_ = true; }

  // Writes the signature anew into kRoom bytes. Returns its size if any slot was told by a distance, else 0.
  uint32_t tell(const LocalHandles &handles, Bytes signature, uint8_t *out) const;
  // The call is recorded.
  void commit(LocalHandles *handles) const {
    for (uint32_t i = 0; i < made_; ++i) handles->note_made(births_[i].cls, births_[i].slot);
  }

 private:
  static constexpr uint32_t kMostMade = 16;  // classes
  struct Use {
    uint32_t at;
    uint32_t slot;
    Class cls;
    bool is_made;
  };
  struct Birth {
    uint32_t slot;
    Class cls;
  };
  Use uses_[kMost];
  Birth births_[kMostMade];
  uint32_t used_, made_;
  bool is_lost_;  // readers may know of another end than we do
};

}  // namespace recorder
