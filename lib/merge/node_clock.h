// SPDX-License-Identifier: BSD-3-Clause
// The clocks of nodes against each other: how far one was ahead of that of rank 0's node when MPI started and
// when it ended, and what becomes of a process's times with that. mpi_clocks.cpp measures.
#pragma once

#include <cstdint>

#include "merge/image.h"

namespace recorder {

// Times are nanoseconds since the Unix epoch as the process tells them: the monotonic clock plus what was
// between it and the real time when the process started, its base.
struct ClockOffset {
  bool known;
  int64_t ahead_ns;         // of the clock that it is compared with
  uint64_t uncertainty_ns;  // it is off by so much at most
  uint64_t at_ns;           // when that was, on this clock
};

// Keeps the round trip that took least: the other's answer was made in the middle of it, give or take half.
class RoundTrips {
 public:
  void add(uint64_t sent_ns, uint64_t theirs_ns, uint64_t received_ns);
  ClockOffset offset() const;

 private:
  uint64_t shortest_ = UINT64_MAX;
  uint64_t sent_ = 0;
  uint64_t theirs_ = 0;
};

// Against the clock that the other one was compared with.
ClockOffset through(const ClockOffset &to_other, const ClockOffset &of_other);

// What the processes of a node go by. All zeros: by their own start, without a correction.
struct NodeClock {
  bool known;
  uint64_t base_ns;
  ClockOffset start, end;  // not known on the only node
};

// Puts the process, whose tick 0 was at `origin_ns` of the monotonic clock, on the time of rank 0's node.
// Ticks stay what they are: start and length of a tick change, the latter if the clocks drifted apart by more
// than the uncertainty, and not by more than clocks do.
void put_on_shared_time(const NodeClock &clock, uint64_t origin_ns, ProcessImage *image);

}  // namespace recorder
