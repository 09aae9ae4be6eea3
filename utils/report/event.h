// SPDX-License-Identifier: BSD-3-Clause
// What the report needs to know of a call: who made it, when, what it did to which file.
#pragma once

#include <cstdint>

#include "analysis/walk.h"

namespace recorder::report {

using analysis::is_metadata;
using analysis::kManners;
using analysis::kOperations;
using analysis::Manner;
using analysis::Moment;
using analysis::moves_data;
using analysis::name_of;
using analysis::Operation;

struct Event {
  const recorder_function *function = nullptr;
  uint64_t depth = 0;
  // Of all the calls that it stands for, since the start of the report; without times 0 and null.
  int64_t start_ns = 0;  // of the earliest
  int64_t end_ns = 0;    // of the latest
  int64_t time_ns = 0;   // the sum of their durations
  int64_t longest_ns = 0;
  const Moment *moments = nullptr;
  const reader::Name *file = nullptr;  // or null; equal names of a trace are equal pointers
  bool failed = false;
  Operation operation = Operation::none;
  Manner manner = Manner::independent;
  bool ends_split = false;  // the second call of a split transfer
  bool has_bytes = false;
  bool has_offset = false;
  uint64_t bytes = 0;  // that the call moved
  int64_t offset = 0;  // of the first one
  // Calls that it stands for: the loops around it, the innermost first.
  uint64_t times = 1;
  const analysis::Step *steps = nullptr;
  size_t loops = 0;
};

// Takes the calls rank after rank and stream after stream, each when it returned: what a call made comes
// before it, one level deeper.
class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual void begin_stream(uint64_t number) = 0;  // of its rank among all
  virtual void add(const Event &event) = 0;
  // As of analysis::Visitor.
  virtual void loop_begins() = 0;
  virtual void loop_ends(uint64_t times) = 0;
};

}  // namespace recorder::report
