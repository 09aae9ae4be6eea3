// SPDX-License-Identifier: BSD-3-Clause
// The iterator of the C API: streams merged by start time, rank after rank or all ranks at once.
#pragma once

#include <memory>
#include <vector>

#include "reader/stream_reader.h"

namespace recorder::reader {

class Calls {
 public:
  // Each stream gets a companion, if `make` is not null.
  Calls(Trace &trace, const Selection &selection, recorder_order order, MakeCompanion make = nullptr);
  Calls(Trace &trace, Stream stream);

  // Null at the end.
  const recorder_call *next();
  // Of the stream of the call that next() returned.
  Companion *companion() const { return shown_ != nullptr ? shown_->companion() : nullptr; }

 private:
  void open_rank(uint64_t rank);
  void open_stream(Stream stream);
  bool open_more();
  static bool later(const StreamReader *a, const StreamReader *b);

  Trace &trace_;
  MakeCompanion make_;
  Filter filter_;
  uint64_t next_rank_ = 0;
  uint64_t last_rank_ = 0;  // beyond the last one
  std::vector<std::unique_ptr<StreamReader>> streams_;
  std::vector<StreamReader *> heap_;  // with a call each; the earliest first
  StreamReader *shown_ = nullptr;     // not in the heap
};

}  // namespace recorder::reader
