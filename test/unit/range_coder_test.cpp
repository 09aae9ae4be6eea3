// SPDX-License-Identifier: BSD-3-Clause
// The range coder: what goes in comes out, at a cost near the entropy, and damaged bytes end.
// links: core format
#include "format/range_coder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "format/buffer.h"

namespace recorder::test {
namespace {

std::vector<uint8_t> encode(const std::vector<uint64_t> &values) {
  Buffer out;
  RangeEncoder encoder;
  auto model = std::make_unique<NumberModel>();
  encoder.begin(append_to_buffer, &out);
  for (const uint64_t value : values) model->encode(encoder, value);
  EXPECT_TRUE(encoder.end().ok());
  EXPECT_EQ(encoder.stored_size(), out.size());
  EXPECT_EQ(encoder.crc(), crc_of(out.bytes()));
  return {out.data(), out.data() + out.size()};
}

// Byte by byte, so that every border is met.
struct Drip {
  const std::vector<uint8_t> *bytes;
  size_t at = 0;
  static Bytes next(void *self) {
    Drip *drip = static_cast<Drip *>(self);
    if (drip->at == drip->bytes->size()) return {nullptr, 0};
    return {drip->bytes->data() + drip->at++, 1};
  }
};

void expect_round_trip(const std::vector<uint64_t> &values) {
  const std::vector<uint8_t> bytes = encode(values);
  RangeDecoder whole, dripping;
  Drip drip{&bytes};
  whole.begin(Bytes{bytes.data(), bytes.size()});
  dripping.begin(Drip::next, &drip);
  auto first = std::make_unique<NumberModel>(), second = std::make_unique<NumberModel>();
  for (size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(first->decode(whole), values[i]) << i;
    ASSERT_EQ(second->decode(dripping), values[i]) << i;
  }
  EXPECT_TRUE(whole.ok() && whole.at_end());
  EXPECT_TRUE(dripping.ok() && dripping.at_end());
}

double bits_each(const std::vector<uint64_t> &values) {
  return 8.0 * static_cast<double>(encode(values).size()) / static_cast<double>(values.size());
}

template <class Make>
std::vector<uint64_t> many(size_t count, Make make) {
  std::vector<uint64_t> values(count);
  for (uint64_t &value : values) value = make();
  return values;
}

TEST(RangeCoder, EveryLengthReadsBack) {
  expect_round_trip({});
  expect_round_trip({0});
  std::vector<uint64_t> values = {0, UINT64_MAX, 1, UINT64_MAX - 1};
  for (int bit = 0; bit < 64; ++bit)
    for (const uint64_t by : {-1, 0, 1}) values.push_back((uint64_t{1} << bit) + by);
  expect_round_trip(values);
}

TEST(RangeCoder, RandomNumbersReadBack) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 50; ++round) {
    const uint64_t width = random() % 64;
    expect_round_trip(many(random() % 3000, [&] { return random() >> (random() % (width + 1)); }));
  }
}

// A bit that was nearly impossible, over and over, is what makes carries and runs of ones.
TEST(RangeCoder, SurprisesReadBack) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 30; ++round) {
    const uint64_t rare = 1 + random() % 2000;
    expect_round_trip(many(20000, [&] { return random() % rare == 0 ? random() : 0; }));
  }
}

TEST(RangeCoder, RawAndModelledBitsMix) {
  std::mt19937_64 random(3);
  const std::vector<uint64_t> values = many(5000, random);
  Buffer out;
  RangeEncoder encoder;
  BitModel model;
  encoder.begin(append_to_buffer, &out);
  for (const uint64_t value : values) {
    encoder.raw(value, value % 65);
    encoder.bit(model, value % 7 == 0);
  }
  ASSERT_TRUE(encoder.end().ok());
  RangeDecoder decoder;
  BitModel again;
  decoder.begin(out.bytes());
  for (const uint64_t value : values) {
    const auto count = static_cast<uint32_t>(value % 65);
    ASSERT_EQ(decoder.raw(count), count == 64 ? value : value & ((uint64_t{1} << count) - 1));
    ASSERT_EQ(decoder.bit(again), value % 7 == 0);
  }
  EXPECT_TRUE(decoder.ok() && decoder.at_end());
}

TEST(RangeCoder, CostsNearTheEntropy) {
  std::mt19937_64 random(4);
  constexpr size_t kMany = 200000;
  EXPECT_LT(bits_each(many(kMany, [] { return 123456789; })), 0.02);
  EXPECT_LT(bits_each(many(kMany, [&] { return random(); })), 64.3);
  EXPECT_LT(bits_each(many(kMany, [&] { return random() & 1; })), 1.05);
  // Aligned offsets below a limit that is no power of two
  EXPECT_LT(bits_each(many(kMany, [&] { return random() % 3000000 * 4096; })), std::log2(3e6) * 1.02);
  std::geometric_distribution<int> few(0.5);  // 2 bits
  EXPECT_LT(bits_each(many(kMany, [&] { return few(random); })), 2.1);
  std::normal_distribution<> narrow(700, 12);  // log2(12 * sqrt(2 pi e)) = 5.63 bits
  EXPECT_LT(bits_each(many(kMany, [&] { return static_cast<uint64_t>(narrow(random)); })), 6.2);
}

// Bytes of bits that are mostly the same for a while and then mostly the other; they must read back.
template <class Model>
uint64_t size_of_bursts(uint64_t bursts) {
  std::mt19937_64 random(5);
  std::vector<uint32_t> bits;
  for (uint64_t i = 0; i < bursts; ++i)
    for (uint64_t left = 10 + random() % 100; left > 0; --left)
      bits.push_back(random() % 20 == 0 ? 1 - i % 2 : i % 2);
  Buffer out;
  RangeEncoder encoder;
  Model writing, reading;
  encoder.begin(append_to_buffer, &out);
  for (const uint32_t bit : bits) encoder.bit(writing, bit);
  EXPECT_TRUE(encoder.end().ok());
  RangeDecoder decoder;
  decoder.begin(out.bytes());
  for (const uint32_t bit : bits) EXPECT_EQ(decoder.bit(reading), bit);
  EXPECT_TRUE(decoder.ok() && decoder.at_end());
  return out.size();
}

TEST(RangeCoder, TwoPacesFollowBursts) {
  EXPECT_LT(size_of_bursts<TwoPaceModel>(2000) * 4, size_of_bursts<BitModel>(2000) * 3);
}

TEST(RangeCoder, LearnsQuickly) {
  EXPECT_LE(encode(std::vector<uint64_t>(20, 300)).size(), 10u);
  EXPECT_LE(encode({5}).size(), 2u);
}

// With bytes missing or changed the decoder still gives a number for each question, and notices what it can.
TEST(RangeCoder, DamagedBytesEnd) {
  std::mt19937_64 random(5);
  const std::vector<uint64_t> values = many(500, [&] { return random() % 100000; });
  const std::vector<uint8_t> bytes = encode(values);
  for (size_t size = 0; size < bytes.size(); ++size) {
    RangeDecoder decoder;
    auto model = std::make_unique<NumberModel>();
    const std::vector<uint8_t> cut(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(size));
    decoder.begin(Bytes{cut.data(), cut.size()});
    for (size_t i = 0; i < values.size(); ++i) model->decode(decoder);
    if (size + 16 < bytes.size()) {
      EXPECT_FALSE(decoder.ok()) << size;
    }
  }
  for (int round = 0; round < 300; ++round) {
    std::vector<uint8_t> changed = bytes;
    for (int n = 0; n < 3; ++n) changed[random() % changed.size()] = static_cast<uint8_t>(random());
    RangeDecoder decoder;
    auto model = std::make_unique<NumberModel>();
    decoder.begin(Bytes{changed.data(), changed.size()});
    for (size_t i = 0; i < 2000; ++i) model->decode(decoder);
    decoder.raw(64);
  }
}

TEST(RangeCoder, ASinkThatFailsIsTold) {
  RangeEncoder encoder;
  encoder.begin([](void *, const void *, uint64_t) { return -ENOSPC; }, nullptr);
  for (uint64_t i = 0; i < 10000; ++i) encoder.raw(i, 64);
  const Status status = encoder.end();
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(status.error_number, ENOSPC);
}

}  // namespace
}  // namespace recorder::test
