// SPDX-License-Identifier: BSD-3-Clause
// What stays of streams whose threads are gone: where their parts and times lie, and some numbers. A stream
// itself takes pages and mappings, of which a process has a limited number; threads may come and go for days.
#pragma once

#include <cstdint>

#include "session/memory.h"
#include "session/stream.h"

namespace recorder {

struct EndedStream {
  uint32_t thread, tid;
  bool has_asides, counts_offsets;
  bool is_closed, is_cut;  // as of a Stream
  uint64_t calls;
  uint64_t first_part, part_count;    // of all
  uint64_t first_chunk, chunk_count;  // of all
  uint64_t merged_parts, merged_chunks, merged_calls;
};

class EndedStreams {
 public:
  // Of a stream that is closed and has no memory. False without memory to keep it: it must stay then.
  bool add(const Stream &stream);
  // By no order.
  Vector<EndedStream> &all() { return all_; }
  const Stream::Part *parts_of(const EndedStream &stream) const { return parts_.data() + stream.first_part; }
  const Stream::TimeChunk *chunks_of(const EndedStream &stream) const {
    return chunks_.data() + stream.first_chunk;
  }
  // Of all together.
  uint64_t calls() const { return calls_; }
  uint64_t dropped() const { return dropped_; }
  uint64_t losses() const { return losses_; }

 private:
  Vector<EndedStream> all_;
  Vector<Stream::Part> parts_;
  Vector<Stream::TimeChunk> chunks_;
  uint64_t calls_ = 0, dropped_ = 0, losses_ = 0;
};

}  // namespace recorder
