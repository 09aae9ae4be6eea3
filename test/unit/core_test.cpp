// SPDX-License-Identifier: BSD-3-Clause
// The small parts of the hot path: hashing and comparing bytes, the index table, times, the clock.
// links: core
#include <gtest/gtest.h>
#include <time.h>

#include <map>
#include <random>
#include <vector>

#include "core/bytes.h"
#include "core/clock.h"
#include "core/index_table.h"
#include "core/signature_table.h"
#include "core/time_buffer.h"

namespace recorder {
namespace {

TEST(Bytes, EqualLooksAtExactlyTheBytesGiven) {
  for (uint32_t n = 0; n <= 40; ++n) {
    std::vector<uint8_t> a(n + kSlack, 1), b(n + kSlack, 1);
    for (uint32_t k = n; k < n + kSlack; ++k) b[k] = 2;  // behind the end
    EXPECT_TRUE(equal_bytes(a.data(), b.data(), n)) << n;
    EXPECT_EQ(hash_bytes(a.data(), n), hash_bytes(b.data(), n)) << n;
    for (uint32_t k = 0; k < n; ++k) {
      b[k] ^= 0x80;
      EXPECT_FALSE(equal_bytes(a.data(), b.data(), n)) << n << " " << k;
      b[k] ^= 0x80;
    }
  }
}

TEST(Bytes, VarintsComeBack) {
  for (uint32_t bit = 0; bit < 64; ++bit)
    for (int64_t d = -1; d <= 1; ++d) {
      const uint64_t v = (uint64_t{1} << bit) + static_cast<uint64_t>(d);
      uint8_t bytes[16];
      const uint8_t *end = put_varint(bytes, v);
      uint64_t back = 0;
      EXPECT_EQ(get_varint(bytes, &back), end);
      EXPECT_EQ(back, v);
    }
}

TEST(IndexTable, BehavesLikeAMap) {
  std::mt19937 rng(3);
  std::vector<uint32_t> keys(4000);
  for (uint32_t &k : keys) k = static_cast<uint32_t>(rng() % 3000);
  IndexTable table{};
  ASSERT_TRUE(table.init());
  std::map<uint32_t, uint32_t> model;  // key -> index
  for (uint32_t round = 0; round < 40000; ++round) {
    const auto index = static_cast<uint32_t>(rng() % keys.size());
    const uint32_t key = keys[index];
    const uint32_t hash = key % 257;  // many collisions
    if (table.crowded()) {
      ASSERT_TRUE(table.grow());
    }
    const uint32_t at = table.find(hash, [&](uint32_t other) { return keys[other] == key; });
    const auto known = model.find(key);
    ASSERT_EQ(table.index_at(at) != IndexTable::kEmpty, known != model.end());
    if (known == model.end()) {
      table.fill(at, hash, index);
      model[key] = index;
    } else {
      ASSERT_EQ(table.index_at(at), known->second);
      if (rng() % 2 == 0) {
        table.erase(at);
        model.erase(known);
      }
    }
    ASSERT_EQ(table.count(), model.size());
  }
  table.destroy();
}

TEST(SignatureTable, NumbersSignaturesInOrderOfFirstUse) {
  std::vector<uint8_t> memory(64 * 1024);
  std::vector<SignatureTable::Entry> entries(1000);
  SignatureTable table{};
  ASSERT_TRUE(table.init(memory.data(), static_cast<uint32_t>(memory.size()), entries.data(), 1000));
  for (int pass = 0; pass < 2; ++pass)
    for (uint32_t i = 0; i < 1000; ++i) {
      uint8_t signature[24] = {static_cast<uint8_t>(i), static_cast<uint8_t>(i >> 8), 3};
      const uint32_t size = 3 + i % 12;
      ASSERT_TRUE(pass == 1 || table.has_room(size));
      EXPECT_EQ(table.intern(signature, size), i);
      EXPECT_EQ(table.size_of(i), size);
    }
  EXPECT_FALSE(table.has_room(1));
}

struct Span {
  uint64_t start, end;
};

std::vector<Span> decode(const uint8_t *p, const uint8_t *end) {
  std::vector<Span> out;
  uint64_t last = 0;
  const auto number = [&](uint32_t n) {
    uint64_t v = 0;
    for (uint32_t k = 0; k < n; ++k) v |= uint64_t{*p++} << (8 * k);
    return v;
  };
  while (p < end) {
    const uint8_t control = *p++;
    const uint64_t gap = number(control & 15);
    const uint64_t duration = number(control >> 4);
    Span s{};
    s.start = last + ((gap >> 1) ^ (~(gap & 1) + 1));
    s.end = last = s.start + duration;
    out.push_back(s);
  }
  return out;
}

TEST(TimeBuffer, KeepsEveryTime) {
  constexpr uint64_t kHour = uint64_t{3600} * 2500000000u;  // in ticks of a 2.5 GHz counter
  const std::vector<Span> calls = {
      {0, 0},
      {5, 9},
      {9, 300},
      {300 + kHour, 301 + kHour},                        // a pause of an hour
      {2, 302 + kHour},                                  // a parent, begun before its children
      {303 + kHour * 24 * 365, 304 + kHour * 24 * 366},  // a year, a call of a day
      {305 + kHour * 24 * 366, 305 + kHour * 24 * 366 + (uint64_t{1} << 40)}};
  std::vector<uint8_t> memory(512);
  TimeBuffer times{};
  times.set_window(memory.data(), memory.data() + memory.size());
  for (const Span &s : calls) {
    ASSERT_FALSE(times.full());
    times.append(s.start, s.end);
  }
  const std::vector<Span> back = decode(memory.data(), times.position());
  ASSERT_EQ(back.size(), calls.size());
  for (size_t i = 0; i < calls.size(); ++i) {
    EXPECT_EQ(back[i].start, calls[i].start) << i;
    EXPECT_EQ(back[i].end, calls[i].end) << i;
  }
}

TEST(TimeBuffer, TakesTheFewestBytes) {
  for (uint32_t bits = 0; bits <= 62; ++bits) {
    const uint64_t largest = (uint64_t{1} << bits) - 1;
    EXPECT_EQ(TimeBuffer::width(largest), (bits + 7) / 8) << bits;
  }
}

TEST(TimeBuffer, ValuesOfAnySize) {
  for (uint32_t bits = 0; bits <= 64; ++bits) {
    const uint64_t value = bits == 64 ? UINT64_MAX : (uint64_t{1} << bits) - 1;
    uint8_t memory[64] = {};
    TimeBuffer times{};
    times.set_window(memory, memory + sizeof memory);
    times.append_aside(300, 2, 1, value);
    const uint32_t bytes = memory[0] >> 4;
    EXPECT_EQ(memory[0] & 15, TimeBuffer::kAside);
    EXPECT_EQ(times.position(), memory + TimeBuffer::kAsideHead + bytes);
    uint64_t back = 0;
    memcpy(&back, memory + TimeBuffer::kAsideHead, bytes);
    EXPECT_EQ(back, value) << bits;
  }
}

TEST(Clock, AgreesWithTheSystems) {
  Clock clock{};
  clock.start(1);
  const ClockReading before = clock.read();
  const uint64_t first = clock.now();
  const timespec pause{0, 30000000};
  nanosleep(&pause, nullptr);
  const uint64_t last = clock.now();
  const ClockReading after = clock.read();
  uint64_t num = 0, den = 0;
  clock.ratio(&num, &den);
  const double ns = static_cast<double>(last - first) * static_cast<double>(num) / static_cast<double>(den);
  EXPECT_LE(ns, static_cast<double>(after.monotonic_ns - before.monotonic_ns) * 1.001);
  EXPECT_GE(ns, 30e6);
}

TEST(Clock, ResolutionIsNeverCoarserThanAsked) {
  for (uint64_t resolution : {1u, 10u, 100u, 1000u, 1000000u}) {
    Clock clock{};
    clock.start(resolution);
    uint64_t num = 0, den = 0;
    clock.ratio(&num, &den);
    EXPECT_LE(static_cast<double>(num) / static_cast<double>(den), static_cast<double>(resolution) * 1.02);
  }
}

}  // namespace
}  // namespace recorder
