// SPDX-License-Identifier: BSD-3-Clause
// RECORDER_CALLSITE: which instruction of which module made a call. Off by default, hence not on the hot
// path.
#pragma once

#include "session/session.h"

namespace recorder {

// Puts a @site record before the record of a call of depth 0 that will return to `caller`.
RECORDER_HIDDEN void append_call_site(Stream &stream, const void *caller);
// In fork's child.
RECORDER_HIDDEN void remake_call_sites_lock();

}  // namespace recorder
