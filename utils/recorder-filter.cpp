// SPDX-License-Identifier: BSD-3-Clause
// recorder-filter: a smaller trace, with some calls of another one.
#include <filesystem>
#include <string>

#include "common/program.h"
#include "common/progress.h"
#include "filter/trace.h"
#include "reader/access.h"
#include "reader/failure.h"

namespace recorder::tools {

namespace {

void check_output(const Options &options) {
  const std::string &output = options.output();
  if (output == "-") throw UsageError("a trace cannot go to standard output");
  if (output.size() > 3 && output.compare(output.size() - 3, 3, ".gz") == 0)
    throw UsageError("a trace is compressed by itself: give it a name without .gz");
  std::error_code error;
  if (std::filesystem::equivalent(options.trace(), output, error))
    throw UsageError(output + " is the trace that is read");
}

void check_ranks(const reader::Selection &selection, const reader::Trace &trace) {
  try {
    reader::refuse_missing_ranks(selection.ranks, {{trace.first_rank(), trace.end_rank() - 1}});
  } catch (const reader::Failure &failure) {
    throw UsageError(failure.what());
  }
}

uint64_t calls_to_read(reader::Trace &trace, const reader::Selection &selection) {
  uint64_t calls = 0;
  for (uint64_t rank = trace.first_rank(); rank < trace.end_rank(); ++rank) {
    if (!selection.ranks.contains(rank)) continue;
    for (const reader::Stream &stream : trace.streams_of(rank))
      if (selection.threads.contains(stream.thread)) calls += stream.calls;
  }
  return calls;
}

// With a Failure of the reader as a ProgramError.
void write(const Options &options, reader::Trace &trace, const reader::Selection &selection) {
  std::error_code error;
  const std::filesystem::path from = std::filesystem::absolute(options.trace(), error);
  const filter::Metadata more = {{"filtered_from", error ? options.trace() : from.string()},
                                 {"filter", options.selected()}};
  try {
    const Progress progress(options, "calls", calls_to_read(trace, selection),
                            [&trace] { return trace.calls_read(); });
    filter::write_filtered(trace, selection, more, options.output());
  } catch (const filter::WriteFailure &failure) {
    throw ProgramError(options.output() + ": " + failure.what());
  } catch (const reader::Failure &failure) {
    throw ProgramError(options.trace() + ": " + failure.what());
  }
}

int body(int argc, char **argv) {
  Options options("Writes a trace with the selected calls of a Recorder trace.", true, Operands::one, "trace",
                  Writes::trace);
  if (!options.parse(argc, argv)) return 0;
  const SelectionPtr wanted = options.selection();
  const reader::Selection &selection = reader::selection_of(wanted.get());
  check_output(options);
  const TracePtr opened = open_trace(options.trace());
  reader::Trace &trace = reader::trace_of(opened.get());
  check_ranks(selection, trace);
  options.check_names({opened.get()});
  write(options, trace, selection);
  return 0;
}

}  // namespace

}  // namespace recorder::tools

int main(int argc, char **argv) {
  return recorder::tools::run("recorder-filter", recorder::tools::body, argc, argv);
}
