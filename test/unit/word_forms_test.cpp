// SPDX-License-Identifier: BSD-3-Clause
// The memory of signatures as words: what is found in it, and what is forgotten.
// links: core
#include "session/word_forms.h"

#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace recorder;

class Forms : public testing::Test {
 protected:
  static constexpr uint32_t kCount = 64;
  Forms() : memory_(WordForms::bytes_for(kCount) / 8) { forms.init(memory_.data(), kCount); }
  void keep(uint32_t terminal, uint64_t word) {
    forms.draft().head = WordForms::head_of(7, 0);
    forms.draft().words[0] = word;
    forms.keep(terminal);
  }
  // 0 where there is no form that a call could match.
  uint64_t word_of(uint32_t terminal) const {
    const WordForms::Form *form = forms.find(terminal);
    return form != nullptr && form->head == WordForms::head_of(7, 0) ? form->words[0] : 0;
  }
  WordForms forms;

 private:
  std::vector<uint64_t> memory_;
};

TEST_F(Forms, ThereAreNoneAtFirst) {
  for (uint32_t terminal = 0; terminal < 2 * kCount; ++terminal) EXPECT_EQ(word_of(terminal), 0u);
}

TEST_F(Forms, OneTakesThePlaceOfAnother) {
  keep(0, 1);
  keep(5, 2);
  keep(5 + kCount, 3);
  EXPECT_EQ(word_of(0), 1u);
  EXPECT_EQ(word_of(5), 0u);
  EXPECT_EQ(word_of(5 + kCount), 3u);
}

TEST_F(Forms, AllAreForgotten) {
  for (uint32_t terminal = 0; terminal < kCount; terminal += 7) keep(terminal, terminal + 1);
  forms.clear();
  for (uint32_t terminal = 0; terminal < kCount; ++terminal) EXPECT_EQ(word_of(terminal), 0u);
  keep(63, 9);
  EXPECT_EQ(word_of(63), 9u);
}

TEST(FormHeads, AreThoseOfOneFunctionAndDepth) {
  EXPECT_NE(WordForms::head_of(7, 0), WordForms::head_of(7, 1));
  EXPECT_NE(WordForms::head_of(7, 65536), WordForms::head_of(7, 0));
}

TEST(FormWords, OfNewHandlesAreThoseOfNoOthers) {
  for (uint64_t place : {96u, 6144u, 1u << 31}) {
    for (bool named : {false, true}) {
      const uint64_t word = WordForms::new_handle(place, named);
      EXPECT_EQ(WordForms::place_of_new(word), place);
      EXPECT_EQ((word & WordForms::kNamed) != 0, named);
      EXPECT_NE(word & WordForms::kCreated, 0u);
      EXPECT_NE(word, WordForms::kNoHandle);
    }
    EXPECT_NE(WordForms::new_handle(place, false), WordForms::new_handle(place, true));
  }
  EXPECT_EQ(WordForms::kNoHandle & WordForms::kCreated, 0u);
}

TEST(FormWords, OfTextsSayWhereTheyAre) {
  for (uint64_t begin : {0u, 3u, 70000u})
    for (uint64_t size : {0u, 1u, 4096u}) {
      const uint64_t word = WordForms::text(begin, size);
      EXPECT_EQ(WordForms::text_begin(word), begin);
      EXPECT_EQ(WordForms::text_size(word), size);
      EXPECT_NE(word, WordForms::kNoText);
    }
}

TEST(FormCounts, FollowTheMemory) {
  EXPECT_EQ(WordForms::count_for(0), WordForms::count_for(1000));
  EXPECT_LE(WordForms::bytes_for(WordForms::count_for(128 << 10)), 132u << 10);
  EXPECT_GT(WordForms::count_for(256 << 10), 500u);
  EXPECT_EQ(WordForms::count_for(uint64_t{1} << 40), WordForms::count_for(uint64_t{1} << 41));
}

}  // namespace
