// SPDX-License-Identifier: BSD-3-Clause
// What the report needs to know of a call: who made it, when, what it did to which file.
#pragma once

#include <cstdint>

#include "reader/recorder-reader.h"
#include "report/meaning.h"

namespace recorder::report {

struct Event {
  const recorder_function *function = nullptr;
  uint64_t rank = 0;  // of the report: the ranks of several traces are numbered one after another
  uint64_t depth = 0;
  int64_t start_ns = 0;  // since the start of the report
  int64_t end_ns = 0;
  const char *file = nullptr;  // lives as long as the trace; equal names are equal pointers
  bool failed = false;
  Operation operation = Operation::none;
  Manner manner = Manner::independent;
  uint64_t bytes = 0;   // moved
  int64_t offset = -1;  // in the file, -1 when unknown
  uint64_t times = 1;   // calls that it stands for, where calls have no times
};

// Takes the calls of one stream after another, rank after rank, each when it returns: what a call made
// comes before it, one level deeper.
class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual void begin_rank(uint64_t rank) = 0;
  virtual void add(const Event &event) = 0;
};

}  // namespace recorder::report
