// SPDX-License-Identifier: BSD-3-Clause
// What the traces say about the runs, without their calls.
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <set>

#include "summary/tables.h"

namespace recorder::tools {

namespace {

std::string metadata(const recorder_trace *trace, const char *key) {
  const char *value = recorder_metadata(trace, key);
  return value != nullptr ? value : "";
}

std::string date(uint64_t ns) {
  const auto seconds = static_cast<std::time_t>(ns / 1000000000);
  std::tm parts;
  char text[64];
  if (ns == 0 || localtime_r(&seconds, &parts) == nullptr) return "";
  return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %z", &parts));
}

// The first few, and how many there are.
std::string some(const std::set<std::string> &names) {
  constexpr size_t kShown = 8;
  std::string text;
  size_t shown = 0;
  for (const std::string &name : names) {
    if (shown == kShown) break;
    text += (shown++ != 0 ? ", " : "") + name;
  }
  if (names.size() > kShown) text += ", ... (" + std::to_string(names.size()) + " in all)";
  return text;
}

Row trace_row(const Workflow &workflow, size_t i) {
  recorder_trace *trace = workflow.trace(i);
  std::set<std::string> hosts, programs;
  uint64_t dropped = 0, lost = 0;
  for (uint64_t rank = workflow.first_rank(i); rank < workflow.end_rank(i); ++rank) {
    recorder_process process;
    recorder_error error;
    if (recorder_process_at(trace, rank, &process, &error) != RECORDER_OK) workflow.failed(i, error);
    hosts.insert(process.host);
    programs.insert(process.program);
    dropped += process.dropped;
    lost += process.lost;
  }
  const uint64_t start = std::strtoull(metadata(trace, "start_realtime_ns").c_str(), nullptr, 10);
  const uint64_t end = std::strtoull(metadata(trace, "end_realtime_ns").c_str(), nullptr, 10);
  const std::string mode = metadata(trace, "time_mode");
  return {static_cast<int64_t>(i),
          workflow.path(i),
          metadata(trace, "jobid"),
          some(programs),
          metadata(trace, "command"),
          recorder_rank_count(trace),
          recorder_stream_count(trace),
          static_cast<uint64_t>(recorder_class_count(trace)),
          static_cast<uint64_t>(hosts.size()),
          some(hosts),
          date(start),
          static_cast<int64_t>(end > start ? end - start : 0),
          workflow.size() > 1 ? Cell(workflow.start_ns(i)) : Cell(),
          metadata(trace, "layers"),
          mode.empty() ? std::string("exact") : mode,
          dropped,
          lost};
}

}  // namespace

Table trace_table(const Workflow &workflow) {
  Table table{"traces",
              workflow.size() == 1 ? "job" : "programs",
              {{"trace", nullptr, Column::number},
               {"path", "trace", Column::text},
               {"job", "job", Column::text},
               {"program", "program", Column::text},
               {"command", "command", Column::text},
               {"ranks", "ranks", Column::count},
               {"streams", "threads", Column::count},
               {"behaviours", "behaviours", Column::count},
               {"hosts", "hosts", Column::count},
               {"host_names", "names of hosts", Column::text},
               {"started", "started", Column::text},
               {"duration_ns", "duration", Column::ns},
               {"start_ns", "after the first", Column::ns},
               {"layers", "traced layers", Column::text},
               {"time_mode", "times", Column::text},
               {"dropped", "calls dropped in signal handlers", Column::count},
               {"lost", "calls lost", Column::count}}};
  table.style = Table::blocks;
  table.rows = table.all_rows = workflow.size();
  table.row = [&workflow](size_t i) { return trace_row(workflow, i); };
  return table;
}

Table class_table(const Workflow &workflow) {
  constexpr size_t kMost = 1000;  // of a trace
  Table table{"classes",
              "ranks that differ only in numbers",
              {{"trace", workflow.size() > 1 ? "trace" : nullptr, Column::number},
               {"class", "behaviour", Column::number},
               {"ranks", "ranks", Column::count},
               {"streams", "threads", Column::count},
               {"calls", "calls", Column::count},
               {"calls_of_rank", "of a rank", Column::count},
               {"varying", "values that vary", Column::count},
               {"members", "which ranks", Column::text}}};
  std::vector<Row> rows;
  for (size_t i = 0; i < workflow.size(); ++i) {
    recorder_trace *trace = workflow.trace(i);
    const size_t classes = recorder_class_count(trace);
    for (size_t c = 0; c < std::min(classes, kMost); ++c) {
      recorder_class found;
      recorder_error error;
      std::vector<uint64_t> counts(recorder_function_count(trace) + 1);
      if (recorder_class_calls(trace, c, counts.data(), &error) != RECORDER_OK ||
          recorder_class_at(trace, c, &found, &error) != RECORDER_OK)
        workflow.failed(i, error);
      uint64_t calls = 0;
      for (const uint64_t count : counts) calls += count;
      rows.push_back({static_cast<int64_t>(i), static_cast<int64_t>(c), found.ranks, found.streams, calls,
                      calls / std::max<uint64_t>(found.ranks, 1), found.varying, std::string(found.members)});
    }
    table.all_rows += classes;
  }
  table.rows = rows.size();
  table.row = [rows = std::move(rows)](size_t i) { return rows[i]; };
  return table;
}

}  // namespace recorder::tools
