// SPDX-License-Identifier: BSD-3-Clause
// A summary as bytes, on its way from one process of a run to another. Not a file format: both ends are the
// same build.
#include "merge/summary.h"

namespace recorder {

void Summary::pack(Buffer *out) const {
  signatures_.pack(out);
  cfgs_.pack(out);
  shapes_.pack(out);
  functions_.pack(out);
  out->put_varint(runs_.size());
  for (const Run &run : runs_) {
    out->put_varint(run.nranks);
    out->put_varint(run.shape);
  }
  processes_.pack(out);
  out->put_str(metadata_.bytes());
  for (const uint64_t number : {start_, end_, dropped_, lost_, times_.streams, times_.stored})
    out->put_varint(number);
  out->put_u32le(times_.times_crc);
  out->put_u32le(times_.index_crc);
}

bool Summary::unpack_runs(Cursor *in) {
  uint64_t n = 0;
  if (!in->count(&n, 2)) return false;
  for (uint64_t i = 0; i < n; ++i) {
    Run run{};
    if (!in->varint(&run.nranks) || !in->varint32(&run.shape) || run.shape >= shapes_.count() ||
        !runs_.push(run))
      return false;
  }
  return true;
}

Status Summary::unpack(Bytes packed) {
  const Status damaged = Status::corrupt("the merged trace of another rank is damaged");
  Cursor in(packed);
  clear();
  if (!signatures_.unpack(&in) || !cfgs_.unpack(&in) || !shapes_.unpack(&in) || !functions_.unpack(&in) ||
      !unpack_runs(&in) || !processes_.unpack(&in))
    return ok() ? damaged : Status::no_memory("no memory for the merged trace of another rank");
  Bytes metadata;
  if (!in.str(&metadata)) return damaged;
  metadata_.put_bytes(metadata);
  for (uint64_t *number : {&start_, &end_, &dropped_, &lost_, &times_.streams, &times_.stored})
    if (!in.varint(number)) return damaged;
  if (!in.u32le(&times_.times_crc) || !in.u32le(&times_.index_crc) || !in.at_end()) return damaged;
  return ok() ? Status::good() : Status::no_memory("no memory for the merged trace of another rank");
}

}  // namespace recorder
