// SPDX-License-Identifier: BSD-3-Clause
// Stream after stream through the codec that the process's mode asks for.
#include "merge/times.h"

#include "format/format.h"
#include "merge/times_encoder.h"

namespace recorder {

namespace {

// With bounded errors the sum of all is kept below this, and one more error.
constexpr uint64_t kMostDriftNs = 100000;

// Said of each stream, as ranks may have different settings.
uint32_t offsets_of(const StreamImage &stream) {
  return stream.plain_offsets ? format::kTimesPlainOffsets : 0;
}

// Whether each call has its own, among which values of random arguments then stand.
bool has_times(uint32_t codec) {
  return format::has_times(static_cast<format::TimesCodec>(codec & ((1u << format::kTimesPercentShift) - 1)));
}

uint64_t most_drift(const ProcessImage &image) {
  return image.tick_num != 0 ? kMostDriftNs * image.tick_den / image.tick_num : 0;
}

}  // namespace

void TimesTotals::add(const TimesTotals &right) {
  times_crc = crc_of_both(times_crc, right.times_crc, right.stored);
  index_crc = crc_of_both(index_crc, right.index_crc, right.streams * format::kTimesEntrySize);
  streams += right.streams;
  stored += right.stored;
}

Status TimesPart::compress(const ProcessImage &image, int level, ByteSink sink, void *self) {
  entries_.clear();
  totals_ = TimesTotals{};
  switch (image.time_mode) {
    case TimeMode::none:
      return omit(image, sink, self);
    case TimeMode::statistics:
      return deflate(image, level, sink, self);
    default:
      return encode(image, sink, self);
  }
}

Status TimesPart::encode(const ProcessImage &image, ByteSink sink, void *self) {
  const bool bounded = image.time_mode == TimeMode::bounded;
  const uint32_t percent = bounded ? image.time_percent : 0;
  TimesEncoder encoder(percent, most_drift(image));
  for (uint32_t i = 0; i < image.stream_count; ++i) {
    const StreamImage &stream = image.streams[i];
    if (Status s = encoder.encode(stream, sink, self); !s.ok()) return s;
    const uint32_t word = static_cast<uint32_t>(encoder.codec()) | percent << format::kTimesPercentShift |
                          (stream.has_asides ? format::kTimesAsides : 0) | offsets_of(stream);
    if (Status s = add({encoder.stored_size(), encoder.raw_size(), stream.calls, encoder.crc(), word}, stream,
                       sink, self);
        !s.ok())
      return s;
  }
  return Status::good();
}

Status TimesPart::deflate(const ProcessImage &image, int level, ByteSink sink, void *self) {
  Deflater deflater(level);
  for (uint32_t i = 0; i < image.stream_count; ++i) {
    const StreamImage &stream = image.streams[i];
    if (Status s = deflater.begin(sink, self); !s.ok()) return s;
    for (uint32_t k = 0; k < stream.part_count; ++k) {
      if (Status s = deflater.put(stream.parts[k].statistics); !s.ok()) return s;
      release(stream.spool, stream.parts[k].statistics);
    }
    if (Status s = deflater.end(); !s.ok()) return s;
    if (Status s = add({deflater.stored_size(), deflater.raw_size(), stream.calls, deflater.crc(),
                        static_cast<uint32_t>(format::TimesCodec::statistics) | offsets_of(stream)},
                       stream, sink, self);
        !s.ok())
      return s;
  }
  return Status::good();
}

// Each stream has its line, so that ranks may have different modes.
Status TimesPart::omit(const ProcessImage &image, ByteSink sink, void *self) {
  for (uint32_t i = 0; i < image.stream_count; ++i)
    if (Status s = add({0, 0, image.streams[i].calls, 0,
                        static_cast<uint32_t>(format::TimesCodec::none) | offsets_of(image.streams[i])},
                       image.streams[i], sink, self);
        !s.ok())
      return s;
  return Status::good();
}

// What else is kept of the stream stands behind its times.
Status TimesPart::add(Entry entry, const StreamImage &stream, ByteSink sink, void *self) {
  totals_.times_crc = crc_of_both(totals_.times_crc, entry.crc, entry.stored);
  if (!has_times(entry.codec) && stream.has_asides) {
    if (Status s = values_.encode(stream, sink, self); !s.ok()) return s;
    add_tail(values_.tail(), format::kTimesAsides, &entry);
  }
  if (CountsEncoder::has_counts(stream)) {
    if (Status s = counts_.encode(stream, sink, self); !s.ok()) return s;
    add_tail(counts_.tail(), format::kTimesCounts, &entry);
  }
  if (!entries_.push(entry)) return Status::no_memory("cannot index the times");
  totals_.stored += entry.stored;
  ++totals_.streams;
  return Status::good();
}

void TimesPart::add_tail(const CodedTail &tail, uint32_t flag, Entry *entry) {
  totals_.times_crc = crc_of_both(totals_.times_crc, tail.crc(), tail.stored_size());
  entry->stored += tail.stored_size();
  entry->codec |= flag;
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
    index->put_u32le(entry.codec);
    offset += entry.stored;
  }
  if (!index->ok()) return Status::no_memory("cannot index the times");
  totals_.index_crc = crc_of(index->bytes());
  return Status::good();
}

}  // namespace recorder
