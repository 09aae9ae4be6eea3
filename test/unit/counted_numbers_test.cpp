// SPDX-License-Identifier: BSD-3-Clause
// Which numbers of signatures are told by differences. The functions are the test's own, so that the session
// is not needed: its files are compiled into this. links: core format
#include "session/counted_numbers.cpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "session/biased_lock.cpp"
#include "session/handles.cpp"
#include "session/offset_tracks.cpp"

namespace recorder {

__thread char this_thread __attribute__((tls_model("initial-exec")));

// Any number is a function.
bool describe_function(uint64_t fn, FunctionText *text) {
  if (fn > 4000) return false;
  *text = {"f", "posix", "int", "n=int\0flags=flags:open\0list=[uint]\0", 3};
  return true;
}

namespace {

class Counted : public testing::Test {
 protected:
  Counted() : tracks(), counted() { EXPECT_TRUE(table.init()); }
  ~Counted() override {
    tracks.destroy();
    counted.destroy();
    table.destroy();
  }

  static void put(std::string *to, uint64_t value) {
    uint8_t bytes[kVarintMost];
    to->append(reinterpret_cast<const char *>(bytes), write_varint(bytes, value));
  }
  static std::string signature_of(uint32_t fn, int64_t n, uint64_t flags,
                                  std::initializer_list<uint64_t> list, int64_t result, uint64_t head = 0) {
    std::string signature;
    put(&signature, fn);
    put(&signature, head);
    put(&signature, to_zigzag(n));
    put(&signature, flags);
    put(&signature, list.size() * 2 + 1);
    for (const uint64_t number : list) put(&signature, number);
    put(&signature, to_zigzag(result));
    return signature;
  }
  // As a stream does it; whether the signature is new.
  bool call(uint32_t fn, const std::string &plain) {
    std::string signature = plain;
    if (counted.may_count(fn)) {
      uint8_t out[CountedNumbers::kRoom];
      const Bytes bytes = {reinterpret_cast<const uint8_t *>(plain.data()), plain.size()};
      if (const uint32_t size = counted.tell(&tracks, &table, 0, bytes, out))
        signature.assign(reinterpret_cast<const char *>(out), size);
    }
    last = signature;
    if (!known.insert(signature).second) return false;
    counted.is_new(fn);
    return true;
  }

  LocalHandles table = {};
  OffsetTracks tracks;
  CountedNumbers counted;
  std::set<std::string> known;
  std::string last;
};

TEST_F(Counted, WhateverCountsInACall) {
  int made = 0;
  for (int i = 0; i < 2000; ++i)
    made +=
        call(7, signature_of(7, i, 5, {static_cast<uint64_t>(i) * 8, 3, 1000 - static_cast<uint64_t>(i) / 2},
                             -i)) &&
        i >= 60;
  // The last element stays the same for two calls.
  EXPECT_LE(made, 1940 / 2 + 2);
  made = 0;
  for (int i = 0; i < 2000; ++i)
    made += call(8, signature_of(8, i, 5, {static_cast<uint64_t>(i) * 8, 3}, -i)) && i >= 20;
  EXPECT_EQ(made, 0);
}

TEST_F(Counted, ToldByDifferences) {
  for (int i = 0; i < 50; ++i) call(7, signature_of(7, 10 * i, 5, {3}, 0));
  // Function, head, track and difference of the first argument, the others as they are.
  ASSERT_EQ(last.size(), 9u);
  EXPECT_EQ(last[2] & 0xF8, 0x80);
  last[2] = 'T';
  EXPECT_EQ(last, std::string("\x07\x00T\x00\x14\x05\x03\x03\x00", 9));
}

TEST_F(Counted, NeitherFlagsNorFailures) {
  for (uint64_t i = 0; i < 100; ++i) {
    const std::string flags = signature_of(7, 1, i, {3}, 0);
    call(7, flags);
    EXPECT_EQ(last, flags);
    const std::string failed = signature_of(9, static_cast<int64_t>(i), 1, {3}, 0, 1);
    call(9, failed);
    EXPECT_EQ(last, failed);
  }
}

// Functions that made a signature once and are called no more do not keep others out.
TEST_F(Counted, ManyFunctionsComeAndGo) {
  for (uint32_t fn = 2; fn < 2000; ++fn)
    for (int i = 0; i < 3; ++i) call(fn, signature_of(fn, i * i * i, 0, {}, 0));
  for (const uint32_t fn : {2001u, 2100u, 2300u}) {
    int made = 0;
    for (int i = 0; i < 1000; ++i) made += call(fn, signature_of(fn, i, 0, {}, 0));
    EXPECT_LE(made, 150) << fn;
  }
}

}  // namespace
}  // namespace recorder
