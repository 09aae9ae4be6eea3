// SPDX-License-Identifier: BSD-3-Clause
// Compresses raw times chunk by chunk; nothing here depends on how long a stream is.
#include "merge/times.h"

#include "format/format.h"

namespace recorder {

void TimesTotals::add(const TimesTotals &right) {
  times_crc = crc_of_both(times_crc, right.times_crc, right.stored);
  index_crc = crc_of_both(index_crc, right.index_crc, right.streams * format::kTimesEntrySize);
  streams += right.streams;
  stored += right.stored;
}

Status TimesPart::compress(const ProcessImage &image, int level, ByteSink sink, void *self) {
  Deflater deflater(level);
  entries_.clear();
  totals_ = TimesTotals{};
  for (uint32_t i = 0; i < image.stream_count; ++i) {
    const StreamImage &stream = image.streams[i];
    if (Status s = deflater.begin(sink, self); !s.ok()) return s;
    for (uint32_t k = 0; k < stream.time_chunk_count; ++k)
      if (Status s = deflater.put(stream.time_chunks[k]); !s.ok()) return s;
    if (Status s = deflater.end(); !s.ok()) return s;
    const uint64_t stored = deflater.stored_size();
    if (!entries_.push({stored, deflater.raw_size(), stream.calls, deflater.crc()}))
      return Status::no_memory("cannot index the times");
    totals_.times_crc = crc_of_both(totals_.times_crc, deflater.crc(), stored);
    totals_.stored += stored;
    ++totals_.streams;
  }
  return Status::good();
}

Status TimesPart::make_index(uint64_t stored_before, Buffer *index) {
  index->clear();
  uint64_t offset = stored_before;
  for (const Entry &entry : entries_) {
    index->put_u64le(offset);
    index->put_u64le(entry.stored);
    index->put_u64le(entry.raw);
    index->put_u64le(entry.calls);
    index->put_u32le(entry.crc);
    index->put_u32le(0);
    offset += entry.stored;
  }
  if (!index->ok()) return Status::no_memory("cannot index the times");
  totals_.index_crc = crc_of(index->bytes());
  return Status::good();
}

}  // namespace recorder
