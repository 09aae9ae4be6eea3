// SPDX-License-Identifier: BSD-3-Clause
// Groups of ranks from what the traces say of themselves; the launchers' environment variables.
#include "dataset/plan.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <numeric>
#include <string_view>

#include "common/program.h"

namespace recorder::tools::dataset {

namespace {

// About a hundred megabytes in the dataset.
constexpr uint64_t kCallsPerGroup = 4 << 20;

struct Ranks {
  uint64_t first, last;
};

bool parse(const char *from, const char *end, uint64_t *value) {
  const auto [stop, error] = std::from_chars(from, end, *value);
  return error == std::errc() && stop == end && from != end;
}

// The library is asked first, so that its words on a bad list are the same in every tool.
std::vector<Ranks> parse_ranks(const std::vector<std::string> &lists) {
  std::vector<Ranks> found;
  const SelectionPtr checked(recorder_selection_new());
  for (const std::string &list : lists) {
    recorder_error error;
    if (recorder_select_ranks(checked.get(), list.c_str(), &error) != RECORDER_OK)
      throw UsageError(std::string("--ranks: ") + error.message);
    for (size_t from = 0, end; from <= list.size(); from = end + 1) {
      end = std::min(list.find(',', from), list.size());
      const size_t dash = std::min(list.find('-', from), end);
      Ranks ranks{};
      parse(list.data() + from, list.data() + dash, &ranks.first);
      ranks.last = ranks.first;
      if (dash != end) parse(list.data() + dash + 1, list.data() + end, &ranks.last);
      found.push_back(ranks);
    }
  }
  return found;
}

TraceFacts facts_of(const std::string &path) {
  const TracePtr trace = open_trace(path);
  TraceFacts facts{path, path, recorder_rank_count(trace.get()), 0, 0};
  std::vector<uint64_t> counts(recorder_function_count(trace.get()));
  recorder_error error;
  if (recorder_count_calls(trace.get(), counts.data(), &error) != RECORDER_OK)
    throw ProgramError(path + ": " + error.message);
  facts.calls = std::accumulate(counts.begin(), counts.end(), uint64_t{0});
  if (const char *start = recorder_metadata(trace.get(), "start_realtime_ns"))
    facts.start_realtime_ns = std::strtoll(start, nullptr, 10);
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
  return std::max<uint64_t>(1, (trace.ranks + groups - 1) / groups);
}

// "0-3,7": what of [first, last] is selected.
std::string selected_of(const std::vector<Ranks> &selected, uint64_t first, uint64_t last) {
  std::string list;
  for (const Ranks &ranks : selected) {
    const uint64_t from = std::max(first, ranks.first), to = std::min(last, ranks.last);
    if (from > to) continue;
    if (!list.empty()) list += ',';
    list += std::to_string(from) + "-" + std::to_string(to);
  }
  return list;
}

void cut_into_groups(Plan &plan, size_t index, uint64_t ranks_per_group, std::vector<Ranks> selected) {
  const TraceFacts &trace = plan.traces[index];
  const uint64_t last_rank = trace.ranks == 0 ? 0 : trace.ranks - 1;
  if (selected.empty()) selected.push_back({0, last_rank});
  if (ranks_per_group == 0) ranks_per_group = usual_ranks_per_group(trace);
  plan.ranks_per_group.push_back(ranks_per_group);
  for (uint64_t first = 0, number = 0; first < trace.ranks; ++number) {
    const uint64_t last = first + std::min(ranks_per_group - 1, last_rank - first);
    std::string list = selected_of(selected, first, last);
    if (!list.empty()) plan.groups.push_back({index, number, std::move(list)});
    if (last == last_rank) break;
    first = last + 1;
  }
}

// Of several traces, one must have it.
void refuse_missing_ranks(const Plan &plan, const std::vector<Ranks> &selected) {
  uint64_t most = 1;
  for (const TraceFacts &trace : plan.traces) most = std::max(most, trace.ranks);
  for (const Ranks &ranks : selected) {
    if (ranks.last < most) continue;
    throw UsageError("rank " + std::to_string(ranks.last) + " was selected, but the trace has the ranks 0-" +
                     std::to_string(most - 1));
  }
}

// False when it is not set or no number.
bool number_of(const char *name, uint64_t *value) {
  const char *text = std::getenv(name);
  return text != nullptr && parse(text, text + std::string_view(text).size(), value);
}

}  // namespace

Plan make_plan(const std::vector<std::string> &paths, uint64_t ranks_per_group,
               const std::vector<std::string> &rank_lists) {
  const std::vector<Ranks> selected = parse_ranks(rank_lists);
  Plan plan;
  for (const std::string &path : paths) plan.traces.push_back(facts_of(path));
  name_traces(plan.traces);
  refuse_missing_ranks(plan, selected);
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
