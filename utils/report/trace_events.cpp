// SPDX-License-Identifier: BSD-3-Clause
// A visitor of the walk through each stream.
#include "report/trace_events.h"

namespace recorder::report {

namespace {

class Reader : public analysis::Visitor {
 public:
  Reader(reader::Filter &filter, const TracePlace &place, uint64_t own_first_rank, EventSink &sink,
         std::atomic<uint64_t> &met)
      : filter_(filter), place_(place), own_first_rank_(own_first_rank), sink_(sink), met_(met) {
    const reader::Selection &selection = filter.selection();
    selects_ = !selection.layers.empty() || !selection.functions.empty() || !selection.files.empty() ||
               selection.selects_time();
  }

  void stream_begins(const reader::Stream &stream) override {
    sink_.begin_stream(place_.first_rank + stream.rank - own_first_rank_);
  }
  void loop_begins(uint64_t) override { sink_.loop_begins(); }
  void loop_ends(uint64_t times) override { sink_.loop_ends(times); }

  void call(const analysis::Event &call) override {
    met_.store(met_.load(std::memory_order_relaxed) + call.times, std::memory_order_relaxed);
    if (selects_ && !admits(call)) return;
    event_.function = &call.function();
    event_.depth = call.depth();
    event_.start_ns = call.start_ns;
    event_.end_ns = call.end_ns;
    event_.time_ns = call.time_ns;
    event_.longest_ns = call.longest_ns;
    event_.moments = call.moments;
    event_.file = call.file;
    event_.failed = call.record->failed;
    event_.operation = call.meaning->operation;
    event_.manner = call.meaning->manner;
    event_.ends_split = event_.manner == Manner::split && call.meaning->count < 0;
    event_.has_bytes = call.has_bytes;
    event_.has_offset = call.has_offset;
    event_.bytes = call.bytes;
    event_.offset = call.offset;
    if (call.part_count != 0) divide(call);
    event_.times = call.times;
    event_.steps = call.steps;
    event_.loops = call.loops;
    sink_.add(event_);
  }

 private:
  // A copy within the kernel counts as a write of the file that it goes to. What a list of requests reads and
  // writes is not told apart here.
  void divide(const analysis::Event &call) {
    event_.has_offset = false;
    if (event_.operation != Operation::copy) {
      for (size_t i = 1; i < call.part_count; ++i)
        if (call.parts[i].operation != call.parts[0].operation) event_.has_bytes = false;
      event_.operation = call.parts[0].operation;
      if (!event_.has_bytes) event_.bytes = 0;
      return;
    }
    for (size_t i = 0; i < call.part_count; ++i) {
      const analysis::Part &part = call.parts[i];
      if (part.operation != Operation::write) continue;
      event_.file = part.file;
      event_.has_offset = part.has_offset;
      event_.offset = part.offset;
    }
  }

  bool admits(const analysis::Event &call) {
    return filter_.admits_function(*call.record->function) &&
           filter_.admits_time(call.start_ns - place_.start_ns, call.end_ns - place_.start_ns) &&
           filter_.admits_file(call.file);
  }

  reader::Filter &filter_;
  const TracePlace place_;
  const uint64_t own_first_rank_;
  EventSink &sink_;
  std::atomic<uint64_t> &met_;
  bool selects_;
  Event event_;
};

}  // namespace

void read_events(reader::Trace &trace, const reader::Selection &selection, const TracePlace &place,
                 bool times, EventSink &sink, std::atomic<uint64_t> &met) {
  reader::Filter filter(selection, trace.dictionary().functions);
  Reader visitor(filter, place, trace.first_rank(), sink, met);
  analysis::WalkOptions options;
  options.times = times && trace.has_times();
  options.expand = options.times && selection.selects_time();
  options.shift_ns = place.start_ns;
  analysis::Walk walk(trace, options);
  for (uint64_t rank = trace.first_rank(); rank < trace.end_rank(); ++rank) {
    if (!selection.ranks.contains(rank)) continue;
    for (const reader::Stream &stream : trace.streams_of(rank))
      if (selection.threads.contains(stream.thread)) walk.stream(stream, visitor);
  }
}

}  // namespace recorder::report
