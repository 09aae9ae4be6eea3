// SPDX-License-Identifier: BSD-3-Clause
// Packed numbers: what goes in comes out, at a size near the entropy, and damaged bytes are refused.
// links: core format merge reader
#include "format/packed_numbers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#include "merge/number_packer.h"
#include "reader/failure.h"
#include "reader/number_unpacker.h"
#include "reader/source.h"

namespace recorder::test {
namespace {

struct Number {
  packed::NumberContext context;
  uint64_t value;
};

std::string pack(const std::vector<Number> &numbers, const std::string &before = "") {
  Buffer out;
  NumberPacker packer;
  EXPECT_TRUE(
      packer.begin({reinterpret_cast<const uint8_t *>(before.data()), before.size()}, append_to_buffer, &out)
          .ok());
  for (const Number &number : numbers) packer.code(number.context, number.value);
  EXPECT_TRUE(packer.end().ok());
  EXPECT_EQ(packer.stored_size(), out.size());
  EXPECT_EQ(packer.crc(), crc_of(out.bytes()));
  return {reinterpret_cast<const char *>(out.data()), out.size()};
}

// Of bytes that nothing vouches for.
void unpack(const std::string &bytes, const std::function<void(reader::NumberUnpacker &)> &use) {
  const auto source = reader::Source::own(bytes);
  const uint32_t crc = crc_of({reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()});
  reader::Inflater in(*source, {0, bytes.size(), bytes.size(), crc, false}, "numbers");
  reader::NumberUnpacker unpacker(in);
  use(unpacker);
}

void expect_round_trip(const std::vector<Number> &numbers) {
  unpack(pack(numbers), [&](reader::NumberUnpacker &unpacker) {
    for (size_t i = 0; i < numbers.size(); ++i)
      ASSERT_EQ(unpacker.next(numbers[i].context.own), numbers[i].value) << i;
    EXPECT_TRUE(unpacker.at_end());
  });
}

template <class Make>
std::vector<Number> many(size_t count, Make make) {
  std::vector<Number> numbers;
  for (size_t i = 0; i < count; ++i) numbers.push_back(make(i));
  return numbers;
}

uint64_t of_any_length(std::mt19937_64 &random) { return random() >> random() % 64 >> random() % 2; }

TEST(PackedNumbers, TokensStandForValues) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 100000; ++i) {
    const uint64_t value = i < 70000 ? static_cast<uint64_t>(i) : of_any_length(random);
    const uint32_t token = packed::token_of(value);
    ASSERT_LT(token, packed::kTokens);
    ASSERT_EQ(packed::value_of(token, packed::plain_of(value, packed::plain_bits_of(token))), value);
  }
  EXPECT_EQ(packed::token_of(~uint64_t{0}), packed::kTokens - 1);
}

TEST(PackedNumbers, FewAndNone) {
  expect_round_trip({});
  expect_round_trip({{{1, 2, 3}, 0}});
  expect_round_trip({{{1, 2, 7}, ~uint64_t{0}}, {{1, 2, 7}, uint64_t{1} << 63}, {{9, 2, 0}, 255}});
}

TEST(PackedNumbers, AllKindsOfDistributions) {
  std::mt19937_64 random(2);
  for (const uint64_t range : {1, 2, 3, 100, 5000})
    expect_round_trip(many(150000, [&](size_t i) {
      return Number{{i % range, i % 3, static_cast<uint32_t>(i % 8)}, random() % range};
    }));
  expect_round_trip(many(150000, [&](size_t) { return Number{{0, 0, 0}, of_any_length(random)}; }));
  // Each token once: none is worth a share.
  expect_round_trip(many(2048, [&](size_t i) {
    return Number{{0, 0, 0}, packed::value_of(static_cast<uint32_t>(i), 0)};
  }));
  // One value nearly always.
  expect_round_trip(many(packed::kBlock * 2, [&](size_t i) {
    return Number{{0, 0, 0}, i % 20000 == 0 ? random() : 77};
  }));
}

TEST(PackedNumbers, MoreContextsThanAreTold) {
  std::mt19937_64 random(3);
  expect_round_trip(many(packed::kBlock + 1000, [&](size_t i) {
    const uint64_t context = random() % 20000;
    return Number{{context, context % 300, static_cast<uint32_t>(context % 8)}, context * 3 + i % 5};
  }));
  // Exactly as many as there is room for, and one more.
  for (const uint64_t contexts : {packed::ContextIndex::kMost - 2, packed::ContextIndex::kMost - 1,
                                  packed::ContextIndex::kMost, packed::ContextIndex::kMost + 1})
    expect_round_trip(many(packed::kBlock, [&](size_t i) {
      return Number{{i % contexts, i % 5, 1}, i % 17};
    }));
}

TEST(PackedNumbers, MoreTablesThanThereAre) {
  expect_round_trip(many(packed::kBlock, [&](size_t i) {
    return Number{{i % 100, i % 50, static_cast<uint32_t>(i % 8)}, (i % 100) * 7 + i % 3};
  }));
}

TEST(PackedNumbers, SizeIsNearTheEntropy) {
  std::mt19937_64 random(4);
  std::geometric_distribution<uint64_t> geometric(0.1);
  const size_t count = 4 * packed::kBlock;
  const auto numbers = many(count, [&](size_t i) {
    return Number{{i % 2, 0, 0}, i % 2 == 0 ? geometric(random) : 40};
  });
  const double p = 0.1, entropy = (-p * std::log2(p) - (1 - p) * std::log2(1 - p)) / p / 2;
  const double bits = 8.0 * static_cast<double>(pack(numbers).size()) / static_cast<double>(count);
  EXPECT_LT(bits, entropy * 1.02);
}

TEST(PackedNumbers, DamagedBytesAreRefused) {
  std::mt19937_64 random(5);
  const auto numbers = many(3000, [&](size_t i) {
    return Number{{i % 4, 0, 0}, of_any_length(random) % 70000};
  });
  const std::string good = pack(numbers);
  size_t refused = 0, changed = 0;
  for (int turn = 0; turn < 2000; ++turn) {
    std::string bad = good;
    const size_t at = random() % (turn % 2 == 0 ? std::min<size_t>(64, bad.size()) : bad.size());
    bad[at] = static_cast<char>(bad[at] ^ (1 + random() % 255));
    if (turn % 5 == 0) bad.resize(random() % bad.size());
    try {
      unpack(bad, [&](reader::NumberUnpacker &unpacker) {
        bool same = true;
        for (const Number &number : numbers) same &= unpacker.next(number.context.own) == number.value;
        changed += !same;
        unpacker.at_end();
      });
    } catch (const reader::Failure &) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 1000u);
  // What the first word of the codes has too many bits for may be anything.
  EXPECT_GT(refused + changed, 1930u);
}

}  // namespace
}  // namespace recorder::test
