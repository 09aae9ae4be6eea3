// SPDX-License-Identifier: BSD-3-Clause
// Writing a trace takes more stack than whoever ends the process may have left: a handler that reports an
// overflow runs on a few kilobytes, a thread may have 16.
#pragma once

namespace recorder {

// Calls the function on a stack that is mapped for it; on the caller's own if there is no memory. Signal
// handlers must not come in between: on an alternate stack they would begin where the caller's frames are.
void on_own_stack(void (*function)(void *), void *argument);

}  // namespace recorder
