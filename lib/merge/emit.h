// SPDX-License-Identifier: BSD-3-Clause
// A merged trace as the sections of a file.
#pragma once

#include <cstdint>

#include "format/buffer.h"
#include "format/trace_writer.h"
#include "merge/functions.h"
#include "merge/run_facts.h"
#include "merge/summary.h"
#include "session/status.h"

namespace recorder {

// Every section but times and times-index. Call after writer->begin().
Status emit_summary(const Summary &summary, FunctionLookup functions, TraceWriter *writer);

// What one rank writes of a file that all ranks write together, and where the others' parts go.
struct Layout {
  Buffer head;  // at offset 0: header and sections
  Buffer tail;  // at tail_offset: table and trailer; to be written when everything else is in the file
  uint64_t blocks_offset = 0;  // a process's blocks go to blocks_offset + bytes of those of lower processes
  uint64_t times_offset = 0;   // a rank's times go to times_offset + stored bytes of the lower ranks
  uint64_t index_offset = 0;  // a rank's index to index_offset + kTimesEntrySize * streams of the lower ranks
  uint64_t tail_offset = 0;
};

// `share` is that of all ranks, times included, and finished.
class Share;
Status lay_out(const Share &share, FunctionLookup functions, Bytes clocks, Layout *layout);

}  // namespace recorder
