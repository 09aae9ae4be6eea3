// SPDX-License-Identifier: BSD-3-Clause
// Taking over what a stream has.
#include "session/ended_streams.h"

namespace recorder {

bool EndedStreams::add(const Stream &stream) {
  const EndedStream ended{
      stream.thread,        stream.tid,         stream.has_asides,    stream.handles.counts_offsets,
      stream.is_closed,     stream.is_cut,      stream.calls(),       parts_.size(),
      stream.parts.size(),  chunks_.size(),     stream.chunks.size(), stream.merged_parts,
      stream.merged_chunks, stream.merged_calls};
  // What was appended in vain is in nobody's way.
  if (!all_.reserve(all_.size() + 1) || !parts_.append(stream.parts.data(), stream.parts.size()) ||
      !chunks_.append(stream.chunks.data(), stream.chunks.size()))
    return false;
  all_.push(ended);
  calls_ += stream.calls();
  dropped_ += stream.dropped();
  losses_ += stream.losses();
  return true;
}

}  // namespace recorder
