// SPDX-License-Identifier: BSD-3-Clause
// The iterator of the C API: streams merged by start time, rank after rank or all ranks at once.
#pragma once

#include <memory>
#include <vector>

#include "reader/stream_reader.h"

namespace recorder::reader {

class Calls {
 public:
  Calls(Trace &trace, const Selection &selection, recorder_order order);
  Calls(Trace &trace, Stream stream);

  // Null at the end.
  const recorder_call *next();

 private:
  void open_rank(uint64_t rank);
  void open_stream(Stream stream);
  bool open_more();
  static bool later(const StreamReader *a, const StreamReader *b);

  Trace &trace_;
  Filter filter_;
  uint64_t next_rank_ = 0;
  uint64_t last_rank_ = 0;  // beyond the last one
  std::vector<std::unique_ptr<StreamReader>> streams_;
  std::vector<StreamReader *> heap_;  // with a call each; the earliest first
  StreamReader *shown_ = nullptr;     // not in the heap
};

}  // namespace recorder::reader
