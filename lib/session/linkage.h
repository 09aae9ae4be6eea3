// SPDX-License-Identifier: BSD-3-Clause
// How Recorder is in this process, and where the libraries of the traced layers are: facts for the trace's
// metadata, asked for once, when a trace is written. Nothing is allocated.
#pragma once

#include "session/session.h"
#include "session/text.h"

namespace recorder {

// static: librecorder.a in a static program; archive: in a dynamic one, of which it sees only the calls of
// what it was linked with; shared: the program needs librecorder.so; preload: recorder-run brought it.
RECORDER_HIDDEN const char *link_kind();
// The program leads calls of functions that it contains to librecorder.so.
RECORDER_HIDDEN bool has_trampolines();
// "mpi=libmpi.so.40 hdf5=program": a word for each library of a layer, "program" for one inside the
// executable.
RECORDER_HIDDEN void put_libraries(Text &text);

}  // namespace recorder
