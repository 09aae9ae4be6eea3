// SPDX-License-Identifier: BSD-3-Clause
// The facts, each from the part of the reader's interface that knows it.
#include "info/facts.h"

#include <algorithm>
#include <set>
#include <sstream>

#include "common/program.h"

namespace recorder::tools::info {

namespace {

[[noreturn]] void damaged(const std::string &path, const recorder_error &error) {
  throw ProgramError(path + ": " + error.message);
}

void add_once(std::vector<std::string> &list, std::set<std::string> &known, const char *text) {
  if (known.insert(text).second) list.push_back(text);
}

void read_processes(const std::string &path, recorder_trace *trace, Facts &facts) {
  std::set<std::string> hosts, programs;
  const uint64_t first = recorder_first_rank(trace);
  for (uint64_t rank = first; rank < first + facts.ranks; ++rank) {
    recorder_process process;
    recorder_error error;
    if (recorder_process_at(trace, rank, &process, &error) != RECORDER_OK) damaged(path, error);
    add_once(facts.hosts, hosts, process.host);
    add_once(facts.programs, programs, process.program);
    facts.pids.push_back(process.pid);
    facts.with_mpi |= process.mpi_rank >= 0;
    if (facts.ranks == 1 && process.mpi_rank >= 0) facts.rank = rank;
    facts.dropped += process.dropped;
    facts.lost += process.lost;
    facts.tick_ns = std::max(facts.tick_ns, process.tick_ns);
  }
}

void read_counts(const std::string &path, recorder_trace *trace, Facts &facts) {
  std::vector<uint64_t> counts(recorder_function_count(trace) + 1);
  recorder_error error;
  if (recorder_count_calls(trace, counts.data(), &error) != RECORDER_OK) damaged(path, error);
  for (size_t i = 0; i + 1 < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    const recorder_function *function = recorder_function_at(trace, i);
    facts.layers[function->layer].push_back({function->name, counts[i]});
    facts.calls += counts[i];
  }
  for (auto &layer : facts.layers) {
    std::sort(layer.second.begin(), layer.second.end(), [](const FunctionCount &a, const FunctionCount &b) {
      return a.calls != b.calls ? a.calls > b.calls : a.name < b.name;
    });
  }
}

void read_statistics(const std::string &path, recorder_trace *trace, Facts &facts) {
  const recorder_statistics *list;
  size_t count;
  recorder_error error;
  if (recorder_time_statistics(trace, &list, &count, &error) != RECORDER_OK) damaged(path, error);
  facts.statistics.assign(list, list + count);
}

// Traces of ranks that all differ have as many classes as ranks.
constexpr size_t kMostClasses = 1000;

void read_classes(const std::string &path, recorder_trace *trace, Facts &facts) {
  const size_t functions = recorder_function_count(trace);
  std::vector<uint64_t> first;
  facts.class_count = recorder_class_count(trace);
  for (size_t i = 0; i < facts.class_count && i < kMostClasses; ++i) {
    std::vector<uint64_t> counts(functions + 1);
    recorder_class found;
    recorder_error error;
    if (recorder_class_at(trace, i, &found, &error) != RECORDER_OK) damaged(path, error);
    RankClass one{found.ranks, found.members, found.streams, found.varying, 0, {}, {}};
    if (recorder_class_calls(trace, i, counts.data(), &error) != RECORDER_OK) damaged(path, error);
    if (i == 0) first = counts;
    for (size_t f = 0; f < functions; ++f) {
      one.calls += counts[f];
      if ((counts[f] != 0) == (first[f] != 0)) continue;
      (counts[f] != 0 ? one.own : one.missing).push_back(recorder_function_at(trace, f)->name);
    }
    facts.classes.push_back(std::move(one));
  }
}

}  // namespace

std::vector<LayerLibrary> libraries(const Facts &facts) {
  std::vector<LayerLibrary> list;
  std::istringstream words(facts.get("libraries"));
  for (std::string word; words >> word;) {
    const size_t equals = std::min(word.find('='), word.size());
    list.push_back({word.substr(0, equals), word.substr(std::min(equals + 1, word.size()))});
  }
  return list;
}

Facts read_facts(const std::string &path, recorder_trace *trace) {
  Facts facts;
  facts.path = path;
  for (size_t i = 0; i < recorder_metadata_count(trace); ++i) {
    facts.metadata[recorder_metadata_key(trace, i)] = recorder_metadata_value(trace, i);
  }
  facts.ranks = recorder_rank_count(trace);
  facts.streams = recorder_stream_count(trace);
  for (size_t i = 0; i < recorder_section_count(trace); ++i) {
    recorder_section section;
    recorder_section_at(trace, i, &section);
    facts.sections.push_back(section);
  }
  for (size_t i = 0; i < recorder_clock_count(trace); ++i)
    facts.clocks.push_back(*recorder_clock_at(trace, i));
  facts.bytes = recorder_file_size(trace);
  read_processes(path, trace, facts);
  read_counts(path, trace, facts);
  read_statistics(path, trace, facts);
  read_classes(path, trace, facts);
  return facts;
}

}  // namespace recorder::tools::info
