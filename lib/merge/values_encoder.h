// SPDX-License-Identifier: BSD-3-Clause
// The values of a stream's random arguments where no times are kept: they stand alone behind what is kept in
// place of these (recorder-format(5), "Values that are aside").
#pragma once

#include "merge/coded_tail.h"
#include "merge/image.h"
#include "merge/side_encoder.h"
#include "session/status.h"

namespace recorder {

class ValuesEncoder {
 public:
  // Those of calls that were completed, in the order of the calls.
  Status encode(const StreamImage &stream, ByteSink sink, void *self);
  // What the last stream's are, with what says how many bytes.
  const CodedTail &tail() const { return tail_; }

 private:
  Status put_all(const StreamImage &stream);

  CodedTail tail_;
  SideEncoder side_;
};

}  // namespace recorder
