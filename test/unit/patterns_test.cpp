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
#include "format/text_history.h"

namespace {

using namespace recorder;

// What put() says for a name: its bytes, or "=" when the name is put as it is.
std::string said(NamePatterns *names, NamePatterns::Key key, const std::string &text) {
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

uint64_t before(const std::string &text) { return NameFields::before(text.data(), text.size()); }

TEST_F(Names, TheTextBeforeTellsSeriesApart) {
  const NamePatterns::Key valid(1, before("VALID")), start(1, before("START"));
  EXPECT_EQ(said(&names, valid, "01_00"), "=");
  EXPECT_EQ(said(&names, start, "01_00"), "=");
  EXPECT_NE(said(&names, valid, "01_06"), "=");
  EXPECT_EQ(said(&names, start, "01_00"), "=");  // a constant, as it would be alone
  const std::string next = said(&names, valid, "01_12");
  EXPECT_EQ(said(&names, start, "01_00"), "=");
  EXPECT_EQ(said(&names, valid, "01_18"), next);
}

TEST_F(Names, OnlyTextsWithoutDigitsTellSeriesApart) {
  EXPECT_EQ(before("step 7"), 0u);
  EXPECT_EQ(before(""), 0u);
  EXPECT_NE(before(std::string(255, 'x')), 0u);
  EXPECT_EQ(before(std::string(256, 'x')), 0u);
  EXPECT_NE(before("VALID"), before("VALIE"));
}

// Or texts that never come again might use up all templates.
TEST_F(Names, OnlySoManyTextsBefore) {
  for (uint32_t i = 0; i < 1000; ++i)
    said(&names, {1, before("word" + std::string(i, 'x'))}, "n" + std::to_string(i));
  // Those whose text before came too late share one template.
  EXPECT_NE(said(&names, {1, before("late")}, "n2000"), "=");
  const std::string by_one = said(&names, {1, before("later")}, "n2001");
  EXPECT_EQ(said(&names, {1, before("latest")}, "n2002"), by_one);
  // There is room for others.
  EXPECT_EQ(said(&names, 2, "n1"), "=");
  EXPECT_NE(said(&names, 2, "n2"), "=");
}

std::vector<uint64_t> taken(NamePatterns *names, uint32_t key, const std::string &text,
                            bool *turns = nullptr) {
  NamePatterns::Numbers numbers{};
  names->take(key, text.data(), text.size(), &numbers);
  if (turns != nullptr) *turns = numbers.turns;
  return {numbers.values, numbers.values + numbers.count};
}

// A number is told as twice itself plus 2, and 1 for its width.
TEST_F(Names, RandomOnesAreTheirNumbers) {
  using Values = std::vector<uint64_t>;
  EXPECT_EQ(taken(&names, 1, "img_000070.jpg"), Values());
  EXPECT_EQ(taken(&names, 1, "img_000003.jpg"), Values{2 * 3 + 2 + 1});
  EXPECT_EQ(taken(&names, 1, "img_123456.jpg"), Values{2 * 123456 + 2 + 1});
  EXPECT_EQ(taken(&names, 1, "img_1234567.jpg"), Values{2 * 1234567 + 2 + 1});
  EXPECT_EQ(taken(&names, 1, "img_04.jpg"), Values());  // neither as wide nor as short as it could be
  EXPECT_EQ(taken(&names, 1, "img.jpg"), Values());
  EXPECT_EQ(taken(&names, 2, "n9/n9_4"), Values());
  EXPECT_EQ(taken(&names, 2, "n12/n12_7"), (Values{2 * 12 + 2, 0, 2 * 7 + 2}));  // the same as the one before
  EXPECT_EQ(taken(&names, 2, "n0/n0_0"), (Values{2, 0, 0}));
}

TEST_F(Names, WhatIsTakenIsThePredecessor) {
  said(&names, 1, "a7");
  bool turns = false;
  taken(&names, 1, "a50", &turns);
  EXPECT_TRUE(turns);  // signatures with a7 in them no longer say what the next one counts from
  taken(&names, 1, "a20", &turns);
  EXPECT_FALSE(turns);
  const std::string next = said(&names, 1, "a21");
  EXPECT_EQ(said(&names, 1, "a22"), next);
}

class Texts : public testing::Test {
 protected:
  Texts() : history(std::make_unique<TextHistory>()) {}
  static Bytes bytes_of(const std::string &text) {
    return {reinterpret_cast<const uint8_t *>(text.data()), text.size()};
  }
  void came(const std::string &text, uint64_t key = 1) {
    const uint32_t seen = history->find(bytes_of(text));
    history->note(key, bytes_of(text),
                  seen != TextHistory::kNone ? TextHistory::kSeen + seen : TextHistory::kInFull);
  }
  bool is_known(const std::string &text) const { return history->find(bytes_of(text)) != TextHistory::kNone; }
  static std::string text_of(Bytes bytes) {
    return std::string(reinterpret_cast<const char *>(bytes.data), bytes.size);
  }
  std::unique_ptr<TextHistory> history;
};

TEST_F(Texts, AreNumberedAsTheyCome) {
  for (const std::string &text :
       {std::string(), std::string("a"), std::string("b"), std::string("a"), std::string(255, 'x')})
    came(text);
  EXPECT_EQ(history->count(), 4u);
  EXPECT_EQ(text_of(history->at(0)), "");
  EXPECT_EQ(text_of(history->at(2)), "b");
  EXPECT_EQ(history->find(bytes_of("b")), 2u);
  EXPECT_FALSE(is_known("c"));
  EXPECT_EQ(text_of(history->last()), std::string(255, 'x'));
}

TEST_F(Texts, LastOnesByArgument) {
  came("/data/a", 7);
  came("/tmp/b", 8);
  EXPECT_EQ(text_of(history->last_of(7)), "/data/a");
  EXPECT_EQ(text_of(history->last_of(9)), "");
  for (uint64_t key = 100; key < 140; ++key) came("/x/" + std::to_string(key), key);
  EXPECT_EQ(text_of(history->last_of(7)), "/data/a");
  EXPECT_EQ(text_of(history->last_of(139)), "/x/139");  // of those for which there is no place of their own
  EXPECT_EQ(text_of(history->last_of(120)), "");
}

// What a program goes through again and again stays, though there is no room for all of it; what never comes
// again goes.
TEST_F(Texts, TheFirstStayWhileTheyComeAgain) {
  const auto name = [](int i) { return "name-" + std::to_string(i); };
  for (int turn = 0; turn < 5; ++turn)
    for (int i = 0; i < 5000; ++i) came(name(i));
  EXPECT_TRUE(is_known(name(4000)));
  EXPECT_FALSE(is_known(name(4999)));
  for (int i = 5000; i < 60000; ++i) came(name(i));
  EXPECT_FALSE(is_known(name(4000)));
  int known = 0;
  for (int i = 5000; i < 60000; ++i) known += is_known(name(i)) ? 1 : 0;
  EXPECT_EQ(known, static_cast<int>(history->count()));
  EXPECT_GT(known, 1000);
}

TEST_F(Texts, LongOnesTakeTheirRoom) {
  for (int i = 0; i < 20000; ++i) came(std::string(245, 'x') + std::to_string(i));
  EXPECT_LT(history->count(), 700u);
  EXPECT_GT(history->count(), 0u);
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
  EXPECT_EQ(size_of("handle+:A", {0x81, 0, 9}), 2);  // told from the end
  EXPECT_EQ(size_of("[handle:A|B]", {5, 0x91, 0, 1, 0x82, 0, 1, 9}), 7);
  EXPECT_EQ(size_of("[{base=ptr,len=uint}]", {5, 0, 7, 0, 8, 9}), 5);
  EXPECT_EQ(size_of("?{a=int,b=[str]}", {1, 2, 3, 3, 'x', 9}), 5);
  EXPECT_EQ(size_of("?mode", {0, 9}), 1);
  EXPECT_EQ(size_of("any", {6, 2, 1, 4, 4, 3, 'x', 9}), 7);
  EXPECT_EQ(size_of("int", {}), -1);
  EXPECT_EQ(size_of("[int]", {7, 1}), -1);
  EXPECT_EQ(size_of("double", {1, 2}), -1);
}

TEST(Kinds, Contents) {
  const auto of = [](const char *kind) { return contents_of(kind, strlen(kind)); };
  for (const char *kind : {"int", "uint", "offset", "[offset]", "enum:whence", "flags:open", "mode", "?int",
                           "[{a=int}]", "{a=int,b=?offset}", "?[{base=ptr,len=uint}]", "double", "[double]"})
    EXPECT_TRUE(of(kind).only_numbers()) << kind;
  for (const char *kind : {"path", "fd", "handle:MPI_Comm", "{a=int,b=str}", "[{a=fd}]", "?handle:H5S", "ptr",
                           "void", "any", "what"})
    EXPECT_FALSE(of(kind).only_numbers()) << kind;
  for (const char *kind : {"fd", "fd+", "handle:MPI_Comm", "handle+:H5F", "handle:H5F|H5G", "[handle:H5S]"})
    EXPECT_TRUE(of(kind).only(Contents::kHandle)) << kind;
  EXPECT_TRUE(of("[{a=fd,b=offset}]").only_numbers_and_handles());
  EXPECT_FALSE(of("[{a=fd,b=ptr}]").only_numbers_and_handles());
  EXPECT_FALSE(of("[{a=fd,b=offset}]").only_numbers());
  EXPECT_TRUE(of("{a=int,b=double}").has(Contents::kReal));
  EXPECT_FALSE(of("{a=int,b=any}").has(Contents::kReal));
  EXPECT_TRUE(of("[path]").only(Contents::kText));
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
