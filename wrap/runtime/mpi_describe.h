// SPDX-License-Identifier: BSD-3-Clause
// Names for the handles that no recorded call made: MPI's predefined ones.
#pragma once

namespace recorder {

// Tells the session how to name MPI's predefined handles. May be called again.
void mpi_describe_handles();

}  // namespace recorder
