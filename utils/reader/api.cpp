// SPDX-License-Identifier: BSD-3-Clause
// The C API: what is inside may throw, what is outside gets a status and a line.
#include <cstdio>
#include <cstring>
#include <new>

#include "reader/access.h"
#include "reader/calls.h"
#include "reader/failure.h"
#include "reader/recorder-reader.h"
#include "reader/time_statistics.h"
#include "reader/trace.h"

using recorder::reader::Block;
using recorder::reader::Calls;
using recorder::reader::Failure;
using recorder::reader::Process;
using recorder::reader::RankClass;
using recorder::reader::Section;
using recorder::reader::Selection;
using recorder::reader::Source;
using recorder::reader::Stream;
using recorder::reader::Trace;

struct recorder_trace {
  explicit recorder_trace(std::unique_ptr<Source> source) : trace(std::move(source)) {}

  // The streams of the rank that was asked for last.
  const std::vector<Stream> &streams_of(uint64_t rank) {
    if (rank != listed_rank) {
      listed = trace.streams_of(rank);
      listed_rank = rank;
    }
    return listed;
  }

  Trace trace;
  uint64_t listed_rank = UINT64_MAX;
  std::vector<Stream> listed;
  std::vector<recorder_statistics> statistics;
  std::string members;  // of the class that was asked for last
};

struct recorder_selection {
  Selection selection;
};

struct recorder_calls {
  template <class... Arguments>
  explicit recorder_calls(Arguments &&...arguments) : calls(std::forward<Arguments>(arguments)...) {}

  Calls calls;
  recorder_error failure = {};  // what stopped it
};

namespace {

recorder_status report(recorder_error *error, recorder_status status, const char *message) {
  if (error != nullptr) {
    error->status = status;
    snprintf(error->message, sizeof error->message, "%s", message);
    // Part of a message can come from the trace.
    for (char *c = error->message; *c != '\0'; ++c) {
      if (static_cast<unsigned char>(*c) < 0x20 || *c == 0x7f) *c = '?';
    }
  }
  return status;
}

// Runs `body`, with every exception as a status.
template <class Body>
recorder_status guarded(recorder_error *error, Body body) noexcept {
  try {
    body();
    return report(error, RECORDER_OK, "");
  } catch (const Failure &failure) {
    return report(error, failure.status(), failure.what());
  } catch (const std::bad_alloc &) {
    return report(error, RECORDER_E_MEMORY, "no memory; select less or use a larger machine");
  } catch (const std::length_error &) {
    return report(error, RECORDER_E_MEMORY, "no memory; select less or use a larger machine");
  } catch (const std::exception &unexpected) {
    return report(error, RECORDER_E_FORMAT, unexpected.what());
  }
}

void check_rank(const Trace &trace, uint64_t rank) {
  if (rank < trace.first_rank() || rank >= trace.end_rank()) {
    recorder::reader::fail(RECORDER_E_VALUE, "there is no rank %llu", static_cast<unsigned long long>(rank));
  }
}

void check_class(const Trace &trace, size_t index) {
  if (index >= trace.classes()) recorder::reader::fail(RECORDER_E_VALUE, "there is no such class");
}

recorder_trace *open(recorder_error *error, std::unique_ptr<Source> (*make)(const void *, size_t),
                     const void *what, size_t size) {
  recorder_trace *trace = nullptr;
  guarded(error, [&] { trace = new recorder_trace(make(what, size)); });
  return trace;
}

}  // namespace

recorder::reader::Trace &recorder::reader::trace_of(recorder_trace *trace) { return trace->trace; }
const recorder::reader::Selection &recorder::reader::selection_of(const recorder_selection *selection) {
  return selection->selection;
}

recorder_trace *recorder_open(const char *path, recorder_error *error) {
  const auto make = [](const void *what, size_t) {
    return Source::open_file(static_cast<const char *>(what));
  };
  return open(error, make, path, 0);
}

recorder_trace *recorder_open_memory(const void *data, size_t size, recorder_error *error) {
  const auto make = [](const void *what, size_t n) {
    return Source::borrow(static_cast<const uint8_t *>(what), n);
  };
  return open(error, make, data, size);
}

void recorder_close(recorder_trace *trace) { delete trace; }

const char *recorder_metadata(const recorder_trace *trace, const char *key) {
  return trace->trace.file().metadata(key);
}

size_t recorder_metadata_count(const recorder_trace *trace) { return trace->trace.file().metadata().size(); }

const char *recorder_metadata_key(const recorder_trace *trace, size_t index) {
  const auto &pairs = trace->trace.file().metadata();
  return index < pairs.size() ? pairs[index].first.c_str() : nullptr;
}

const char *recorder_metadata_value(const recorder_trace *trace, size_t index) {
  const auto &pairs = trace->trace.file().metadata();
  return index < pairs.size() ? pairs[index].second.c_str() : nullptr;
}

uint64_t recorder_file_size(const recorder_trace *trace) {
  return trace->trace.file().container().source().size();
}

size_t recorder_section_count(const recorder_trace *trace) {
  return trace->trace.file().container().sections().size();
}

recorder_status recorder_section_at(const recorder_trace *trace, size_t index, recorder_section *section) {
  const auto &sections = trace->trace.file().container().sections();
  if (index >= sections.size()) return RECORDER_E_VALUE;
  const Section &s = sections[index];
  *section = {s.name.c_str(), s.range.offset, s.range.stored_bytes, s.range.raw_bytes};
  return RECORDER_OK;
}

size_t recorder_clock_count(const recorder_trace *trace) { return trace->trace.file().clocks().size(); }

const recorder_clock *recorder_clock_at(const recorder_trace *trace, size_t index) {
  const auto &clocks = trace->trace.file().clocks();
  return index < clocks.size() ? &clocks[index] : nullptr;
}

uint64_t recorder_rank_count(const recorder_trace *trace) { return trace->trace.ranks(); }

uint64_t recorder_first_rank(const recorder_trace *trace) { return trace->trace.first_rank(); }

int recorder_has_times(const recorder_trace *trace) { return trace->trace.has_times(); }

uint64_t recorder_stream_count(const recorder_trace *trace) { return trace->trace.streams(); }

recorder_status recorder_process_at(recorder_trace *trace, uint64_t rank, recorder_process *process,
                                    recorder_error *error) {
  return guarded(error, [&] {
    check_rank(trace->trace, rank);
    const Process p = trace->trace.process(rank);
    *process = {p.mpi_rank,
                p.pid,
                p.host->text.c_str(),
                p.program->text.c_str(),
                p.cwd->text.c_str(),
                trace->trace.start_of(p),
                p.start_realtime,
                static_cast<double>(p.tick_num) / static_cast<double>(p.tick_den),
                trace->trace.dropped(rank),
                trace->trace.lost(rank),
                trace->streams_of(rank).size()};
  });
}

recorder_status recorder_stream_at(recorder_trace *trace, uint64_t rank, uint64_t index,
                                   recorder_stream *stream, recorder_error *error) {
  return guarded(error, [&] {
    check_rank(trace->trace, rank);
    const std::vector<Stream> &streams = trace->streams_of(rank);
    if (index >= streams.size()) recorder::reader::fail(RECORDER_E_VALUE, "the rank has fewer streams");
    const Stream &s = streams[index];
    *stream = {s.thread, s.tid, s.calls};
  });
}

size_t recorder_function_count(const recorder_trace *trace) {
  return trace->trace.dictionary().functions.size();
}

const recorder_function *recorder_function_at(const recorder_trace *trace, size_t index) {
  const auto &functions = trace->trace.dictionary().functions;
  return index < functions.size() ? &functions.at(index).described : nullptr;
}

recorder_status recorder_count_calls(recorder_trace *trace, uint64_t *counts, recorder_error *error) {
  return guarded(error, [&] {
    std::vector<uint64_t> by_function;
    trace->trace.count_calls(by_function);
    std::copy(by_function.begin(), by_function.end(), counts);
  });
}

recorder_status recorder_time_statistics(recorder_trace *trace, const recorder_statistics **list,
                                         size_t *count, recorder_error *error) {
  return guarded(error, [&] {
    if (trace->statistics.empty()) trace->statistics = recorder::reader::read_statistics(trace->trace);
    *list = trace->statistics.data();
    *count = trace->statistics.size();
  });
}

size_t recorder_class_count(const recorder_trace *trace) { return trace->trace.classes(); }

recorder_status recorder_class_at(recorder_trace *trace, size_t index, recorder_class *found,
                                  recorder_error *error) {
  return guarded(error, [&] {
    check_class(trace->trace, index);
    const Block &block = trace->trace.block_of_class(index);
    const RankClass &of = block.file->classes()[index - block.first_class];
    trace->members = of.members(block.first_rank);
    *found = {of.ranks.count(), trace->members.c_str(), of.streams.size(), of.varying()};
  });
}

recorder_status recorder_class_of(recorder_trace *trace, uint64_t rank, size_t *index,
                                  recorder_error *error) {
  return guarded(error, [&] {
    check_rank(trace->trace, rank);
    const Block &block = trace->trace.block_of(rank);
    *index = block.first_class + block.file->class_of(rank - block.first_rank);
  });
}

recorder_status recorder_class_calls(recorder_trace *trace, size_t index, uint64_t *counts,
                                     recorder_error *error) {
  return guarded(error, [&] {
    check_class(trace->trace, index);
    std::vector<uint64_t> by_function;
    trace->trace.count_class(index, by_function);
    std::copy(by_function.begin(), by_function.end(), counts);
  });
}

recorder_selection *recorder_selection_new(void) { return new (std::nothrow) recorder_selection; }

void recorder_selection_free(recorder_selection *selection) { delete selection; }

recorder_status recorder_select_ranks(recorder_selection *selection, const char *list,
                                      recorder_error *error) {
  return guarded(error, [&] { selection->selection.ranks.add(list, "ranks"); });
}

recorder_status recorder_select_threads(recorder_selection *selection, const char *list,
                                        recorder_error *error) {
  return guarded(error, [&] { selection->selection.threads.add(list, "threads"); });
}

recorder_status recorder_select_layers(recorder_selection *selection, const char *list,
                                       recorder_error *error) {
  return guarded(error, [&] { selection->selection.add_layers(list); });
}

recorder_status recorder_select_functions(recorder_selection *selection, const char *list,
                                          recorder_error *error) {
  return guarded(error, [&] { selection->selection.add_functions(list); });
}

recorder_status recorder_select_file(recorder_selection *selection, const char *pattern,
                                     recorder_error *error) {
  return guarded(error, [&] { selection->selection.add_file(pattern); });
}

recorder_status recorder_select_time(recorder_selection *selection, const char *window,
                                     recorder_error *error) {
  return guarded(error, [&] { selection->selection.set_time(window); });
}

recorder_status recorder_select_interval(recorder_selection *selection, int64_t from_ns, int64_t to_ns,
                                         recorder_error *error) {
  return guarded(error, [&] { selection->selection.set_interval(from_ns, to_ns); });
}

recorder_calls *recorder_calls_open(recorder_trace *trace, const recorder_selection *selection,
                                    recorder_order order, recorder_error *error) {
  return recorder::reader::open_calls(trace, selection, order, nullptr, error);
}

recorder_calls *recorder::reader::open_calls(recorder_trace *trace, const recorder_selection *selection,
                                             recorder_order order, MakeCompanion make,
                                             recorder_error *error) {
  recorder_calls *calls = nullptr;
  guarded(error, [&] {
    calls = new recorder_calls(trace->trace, selection != nullptr ? selection->selection : Selection(), order,
                               std::move(make));
  });
  return calls;
}

recorder::reader::Companion *recorder::reader::companion_of(const recorder_calls *calls) {
  return calls->calls.companion();
}

recorder_calls *recorder_calls_open_stream(recorder_trace *trace, uint64_t rank, uint64_t index,
                                           recorder_error *error) {
  recorder_calls *calls = nullptr;
  guarded(error, [&] {
    check_rank(trace->trace, rank);
    const std::vector<Stream> &streams = trace->streams_of(rank);
    if (index >= streams.size()) recorder::reader::fail(RECORDER_E_VALUE, "the rank has fewer streams");
    calls = new recorder_calls(trace->trace, streams[index]);
  });
  return calls;
}

recorder_status recorder_calls_next(recorder_calls *calls, const recorder_call **call,
                                    recorder_error *error) {
  *call = nullptr;
  if (calls->failure.status != RECORDER_OK)
    return report(error, calls->failure.status, calls->failure.message);
  // The way of every call: no message is made unless something is wrong.
  try {
    *call = calls->calls.next();
    return *call != nullptr ? RECORDER_OK : RECORDER_END;
  } catch (...) {
    guarded(&calls->failure, [] { throw; });
    return report(error, calls->failure.status, calls->failure.message);
  }
}

void recorder_calls_close(recorder_calls *calls) { delete calls; }

uint64_t recorder_calls_read(const recorder_trace *trace) { return trace->trace.calls_read(); }
