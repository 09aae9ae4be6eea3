// SPDX-License-Identifier: BSD-3-Clause
// The tables of a survey.
#pragma once

#include <string>
#include <vector>

#include "analysis/survey.h"
#include "common/workflow.h"
#include "summary/table.h"

namespace recorder::tools {

enum class SortKey { calls, time, bytes, name };

struct TableOptions {
  SortKey sort = SortKey::time;
  size_t top = 0;  // rows of the tables of functions, files and ranks; 0: all
  bool times = true;
};

Table trace_table(const Workflow &workflow);
Table class_table(const Workflow &workflow);
Table bandwidth_table(const analysis::Survey &survey);
Table layer_table(const analysis::Survey &survey, const TableOptions &options);
Table operation_table(const analysis::Survey &survey, const TableOptions &options);
Table function_table(const analysis::Survey &survey, const TableOptions &options);
// Calls that other calls made: by who made them, and by both.
Table caller_table(const analysis::Survey &survey, const TableOptions &options);
Table cause_table(const analysis::Survey &survey, const TableOptions &options);
Table file_table(const analysis::Survey &survey, const TableOptions &options);
Table rank_table(const analysis::Survey &survey, const TableOptions &options, bool several_traces);
// The records of files.
Table record_table(const analysis::Survey &survey, const TableOptions &options);

// What the layers that see the storage did to a file; where none did, the lowest that saw it.
analysis::Tally storage_tally(const analysis::Survey &survey, const analysis::FileSum &file);

// The order of `count` things by the key, of which the first ones are wanted; equal ones as they were.
struct SortValues {
  uint64_t calls, bytes;
  int64_t time_ns;
  std::string name;
};
std::vector<size_t> order_of(size_t count, const TableOptions &options,
                             const std::function<SortValues(size_t)> &values);

}  // namespace recorder::tools
