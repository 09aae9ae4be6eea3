// SPDX-License-Identifier: BSD-3-Clause
// Measures how far the clocks of a job's nodes are apart, in log(ranks) steps, each of them a few round trips
// between two ranks. Ranks that share a clock do not measure.
#pragma once

#include <stdint.h>

#include "format/buffer.h"
#include "merge/mpi_api.h"
#include "merge/node_clock.h"
#include "session/status.h"

namespace recorder {

// The clock of this process.
struct LocalClock {
  uint64_t node;  // the same in processes that share a clock, and in hardly any other
  uint64_t base_ns;
  uint64_t (*monotonic_ns)();

  uint64_t now() const { return base_ns + monotonic_ns(); }
};

// Whether the ranks are on different nodes and any of them is `concerned`. Collective.
bool has_several_nodes(MPI_Comm comm, const LocalClock &clock, bool concerned);

// Against rank 0's clock. Collective; makes no communicator, and when it returns, no message of it is on its
// way, so that it may use the application's, in MPI_Init. Errors must return; one leaves the offset unknown.
ClockOffset measure_offset(MPI_Comm comm, const LocalClock &clock);

// At the end: what this process goes by, `start` being what it measured first, and, on rank 0, the section
// `clocks`, which is empty on a single node. Collective; all ranks succeed or none.
Status find_node_clock(MPI_Comm comm, const LocalClock &clock, const ClockOffset &start, const char *host,
                       NodeClock *mine, Buffer *section);

}  // namespace recorder
