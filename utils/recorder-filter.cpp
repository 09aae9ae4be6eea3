// SPDX-License-Identifier: BSD-3-Clause
// recorder-filter: smaller traces, with some calls of others.
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "common/program.h"
#include "common/progress.h"
#include "common/workflow.h"
#include "filter/trace.h"
#include "reader/access.h"
#include "reader/failure.h"

namespace recorder::tools {

namespace {

namespace fs = std::filesystem;

struct Job {
  recorder_trace *trace;
  std::string from, to;
  SelectionPtr selection;
};

void check_file(const std::string &output) {
  if (output.size() > 3 && output.compare(output.size() - 3, 3, ".gz") == 0)
    throw UsageError("a trace is compressed by itself: give it a name without .gz");
}

// Under the name that the old trace has, where the output is a directory.
std::string name_in(const std::string &directory, const std::string &trace) {
  return (fs::path(directory) / fs::path(trace).filename()).string();
}

// Those of which ranks are selected.
std::vector<Job> plan(const Workflow &workflow) {
  const std::string &output = workflow.options().output();
  if (output == "-") throw UsageError("a trace cannot go to standard output");
  std::error_code error;
  const bool into_directory = workflow.size() > 1 || fs::is_directory(output, error);
  if (!into_directory) check_file(output);
  std::vector<Job> jobs;
  std::set<std::string> names;
  for (size_t i = 0; i < workflow.size(); ++i) {
    Job job{workflow.trace(i), workflow.path(i), into_directory ? name_in(output, workflow.path(i)) : output,
            workflow.selection(i)};
    if (job.selection == nullptr) continue;
    if (!names.insert(job.to).second)
      throw UsageError("two traces would be written to " + job.to + ": give them names that differ");
    if (fs::equivalent(job.from, job.to, error)) throw UsageError(job.to + " is the trace that is read");
    jobs.push_back(std::move(job));
  }
  if (into_directory && !fs::create_directories(output, error) && error)
    throw ProgramError(output + ": " + error.message());
  return jobs;
}

uint64_t calls_to_read(const Job &job) {
  reader::Trace &trace = reader::trace_of(job.trace);
  const reader::Selection &selection = reader::selection_of(job.selection.get());
  uint64_t calls = 0;
  for (uint64_t rank = trace.first_rank(); rank < trace.end_rank(); ++rank) {
    if (!selection.ranks.contains(rank)) continue;
    for (const reader::Stream &stream : trace.streams_of(rank))
      if (selection.threads.contains(stream.thread)) calls += stream.calls;
  }
  return calls;
}

// With a Failure of the reader as a ProgramError.
void write(const Options &options, const Job &job) {
  std::error_code error;
  const fs::path from = fs::absolute(job.from, error);
  const filter::Metadata more = {{"filtered_from", error ? job.from : from.string()},
                                 {"filter", options.selected()}};
  try {
    filter::write_filtered(reader::trace_of(job.trace), reader::selection_of(job.selection.get()), more,
                           job.to);
  } catch (const filter::WriteFailure &failure) {
    throw ProgramError(job.to + ": " + failure.what());
  } catch (const reader::Failure &failure) {
    throw ProgramError(job.from + ": " + failure.what());
  }
}

int body(int argc, char **argv) {
  Options options("Writes traces with the selected calls of Recorder traces.", true, Operands::several,
                  "trace", Writes::trace);
  if (!options.parse(argc, argv)) return 0;
  const Workflow workflow(options);
  const std::vector<Job> jobs = plan(workflow);
  uint64_t calls = 0;
  for (const Job &job : jobs) calls += calls_to_read(job);
  const Progress progress(options, "calls", calls, [&workflow] { return workflow.calls_read(); });
  for (const Job &job : jobs) write(options, job);
  return 0;
}

}  // namespace

}  // namespace recorder::tools

int main(int argc, char **argv) {
  return recorder::tools::run("recorder-filter", recorder::tools::body, argc, argv);
}
