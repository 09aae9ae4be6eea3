// SPDX-License-Identifier: BSD-3-Clause
// Which arrays of displacements go aside: those of which most are new. The session's file is compiled into
// this. links: core
#include "session/scattered_arrays.cpp"

#include <gtest/gtest.h>

#include "core/bytes.h"

namespace recorder {
namespace {

class Scattered : public testing::Test {
 protected:
  ~Scattered() override { arrays_.destroy(); }
  bool takes(uint32_t fn, uint32_t which) { return arrays_.takes(fn, static_cast<uint32_t>(mix(which + 1))); }

 private:
  ScatteredArrays arrays_{};
};

TEST_F(Scattered, ArraysThatAreNewGoAside) {
  for (uint32_t i = 0; i < 4; ++i) EXPECT_FALSE(takes(7, i));
  for (uint32_t i = 4; i < 5000; ++i) EXPECT_TRUE(takes(7, i)) << i;
  EXPECT_FALSE(takes(8, 1)) << "another function";
}

TEST_F(Scattered, ArraysThatComeAgainStay) {
  for (uint32_t i = 0; i < 1000; ++i) EXPECT_FALSE(takes(7, i % 4));
  // A hundred of them, round and round: aside until they are known, not for ever.
  uint32_t taken = 0;
  for (uint32_t i = 0; i < 5000; ++i) taken += takes(9, i % 100) ? 1 : 0;
  EXPECT_GT(taken, 90u);
  EXPECT_LT(taken, 600u);
  EXPECT_FALSE(takes(9, 5));
  // New ones again, among them.
  bool any = false;
  for (uint32_t i = 0; i < 400; ++i) any |= takes(9, 1000 + i);
  EXPECT_TRUE(any);
}

TEST_F(Scattered, OfManyFunctionsAFewAreLookedAt) {
  for (uint32_t fn = 1; fn <= 20; ++fn)
    for (uint32_t i = 0; i < 100; ++i) EXPECT_EQ(takes(fn, i), fn <= 4 && i >= 4) << fn << ' ' << i;
}

}  // namespace
}  // namespace recorder
