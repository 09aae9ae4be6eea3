// SPDX-License-Identifier: BSD-3-Clause
// What recorder-info says of a trace, read without going through the calls.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reader/recorder-reader.h"

namespace recorder::tools::info {

struct FunctionCount {
  std::string name;
  uint64_t calls;
};

// Ranks that did the same with other numbers.
struct RankClass {
  uint64_t ranks = 0;
  std::string members;
  uint64_t streams = 0;
  uint64_t varying = 0;
  uint64_t calls = 0;                     // of all its ranks
  std::vector<std::string> own, missing;  // functions that it has and the first class has not, and vice versa
};

struct Facts {
  std::string path;
  std::map<std::string, std::string> metadata;
  uint64_t bytes = 0;
  uint64_t ranks = 0;
  std::optional<uint64_t> rank;  // which one, of a trace of one rank of an MPI program
  uint64_t streams = 0;
  uint64_t calls = 0;
  uint64_t dropped = 0;
  uint64_t lost = 0;
  double tick_ns = 0;
  bool with_mpi = false;
  std::vector<std::string> hosts;
  std::vector<std::string> programs;
  std::vector<uint64_t> pids;
  std::map<std::string, std::vector<FunctionCount>> layers;
  std::vector<recorder_section> sections;
  std::vector<recorder_clock> clocks;           // of the nodes, where there are several
  std::vector<recorder_statistics> statistics;  // by signature, where the calls have no times
  bool every_signature = false;
  uint64_t class_count = 0;
  std::vector<RankClass> classes;  // the first ones

  const std::string &get(const char *key) const {
    static const std::string kNone;
    const auto found = metadata.find(key);
    return found == metadata.end() ? kNone : found->second;
  }
  // Of a number in the metadata; 0 when it is missing.
  uint64_t number(const char *key) const { return std::strtoull(get(key).c_str(), nullptr, 10); }
  int64_t duration_ns() const {
    const uint64_t start = number("start_realtime_ns"), end = number("end_realtime_ns");
    return end > start ? static_cast<int64_t>(end - start) : 0;
  }
};

// A library of a traced layer that was in the process.
struct LayerLibrary {
  std::string layer, file;
};

// From words such as "mpi=libmpi.so.40" or "hdf5=program".
std::vector<LayerLibrary> libraries(const Facts &facts);

// A damaged trace is a ProgramError.
Facts read_facts(const std::string &path, recorder_trace *trace);

}  // namespace recorder::tools::info
