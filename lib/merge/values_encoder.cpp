// SPDX-License-Identifier: BSD-3-Clause
// One walk over the values, which need no grammar: they stand in the order of their calls (see
// values_encoder.h).
#include "merge/values_encoder.h"

#include "merge/times_encoder.h"

namespace recorder {

Status ValuesEncoder::encode(const StreamImage &stream, ByteSink sink, void *self) {
  tail_.begin(sink, self);
  Status done = side_.begin(stream, &tail_.coder());
  if (done.ok()) done = put_all(stream);
  side_.clear();
  return done.ok() ? tail_.end() : done;
}

Status ValuesEncoder::put_all(const StreamImage &stream) {
  TimeRecords records;
  records.begin(stream);
  CallTimes ended{};
  Aside aside{};
  for (uint64_t left = side_.complete(); left > 0;) {
    if (records.next_aside(&aside)) {
      if (!side_.put(aside, &tail_.coder())) return Status::corrupt("a random argument was not seen before");
      --left;
    } else if (!records.next(&ended)) {
      return Status::corrupt("values of random arguments are missing");
    }
  }
  return Status::good();
}

}  // namespace recorder
