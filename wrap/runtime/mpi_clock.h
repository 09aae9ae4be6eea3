// SPDX-License-Identifier: BSD-3-Clause
// This process's clock among those of the job (lib/merge/mpi_clocks.h).
#pragma once

#include "format/buffer.h"
#include "merge/mpi_clocks.h"

namespace recorder {

// In MPI_Init, on a communicator whose errors return. Collective; takes one reduction when all ranks are on
// one node or none records.
ClockOffset mpi_clock_begin(MPI_Comm comm);

// In MPI_Finalize: sets what this process's times go by. `section` (rank 0) is empty on a single node, and
// when the clocks could not be compared, which is no reason to have no trace.
void mpi_clock_end(MPI_Comm comm, const ClockOffset &start, Buffer *section);

}  // namespace recorder
