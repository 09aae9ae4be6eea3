// SPDX-License-Identifier: BSD-3-Clause
// Noting a turn, and reading the times of many.
#include "analysis/turns.h"

#include <algorithm>

namespace recorder::analysis {

using reader::Use;

void Turns::note(uint32_t terminal, const reader::Template &record) {
  const bool is_call = record.what == reader::Template::What::call;
  records_.push_back({terminal, is_call, record.depth});
  calls_ += is_call;
  random_ |= std::any_of(record.uses.begin(), record.uses.end(),
                         [](const Use &use) { return use.what >= Use::aside_int; });
}

bool Turns::end(std::vector<int64_t> &&distances) {
  distances_ = std::move(distances);
  return calls_ != 0 && !random_;
}

size_t Turns::rotate() {
  size_t records = 0, calls = 0, calls_before = 0;
  uint64_t least = UINT64_MAX;
  for (size_t i = 0; i < records_.size(); ++i) {
    if (!records_[i].is_call) continue;
    ++calls;
    if (records_[i].depth > least) continue;
    least = records_[i].depth;
    records = i + 1;
    calls_before = calls;
  }
  if (records == records_.size()) return 0;
  std::rotate(records_.begin(), records_.begin() + static_cast<ptrdiff_t>(records), records_.end());
  std::rotate(distances_.begin(), distances_.begin() + static_cast<ptrdiff_t>(calls_before),
              distances_.end());
  return records;
}

void Turns::read(reader::TimeReader &times, const reader::TickScale &scale, int64_t shift_ns,
                 uint64_t turns) {
  turns_ = turns;
  moments_.resize(turns * calls_);
  for (uint64_t turn = 0; turn < turns; ++turn) {
    Moment *moment = &moments_[turn];
    for (const Record &record : records_) {
      if (!record.is_call) continue;
      int64_t start, end;
      times.next(record.terminal, record.depth, &start, &end);
      *moment = {scale.to_ns(start) + shift_ns, scale.to_ns(end) + shift_ns};
      moment += turns;
    }
  }
}

}  // namespace recorder::analysis
