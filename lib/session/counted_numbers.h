// SPDX-License-Identifier: BSD-3-Clause
// Numbers that count: a step in a message's tag, the records of a file so far, the size of what grows. Each
// call would have a signature of its own; where the values follow each other at one distance they are told by
// the difference from the one before, as offsets always are (recorder-format(5), "Numbers that count").
// Looked for only in functions that make new signatures, and not too rarely.
#pragma once

#include <cstdint>

#include "format/bytes.h"
#include "format/varint.h"
#include "session/offset_tracks.h"

namespace recorder {

class CountedNumbers {
 public:
  static constexpr uint32_t kMostBytes = 512;  // of signatures that are looked at
  static constexpr uint32_t kRoom = kMostBytes * (2 + kVarintMost);

  // A call of the function has a signature that the stream had not yet.
  void is_new(uint32_t fn);
  // Whether its calls are worth a look.
  bool may_count(uint32_t fn) const {
    const Function *function = find(fn);
    return function != nullptr && function->credit != 0;
  }
  // Writes a signature of such a function, whose first handle's entry is at `place`, anew into kRoom bytes.
  // Returns its size if any number was told by a difference, else 0.
  uint32_t tell(OffsetTracks *tracks, LocalHandles *handles, uint64_t place, Bytes signature, uint8_t *out);
  void destroy();

 private:
  static constexpr uint32_t kFunctions = 256;  // a power of two
  static constexpr uint32_t kProbes = 4;
  static constexpr uint32_t kMostArguments = 24;
  static constexpr uint8_t kCredit = 8;  // calls for a new signature
  static constexpr uint8_t kMostCredit = 64;
  struct Function {
    uint16_t fn;
    uint8_t credit;                     // calls that will be looked at
    uint8_t values;                     // arguments and result
    uint32_t counting;                  // a bit for each that may count
    uint16_t ends[kMostArguments + 1];  // of their kinds' codes
    uint8_t code[192];
  };
  Function *at(uint32_t fn, uint32_t probe) const { return &functions_[(fn + probe) & (kFunctions - 1)]; }
  // nullptr if nothing is known of it.
  Function *find(uint32_t fn) const {
    for (uint32_t probe = 0; functions_ != nullptr && probe < kProbes; ++probe)
      if (at(fn, probe)->fn == fn) return at(fn, probe);
    return nullptr;
  }
  Function *make(uint32_t fn);
  static bool compile(Function *function);

  Function *functions_;  // by number; mapped when it is first needed
};

}  // namespace recorder
