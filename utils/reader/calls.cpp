// SPDX-License-Identifier: BSD-3-Clause
// Merging streams: a heap of streams by the start of their next call.
#include "reader/calls.h"

#include <algorithm>

#include "reader/failure.h"

namespace recorder::reader {

Calls::Calls(Trace &trace, const Selection &selection, recorder_order order, MakeCompanion make)
    : trace_(trace),
      make_(std::move(make)),
      filter_(selection, trace.dictionary().functions),
      next_rank_(trace.first_rank()),
      last_rank_(trace.end_rank()) {
  refuse_missing_ranks(selection.ranks, {{trace.first_rank(), trace.end_rank() - 1}});
  if (order == RECORDER_BY_TIME) {
    while (next_rank_ < last_rank_) open_rank(next_rank_++);
  }
}

Calls::Calls(Trace &trace, Stream stream)
    : trace_(trace), filter_(Selection(), trace.dictionary().functions) {
  open_stream(std::move(stream));
}

void Calls::open_rank(uint64_t rank) {
  if (!filter_.selection().ranks.contains(rank)) return;
  for (Stream &stream : trace_.streams_of(rank)) {
    if (filter_.selection().threads.contains(stream.thread)) open_stream(std::move(stream));
  }
}

void Calls::open_stream(Stream stream) {
  auto reader =
      std::make_unique<StreamReader>(trace_, std::move(stream), &filter_, make_ ? make_() : nullptr);
  if (!reader->advance()) return;
  heap_.push_back(reader.get());
  std::push_heap(heap_.begin(), heap_.end(), later);
  streams_.push_back(std::move(reader));
}

// At equal times the order of ranks and threads decides, so that the output is the same every time.
bool Calls::later(const StreamReader *a, const StreamReader *b) {
  const recorder_call &x = a->call(), &y = b->call();
  if (x.start_ns != y.start_ns) return x.start_ns > y.start_ns;
  return x.rank != y.rank ? x.rank > y.rank : x.thread > y.thread;
}

// The next rank with a selected call.
bool Calls::open_more() {
  streams_.clear();
  while (heap_.empty() && next_rank_ < last_rank_) open_rank(next_rank_++);
  return !heap_.empty();
}

const recorder_call *Calls::next() {
  if (shown_ != nullptr) {
    StreamReader *stream = shown_;
    shown_ = nullptr;
    if (stream->advance()) {
      // Most often the same stream goes on: no need to touch the heap.
      if (heap_.empty() || !later(stream, heap_.front())) {
        shown_ = stream;
        return &stream->call();
      }
      heap_.push_back(stream);
      std::push_heap(heap_.begin(), heap_.end(), later);
    }
  }
  if (heap_.empty() && !open_more()) return nullptr;
  std::pop_heap(heap_.begin(), heap_.end(), later);
  shown_ = heap_.back();
  heap_.pop_back();
  return &shown_->call();
}

}  // namespace recorder::reader
