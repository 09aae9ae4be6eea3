// SPDX-License-Identifier: BSD-3-Clause
// What each layer of a process did in each interval of time: the coarse view, and counters of bandwidth.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/meaning.h"
#include "common/workflow.h"
#include "timeline/events.h"

namespace recorder::tools::timeline {

// Of one process. Within a layer only the outermost calls count for time and bytes.
class Intervals {
 public:
  // `interval`: in ns.
  explicit Intervals(int64_t interval) : interval_(interval) {}

  void add(const WorkflowCall &call, analysis::Operation operation);
  // The slices of all intervals in which a layer was called, one row for each layer.
  void put_slices(Events &events, uint64_t pid, uint64_t processes) const;
  // Bytes in a second, read and written, for each layer that moved any.
  void put_counters(Events &events, uint64_t pid) const;

 private:
  static constexpr uint64_t kMostIntervals = 4000000;

  struct Cell {
    uint64_t calls = 0;
    uint64_t time_ns = 0;
    uint64_t bytes[2] = {0, 0};  // read, written
  };
  struct Layer {
    std::string name;
    std::vector<Cell> cells;
    bool moves[2] = {false, false};
  };
  // The calls that the present one of a thread is in.
  struct Open {
    uint64_t depth;
    const char *layer;
  };

  Cell &cell(Layer &layer, int64_t ns);
  bool is_outermost(const recorder_call &call);
  Layer &layer_of(const recorder_call &call);
  void spread(Layer &layer, const WorkflowCall &call, const bool (&moves)[2]);
  void put_slice(Events &events, const Track &track, const Layer &layer, size_t at) const;
  void put_counter(Events &events, uint64_t pid, const Layer &layer, int written) const;

  const int64_t interval_;
  std::vector<Layer> layers_;
  std::unordered_map<uint64_t, std::vector<Open>> open_;  // by thread
};

}  // namespace recorder::tools::timeline
