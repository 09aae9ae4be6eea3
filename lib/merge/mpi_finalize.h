// SPDX-License-Identifier: BSD-3-Clause
// The merge at MPI_Finalize: all ranks of a communicator write one trace together.
#pragma once

#include <stdint.h>

#include "merge/image.h"
#include "merge/mpi_api.h"
#include "merge/trace_file.h"
#include "session/status.h"

namespace recorder {

// Candidate `attempt` (0, 1, ...) for the path of the trace; false when there are no more. Asked on rank 0
// only.
using PathChooser = bool (*)(uint32_t attempt, char *path, uint64_t size);

// A path of 4095 bytes and what is put after it while the file is not complete.
constexpr uint64_t kMpiPathSize = 4352;

// Collective; `comm` is Recorder's own and its error handler returns. The image may be empty, or nullptr on a
// rank that has no memory for one, which fails the merge for all. `path` (kMpiPathSize bytes) becomes
// the trace's, on all ranks, or the last one tried. A failure is one on all ranks, has left no file, and says
// why on rank 0.
Status write_mpi_trace(MPI_Comm comm, const ProcessImage *image, const TraceOptions &options,
                       PathChooser choose, char *path);

}  // namespace recorder
