// SPDX-License-Identifier: BSD-3-Clause
#include "report/trace_events.h"

#include <map>
#include <unordered_map>
#include <cstring>
#include <vector>

namespace recorder::report {

namespace {

int64_t number(const recorder_call &call, const char *name, int64_t fallback) {
  for (uint32_t i = 0; i < call.function->arguments; ++i) {
    if (strcmp(call.function->argument_names[i], name) != 0) continue;
    const recorder_value &v = call.arguments[i];
    if (v.type == RECORDER_INT) return v.v.i;
    if (v.type == RECORDER_UINT) return static_cast<int64_t>(v.v.u);
  }
  return fallback;
}

class Reader {
 public:
  Reader(EventSink &sink, uint64_t first_rank, int64_t start_ns)
      : sink_(sink), first_rank_(first_rank), start_ns_(start_ns) {}

  void call(const recorder_call &call) {
    if (!any_ || call.rank != rank_) {
      end();
      any_ = true;
      rank_ = call.rank;
      sink_.begin_rank(first_rank_ + rank_);
      positions_.clear();
    }
    std::vector<Event> &stack = stacks_[call.thread];
    while (!stack.empty() && stack.back().depth >= call.depth) {
      sink_.add(stack.back());
      stack.pop_back();
    }
    stack.push_back(event_of(call));
  }
  void end() {
    for (auto &[thread, stack] : stacks_)
      for (; !stack.empty(); stack.pop_back()) sink_.add(stack.back());
    stacks_.clear();
  }

 private:
  Event event_of(const recorder_call &call) {
    Event event;
    event.function = call.function;
    event.rank = first_rank_ + call.rank;
    event.depth = call.depth;
    event.start_ns = start_ns_ + call.start_ns;
    event.end_ns = start_ns_ + call.end_ns;
    event.file = call.file;
    event.failed = call.failed != 0;
    const auto place = meanings_.find(call.function);
    const Meaning meaning =
        place != meanings_.end() ? place->second : (meanings_[call.function] = meaning_of(*call.function));
    event.operation = meaning.operation;
    event.manner = meaning.manner;
    event.offset = -1;
    fill(call, event);
    return event;
  }
  void fill(const recorder_call &call, Event &event) {
    const std::string layer = call.function->layer;
    if (moves_data(event.operation)) {
      if (layer == "mpiio") {
        event.bytes = static_cast<uint64_t>(number(call, "count", 0));
        event.offset = number(call, "offset", -1);
      } else if (call.result->type == RECORDER_INT && call.result->v.i > 0) {
        event.bytes = static_cast<uint64_t>(call.result->v.i) * static_cast<uint64_t>(number(call, "size", 1));
        event.offset = number(call, "offset", -1);
      } else if (call.result->type == RECORDER_UINT) {
        event.bytes = call.result->v.u * static_cast<uint64_t>(number(call, "size", 1));
      }
    }
    if (layer != "posix" && layer != "stdio") return;
    int64_t &position = positions_[call.file];
    if (event.operation == Operation::open) position = 0;
    if (event.operation == Operation::seek) position = call.result->type == RECORDER_INT ? call.result->v.i : 0;
    if (!moves_data(event.operation) || event.offset >= 0) return;
    event.offset = position;
    position += static_cast<int64_t>(event.bytes);
  }

  EventSink &sink_;
  uint64_t first_rank_;
  int64_t start_ns_;
  bool any_ = false;
  uint64_t rank_ = 0;
  std::map<uint64_t, std::vector<Event>> stacks_;
  std::unordered_map<const char *, int64_t> positions_;
  std::unordered_map<const recorder_function *, Meaning> meanings_;
};

}  // namespace

void read_events(const tools::Options &options, recorder_trace *trace, uint64_t first_rank, int64_t start_ns,
                 EventSink &sink) {
  const tools::CallsPtr calls = tools::open_calls(options, trace);
  Reader reader(sink, first_rank, start_ns);
  while (const recorder_call *call = tools::next_call(options, calls.get())) reader.call(*call);
  reader.end();
}

}  // namespace recorder::report
