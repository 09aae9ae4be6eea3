// SPDX-License-Identifier: BSD-3-Clause
// Patterns of names, values by kind, and the model of values that are aside.
// links: core format
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "core/name_patterns.h"
#include "format/kinds.h"
#include "format/side_model.h"

namespace {

using namespace recorder;

// What put() says for a name: its bytes, or "=" when the name is put as it is.
std::string said(NamePatterns *names, uint32_t key, const std::string &text) {
  uint8_t bytes[NamePatterns::kMostBytes];
  uint8_t *end = names->put(key, text.data(), text.size(), bytes).end;
  return end == nullptr ? "=" : std::string(bytes, end);
}

class Names : public testing::Test {
 protected:
  Names() : names() {}
  NamePatterns names;
};

TEST_F(Names, AConstantStepIsOneSignature) {
  EXPECT_EQ(said(&names, 1, "plt_0008"), "=");
  const std::string first = said(&names, 1, "plt_0009");
  EXPECT_NE(first, "=");
  EXPECT_EQ(said(&names, 1, "plt_0010"), first);
  EXPECT_EQ(said(&names, 1, "plt_0011"), first);
  EXPECT_NE(said(&names, 1, "plt_0021"), first);
}

TEST_F(Names, OrdinaryNumbersGrow) {
  said(&names, 1, "out.8.dat");
  const std::string first = said(&names, 1, "out.9.dat");
  EXPECT_EQ(said(&names, 1, "out.10.dat"), first);
  EXPECT_NE(said(&names, 1, "out.0.dat"), "=");  // back to the start
  EXPECT_NE(said(&names, 1, "out.1.dat"), "=");
}

TEST_F(Names, KeysAndSkeletonsAreApart) {
  EXPECT_EQ(said(&names, 1, "a1"), "=");
  EXPECT_EQ(said(&names, 2, "a2"), "=");
  EXPECT_EQ(said(&names, 1, "b2"), "=");
  EXPECT_NE(said(&names, 1, "a2"), "=");
}

// Each file of a series may be opened more than once, and each must look like the one before.
TEST_F(Names, TheSameAgain) {
  for (int i = 0; i < 3; ++i) EXPECT_EQ(said(&names, 1, "plt_0008"), "=");
  const std::string next = said(&names, 1, "plt_0009");
  const std::string again = said(&names, 1, "plt_0009");
  EXPECT_NE(again, "=");
  EXPECT_NE(again, next);
  EXPECT_EQ(said(&names, 1, "plt_0010"), next);
  EXPECT_EQ(said(&names, 1, "plt_0010"), again);
  EXPECT_EQ(said(&names, 1, "plt_0010"), again);
}

TEST_F(Names, WhatTakesNoPart) {
  for (const char *text : {"", "none", "1234567890123456789"}) {
    EXPECT_EQ(said(&names, 1, text), "=");
    EXPECT_EQ(said(&names, 1, text), "=");
  }
  EXPECT_EQ(said(&names, 1, std::string(256, '1')), "=");
  EXPECT_EQ(said(&names, 1, "x01"), "=");
  EXPECT_EQ(said(&names, 1, "x002"), "=");  // neither the old width nor none
}

// Whether the same name will be put as it is again.
TEST_F(Names, WhatLasts) {
  uint8_t bytes[NamePatterns::kMostBytes];
  const auto put = [&](const std::string &text) { return names.put(1, text.data(), text.size(), bytes); };
  EXPECT_TRUE(put("none").lasts);
  EXPECT_TRUE(put("n1").lasts);
  EXPECT_TRUE(put("n1").lasts);
  EXPECT_FALSE(put("n1").turns);
  EXPECT_TRUE(put("n2").turns);
  EXPECT_FALSE(put("n2").turns);
  EXPECT_FALSE(put("n3").lasts);
  EXPECT_TRUE(put("m1").lasts);
  const NamePatterns::Said odd = put("n02");  // neither the old width nor none
  EXPECT_EQ(odd.end, nullptr);
  EXPECT_FALSE(odd.lasts);
  names.retire();
  EXPECT_TRUE(put("n1").lasts);
}

TEST_F(Names, AfterTheEndOfAThread) {
  said(&names, 1, "n1");
  EXPECT_NE(said(&names, 1, "n2"), "=");
  names.retire();
  EXPECT_EQ(said(&names, 1, "n3"), "=");
  EXPECT_EQ(said(&names, 1, "n4"), "=");
}

TEST_F(Names, TheTableIsBounded) {
  for (uint32_t i = 0; i < 2 * NameFields::kMostTemplates; ++i) said(&names, i, "n1");
  EXPECT_NE(said(&names, 0, "n2"), "=");
  EXPECT_EQ(said(&names, NameFields::kMostTemplates + 1, "n2"), "=");
}

TEST(NameFields, Prints) {
  char out[NameFields::kMostPrinted];
  EXPECT_EQ(std::string(out, NameFields::print(0, 1, out)), "0");
  EXPECT_EQ(std::string(out, NameFields::print(7, 4, out)), "0007");
  EXPECT_EQ(std::string(out, NameFields::print(12345, 4, out)), "12345");
  EXPECT_EQ(std::string(out, NameFields::print(UINT64_MAX, 18, out)), "18446744073709551615");
}

// The bytes that a value of the kind takes, -1 when there is none.
int64_t size_of(const std::string &kind, const std::vector<uint8_t> &bytes) {
  Cursor in(bytes.data(), bytes.size());
  return skip_value(kind.data(), kind.size(), &in) ? static_cast<int64_t>(in.offset()) : -1;
}

TEST(Kinds, Skipped) {
  EXPECT_EQ(size_of("int", {0x81, 0x01, 9}), 2);
  EXPECT_EQ(size_of("offset", {0x80, 0x00, 9}), 2);
  EXPECT_EQ(size_of("double", {1, 2, 3, 4, 5, 6, 7, 8, 9}), 8);
  EXPECT_EQ(size_of("path", {7, 'a', 'b', 'c', 9}), 4);
  EXPECT_EQ(size_of("path", {0, 9}), 1);
  EXPECT_EQ(size_of("str", {6, 9, 'a', 'b', 9}), 4);                 // cut to 2 of 9 bytes
  EXPECT_EQ(size_of("path", {0x80, 0x00, 3, 2, 0, 2, 5, 2, 9}), 8);  // a name pattern of two changes
  EXPECT_EQ(size_of("fd", {0, 8, 9}), 2);
  EXPECT_EQ(size_of("fd", {1, 9}), 1);
  EXPECT_EQ(size_of("fd+", {1, 6, 9}), 2);
  EXPECT_EQ(size_of("handle:A|B", {3, 1, 9}), 2);
  EXPECT_EQ(size_of("handle:A|B", {0, 9}), 1);
  EXPECT_EQ(size_of("handle+:A", {3, 9}), 1);
  EXPECT_EQ(size_of("[{base=ptr,len=uint}]", {5, 0, 7, 0, 8, 9}), 5);
  EXPECT_EQ(size_of("?{a=int,b=[str]}", {1, 2, 3, 3, 'x', 9}), 5);
  EXPECT_EQ(size_of("?mode", {0, 9}), 1);
  EXPECT_EQ(size_of("any", {6, 2, 1, 4, 4, 3, 'x', 9}), 7);
  EXPECT_EQ(size_of("int", {}), -1);
  EXPECT_EQ(size_of("[int]", {7, 1}), -1);
  EXPECT_EQ(size_of("double", {1, 2}), -1);
}

TEST(Kinds, Numeric) {
  for (const char *kind : {"int", "uint", "offset", "[offset]", "enum:whence", "flags:open", "mode", "?int",
                           "[{a=int}]", "{a=int,b=?offset}", "?[{base=ptr,len=uint}]"})
    EXPECT_TRUE(is_numeric_kind(kind, strlen(kind))) << kind;
  for (const char *kind :
       {"path", "fd", "handle:MPI_Comm", "{a=int,b=str}", "[{a=fd}]", "?handle:H5S", "ptr", "void", "double"})
    EXPECT_FALSE(is_numeric_kind(kind, strlen(kind))) << kind;
}

// Bytes of a sequence, each value coded by one model and read back.
uint64_t coded_size(const std::vector<uint64_t> &values) {
  std::string stored;
  const auto sink = [](void *self, const void *data, uint64_t size) {
    static_cast<std::string *>(self)->append(static_cast<const char *>(data), size);
    return 0;
  };
  auto writing = std::make_unique<SideModel>(), reading = std::make_unique<SideModel>();
  memset(static_cast<void *>(writing.get()), 0, sizeof(SideModel));
  memset(static_cast<void *>(reading.get()), 0, sizeof(SideModel));
  RangeEncoder encoder;
  encoder.begin(sink, &stored);
  for (const uint64_t v : values) writing->encode(encoder, v);
  EXPECT_TRUE(encoder.end().ok());
  RangeDecoder decoder;
  decoder.begin({reinterpret_cast<const uint8_t *>(stored.data()), stored.size()});
  for (const uint64_t v : values) EXPECT_EQ(reading->decode(decoder), v);
  return stored.size();
}

TEST(SideModel, RandomValuesCostTheirBits) {
  std::mt19937_64 random(1);
  std::vector<uint64_t> values(100000);
  for (uint64_t &v : values) v = random() % 100000;
  const double bits = 8.0 * static_cast<double>(coded_size(values)) / 100000;
  EXPECT_LT(bits, 1.03 * 16.61);
  EXPECT_GT(bits, 16.6);
}

TEST(SideModel, WhatComesAgainCostsNothing) {
  std::mt19937_64 random(2);
  std::vector<uint64_t> mesh(1000), values;
  for (uint64_t &v : mesh) v = random() % 1000000;
  for (int step = 0; step < 100; ++step) values.insert(values.end(), mesh.begin(), mesh.end());
  EXPECT_LT(coded_size(values), 2 * coded_size(mesh));
}

TEST(SideModel, WhatGrowsEvenlyCostsNothing) {
  std::vector<uint64_t> steps, broken;
  for (uint64_t i = 0; i < 10000; ++i) {
    steps.push_back(1000 - 3 * i);
    broken.push_back(i % 1000 == 0 ? i * i : 7 * i);
  }
  EXPECT_LT(coded_size(steps), 60u);
  EXPECT_LT(coded_size(broken), 250u);
}

TEST(SideModel, Extremes) {
  coded_size({0, UINT64_MAX, 0, 1, UINT64_MAX, UINT64_MAX, uint64_t{1} << 63, 0});
  coded_size({});
}

}  // namespace
