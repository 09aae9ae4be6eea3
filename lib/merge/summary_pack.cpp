// SPDX-License-Identifier: BSD-3-Clause
// A summary as bytes, on its way from one process of a run to another. Not a file format: both ends are the
// same build.
#include "merge/summary.h"

namespace recorder {

void Summary::pack(Buffer *out) const {
  for (const Interner *set : {&signatures_, &bodies_, &shapes_, &texts_, &functions_}) set->pack(out);
  pool_.pack(out);
  for (const Column *column : {&classes_, &threads_}) {
    out->put_varint(column->count);
    TablePool::pack_column(*column, pool_.items(*column), out);
  }
  out->put_str(metadata_.bytes());
  for (const uint64_t number : {start_, end_, dropped_, lost_, times_.streams, times_.stored})
    out->put_varint(number);
  out->put_u32le(times_.times_crc);
  out->put_u32le(times_.index_crc);
}

Status Summary::unpack(Bytes packed) {
  const Status damaged = Status::corrupt("the merged trace of another rank is damaged");
  Cursor in(packed);
  clear();
  for (Interner *set : {&signatures_, &bodies_, &shapes_, &texts_, &functions_})
    if (!set->unpack(&in))
      return ok() ? damaged : Status::no_memory("no memory for the merged trace of another rank");
  if (!pool_.unpack(&in, texts_.count()) || pool_.count() != uint64_t{shapes_.count()} + 1) return damaged;
  for (Column *column : {&classes_, &threads_}) {
    uint64_t count = 0;
    if (!in.varint(&count) || !pool_.unpack_column(&in, count, column)) return damaged;
  }
  if (classes_.count != processes().rows) return damaged;
  Bytes metadata;
  if (!in.str(&metadata)) return damaged;
  metadata_.put_bytes(metadata);
  for (uint64_t *number : {&start_, &end_, &dropped_, &lost_, &times_.streams, &times_.stored})
    if (!in.varint(number)) return damaged;
  if (!in.u32le(&times_.times_crc) || !in.u32le(&times_.index_crc) || !in.at_end()) return damaged;
  return ok() ? Status::good() : Status::no_memory("no memory for the merged trace of another rank");
}

}  // namespace recorder
