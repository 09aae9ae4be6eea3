// SPDX-License-Identifier: BSD-3-Clause
// Offsets from round trips, and the line through two of them (see node_clock.h).
#include "merge/node_clock.h"

namespace recorder {
namespace {

// One part in so many: clocks that are held together by a network drift less.
constexpr int64_t kMostDrift = 2000;
constexpr uint64_t kFineRatio = uint64_t{1} << 40;

int64_t size_of(int64_t n) { return n < 0 ? -n : n; }

struct Drift {
  int64_t change = 0;  // of the offset
  int64_t span = 1;    // in so many nanoseconds
};

Drift drift_of(const NodeClock &clock) {
  if (!clock.start.known || !clock.end.known) return {};
  const auto span = static_cast<int64_t>(clock.end.at_ns - clock.start.at_ns);
  const int64_t change = clock.end.ahead_ns - clock.start.ahead_ns;
  const auto noise = static_cast<int64_t>(clock.start.uncertainty_ns + clock.end.uncertainty_ns);
  if (span <= 0 || size_of(change) <= noise || size_of(change) > span / kMostDrift) return {};
  return {change, span};
}

int64_t scaled(int64_t value, const Drift &drift) {
  return static_cast<int64_t>(static_cast<__int128>(value) * drift.change / drift.span);
}

}  // namespace

void RoundTrips::add(uint64_t sent_ns, uint64_t theirs_ns, uint64_t received_ns) {
  const uint64_t took = received_ns - sent_ns;
  if (took >= shortest_) return;
  shortest_ = took;
  sent_ = sent_ns;
  theirs_ = theirs_ns;
}

ClockOffset RoundTrips::offset() const {
  if (shortest_ == UINT64_MAX) return {};
  const uint64_t middle = sent_ + shortest_ / 2;
  return {true, static_cast<int64_t>(middle - theirs_), (shortest_ + 1) / 2, middle};
}

ClockOffset through(const ClockOffset &to_other, const ClockOffset &of_other) {
  return {to_other.known && of_other.known, to_other.ahead_ns + of_other.ahead_ns,
          to_other.uncertainty_ns + of_other.uncertainty_ns, to_other.at_ns};
}

void put_on_shared_time(const NodeClock &clock, uint64_t origin_ns, ProcessImage *image) {
  if (!clock.known) return;
  image->start_realtime_ns = clock.base_ns + origin_ns;
  const Drift drift = drift_of(clock);
  const bool by_start = clock.start.known && (!clock.end.known || drift.change != 0 ||
                                              clock.start.uncertainty_ns < clock.end.uncertainty_ns);
  const ClockOffset &offset = by_start ? clock.start : clock.end;
  if (!offset.known) return;
  const auto since = static_cast<int64_t>(image->start_realtime_ns - offset.at_ns);
  image->start_realtime_ns -= static_cast<uint64_t>(offset.ahead_ns + scaled(since, drift));
  if (drift.change == 0) return;
  // Parts in a million need a number of some millions.
  for (; image->tick_num < kFineRatio && image->tick_den < kFineRatio; image->tick_den <<= 8)
    image->tick_num <<= 8;
  image->tick_num -= static_cast<uint64_t>(scaled(static_cast<int64_t>(image->tick_num), drift));
}

}  // namespace recorder
