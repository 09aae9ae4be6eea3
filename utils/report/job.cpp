// SPDX-License-Identifier: BSD-3-Clause
// Metadata, processes and behaviours of traces.
#include "report/job.h"

#include <algorithm>
#include <ctime>
#include <set>

namespace recorder::report {

namespace {

constexpr size_t kMostHosts = 8;
constexpr size_t kMostBehaviours = 16;  // of a trace
constexpr size_t kMostNames = 8;

[[noreturn]] void damaged(const std::string &path, const recorder_error &error) {
  throw tools::ProgramError(path + ": " + error.message);
}

std::string metadata(const recorder_trace *trace, const char *key) {
  const char *value = recorder_metadata(trace, key);
  return value == nullptr ? "" : value;
}
uint64_t number(const recorder_trace *trace, const char *key) {
  return std::strtoull(metadata(trace, key).c_str(), nullptr, 10);
}

std::string date(uint64_t realtime_ns) {
  const time_t seconds = static_cast<time_t>(realtime_ns / 1000000000);
  struct tm parts;
  char text[64];
  if (realtime_ns == 0 || localtime_r(&seconds, &parts) == nullptr) return "";
  return std::string(text, strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %z", &parts));
}

void read_processes(TraceFacts &facts, recorder_trace *trace) {
  std::set<std::string> hosts;
  const uint64_t first = recorder_first_rank(trace);
  for (uint64_t rank = first; rank < first + facts.ranks; ++rank) {
    recorder_process process;
    recorder_error error;
    if (recorder_process_at(trace, rank, &process, &error) != RECORDER_OK) damaged(facts.path, error);
    if (hosts.insert(process.host).second && facts.hosts.size() < kMostHosts)
      facts.hosts.push_back(process.host);
    if (rank == first && facts.program.empty()) facts.program = process.program;
    facts.with_mpi |= process.mpi_rank >= 0;
    facts.dropped += process.dropped;
    facts.lost += process.lost;
  }
  facts.host_count = hosts.size();
}

std::vector<std::string> names_in_one(recorder_trace *trace, const std::vector<uint64_t> &one,
                                      const std::vector<uint64_t> &other) {
  std::vector<std::string> names;
  for (size_t i = 0; i < one.size(); ++i)
    if (one[i] != 0 && other[i] == 0 && names.size() < kMostNames)
      names.emplace_back(recorder_function_at(trace, i)->name);
  return names;
}

void read_behaviours(Job &job, TraceFacts &facts, recorder_trace *trace) {
  const size_t functions = recorder_function_count(trace);
  facts.behaviours = recorder_class_count(trace);
  job.behaviour_count += facts.behaviours;
  std::vector<uint64_t> first, counts(functions);
  for (size_t i = 0; i < std::min<size_t>(facts.behaviours, kMostBehaviours); ++i) {
    recorder_class found;
    recorder_error error;
    counts.assign(functions, 0);
    if (recorder_class_at(trace, i, &found, &error) != RECORDER_OK ||
        recorder_class_calls(trace, i, counts.data(), &error) != RECORDER_OK)
      damaged(facts.path, error);
    if (i == 0) first = counts;
    uint64_t calls = 0;
    for (const uint64_t count : counts) calls += count;
    job.behaviours.push_back({job.traces.size(), found.ranks, calls, found.streams, found.varying,
                              found.members, names_in_one(trace, counts, first),
                              names_in_one(trace, first, counts)});
  }
}

}  // namespace

void add_trace(Job &job, recorder_trace *trace, const std::string &path, const TracePlace &place) {
  TraceFacts facts;
  facts.path = path;
  facts.program = metadata(trace, "program");
  facts.command = metadata(trace, "command");
  facts.directory = metadata(trace, "cwd");
  facts.user = metadata(trace, "user");
  facts.job = metadata(trace, "jobid");
  facts.mpi = metadata(trace, "mpi");
  facts.version = metadata(trace, "version");
  facts.layers = metadata(trace, "layers");
  facts.settings = metadata(trace, "settings");
  facts.time_mode = metadata(trace, "time_mode");
  facts.has_times = recorder_has_times(trace) != 0;
  const uint64_t start = number(trace, "start_realtime_ns"), end = number(trace, "end_realtime_ns");
  facts.start_ns = place.start_ns;
  facts.duration_ns = end > start ? static_cast<int64_t>(end - start) : 0;
  facts.started = date(start);
  facts.bytes = recorder_file_size(trace);
  facts.ranks = recorder_rank_count(trace);
  facts.first_rank = place.first_rank;
  read_processes(facts, trace);
  read_behaviours(job, facts, trace);
  std::vector<uint64_t> counts(recorder_function_count(trace) + 1);
  recorder_error error;
  if (recorder_count_calls(trace, counts.data(), &error) != RECORDER_OK) damaged(path, error);
  for (const uint64_t count : counts) facts.calls += count;
  job.ranks += facts.ranks;
  job.has_times &= facts.has_times;
  job.to_ns = job.duration_ns = std::max(job.duration_ns, facts.start_ns + facts.duration_ns);
  job.traces.push_back(std::move(facts));
}

bool is_one_job(const Job &job) {
  std::set<uint64_t> first_ranks;
  for (const TraceFacts &trace : job.traces) {
    if (job.traces.size() == 1) return true;
    if (!trace.with_mpi || trace.program != job.traces[0].program) return false;
    if (!first_ranks.insert(trace.first_rank).second) return false;
  }
  return true;
}

Json to_json(const Job &job) {
  Json traces = Json::array(), behaviours = Json::array();
  for (const TraceFacts &t : job.traces) {
    traces.push_back({{"file", t.path},
                      {"program", t.program},
                      {"command", t.command},
                      {"directory", t.directory},
                      {"user", t.user},
                      {"job", t.job},
                      {"mpi", t.with_mpi && t.mpi.empty() ? "yes" : t.mpi},
                      {"recorder", t.version},
                      {"time_mode", t.time_mode},
                      {"layers", t.layers},
                      {"settings", t.settings},
                      {"started", t.started},
                      {"start_ns", t.start_ns},
                      {"duration_ns", t.duration_ns},
                      {"hosts", t.hosts},
                      {"host_count", t.host_count},
                      {"ranks", t.ranks},
                      {"first_rank", t.first_rank},
                      {"behaviours", t.behaviours},
                      {"calls", t.calls},
                      {"dropped", t.dropped},
                      {"lost", t.lost},
                      {"bytes", t.bytes}});
  }
  for (const Behaviour &b : job.behaviours) {
    behaviours.push_back({{"trace", b.trace},
                          {"ranks", b.ranks},
                          {"members", b.members},
                          {"calls", b.calls},
                          {"streams", b.streams},
                          {"varying", b.varying},
                          {"also", b.also},
                          {"without", b.without}});
  }
  return {{"traces", std::move(traces)},
          {"ranks", job.ranks},
          {"duration_ns", job.duration_ns},
          {"from_ns", job.from_ns},
          {"to_ns", job.to_ns},
          {"has_times", job.has_times},
          {"why_no_times", job.why_no_times},
          {"behaviour_count", job.behaviour_count},
          {"behaviours", std::move(behaviours)}};
}

}  // namespace recorder::report
