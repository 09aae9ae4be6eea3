// SPDX-License-Identifier: BSD-3-Clause
// One sentence for each chart: what its figures mean for somebody who wants the program's I/O to be faster.
// recorder-report(1) lists the thresholds.
#pragma once

#include <string>
#include <vector>

#include "report/model.h"

namespace recorder::report {

enum class Severity : uint8_t { fine, notice, warning };
const char *name_of(Severity severity);

struct Sentence {
  std::string chart;  // its key in the page
  Severity severity = Severity::fine;
  std::string text;
};

// What is known beside the model.
struct Run {
  bool has_times = true;
  std::string why_no_times = "The trace was recorded without times.";
  int64_t duration_ns = 0;
  uint64_t behaviours = 1;
  uint64_t traces = 1;
  bool is_one_job = true;  // else its processes have different work, and are not compared
};

// From here on a figure is worth a word, or a warning.
namespace thresholds {
constexpr uint64_t kFewCalls = 100;   // below, patterns of calls mean nothing
constexpr uint64_t kSmall = 4096;     // bytes: smaller accesses are small
constexpr double kSmallNotice = 0.1;  // share of accesses that are small
constexpr double kSmallWarning = 0.5;
constexpr double kUnaligned = 0.5;  // share of accesses that begin off a 4 KiB border
constexpr double kUneven = 4;       // one rank to the median rank
constexpr double kFailed = 0.1;     // share of a function's calls that failed
constexpr double kIoNotice = 0.1;   // share of all ranks' time that is spent in I/O calls
constexpr double kIoWarning = 0.3;
constexpr double kMetadataNotice = 0.25;  // share of the time in I/O calls that goes to metadata
constexpr double kMetadataWarning = 0.5;
constexpr double kBurst = 0.1;        // share of the run in which nine tenths of the bytes move
constexpr double kJumping = 0.5;      // share of accesses that do not begin where the last one ended
constexpr double kFewFiles = 0.5;     // share of the time that goes to the three slowest files
constexpr double kIndependent = 0.5;  // share of MPI-IO's transfers that are not collective
constexpr double kAmplified = 1.2;    // bytes that reach POSIX for each byte that MPI-IO was asked for
constexpr uint64_t kManyFiles = 10;   // files for each rank
}  // namespace thresholds

std::vector<Sentence> advise(const Model &model, const Run &run);

// The median, and the largest with its place. `values` is not empty.
struct Spread {
  uint64_t median = 0, most = 0, least = 0, sum = 0;
  size_t most_at = 0;
};
Spread spread_of(const std::vector<uint64_t> &values);

// "queries such as stat"
const char *plural_of(Operation operation);
// The name of a file without its folder.
std::string last_part(const std::string &path);

}  // namespace recorder::report
