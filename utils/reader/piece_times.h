// SPDX-License-Identifier: BSD-3-Clause
// What stands beside the grammars of a stream: the times of its calls, the values of random arguments and the
// lengths of runs that vary, piece after piece.
#pragma once

#include <memory>

#include "reader/counts.h"
#include "reader/stream_state.h"
#include "reader/times.h"
#include "reader/trace.h"

namespace recorder::reader {

class PieceTimes {
 public:
  // Of the stream's next piece; tells `state` how its offsets are kept. Without `wanted`, times are only read
  // where values of arguments stand among them.
  void open(const Trace &trace, const Piece &piece, StreamState &state, TimeReader::FunctionNumber function,
            bool wanted = true);
  // After the last record of the piece: nothing may be left.
  void finish();
  void begin_part() {
    if (times_ != nullptr) times_->begin_part();
  }

  // Null where there are none.
  TimeReader *times() const { return times_.get(); }
  // Of values that are aside, to be asked before times() for those of the same call.
  AsideSource *asides() const {
    return times_ != nullptr ? static_cast<AsideSource *>(times_.get()) : asides_.get();
  }
  CountReader *counts() const { return counts_.get(); }
  const TickScale &scale() const { return scale_; }

 private:
  TickScale scale_;
  std::unique_ptr<TimeReader> times_;
  std::unique_ptr<AsideReader> asides_;  // where there are no times
  std::unique_ptr<CountReader> counts_;
  int64_t last_end_ = 0;  // of the pieces before
};

}  // namespace recorder::reader
