// SPDX-License-Identifier: BSD-3-Clause
// Opening the traces, placing them in time, merging their calls by a heap of iterators.
#include "common/workflow.h"

#include <sys/resource.h>

#include <algorithm>

#include "reader/failure.h"

namespace recorder::tools {

namespace {

// Each trace keeps its file open.
void allow_open_files(size_t files) {
  rlimit limit;
  const rlim_t wanted = files + 64;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) return;
  limit.rlim_cur = std::min(wanted, limit.rlim_max);
  setrlimit(RLIMIT_NOFILE, &limit);
}

// When the trace began, in ns since the Unix epoch.
uint64_t start_of(recorder_trace *trace, const std::string &path) {
  recorder_process process;
  recorder_error error;
  if (recorder_process_at(trace, recorder_first_rank(trace), &process, &error) != RECORDER_OK)
    throw ProgramError(path + ": " + error.message);
  return process.start_realtime - static_cast<uint64_t>(process.start_ns);
}

}  // namespace

Workflow::Workflow(const Options &options) : options_(&options) {
  open(options.traces());
  place_in_time();
  number_ranks();
  check_ranks();
}

void Workflow::open(const std::vector<std::string> &paths) {
  allow_open_files(paths.size());
  std::vector<recorder_trace *> traces;
  for (const std::string &path : paths) {
    traces_.push_back({path, open_trace(path)});
    traces.push_back(traces_.back().trace.get());
  }
  options_->check_names(traces);
}

void Workflow::place_in_time() {
  std::vector<uint64_t> starts;
  for (const Member &member : traces_) starts.push_back(start_of(member.trace.get(), member.path));
  start_realtime_ = *std::min_element(starts.begin(), starts.end());
  for (size_t i = 0; i < starts.size(); ++i) {
    // A damaged clock must not overflow what is added to it.
    traces_[i].start_ns =
        static_cast<int64_t>(std::min(starts[i] - start_realtime_, static_cast<uint64_t>(INT64_MAX / 2)));
  }
}

void Workflow::number_ranks() {
  if (size() == 1) return;
  uint64_t before = 0;
  for (size_t i = 0; i < size(); ++i) {
    traces_[i].renumber = before - first_rank(i);
    before += recorder_rank_count(trace(i));
  }
}

// A rank that no trace has is a mistake.
void Workflow::check_ranks() const {
  std::vector<reader::NumberRange> there;
  for (size_t i = 0; i < size(); ++i) there.push_back({first_rank(i), end_rank(i) - 1});
  try {
    reader::refuse_missing_ranks(options_->ranks(), std::move(there));
  } catch (const reader::Failure &failure) {
    throw UsageError(failure.what());
  }
}

SelectionPtr Workflow::selection(size_t i) const {
  if (size() == 1) return options_->selection();
  return options_->selection_in(traces_[i].start_ns, first_rank(i), end_rank(i));
}

void Workflow::failed(size_t i, const recorder_error &error) const {
  if (error.status == RECORDER_E_VALUE) throw UsageError(error.message);
  throw ProgramError(path(i) + ": " + error.message);
}

uint64_t Workflow::calls_to_read() const {
  const reader::Numbers wanted = options_->ranks();
  double calls = 0;
  for (size_t i = 0; i < size(); ++i) {
    std::vector<uint64_t> counts(recorder_function_count(trace(i)) + 1);
    recorder_error error;
    if (recorder_count_calls(trace(i), counts.data(), &error) != RECORDER_OK) failed(i, error);
    uint64_t sum = 0;
    for (const uint64_t count : counts) sum += count;
    const uint64_t ranks = recorder_rank_count(trace(i));
    calls += static_cast<double>(sum) * static_cast<double>(wanted.count_within(first_rank(i), end_rank(i))) /
             static_cast<double>(ranks);
  }
  return static_cast<uint64_t>(calls);
}

uint64_t Workflow::calls_read() const {
  uint64_t calls = 0;
  for (const Member &member : traces_) calls += recorder_calls_read(member.trace.get());
  return calls;
}

WorkflowCalls::WorkflowCalls(const Workflow &workflow, bool transfers)
    : workflow_(workflow),
      merged_(workflow.options().order() == RECORDER_BY_TIME),
      transfers_(transfers),
      iterators_(workflow.size()),
      at_(iterators_.size()) {
  if (!merged_) {
    open(0);
    at_ = 0;
    return;
  }
  const auto after = [this](size_t a, size_t b) { return later(a, b); };
  for (size_t i = 0; i < iterators_.size(); ++i) {
    open(i);
    if (!advance(iterators_[i])) continue;
    heap_.push_back(i);
    std::push_heap(heap_.begin(), heap_.end(), after);
  }
}

void WorkflowCalls::open(size_t trace) {
  Iterator &iterator = iterators_[trace];
  iterator.start_ns = workflow_.start_ns(trace);
  iterator.now.trace = trace;
  const SelectionPtr selection = workflow_.selection(trace);
  if (selection == nullptr) return;
  reader::MakeCompanion make;
  if (transfers_) {
    const reader::Classes &classes = reader::trace_of(workflow_.trace(trace)).dictionary().classes;
    make = [&classes] { return std::make_unique<analysis::StreamTransfers>(classes); };
  }
  recorder_error error;
  iterator.calls.reset(reader::open_calls(workflow_.trace(trace), selection.get(),
                                          workflow_.options().order(), std::move(make), &error));
  if (iterator.calls == nullptr) workflow_.failed(trace, error);
}

bool WorkflowCalls::ended(Iterator &iterator, recorder_status status, const recorder_error &error) {
  if (status != RECORDER_END) workflow_.failed(iterator.now.trace, error);
  iterator.calls = nullptr;
  return false;
}

// At equal times the order of the traces decides, so that the output is the same every time.
bool WorkflowCalls::later(size_t a, size_t b) const {
  const int64_t x = iterators_[a].now.start_ns, y = iterators_[b].now.start_ns;
  return x != y ? x > y : a > b;
}

// The present iterator, which has a call, goes back into the heap for one with an earlier call.
const WorkflowCall *WorkflowCalls::change_trace() {
  heap_.push_back(at_);
  std::push_heap(heap_.begin(), heap_.end(), [this](size_t a, size_t b) { return later(a, b); });
  at_ = iterators_.size();
  return next_trace();
}

// The present iterator has no further call.
const WorkflowCall *WorkflowCalls::next_trace() {
  if (merged_) {
    if (heap_.empty()) return nullptr;
    std::pop_heap(heap_.begin(), heap_.end(), [this](size_t a, size_t b) { return later(a, b); });
    at_ = heap_.back();
    heap_.pop_back();
    return &iterators_[at_].now;
  }
  while (at_ + 1 < iterators_.size()) {
    open(++at_);
    if (advance(iterators_[at_])) return &iterators_[at_].now;
  }
  return nullptr;
}

}  // namespace recorder::tools
