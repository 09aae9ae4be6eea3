// SPDX-License-Identifier: BSD-3-Clause
// The end of a process: its trace's name, and what is written when.
#pragma once

#include <cstdint>

namespace recorder {

// When the process began, in kernel ticks since boot, 0 if unknown; `parent` (may be null) gets its parent's
// number.
uint64_t process_start(uint32_t pid, uint32_t *parent);
// Whether an ancestor of this process is being traced now, or exec'ed this program while it was.
bool has_traced_parent();
// The end hook's work: the trace, or what came after MPI_Finalize; then nothing is on any more.
void finish_process();
// Before abort(), and before exec by a thread that records nothing: the trace is written, and should the
// process stay, tracing goes on.
void prepare_to_leave();
// Before the process image goes: nothing of ours is left behind, but should it stay, tracing goes on.
void leave_nothing_behind();

}  // namespace recorder
