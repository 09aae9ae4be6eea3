// SPDX-License-Identifier: BSD-3-Clause
// Several traces at once: the programs of a workflow, each traced into a file of its own, on one time axis.
// It begins where the first of them started; the others are placed by the clocks of their nodes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/stream_transfers.h"
#include "common/program.h"
#include "reader/access.h"

namespace recorder::tools {

class Workflow {
 public:
  // Opens the traces that the options name; they stay open.
  explicit Workflow(const Options &options);

  size_t size() const { return traces_.size(); }
  recorder_trace *trace(size_t i) const { return traces_[i].trace.get(); }
  const std::string &path(size_t i) const { return traces_[i].path; }
  // Its ranks are [first_rank, end_rank), numbers of MPI_COMM_WORLD.
  uint64_t first_rank(size_t i) const { return recorder_first_rank(trace(i)); }
  uint64_t end_rank(size_t i) const { return first_rank(i) + recorder_rank_count(trace(i)); }
  // The rank's number among all: in a single trace its own; of several, the ranks of a trace follow those of
  // the traces before it, from 0.
  uint64_t number_of(size_t i, uint64_t rank) const { return rank + traces_[i].renumber; }
  // From the start of the workflow to that of the trace; 0 for a single one.
  int64_t start_ns(size_t i) const { return traces_[i].start_ns; }
  // Of the workflow, in ns since the Unix epoch.
  uint64_t start_realtime() const { return start_realtime_; }
  // The selection of the options within this trace; null when it has none of the ranks.
  SelectionPtr selection(size_t i) const;
  const Options &options() const { return *options_; }

  // Throws what the reader said of trace `i`.
  [[noreturn]] void failed(size_t i, const recorder_error &error) const;

  // How many calls the selected ranks made at most (an estimate where not all ranks are selected), and how
  // many of them have been read; the latter may be asked by another thread.
  uint64_t calls_to_read() const;
  uint64_t calls_read() const;

 private:
  struct Member {
    std::string path;
    TracePtr trace;
    int64_t start_ns = 0;
    uint64_t renumber = 0;  // modulo 2^64
  };

  void open(const std::vector<std::string> &paths);
  void place_in_time();
  void number_ranks();
  void check_ranks() const;

  const Options *options_;
  std::vector<Member> traces_;
  uint64_t start_realtime_ = 0;
};

struct WorkflowCall {
  size_t trace;  // number, from 0
  const recorder_call *call;
  int64_t start_ns;  // on the axis of the workflow
  int64_t end_ns;
  const analysis::Transfer *transfer;  // what it moved; null unless that was asked for
};

// The selected calls of all traces: trace after trace, or with --merge all by their start.
class WorkflowCalls {
 public:
  // With `transfers`, calls come with what they moved, which takes a little longer.
  explicit WorkflowCalls(const Workflow &workflow, bool transfers = false);

  // Null at the end; valid until the next call. A damaged trace is a ProgramError.
  const WorkflowCall *next() {
    if (at_ < iterators_.size() && advance(iterators_[at_])) {
      if (!merged_ || heap_.empty() || !later(at_, heap_.front())) return &iterators_[at_].now;
      return change_trace();
    }
    return next_trace();
  }

 private:
  struct Iterator {
    CallsPtr calls;
    int64_t start_ns;
    WorkflowCall now;
  };

  void open(size_t trace);
  bool advance(Iterator &iterator) {
    if (iterator.calls == nullptr) return false;
    recorder_error error;
    const recorder_status status = recorder_calls_next(iterator.calls.get(), &iterator.now.call, &error);
    if (status != RECORDER_OK) return ended(iterator, status, error);
    iterator.now.start_ns = iterator.now.call->start_ns + iterator.start_ns;
    iterator.now.end_ns = iterator.now.call->end_ns + iterator.start_ns;
    if (transfers_)
      iterator.now.transfer =
          &static_cast<analysis::StreamTransfers *>(reader::companion_of(iterator.calls.get()))->transfer();
    return true;
  }
  bool ended(Iterator &iterator, recorder_status status, const recorder_error &error);
  bool later(size_t a, size_t b) const;
  const WorkflowCall *change_trace();
  const WorkflowCall *next_trace();

  const Workflow &workflow_;
  const bool merged_, transfers_;
  std::vector<Iterator> iterators_;  // by trace
  std::vector<size_t> heap_;         // with --merge: those with a call each but for the present one
  size_t at_;                        // whose call is the present one
};

}  // namespace recorder::tools
