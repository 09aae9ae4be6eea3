// SPDX-License-Identifier: BSD-3-Clause
// Clocks of nodes: offsets from round trips of chance, their sum along a chain of nodes, and what a process's
// times become.
// links: core format merge
#include "merge/node_clock.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

namespace recorder::test {
namespace {

constexpr int64_t kEpoch = 1700000000000000000;

// A clock that is `ahead` at time 0 and goes wrong by so many parts in a million.
struct Clock {
  int64_t ahead;
  int64_t ppm;
  uint64_t at(int64_t true_ns) const {
    return static_cast<uint64_t>(kEpoch + true_ns + ahead + true_ns / 1000 * ppm / 1000);
  }
};

ClockOffset measure(const Clock &mine, const Clock &theirs, int64_t now, std::mt19937_64 *random) {
  RoundTrips trips;
  for (int i = 0; i < 20; ++i) {
    const auto there = static_cast<int64_t>(1000 + (*random)() % 50000);
    const auto back = static_cast<int64_t>(1000 + (*random)() % 50000);
    trips.add(mine.at(now), theirs.at(now + there), mine.at(now + there + back));
    now += there + back + 100;
  }
  return trips.offset();
}

int64_t off(const ClockOffset &offset, const Clock &mine, const Clock &theirs, int64_t now) {
  return std::abs(offset.ahead_ns - static_cast<int64_t>(mine.at(now) - theirs.at(now)));
}

TEST(NodeClock, OffsetsAreAsGoodAsTheySay) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 1000; ++round) {
    const Clock mine{static_cast<int64_t>(random() % 2000000000) - 1000000000, 0};
    const Clock theirs{static_cast<int64_t>(random() % 2000000) - 1000000, 0};
    const ClockOffset offset = measure(mine, theirs, 5000000, &random);
    ASSERT_TRUE(offset.known);
    ASSERT_LE(off(offset, mine, theirs, 5000000), static_cast<int64_t>(offset.uncertainty_ns));
    ASSERT_LT(offset.uncertainty_ns, 51000u);
  }
  EXPECT_FALSE(RoundTrips().offset().known);
}

TEST(NodeClock, AChainOfNodesAddsUp) {
  std::mt19937_64 random(2);
  const Clock root{0, 0};
  ClockOffset known = {true, 0, 0, 0};
  Clock last = root;
  for (int i = 0; i < 17; ++i) {
    const Clock next{static_cast<int64_t>(random() % 20000000) - 10000000, 0};
    known = through(measure(next, last, 1000, &random), known);
    ASSERT_LE(off(known, next, root, 1000), static_cast<int64_t>(known.uncertainty_ns));
    last = next;
  }
  known.known = false;
  EXPECT_FALSE(through(measure(last, root, 0, &random), known).known);
}

ProcessImage image_of(const Clock &clock, int64_t start, int64_t length) {
  ProcessImage image{};
  image.start_realtime_ns = clock.at(start);
  image.tick_den = static_cast<uint64_t>(length) * 2;  // half a nanosecond by the true time
  image.tick_num = clock.at(start + length) - clock.at(start);
  return image;
}

int64_t shown(const ProcessImage &image, uint64_t ticks) {
  return static_cast<int64_t>(
             image.start_realtime_ns +
             static_cast<uint64_t>(static_cast<unsigned __int128>(ticks) * image.tick_num / image.tick_den)) -
         kEpoch;
}

// A process on a node whose clock is ahead and drifts, from 1 s to 1 s + length of the true time.
void check_shared_time(const Clock &mine, int64_t length, int64_t least_allowed) {
  std::mt19937_64 random(3);
  const Clock root{0, 0};
  NodeClock clock{true, 0, measure(mine, root, 1100000000, &random),
                  measure(mine, root, 1000000000 + length, &random)};
  const uint64_t origin = 77;
  clock.base_ns = mine.at(1000000000) - origin;
  ProcessImage image = image_of(mine, 1000000000, length);
  put_on_shared_time(clock, origin, &image);
  const auto allowed =
      static_cast<int64_t>(clock.start.uncertainty_ns + clock.end.uncertainty_ns) + least_allowed;
  for (int64_t t = 0; t <= length; t += length / 16)
    ASSERT_LE(std::abs(shown(image, static_cast<uint64_t>(t) * 2) - 1000000000 - t), allowed) << t;
}

TEST(NodeClock, TimesComeOutOnTheSharedClock) {
  check_shared_time({0, 0}, 10000000000, 2);
  check_shared_time({5000000, 0}, 10000000000, 2);
  check_shared_time({-5000000, 40}, 100000000000, 2000);
  check_shared_time({123456789, -100}, 3600000000000, 2000);
  check_shared_time({5000000, 20}, 200000000, 5000);  // too short to see the drift
}

TEST(NodeClock, ATickOfOneNanosecondDriftsToo) {
  ProcessImage image{};
  image.tick_num = image.tick_den = 1;
  put_on_shared_time({true, 0, {true, 0, 5, 1000}, {true, 10000000, 50, 100000001000}}, 1000, &image);
  EXPECT_NEAR(static_cast<double>(image.tick_num) / static_cast<double>(image.tick_den), 0.9999, 1e-10);
}

TEST(NodeClock, WhatIsUnlikelyIsNoDrift) {
  ProcessImage image{};
  image.start_realtime_ns = 1000;
  image.tick_num = 1000000;
  image.tick_den = 1000000;
  put_on_shared_time(NodeClock{}, 500, &image);
  EXPECT_EQ(image.start_realtime_ns, 1000u);
  put_on_shared_time({true, 10000000, {}, {}}, 500, &image);  // the only node: one base for all
  EXPECT_EQ(image.start_realtime_ns, 10000500u);
  // The second measurement is another clock's, or the clock was set.
  put_on_shared_time({true, 10000000, {true, 300, 5, 10000000}, {true, 2000000, 50, 20000000}}, 500, &image);
  EXPECT_EQ(image.start_realtime_ns, 10000200u);
  EXPECT_EQ(image.tick_num, 1000000u);
}

}  // namespace
}  // namespace recorder::test
