// SPDX-License-Identifier: BSD-3-Clause
// When an argument is taken for random, when for regular again, and that what is remembered is bounded. The
// functions are the test's own, so that the session is not needed: its one file is compiled into this.
// links: core format
#include "session/random_arguments.cpp"

#include <gtest/gtest.h>

#include <string>

namespace recorder {

// Any number is a function: read(fd, path, count, offset) = int; 900 prints numbers of any number and kind.
bool describe_function(uint64_t fn, FunctionText *text) {
  if (fn > 1000) return false;
  if (fn == 901) {
    *text = {"seek", "posix", "offset", "whence=int\0offset=offset\0", 2};
    return true;
  }
  if (fn == 900) {
    *text = {"printf", "stdio", "int", "format=str\0args=[any]\0", 2};
    return true;
  }
  *text = {"read", "posix", "int", "fd=fd\0name=path\0count=uint\0offset=offset\0", 4};
  return true;
}

}  // namespace recorder

namespace {

using namespace recorder;

constexpr uint64_t kCount = 1 << 2;
constexpr uint64_t kOffset = 1 << 3;
constexpr uint32_t kRead = 7;
constexpr int kUntilRandom = 1025;  // the first one is compared with nothing, each other gives two points

class Randoms : public testing::Test {
 protected:
  Randoms() : arguments() {}
  ~Randoms() override { arguments.destroy(); }

  static void put(std::string *to, uint64_t value) {
    uint8_t bytes[kVarintMost];
    to->append(reinterpret_cast<const char *>(bytes), write_varint(bytes, value));
  }
  static std::string signature_of(uint32_t fn, uint64_t head, const std::string &name, uint64_t count,
                                  uint64_t offset) {
    std::string signature;
    put(&signature, fn);
    put(&signature, head);
    if (head & 1) put(&signature, 5);
    put(&signature, 1);
    put(&signature, name.size() * 2 + format::kTextHead);
    signature += name;
    put(&signature, count);
    put(&signature, to_zigzag(static_cast<int64_t>(offset)));
    put(&signature, to_zigzag(8));
    return signature;
  }
  static Bytes bytes_of(const std::string &signature) {
    return {reinterpret_cast<const uint8_t *>(signature.data()), signature.size()};
  }
  void is_new(uint32_t fn, uint64_t head, const std::string &name, uint64_t count, uint64_t offset) {
    arguments.is_new(bytes_of(signature_of(fn, head, name, count, offset)));
  }
  void sample(const std::string &name, uint64_t count, uint64_t offset) {
    arguments.is_sample(bytes_of(signature_of(kRead, 0, name, count, offset)));
  }
  uint64_t random() { return state = state * 6364136223846793005u + 1442695040888963407u, state >> 40; }
  void offsets(int n, uint32_t fn = kRead) {
    for (int i = 0; i < n; ++i) is_new(fn, 0, "f", 8, random());
  }

  RandomArguments arguments;
  uint64_t state = 1;
};

TEST_F(Randoms, OneArgumentThatMakesSignaturesNew) {
  EXPECT_FALSE(arguments.any());
  EXPECT_EQ(arguments.of(kRead), 0u);
  offsets(kUntilRandom - 1);
  EXPECT_EQ(arguments.of(kRead), 0u);
  offsets(1);
  EXPECT_TRUE(arguments.any());
  EXPECT_EQ(arguments.of(kRead), kOffset);
  EXPECT_EQ(arguments.of(kRead + 1), 0u);
}

TEST_F(Randoms, TwoTogetherTakeTwiceAsLong) {
  for (int i = 0; i < 2 * kUntilRandom - 2; ++i) is_new(kRead, 0, "f", 2 * random(), random());
  EXPECT_EQ(arguments.of(kRead), 0u);
  is_new(kRead, 0, "f", 1, UINT64_MAX);
  EXPECT_EQ(arguments.of(kRead), kCount | kOffset);
}

TEST_F(Randoms, FewValuesThatNothingPredicts) {
  int samples = 0;
  while (arguments.of(kRead) == 0 && ++samples < 5000) sample("f", 8 + random() % 10, 0);
  EXPECT_EQ(arguments.of(kRead), kCount);
  EXPECT_GT(samples, 128);
  EXPECT_LT(samples, 200);  // some are equal to the one before
}

TEST_F(Randoms, SamplesThatDifferInMoreSayNothing) {
  for (int i = 0; i < 5000; ++i) sample(i % 2 == 0 ? "f" : "g", random() % 10, 0);
  EXPECT_FALSE(arguments.any());
}

TEST_F(Randoms, WhatIsOftenPredictedTakesLonger) {
  for (int i = 0; i < 4000; ++i) {
    arguments.is_known(kRead);  // unheard: the function is not watched yet
    if (i == 0) offsets(1);
  }
  offsets(kUntilRandom + 400);
  EXPECT_EQ(arguments.of(kRead), 0u);
  offsets(200);
  EXPECT_EQ(arguments.of(kRead), kOffset);
}

TEST_F(Randoms, OtherReasonsForANewSignatureDoNotCount) {
  for (int i = 0; i < 4 * kUntilRandom; ++i)
    is_new(kRead, 0, std::to_string(i), 8, random());                                     // another file
  for (int i = 0; i < 4 * kUntilRandom; ++i) is_new(kRead, i % 2 * 2, "f", 8, random());  // another depth
  for (int i = 0; i < 4 * kUntilRandom; ++i)
    is_new(kRead, 0, std::string(240, 'f'), 8, random());                        // too long
  for (int i = 0; i < 4 * kUntilRandom; ++i) is_new(2000, 0, "f", 8, random());  // unknown
  EXPECT_FALSE(arguments.any());
}

TEST_F(Randoms, FailuresCountWhereTheErrorIsTheSame) {
  for (int i = 0; i < 4 * kUntilRandom; ++i) is_new(kRead, i % 2, "f", 8, random());
  EXPECT_FALSE(arguments.any());
  for (int i = 0; i < kUntilRandom; ++i) is_new(kRead, 1, "f", 8, random());
  EXPECT_EQ(arguments.of(kRead), kOffset);
}

// Random reads of several files, one after the other.
TEST_F(Randoms, HandlesMayDiffer) {
  for (int i = 0; i < kUntilRandom; ++i) {
    std::string signature = signature_of(kRead, 0, "f", 8, random());
    signature[2] = static_cast<char>(1 + i % 3);
    arguments.is_new(bytes_of(signature));
  }
  EXPECT_EQ(arguments.of(kRead), kOffset);
}

constexpr uint64_t kName = 1 << 1;

// Names as their predecessors tell them: one changes its first number.
class RandomNames : public Randoms {
 protected:
  void is_new(uint64_t of, int64_t difference, uint64_t count) {
    std::string signature;
    for (const uint64_t number : {uint64_t{kRead}, uint64_t{0}, uint64_t{1}}) put(&signature, number);
    signature.append("\x80\0", 2);
    for (const uint64_t number :
         {of, uint64_t{1}, uint64_t{0}, to_zigzag(difference), count, uint64_t{0}, uint64_t{16}})
      put(&signature, number);
    arguments.is_new(bytes_of(signature));
  }
};

TEST_F(RandomNames, AreFoundSoon) {
  constexpr int kUntilRare = 129;
  for (int i = 0; i < kUntilRare - 1; ++i) is_new(3, static_cast<int64_t>(random()), 8);
  EXPECT_EQ(arguments.of(kRead), 0u);
  is_new(3, 1, 8);
  EXPECT_EQ(arguments.of(kRead), kName);
  EXPECT_FALSE(arguments.takes_all_texts(kRead, 1));
}

TEST_F(RandomNames, SeveralSeriesTakeLonger) {
  for (int i = 0; i < kUntilRandom - 1; ++i) is_new(static_cast<uint64_t>(i % 2), i, 8);
  EXPECT_EQ(arguments.of(kRead), 0u);
  is_new(static_cast<uint64_t>(kUntilRandom - 1) % 2, -5, 8);
  EXPECT_EQ(arguments.of(kRead), kName);
}

// Ranks that go through the same files share such signatures.
TEST_F(Randoms, OtherTextsStayForLong) {
  constexpr int kUntilTexts = 16385;
  for (int i = 0; i < kUntilTexts - 1; ++i) is_new(kRead, 0, "name-" + std::to_string(i), 8, 0);
  EXPECT_FALSE(arguments.any());
  is_new(kRead, 0, "another", 8, 0);
  EXPECT_EQ(arguments.of(kRead), kName);
  EXPECT_TRUE(arguments.takes_all_texts(kRead, 1));
  for (int i = 0; i < 65; ++i) arguments.is_regular(kRead, 1, 7, false);
  EXPECT_EQ(arguments.of(kRead), 0u);
  EXPECT_FALSE(arguments.takes_all_texts(kRead, 1));
}

TEST_F(Randoms, DamagedSignaturesAreLeftAlone) {
  const uint8_t cut[] = {kRead, 0, 1, 3, 'f', 8};
  for (uint64_t size = 0; size <= sizeof cut; ++size)
    for (int i = 0; i < 3; ++i) {
      arguments.is_new({cut, size});
      is_new(kRead, 0, "f", 8, random());
    }
  EXPECT_FALSE(arguments.any());
}

TEST_F(Randoms, RegularAgain) {
  offsets(kUntilRandom);
  for (uint64_t i = 0; i < 60; ++i) arguments.is_regular(kRead, 3, 4096 * i, true);
  arguments.is_regular(kRead, 3, 1, true);
  for (uint64_t i = 0; i < 64; ++i) arguments.is_regular(kRead, 3, 4096 * i, true);
  EXPECT_EQ(arguments.of(kRead), kOffset);
  arguments.is_regular(kRead, 3, 4096 * 64, true);
  arguments.is_regular(kRead, 3, 4096 * 65, true);
  EXPECT_EQ(arguments.of(kRead), 0u);
  // What was random once is found sooner.
  offsets(kUntilRandom / 8 + 1);
  EXPECT_EQ(arguments.of(kRead), kOffset);
}

TEST_F(Randoms, NumbersAreRegularWhenTheyAreEqual) {
  for (int i = 0; i < kUntilRandom; ++i) is_new(kRead, 0, "f", random(), 0);
  EXPECT_EQ(arguments.of(kRead), kCount);
  // Each would be another signature.
  for (uint64_t i = 0; i < 500; ++i) EXPECT_FALSE(arguments.is_regular(kRead, 2, i, false));
  for (uint64_t i = 0; i < 64; ++i) EXPECT_FALSE(arguments.is_regular(kRead, 2, 7, false));
  EXPECT_TRUE(arguments.is_regular(kRead, 2, 7, false));
  EXPECT_EQ(arguments.of(kRead), 0u);
}

// A line that is printed: a number, a real number and a text.
class Lines : public Randoms {
 protected:
  static constexpr uint32_t kPrint = 900;
  static constexpr uint64_t kArgs = 1 << 1;
  void is_new(uint64_t step, uint64_t bits, const std::string &name) {
    std::string signature;
    put(&signature, kPrint);
    put(&signature, 0);
    put(&signature, 2 * 2 + format::kTextHead);
    signature += "%d";
    put(&signature, 2 * 3 + 1);
    signature += '\1';
    put(&signature, to_zigzag(static_cast<int64_t>(step)));
    signature += '\3';
    signature.append(reinterpret_cast<const char *>(&bits), sizeof bits);
    signature += '\4';
    put(&signature, name.size() * 2 + format::kTextHead);
    signature += name;
    put(&signature, to_zigzag(8));
    arguments.is_new(bytes_of(signature));
  }
};

TEST_F(Lines, NumbersOfAListGoAsideTogether) {
  for (uint64_t i = 0; i < kUntilRandom - 1; ++i) is_new(i, 7, "x");
  EXPECT_EQ(arguments.of(kPrint), 0u);
  is_new(1, 7, "x");
  EXPECT_EQ(arguments.of(kPrint), kArgs);
}

// Other real numbers are hardly ever those of a loop.
TEST_F(Lines, RealNumbersGoAsideSoon) {
  constexpr int kUntilReal = 129;
  for (uint64_t i = 0; i < kUntilReal - 1; ++i) is_new(i % 3, random() << 20, "x");
  EXPECT_EQ(arguments.of(kPrint), 0u);
  is_new(1, 1, "x");
  EXPECT_EQ(arguments.of(kPrint), kArgs);
}

TEST_F(Lines, TextsInAListDoNot) {
  for (uint64_t i = 0; i < 4 * kUntilRandom; ++i) is_new(i, random(), std::to_string(i % 10));
  EXPECT_FALSE(arguments.any());
}

TEST_F(Lines, WhatIsAsideAlreadyIsComparedToo) {
  for (uint64_t i = 0; i < kUntilRandom; ++i) is_new(i, format::kRealAside, "x");
  EXPECT_EQ(arguments.of(kPrint), kArgs);
}

TEST_F(Randoms, WhatOffsetsCountFromStaysInItsSignature) {
  constexpr uint32_t kSeek = 901;
  const auto is_new = [&](uint64_t whence, uint64_t offset) {
    std::string signature;
    for (const uint64_t number : {uint64_t{kSeek}, uint64_t{0}, whence, offset, uint64_t{8}})
      put(&signature, number);
    arguments.is_new(bytes_of(signature));
    arguments.is_sample(bytes_of(signature));
  };
  for (int i = 0; i < 4 * kUntilRandom; ++i) is_new(random() % 5, 8);
  for (uint64_t i = 0; i < 4 * kUntilRandom; ++i) is_new(i % 5, random());
  EXPECT_FALSE(arguments.any());
  for (int i = 0; i < kUntilRandom; ++i) is_new(0, random());
  EXPECT_EQ(arguments.of(kSeek), 1u << 1);
}

TEST_F(Randoms, FunctionsAreBounded) {
  for (uint32_t fn = 2; fn < 120; ++fn) offsets(2, fn);
  for (uint32_t fn = 2; fn < 120; ++fn) offsets(kUntilRandom, fn);
  unsigned random = 0;
  for (uint32_t fn = 2; fn < 120; ++fn) random += arguments.of(fn) == kOffset;
  EXPECT_EQ(random, 64u);
  arguments.is_regular(119, 3, 1, true);
  arguments.is_regular(2, 1000, 1, true);
  arguments.is_known(119);
}

}  // namespace
