// SPDX-License-Identifier: BSD-3-Clause
// Groups of ranks from what the traces say of themselves; the launchers' environment variables.
#include "dataset/plan.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <numeric>
#include <string_view>

#include "common/workflow.h"

namespace recorder::tools::dataset {

namespace {

// About a hundred megabytes in the dataset.
constexpr uint64_t kCallsPerGroup = 4 << 20;

bool parse(const char *from, const char *end, uint64_t *value) {
  const auto [stop, error] = std::from_chars(from, end, *value);
  return error == std::errc() && stop == end && from != end;
}

TraceFacts facts_of(const Workflow &workflow, size_t i) {
  recorder_trace *trace = workflow.trace(i);
  TraceFacts facts{workflow.path(i),
                   workflow.path(i),
                   workflow.first_rank(i),
                   workflow.end_rank(i),
                   0,
                   workflow.start_ns(i),
                   static_cast<int64_t>(workflow.start_realtime())};
  std::vector<uint64_t> counts(recorder_function_count(trace));
  recorder_error error;
  if (recorder_count_calls(trace, counts.data(), &error) != RECORDER_OK) workflow.failed(i, error);
  facts.calls = std::accumulate(counts.begin(), counts.end(), uint64_t{0});
  return facts;
}

std::string short_name(const std::string &path) {
  std::string name = path.substr(path.rfind('/') + 1);
  const std::string ending = ".recorder";
  if (name.size() > ending.size() && name.ends_with(ending)) name.resize(name.size() - ending.size());
  return name;
}

void name_traces(std::vector<TraceFacts> &traces) {
  for (TraceFacts &trace : traces) {
    const auto same = [&](const TraceFacts &other) {
      return short_name(other.path) == short_name(trace.path);
    };
    if (std::count_if(traces.begin(), traces.end(), same) == 1) trace.name = short_name(trace.path);
    if (std::count_if(traces.begin(), traces.end(),
                      [&](const TraceFacts &other) { return other.path == trace.path; }) > 1)
      throw UsageError(trace.path + " was given twice");
  }
}

uint64_t usual_ranks_per_group(const TraceFacts &trace) {
  const uint64_t groups = std::max<uint64_t>(1, trace.calls / kCallsPerGroup);
  return std::max<uint64_t>(1, (trace.ranks() + groups - 1) / groups);
}

void cut_into_groups(Plan &plan, size_t index, uint64_t ranks_per_group, const reader::Numbers &selected) {
  const TraceFacts &trace = plan.traces[index];
  if (ranks_per_group == 0) ranks_per_group = usual_ranks_per_group(trace);
  plan.ranks_per_group.push_back(ranks_per_group);
  uint64_t number = 0;
  for (uint64_t first = trace.first_rank; first < trace.end_rank; ++number) {
    const uint64_t end = first + std::min(ranks_per_group, trace.end_rank - first);
    std::string list = selected.within(first, end);
    if (!list.empty()) plan.groups.push_back({index, number, std::move(list)});
    first = end;
  }
}

// False when it is not set or no number.
bool number_of(const char *name, uint64_t *value) {
  const char *text = std::getenv(name);
  return text != nullptr && parse(text, text + std::string_view(text).size(), value);
}

}  // namespace

Plan make_plan(const Options &options, uint64_t ranks_per_group) {
  const Workflow workflow(options);
  Plan plan;
  for (size_t i = 0; i < workflow.size(); ++i) plan.traces.push_back(facts_of(workflow, i));
  name_traces(plan.traces);
  const reader::Numbers selected = options.ranks();
  for (size_t i = 0; i < plan.traces.size(); ++i) cut_into_groups(plan, i, ranks_per_group, selected);
  return plan;
}

Part parse_part(const std::string &text) {
  Part part;
  const char *from = text.data(), *end = from + text.size();
  const char *slash = std::find(from, end, '/');
  const bool good = slash != end && parse(from, slash, &part.index) && parse(slash + 1, end, &part.count);
  if (!good || part.index >= part.count) {
    throw UsageError("--part: \"" + text + "\" is no part like 0/4, the first of four");
  }
  return part;
}

// SLURM_NTASKS is not looked at: a batch script has it, too, without being one of so many processes.
Part part_of_launcher() {
  static constexpr const char *kLaunchers[][2] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                                  {"PMI_RANK", "PMI_SIZE"},
                                                  {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}};
  for (const auto &names : kLaunchers) {
    Part part;
    if (number_of(names[0], &part.index) && number_of(names[1], &part.count) && part.index < part.count)
      return part;
  }
  return {};
}

}  // namespace recorder::tools::dataset
