// SPDX-License-Identifier: BSD-3-Clause
// Who the ranks were: the one thing of a merged trace that is different for each of them. Kept and sent by
// columns, so that a rank costs a few bytes.
#pragma once

#include <cstdint>

#include "format/buffer.h"
#include "format/cursor.h"
#include "merge/image.h"
#include "merge/interner.h"

namespace recorder {

class TraceWriter;

class ProcessTable {
 public:
  // Both return false when there is no memory.
  bool add(const ProcessImage &image);
  bool add(const ProcessTable &right);

  uint64_t count() const { return rows_.size(); }
  bool ok() const { return places_.ok() && rows_.ok() && tids_.ok(); }

  void clear();
  void swap(ProcessTable &other) noexcept;

  void pack(Buffer *out) const;
  bool unpack(Cursor *in);

  // The section `processes`, put into the open section of the writer.
  void emit(TraceWriter *writer) const;

 private:
  struct Row {
    int64_t rank;
    uint64_t start_realtime_ns;
    uint64_t dropped;
    uint64_t lost;
    uint32_t pid;
    uint32_t place;    // in places_
    uint32_t threads;  // so many of tids_
  };

  bool unpack_numbers(Cursor *in, uint64_t n);
  bool unpack_threads(Cursor *in);

  Interner places_;  // str host, str program, str cwd, varint tick_num, varint tick_den
  Vector<Row> rows_;
  Vector<uint32_t> tids_;  // of all rows, one after another

  // Scratch of add(), kept so that a million small ranks do not mean a million mappings.
  Buffer place_;
  Vector<uint32_t> ids_;
};

}  // namespace recorder
