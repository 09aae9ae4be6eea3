// SPDX-License-Identifier: BSD-3-Clause
// What the traces say of the run, beside the calls.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/program.h"
#include "report/trace_events.h"

namespace recorder::report {

using Json = nlohmann::ordered_json;

struct Behaviour {
  size_t trace;
  uint64_t ranks, calls, streams, varying;
  std::string members;                     // "0-4095:32"
  std::vector<std::string> also, without;  // functions, compared with the trace's first behaviour
};

struct TraceFacts {
  std::string path, program, command, directory, user, job, mpi, version, time_mode, layers, started,
      settings;
  std::vector<std::string> hosts;  // the first ones
  uint64_t host_count = 0;
  uint64_t ranks = 0, first_rank = 0, behaviours = 0, calls = 0, dropped = 0, lost = 0, bytes = 0;
  int64_t start_ns = 0, duration_ns = 0;  // on the axis of the report
  bool has_times = true, with_mpi = false;
};

struct Job {
  std::vector<TraceFacts> traces;
  std::vector<Behaviour> behaviours;  // the first ones
  uint64_t behaviour_count = 0;
  uint64_t ranks = 0;
  int64_t duration_ns = 0;         // of all of them
  int64_t from_ns = 0, to_ns = 0;  // what the report is about: all, or the window
  bool has_times = true;
  std::string why_no_times = "The trace was recorded without times.";
};

// Appends what one trace says.
void add_trace(Job &job, recorder_trace *trace, const std::string &path, const TracePlace &place);

// Whether the traces are of one trace's ranks, or of ranks of one program that were not merged.
bool is_one_job(const Job &job);

Json to_json(const Job &job);

}  // namespace recorder::report
