// SPDX-License-Identifier: BSD-3-Clause
// links: reader
// Lists of ranks against the ranks that traces have.
#include "reader/selection.h"

#include <gtest/gtest.h>

#include <string>

#include "reader/failure.h"

namespace {

using namespace recorder::reader;

// Empty when all are there.
std::string refused(const std::string &list, std::vector<NumberRange> there) {
  Numbers wanted;
  if (!list.empty()) wanted.add(list, "ranks");
  try {
    refuse_missing_ranks(wanted, std::move(there));
  } catch (const Failure &failure) {
    return failure.what();
  }
  return "";
}

TEST(Ranks, ThatAreThereAreNotRefused) {
  EXPECT_EQ(refused("", {{5, 5}}), "");
  EXPECT_EQ(refused("0-3,1", {{0, 3}}), "");
  EXPECT_EQ(refused("1,3", {{3, 3}, {1, 1}}), "");
  EXPECT_EQ(refused("0-4", {{4, 4}, {0, 1}, {1, 3}, {0, 0}}), "");
}

TEST(Ranks, ThatAreMissingAreRefusedWithThoseThatAreThere) {
  EXPECT_EQ(refused("2,0-9", {{0, 3}}), "rank 9 was selected, but the trace has the ranks 0-3");
  EXPECT_EQ(refused("0", {{5, 5}}), "rank 0 was selected, but the trace has only rank 5");
  EXPECT_EQ(refused("4-5", {{5, 5}}), "rank 4 was selected, but the trace has only rank 5");
  EXPECT_EQ(refused("0-18446744073709551615", {{0, 0}}),
            "rank 18446744073709551615 was selected, but the trace has only rank 0");
  EXPECT_EQ(refused("0-3", {{0, 1}, {3, 3}, {0, 0}}),
            "rank 2 was selected, but no trace has more than the ranks 0-1, 3");
  EXPECT_EQ(refused("1", {{0, 0}, {0, 0}}), "rank 1 was selected, but no trace has more than rank 0");
}

TEST(Ranks, AreCountedWithinATrace) {
  Numbers wanted;
  EXPECT_EQ(wanted.count_within(3, 7), 4u);
  wanted.add("0-1,4-5,9", "ranks");
  EXPECT_EQ(wanted.count_within(0, 10), 5u);
  EXPECT_EQ(wanted.count_within(1, 5), 2u);
  EXPECT_EQ(wanted.count_within(6, 9), 0u);
  EXPECT_EQ(wanted.within(1, 5), "1-1,4-4");
}

}  // namespace
