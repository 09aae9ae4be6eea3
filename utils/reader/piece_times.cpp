// SPDX-License-Identifier: BSD-3-Clause
// Opening and closing what times-index says of a piece.
#include "reader/piece_times.h"

#include <utility>

namespace recorder::reader {

void PieceTimes::open(const Trace &trace, const Piece &piece, StreamState &state,
                      TimeReader::FunctionNumber function, bool wanted) {
  const Process process = piece.file->process(piece.rank);
  scale_ = TickScale(process.tick_num, process.tick_den, trace.start_of(process));
  times_ = nullptr;
  asides_ = nullptr;
  counts_ = nullptr;
  if (!piece.times->has_section_times()) return;
  const StoredTimes stored = piece.times->times_of(piece.stream);
  const Source &source = piece.times->container().source();
  state.count_offsets(!stored.plain_offsets);
  if (stored.has_counts) counts_ = std::make_unique<CountReader>(source, stored.counts);
  if (stored.asides_alone()) asides_ = std::make_unique<AsideReader>(source, stored.asides);
  if (!stored.per_call() || (!wanted && !stored.has_asides)) return;
  times_ = std::make_unique<TimeReader>(source, stored, last_end_, std::move(function));
}

void PieceTimes::finish() {
  if (counts_ != nullptr) counts_->finish();
  if (asides_ != nullptr) asides_->finish();
  if (times_ == nullptr) return;
  times_->finish();
  last_end_ = times_->last_end();
}

}  // namespace recorder::reader
