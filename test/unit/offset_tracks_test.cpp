// SPDX-License-Identifier: BSD-3-Clause
// On which tracks offsets go: differences are counted, as each new one is a signature. The session is not
// needed: its files are compiled into this.
// links: core format
#include "session/offset_tracks.cpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "session/biased_lock.cpp"
#include "session/handles.cpp"

namespace recorder {

__thread char this_thread __attribute__((tls_model("initial-exec")));

namespace {

constexpr uint32_t kKey = 7 << 8 | 2;

class Tracks : public testing::Test {
 protected:
  Tracks() : tracks() {
    EXPECT_TRUE(table.init());
    open();
  }
  ~Tracks() override {
    tracks.destroy();
    table.destroy();
  }

  void open() { place = table.place_of(table.insert(Class::FD, 5)); }
  void close() { table.remove(table.at_place(place)); }

  // As the encoder does with each call, predicted or not.
  uint32_t put(int64_t offset, uint32_t key = kKey) {
    const uint32_t track = tracks.choose(table, place, key, offset);
    int64_t before = 0;
    EXPECT_TRUE(table.remember(place, LocalHandles::on_track(key, track), offset, &before));
    differences.insert({key, track, offset - before});
    return track;
  }
  // The same of a number that is no offset.
  uint32_t put_number(int64_t number, uint32_t key = kKey) {
    const uint32_t track = tracks.choose_number(table, place, key, number);
    int64_t before = 0;
    if (track != 0) {
      EXPECT_TRUE(table.remember(place, LocalHandles::on_track(key, track), number, &before));
    }
    differences.insert({key, track, number - before});
    return track;
  }
  size_t made() {
    const size_t now = differences.size() - known;
    known = differences.size();
    return now;
  }

  LocalHandles table = {};
  OffsetTracks tracks;
  uint64_t place = 0;
  std::set<std::tuple<uint32_t, uint32_t, int64_t>> differences;
  size_t known = 0;
};

TEST_F(Tracks, LoopsStayOnTheFirst) {
  for (int i = 0; i < 10000; ++i) EXPECT_EQ(put(i * 4096 + (i % 3) * 8), 0u);
  EXPECT_LE(made(), 6u);
}

TEST_F(Tracks, ManyDistancesStayOnTheFirst) {
  for (int turn = 0; turn < 20; ++turn)
    for (int i = 0; i < 1000; ++i) EXPECT_EQ(put(turn * 100000000 + i * i * 64), 0u);
}

TEST_F(Tracks, HeaderAndDataAreToldApart) {
  for (int i = 0; i < 20; ++i) put(4), put(4096 + i * 256);
  EXPECT_LE(made(), 20u);
  for (int i = 20; i < 5000; ++i) put(4), put(4096 + i * 256);
  EXPECT_LE(made(), 2u);
}

TEST_F(Tracks, TwoRatesBesidesEachOther) {
  for (int i = 0; i < 40; ++i) put((1 << 20) + i * 8), put((1 << 30) + i * 1000);
  made();
  for (int i = 40; i < 4000; ++i) put((1 << 20) + i * 8), put((1 << 30) + i * 1000);
  EXPECT_LE(made(), 2u);
}

TEST_F(Tracks, AllThatIsWrittenToExtendADataset) {
  const auto turn = [this](int64_t i) {
    for (const int64_t fixed : {48, 1579, 6144, 0}) put(fixed);
    put(16232 + i * 128);
    put(10984);
  };
  for (int i = 0; i < 40; ++i) turn(i);
  made();
  for (int i = 40; i < 2000; ++i) turn(i);
  EXPECT_LE(made(), 2u);
}

TEST_F(Tracks, EachFileAsTheOneBefore) {
  std::vector<std::vector<uint32_t>> on;
  for (int file = 0; file < 12; ++file) {
    on.emplace_back();
    for (int i = 0; i < 100; ++i) {
      on.back().push_back(put(4));
      on.back().push_back(put(4096 + i * 256));
    }
    close();
    open();
    if (file == 5) made();
  }
  EXPECT_EQ(made(), 0u);
  for (size_t file = 6; file < on.size(); ++file) EXPECT_EQ(on[file], on[5]);
}

TEST_F(Tracks, RandomOnesHaveNone) {
  std::mt19937_64 random(1);
  int elsewhere = 0;
  for (int i = 0; i < 100000; ++i) {
    elsewhere += put(static_cast<int64_t>(random() >> 20)) != 0;
    elsewhere += put_number(static_cast<int64_t>(random() >> 20), kKey + 1) != 0;
  }
  EXPECT_EQ(elsewhere, 0);
}

// A pair of rates after another, more than there are tracks.
TEST_F(Tracks, WhatIsOverMakesRoom) {
  for (int64_t phase = 0; phase < 12; ++phase) {
    for (int64_t i = 0; i < 400; ++i) {
      put((phase << 40) + i * (8 + phase));
      put((phase << 40) + (1 << 30) + i * (1000 + phase));
    }
    EXPECT_LE(made(), phase < 3 ? 40u : 600u) << phase;
  }
}

TEST_F(Tracks, NumbersThatCount) {
  for (int i = 0; i < 5000; ++i) put_number(i), put_number(17), put_number(1000000 + 136 * i);
  EXPECT_LE(made(), 40u);
}

TEST_F(Tracks, NumbersThatBeginAnew) {
  for (int turn = 0; turn < 50; ++turn) {
    for (int i = 0; i < 300; ++i) put_number(i);
    if (turn == 2) made();
  }
  EXPECT_EQ(made(), 0u);
}

TEST_F(Tracks, NumbersOfABufferThatIsFilled) {
  for (int i = 0; i < 5000; ++i) put_number(i * 136 % 8192);
  EXPECT_LE(made(), 200u);
}

// What is known of hundreds of differences must not depend on which numbers they are.
TEST_F(Tracks, RanksWithOtherOffsetsChooseAlike) {
  std::mt19937 random(4);
  std::vector<std::pair<uint32_t, uint32_t>> calls(400);
  for (auto &[base, by_rank] : calls) base = random(), by_rank = random();
  std::vector<uint32_t> first;
  for (uint64_t rank = 0; rank < 64; ++rank) {
    tracks.destroy();
    table.destroy();
    table = {};
    ASSERT_TRUE(table.init());
    open();
    std::vector<uint32_t> chosen;
    for (int turn = 0; turn < 4; ++turn)
      for (const auto &[base, by_rank] : calls)
        chosen.push_back(put(static_cast<int64_t>(base + rank * by_rank)));
    if (rank == 0) first = chosen;
    EXPECT_EQ(chosen, first) << "rank " << rank;
  }
}

TEST_F(Tracks, FewNumbersStandForThemselves) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 1000; ++i) put_number(static_cast<int64_t>(random() % 6));
  EXPECT_EQ(made(), 6u);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(put_number(i % 6), 0u);
}

TEST_F(Tracks, KeysDoNotTakeEachOthersPlaces) {
  const auto turns = [this](int from, int to) {
    for (int i = from; i < to; ++i)
      for (uint32_t key = 1; key <= 40; ++key) put_number(i, key << 8);
  };
  turns(0, 50);
  made();
  turns(50, 500);
  EXPECT_EQ(made(), 0u);
}

// More than there are places: most have one, and the others stay as they are.
TEST_F(Tracks, ManyKeysShareTheMemory) {
  const auto turns = [this](int from, int to) {
    for (int i = from; i < to; ++i)
      for (uint32_t key = 1; key <= 300; ++key) put(4, key << 8), put(4096 + i * 256, key << 8);
  };
  turns(0, 100);
  made();
  turns(100, 200);
  EXPECT_LE(made(), 300u * 100u);  // of twice as many
}

}  // namespace
}  // namespace recorder
