// SPDX-License-Identifier: BSD-3-Clause
// The way of every analysis through a trace: records in the order in which calls returned, each with what it
// means. Loops are not expanded: their calls come once, with how often they happen and how far apart
// (Recorder 2.0's selective decompression, taken further; loops.h). With times, so many turns come at once as
// there is room for the moments of their calls.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "analysis/meaning.h"
#include "reader/stream_state.h"
#include "reader/trace.h"

namespace recorder::analysis {

class Sizes;

// A loop around an event: so many times, with its offset so many bytes further each time.
struct Step {
  uint64_t times;
  int64_t distance;
};

// When a call went on, in ns.
struct Moment {
  int64_t start_ns, end_ns;
};

// One of several transfers that a call makes at once: a side of a copy within the kernel, or what a control
// block of a list asks for.
struct Part {
  const reader::Name *file;  // or null
  Operation operation;       // read or write
  bool has_bytes;
  bool has_offset;
  uint64_t bytes;
  int64_t offset;
};

struct Event {
  const reader::Template *record;  // what is the same in all calls of its shape
  const reader::Filled *filled;    // and what completes it (values.h)
  uint64_t shape;
  uint64_t rank;
  uint64_t thread;
  const Meaning *meaning;
  const reader::Name *file;  // or null
  const Sizes *sizes;        // of what handles stand for at this moment
  bool has_bytes;
  bool has_offset;  // of POSIX and STDIO, also where the file's position tells it
  uint64_t bytes;   // that the call moved; 0 when it failed
  int64_t offset;   // of the first byte
  // Of all the calls that it stands for; 0 and null without times.
  int64_t start_ns;       // of the earliest
  int64_t end_ns;         // of the latest
  int64_t time_ns;        // the sum of their durations
  int64_t longest_ns;     // of these
  const Moment *moments;  // one for each
  uint64_t times;         // how many calls it stands for
  const Step *steps;      // what they are made of: their product is `times`; the innermost loop first
  size_t loops;
  bool one_by_one;    // what it changes depends on the call before it, so that no loop stands for it
  const Part *parts;  // of a call that makes several transfers, which always comes by itself
  size_t part_count;

  const recorder_function &function() const { return record->function->described; }
  uint64_t depth() const { return record->depth; }
  // Offsets of all its calls lie from first_offset() to last_offset().
  int64_t first_offset() const { return offset + reach(false); }
  int64_t last_offset() const { return offset + reach(true); }

 private:
  int64_t reach(bool forward) const {
    int64_t sum = 0;
    for (size_t i = 0; i < loops; ++i)
      if ((steps[i].distance > 0) == forward)
        sum += steps[i].distance * static_cast<int64_t>(steps[i].times - 1);
    return sum;
  }
};

// What an analysis does with the events. A visitor that remembers something from one event for the next
// (where a file was read last) learns of loops, so that it can go through a loop once.
class Visitor {
 public:
  virtual ~Visitor() = default;
  virtual void stream_begins(const reader::Stream &) {}
  virtual void call(const Event &event) = 0;
  virtual void stream_ends() {}
  // What comes from here to loop_ends() happens `times` times, each time as it does this time but for
  // offsets, which move on evenly. Loops nest.
  virtual void loop_begins(uint64_t /*times*/) {}
  virtual void loop_ends(uint64_t /*times*/) {}
};

struct WalkOptions {
  bool times = true;     // events have times
  bool expand = false;   // every call comes by itself
  int64_t shift_ns = 0;  // from the trace's time axis to that of the events
};

// All streams of the ranks, one after another. A Failure when the trace is damaged.
class Walk {
 public:
  Walk(reader::Trace &trace, const WalkOptions &options);
  ~Walk();
  void rank(uint64_t rank, Visitor &visitor);
  void stream(const reader::Stream &stream, Visitor &visitor);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace recorder::analysis
