// SPDX-License-Identifier: BSD-3-Clause
// The times of all calls, coded stream by stream, and the index that says where and how each lies.
#pragma once

#include <cstdint>

#include "format/buffer.h"
#include "format/deflate.h"
#include "merge/counts_encoder.h"
#include "merge/image.h"
#include "merge/values_encoder.h"
#include "session/status.h"

namespace recorder {

// What the table of sections must know of `times` and `times-index` over a range of ranks.
struct TimesTotals {
  uint64_t streams = 0;
  uint64_t stored = 0;
  uint32_t times_crc = 0;
  uint32_t index_crc = 0;

  void add(const TimesTotals &right);
};

// A rank's own part of the two sections. Compress first; once the stored bytes of the lower ranks are known,
// the index can be made.
class TimesPart {
 public:
  // The compressed bytes go to the sink, stream after stream. `level` is zlib's.
  Status compress(const ProcessImage &image, int level, ByteSink sink, void *self);
  Status make_index(uint64_t stored_before, Buffer *index);

  const TimesTotals &totals() const { return totals_; }  // index_crc only after make_index

 private:
  struct Entry {
    uint64_t stored;
    uint64_t raw;
    uint64_t calls;
    uint32_t crc;
    uint32_t codec;
  };
  Status add(Entry entry, const StreamImage &stream, ByteSink sink, void *self);
  void add_tail(const CodedTail &tail, uint32_t flag, Entry *entry);
  Status encode(const ProcessImage &image, ByteSink sink, void *self);
  Status deflate(const ProcessImage &image, int level, ByteSink sink, void *self);
  Status omit(const ProcessImage &image, ByteSink sink, void *self);

  Vector<Entry> entries_;
  ValuesEncoder values_;
  CountsEncoder counts_;
  TimesTotals totals_;
};

}  // namespace recorder
