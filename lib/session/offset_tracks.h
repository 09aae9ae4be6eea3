// SPDX-License-Identifier: BSD-3-Clause
// Which of the offsets that a handle remembers the next one is told from. One for each argument of a function
// is enough where the differences repeat as the loop does. But where a file's data advance while its header
// is written over and over, as a record of netCDF is appended, or a chunk of HDF5, each difference between
// the two is new. Such sequences within one argument are told from each other by how they advance, and are
// remembered apart, on tracks (recorder-format(5), "Offsets").
#pragma once

#include <cstdint>

#include "format/format.h"
#include "session/handles.h"

namespace recorder {

class OffsetTracks {
 public:
  // Besides 0, which is what offsets are told from as a rule.
  static constexpr uint32_t kTracks = format::kMostTracks;

  // The track for an offset of the handle whose entry is at `place`, remembered under `key`, which has none
  // yet. To be asked once for each call that is not the predicted one.
  uint32_t choose(const LocalHandles &handles, uint64_t place, uint32_t key, int64_t offset);
  // The same for a number that is no offset: one on track 0 stands for itself.
  uint32_t choose_number(const LocalHandles &handles, uint64_t place, uint32_t key, int64_t number);
  void destroy();

 private:
  // Of offsets, or of numbers; proven when so many in a row came at one distance: then it has its track.
  static constexpr uint32_t kProof = 3;
  struct Sequence {
    uint64_t last;
    uint64_t distance;  // of the last two; 0 when there is only one
    int64_t least, most;
    uint32_t hits;  // equal distances in a row
    uint32_t seen;  // Watched::strays at that time; 0: an empty sequence
    void meet(uint64_t value, uint32_t strays);
  };
  // What comes under one key of a handle.
  struct Watched {
    uint64_t place;
    uint32_t key;  // 0: free
    uint32_t worth;
    uint32_t strays;  // offsets whose difference was new, or numbers that were
    uint32_t used;    // sequences
    Sequence sequences[kTracks];
  };
  static constexpr uint32_t kWatched = 256;    // a power of two, as is
  static constexpr uint32_t kKnown = 1 << 13;  // differences
  static constexpr uint32_t kProbes = 4;
  static constexpr uint32_t kKnownProbes = 8;
  // Strays of others before a place is theirs: at first, and of what goes on.
  static constexpr uint32_t kFirstWorth = 16, kMostWorth = 64;
  static constexpr uint32_t kForgotten = 256;  // strays without a sequence's being met
  static constexpr uint32_t kFewest = 3;       // sequences without proof, lest two take one from each other
  struct State {
    uint32_t known[kKnown];  // hashes of differences and numbers that are not new
    Watched watched[kWatched];
  };

  struct Known {
    uint32_t *at;
    uint32_t mark;
    bool is() const { return *at == mark; }
    void note() const { *at = mark; }
  };
  Known known(uint64_t place, uint32_t key, uint64_t value);
  Watched *watch(uint64_t place, uint32_t key);
  bool prepare(const LocalHandles &handles);
  Watched *find(uint64_t place, uint32_t key);
  uint32_t continued(const LocalHandles &handles, uint64_t place, uint32_t key, uint64_t value);
  static uint32_t begun_again(Watched *watched, int64_t number);
  static uint32_t meet(Watched *watched, uint64_t value);
  static Sequence *nearest(Watched *watched, uint64_t value);

  State *state_;  // mapped when it is first needed
};

}  // namespace recorder
