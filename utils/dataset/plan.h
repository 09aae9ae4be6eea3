// SPDX-License-Identifier: BSD-3-Clause
// How the work is cut: every trace into groups of consecutive ranks, and the groups into the shares of
// processes that work side by side. Each process makes the same plan from the same command line, so none
// needs another.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/program.h"

namespace recorder::tools::dataset {

// What is needed of a trace before it is read.
struct TraceFacts {
  std::string path;
  std::string
      name;  // what the column `trace` says: the file's name without .recorder, the path if two are equal
  uint64_t first_rank, end_rank;
  uint64_t calls;
  int64_t start_ns;  // on the axis of all traces together
  int64_t epoch_ns;  // where that axis begins, in ns since the Unix epoch

  uint64_t ranks() const { return end_rank - first_rank; }
};

// The ranks of one trace that go into one directory of the dataset.
struct RankGroup {
  size_t trace;          // index
  uint64_t number;       // of the group in its trace
  std::string selected;  // its selected ranks, as a list for recorder_select_ranks()
};

struct Plan {
  std::vector<TraceFacts> traces;
  std::vector<uint64_t> ranks_per_group;  // by trace
  std::vector<RankGroup> groups;          // those with a selected rank
};

// Opens each trace once. `ranks_per_group` 0: as many as make about four million calls. Throws ProgramError
// for a trace that cannot be read, UsageError for ranks that no trace has.
Plan make_plan(const Options &options, uint64_t ranks_per_group);

// Part `index` of `count`: every count-th group, beginning with the index-th.
struct Part {
  uint64_t index = 0;
  uint64_t count = 1;
};

// "0/4"; throws UsageError.
Part parse_part(const std::string &text);
// What mpiexec or srun told this process about itself; the whole without them.
Part part_of_launcher();

}  // namespace recorder::tools::dataset
