// SPDX-License-Identifier: BSD-3-Clause
// Sums over ranks that are in different blocks.
#include "merge/run_facts.h"

#include "merge/summary.h"

namespace recorder {

void RunFacts::add_numbers(uint64_t more, uint64_t first, uint64_t last, uint64_t drops, uint64_t losses,
                           Bytes pairs) {
  if (nranks == 0) metadata.put_bytes(pairs);
  nranks += more;
  if (first < start) start = first;
  if (last > end) end = last;
  dropped += drops;
  lost += losses;
}

void RunFacts::add(const Summary &right) {
  add_numbers(right.nranks(), right.start_realtime_ns(), right.end_realtime_ns(), right.dropped(),
              right.lost(), right.metadata());
  times.add(right.times());
}

void RunFacts::add(const RunFacts &right) {
  add_numbers(right.nranks, right.start, right.end, right.dropped, right.lost, right.metadata.bytes());
  times.add(right.times);
}

void RunFacts::clear() {
  nranks = end = dropped = lost = 0;
  start = UINT64_MAX;
  times = TimesTotals{};
  metadata.clear();
}

void RunFacts::swap(RunFacts &other) noexcept {
  for (uint64_t RunFacts::*number :
       {&RunFacts::nranks, &RunFacts::start, &RunFacts::end, &RunFacts::dropped, &RunFacts::lost})
    std::swap(this->*number, other.*number);
  std::swap(times, other.times);
  metadata.swap(other.metadata);
}

void RunFacts::pack(Buffer *out) const {
  for (const uint64_t number : {nranks, start, end, dropped, lost, times.streams, times.stored})
    out->put_varint(number);
  out->put_u32le(times.times_crc);
  out->put_u32le(times.index_crc);
  out->put_str(metadata.bytes());
}

bool RunFacts::unpack(Cursor *in) {
  Bytes pairs{};
  for (uint64_t *number : {&nranks, &start, &end, &dropped, &lost, &times.streams, &times.stored})
    if (!in->varint(number)) return false;
  if (!in->u32le(&times.times_crc) || !in->u32le(&times.index_crc) || !in->str(&pairs)) return false;
  metadata.put_bytes(pairs);
  return metadata.ok();
}

}  // namespace recorder
