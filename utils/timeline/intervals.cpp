// SPDX-License-Identifier: BSD-3-Clause
// Spreading calls over intervals, printing what came of it.
#include "timeline/intervals.h"

#include <algorithm>
#include <cstring>

#include "common/text.h"

namespace recorder::tools::timeline {

Intervals::Cell &Intervals::cell(Layer &layer, int64_t ns) {
  const uint64_t at = ns < 0 ? 0 : static_cast<uint64_t>(ns / interval_);
  if (at >= kMostIntervals) throw UsageError("the intervals are too short for so long a run");
  if (at >= layer.cells.size()) layer.cells.resize(at + 1);
  return layer.cells[at];
}

bool Intervals::is_outermost(const recorder_call &call) {
  std::vector<Open> &open = open_[call.thread];
  while (!open.empty() && open.back().depth >= call.depth) open.pop_back();
  const bool outermost = std::none_of(open.begin(), open.end(), [&](const Open &outer) {
    return strcmp(outer.layer, call.function->layer) == 0;
  });
  open.push_back({call.depth, call.function->layer});
  return outermost;
}

Intervals::Layer &Intervals::layer_of(const recorder_call &call) {
  for (Layer &layer : layers_) {
    if (layer.name == call.function->layer) return layer;
  }
  layers_.push_back({call.function->layer, {}, {}});
  return layers_.back();
}

// Each interval gets its share of the time, and of the bytes as if they had moved evenly.
void Intervals::spread(Layer &layer, const WorkflowCall &call, const bool (&moves)[2]) {
  const uint64_t bytes = call.transfer->bytes ? static_cast<uint64_t>(*call.transfer->bytes) : 0;
  const int64_t length = call.end_ns - call.start_ns;
  uint64_t given = 0;
  int64_t at = call.start_ns;
  do {
    const int64_t next = std::min(call.end_ns, (at / interval_ + 1) * interval_);
    const auto until = length <= 0 || next == call.end_ns
                           ? bytes
                           : static_cast<uint64_t>(static_cast<unsigned __int128>(bytes) *
                                                   static_cast<uint64_t>(next - call.start_ns) /
                                                   static_cast<uint64_t>(length));
    Cell &each = cell(layer, at);
    each.time_ns += static_cast<uint64_t>(next > at ? next - at : 0);
    for (int i = 0; i < 2; ++i) each.bytes[i] += moves[i] ? until - given : 0;
    given = until;
    at = next;
  } while (at < call.end_ns);
}

void Intervals::add(const WorkflowCall &call, analysis::Operation operation) {
  Layer &layer = layer_of(*call.call);
  ++cell(layer, call.start_ns).calls;
  if (!is_outermost(*call.call)) return;
  // A copy in the kernel reads and writes.
  const bool copies = operation == analysis::Operation::copy;
  const bool moves[2] = {copies || operation == analysis::Operation::read,
                         copies || operation == analysis::Operation::write};
  for (int i = 0; i < 2; ++i) layer.moves[i] |= moves[i];
  spread(layer, call, moves);
}

// The name is rounded, so that viewers colour what is equally busy alike.
void Intervals::put_slice(Events &events, const Track &track, const Layer &layer, size_t at) const {
  const Cell &cell = layer.cells[at];
  const uint64_t busy =
      (cell.time_ns * 10 + static_cast<uint64_t>(interval_) - 1) / static_cast<uint64_t>(interval_);
  std::string &out = events.next();
  out += "{\"ph\":\"X\",\"pid\":";
  put_number(out, track.pid);
  out += ",\"tid\":";
  put_number(out, track.tid);
  out += ",\"cat\":";
  put_json_string(out, layer.name);
  out += ",\"name\":\"up to ";
  put_number(out, 10 * busy);
  out += " % busy\",\"ts\":";
  put_microseconds(out, static_cast<int64_t>(at) * interval_);
  out += ",\"dur\":";
  put_microseconds(out, interval_);
  out += ",\"args\":{\"calls\":";
  put_number(out, cell.calls);
  out += ",\"bytes read\":";
  put_number(out, cell.bytes[0]);
  out += ",\"bytes written\":";
  put_number(out, cell.bytes[1]);
  out += ",\"time in calls, us\":";
  put_microseconds(out, static_cast<int64_t>(cell.time_ns));
  out += "}}";
}

void Intervals::put_slices(Events &events, uint64_t pid, uint64_t processes) const {
  for (size_t i = 0; i < layers_.size(); ++i) {
    const Layer &layer = layers_[i];
    const Track track = row_of(pid, i + 1, processes);
    events.thread_name(track, layer.name, i);
    for (size_t at = 0; at < layer.cells.size(); ++at) {
      const Cell &cell = layer.cells[at];
      if (cell.calls != 0 || cell.time_ns != 0) put_slice(events, track, layer, at);
    }
  }
}

void Intervals::put_counter(Events &events, uint64_t pid, const Layer &layer, int written) const {
  const std::string name = layer.name + (written != 0 ? " written, bytes/s" : " read, bytes/s");
  uint64_t last = 0;
  for (size_t at = 0; at <= layer.cells.size(); ++at) {
    const uint64_t bytes = at < layer.cells.size() ? layer.cells[at].bytes[written] : 0;
    const auto rate = static_cast<uint64_t>(static_cast<unsigned __int128>(bytes) * 1000000000 /
                                            static_cast<uint64_t>(interval_));
    if (rate != last || at == 0) events.counter(pid, name, static_cast<int64_t>(at) * interval_, rate);
    last = rate;
  }
}

void Intervals::put_counters(Events &events, uint64_t pid) const {
  for (const Layer &layer : layers_) {
    for (int i = 0; i < 2; ++i) {
      if (layer.moves[i]) put_counter(events, pid, layer, i);
    }
  }
}

}  // namespace recorder::tools::timeline
