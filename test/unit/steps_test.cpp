// SPDX-License-Identifier: BSD-3-Clause
// Numbers over ranks: whatever tree joins them, they read back exactly, and what is regular stays small.
// links: core format merge
#include "merge/steps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace recorder::test {
namespace {

using Values = std::vector<uint64_t>;

struct Joined {
  uint64_t first = 0;
  uint64_t last = 0;
  std::string items;
};

Bytes bytes_of(const std::string &text) {
  return {reinterpret_cast<const uint8_t *>(text.data()), text.size()};
}

Joined join(const Joined &left, const Joined &right) {
  static StepJoiner joiner;
  Buffer out;
  EXPECT_TRUE(joiner.join(bytes_of(left.items), right.first - left.last, bytes_of(right.items), &out));
  return {left.first, right.last, std::string(reinterpret_cast<const char *>(out.data()), out.size())};
}

Values expand(const Joined &column) {
  uint64_t count = 0, sum = 0;
  EXPECT_TRUE(count_steps(bytes_of(column.items), &count, &sum));
  EXPECT_EQ(column.first + sum, column.last);
  Values out = {column.first};
  StepIterator at(column.first, bytes_of(column.items));
  while (at.next()) out.push_back(at.value());
  EXPECT_EQ(out.size(), count + 1);
  return out;
}

// Joins [from, to), cut where `cut` says.
Joined tree(const Values &values, size_t from, size_t to, const std::function<size_t(size_t, size_t)> &cut) {
  if (to - from == 1) return {values[from], values[from], {}};
  const size_t middle = cut(from, to);
  return join(tree(values, from, middle, cut), tree(values, middle, to, cut));
}

// The largest result over trees of several shapes.
size_t most_bytes(const Values &values, std::mt19937_64 &random, int rounds = 6) {
  size_t most = 0;
  const auto check = [&](const std::function<size_t(size_t, size_t)> &cut) {
    const Joined all = tree(values, 0, values.size(), cut);
    EXPECT_EQ(expand(all), values);
    most = std::max(most, all.items.size());
  };
  check([](size_t from, size_t to) { return (from + to) / 2; });
  check([](size_t from, size_t to) {
    size_t step = 1;
    while (step * 2 < to - from) step *= 2;
    return from + step;
  });
  if (values.size() < 3000) {
    check([](size_t, size_t to) { return to - 1; });
    check([](size_t from, size_t) { return from + 1; });
  }
  for (int i = 0; i < rounds; ++i)
    check([&](size_t from, size_t to) { return from + 1 + random() % (to - from - 1); });
  return most;
}

TEST(Steps, IrregularValuesReadBack) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 300; ++round) {
    Values values(1 + random() % 300);
    const uint64_t range = round % 3 == 0 ? 2 : round % 3 == 1 ? 5 : UINT64_MAX;
    for (uint64_t &v : values) v = random() % range;
    most_bytes(values, random);
  }
}

TEST(Steps, NoiseCostsWhatItIs) {
  std::mt19937_64 random(2);
  Values values(20000);
  for (uint64_t &v : values) v = random();
  EXPECT_LE(most_bytes(values, random, 1), values.size() * 11);
}

TEST(Steps, LinesAndConstants) {
  std::mt19937_64 random(3);
  for (const uint64_t a : {uint64_t{0}, uint64_t{1}, uint64_t{4096}, ~uint64_t{0}, uint64_t{1} << 63}) {
    Values values;
    for (uint64_t i = 0; i < 1537; ++i) values.push_back(a * i + 7);
    EXPECT_LE(most_bytes(values, random), 12u);
  }
}

// rank = x + px (y + py z)
struct Grid {
  uint64_t px, py, pz;
};

size_t bytes_of_grid(const Grid &g, std::mt19937_64 &random,
                     const std::function<uint64_t(uint64_t, uint64_t, uint64_t)> &value) {
  Values values;
  for (uint64_t z = 0; z < g.pz; ++z)
    for (uint64_t y = 0; y < g.py; ++y)
      for (uint64_t x = 0; x < g.px; ++x) values.push_back(value(x, y, z));
  return most_bytes(values, random);
}

TEST(Steps, DecompositionsOfAnySizeAreSmallForAnyTree) {
  std::mt19937_64 random(4);
  std::vector<Grid> grids = {{2, 2, 2}, {3, 2, 50}, {2, 50, 3}, {64, 32, 1}, {10, 10, 10}, {7, 5, 11}};
  for (int i = 0; i < 25; ++i) grids.push_back({1 + random() % 12, 1 + random() % 12, 1 + random() % 14});
  for (const Grid &g : grids) {
    SCOPED_TRACE(std::to_string(g.px) + "x" + std::to_string(g.py) + "x" + std::to_string(g.pz));
    EXPECT_LE(bytes_of_grid(g, random, [](uint64_t x, uint64_t, uint64_t) { return x * 8; }), 160u);
    EXPECT_LE(bytes_of_grid(g, random, [](uint64_t, uint64_t y, uint64_t) { return y; }), 160u);
    EXPECT_LE(bytes_of_grid(g, random, [](uint64_t, uint64_t, uint64_t z) { return z * 1000; }), 160u);
    EXPECT_LE(
        bytes_of_grid(g, random,
                      [](uint64_t x, uint64_t y, uint64_t z) { return x * 16 + y * 5000 + z * 1000000; }),
        200u);
    EXPECT_LE(bytes_of_grid(
                  g, random,
                  [&](uint64_t x, uint64_t y, uint64_t z) { return (x + 1) % g.px + g.px * (y + g.py * z); }),
              240u);
    EXPECT_LE(bytes_of_grid(g, random,
                            [&](uint64_t x, uint64_t y, uint64_t z) {
                              return x + g.px * ((y + g.py - 1) % g.py + g.py * z);
                            }),
              240u);
    EXPECT_LE(bytes_of_grid(g, random,
                            [&](uint64_t x, uint64_t y, uint64_t z) {
                              return x + g.px * (y + g.py * ((z + 1) % g.pz));
                            }),
              120u);
  }
}

TEST(Steps, LargeGridsAreNoLargerThanSmallOnes) {
  std::mt19937_64 random(5);
  const Grid g = {40, 50, 60};
  EXPECT_LE(bytes_of_grid(g, random,
                          [&](uint64_t x, uint64_t y, uint64_t z) {
                            return (x + 1) % g.px + g.px * ((y + 1) % g.py + g.py * ((z + 1) % g.pz));
                          }),
            300u);
}

TEST(Steps, DamagedItemsAreRefused) {
  uint64_t count = 0, sum = 0;
  for (const std::string &bad : {std::string("\x00", 1), std::string("\x01", 1), std::string("\x02", 1),
                                 std::string("\x05\x00", 2), std::string("\x05\x09\x02\x02", 4),
                                 std::string("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x02\x80\x02", 13)})
    EXPECT_FALSE(count_steps(bytes_of(bad), &count, &sum));
  std::string deep("\x02\x02", 2);
  for (int i = 0; i < 12; ++i) deep = std::string("\x05", 1) + static_cast<char>(deep.size()) + deep;
  EXPECT_FALSE(count_steps(bytes_of(deep), &count, &sum));
}

}  // namespace
}  // namespace recorder::test
