// SPDX-License-Identifier: BSD-3-Clause
// The grammar: what is appended is what it expands to, its invariants hold, and loops stay small.
// links: core
#include "core/grammar.h"

#include <gtest/gtest.h>

#include <random>
#include <utility>
#include <vector>

#include "core/bytes.h"

namespace recorder {
namespace {

using Sequence = std::vector<uint32_t>;

class GrammarTest : public testing::Test {
 protected:
  GrammarTest() : nodes_(kNodes), rules_(Grammar::rules_for(kNodes)) {
    EXPECT_TRUE(grammar_.init(nodes_.data(), kNodes, rules_.data()));
  }
  ~GrammarTest() override { grammar_.destroy(); }

  void append(uint32_t terminal) {
    ASSERT_TRUE(grammar_.has_room());
    if (grammar_.expected() == terminal)
      grammar_.accept();
    else
      grammar_.append(terminal);
  }
  std::vector<uint8_t> serialised() {
    grammar_.flush();
    std::vector<uint8_t> bytes(grammar_.serialised_bound());
    std::vector<uint32_t> renumber(grammar_.rule_count());
    bytes.resize(static_cast<size_t>(grammar_.serialise(bytes.data(), renumber.data()) - bytes.data()));
    return bytes;
  }
  // A naive second reader of the format, independent of the library's.
  static Sequence expanded(const std::vector<uint8_t> &bytes) {
    const uint8_t *p = bytes.data();
    const auto next = [&] {
      uint64_t v = 0;
      p = get_varint(p, &v);
      return v;
    };
    std::vector<std::vector<std::pair<uint64_t, uint64_t>>> rules(next());
    for (auto &rule : rules) {
      rule.resize(next());
      for (auto &[symbol, exponent] : rule) {
        symbol = next();
        exponent = next();
      }
    }
    Sequence out;
    const auto expand = [&](const auto &self, uint64_t rule) -> void {
      for (const auto &[symbol, exponent] : rules[rule])
        for (uint64_t k = 0; k < exponent; ++k) {
          if ((symbol & 1) != 0)
            self(self, symbol >> 1);
          else
            out.push_back(static_cast<uint32_t>(symbol >> 1));
        }
    };
    expand(expand, 0);
    return out;
  }

  static constexpr uint32_t kNodes = 60000;
  std::vector<Grammar::Node> nodes_;
  std::vector<Grammar::Rule> rules_;
  Grammar grammar_{};
};

Sequence random_symbols(std::mt19937 &rng) {
  Sequence out(rng() % 300);
  const uint32_t alphabet = 1 + rng() % 5;
  for (uint32_t &s : out) s = rng() % alphabet;
  return out;
}

// Loops in loops, with a symbol out of place now and then.
Sequence random_loops(std::mt19937 &rng) {
  Sequence body;
  const uint32_t alphabet = 1 + rng() % 5;
  for (uint32_t level = 1 + rng() % 4; level != 0 && body.size() < 500; --level) {
    Sequence outer;
    for (uint32_t part = 1 + rng() % 4; part != 0; --part)
      for (uint32_t times = 1 + rng() % 4; times != 0; --times) {
        if (body.empty() || rng() % 2 == 0)
          outer.push_back(rng() % alphabet);
        else
          outer.insert(outer.end(), body.begin(), body.end());
      }
    body = outer;
  }
  Sequence out;
  for (uint32_t times = rng() % 6; times != 0; --times) {
    out.insert(out.end(), body.begin(), body.end());
    if (rng() % 4 == 0) out.push_back(rng() % alphabet);
  }
  return out;
}

TEST_F(GrammarTest, ExpandsToWhatWasAppended) {
  std::mt19937 rng(1);
  for (int round = 0; round < 3000; ++round) {
    grammar_.reset();
    const Sequence in = round % 3 == 0 ? random_symbols(rng) : random_loops(rng);
    for (uint32_t s : in) append(s);
    grammar_.flush();
    ASSERT_TRUE(grammar_.consistent()) << "round " << round;
    ASSERT_EQ(expanded(serialised()), in) << "round " << round;
  }
}

// flush() may come at any point, as segments end anywhere.
TEST_F(GrammarTest, SurvivesFlushesInTheMiddleOfLoops) {
  std::mt19937 rng(2);
  for (int round = 0; round < 1000; ++round) {
    grammar_.reset();
    const Sequence in = random_loops(rng);
    for (uint32_t s : in) {
      append(s);
      if (rng() % 16 == 0) grammar_.flush();
    }
    ASSERT_EQ(expanded(serialised()), in) << "round " << round;
  }
}

TEST_F(GrammarTest, EmptyIsOneEmptyRule) {
  EXPECT_TRUE(grammar_.empty());
  EXPECT_EQ(serialised(), (std::vector<uint8_t>{1, 0}));
}

TEST_F(GrammarTest, FlatLoopOfAnyLengthIsConstant) {
  for (int i = 0; i < 1000000; ++i) append(7);
  EXPECT_LE(serialised().size(), 8u);
}

TEST_F(GrammarTest, NestedLoopsCostTheirNesting) {
  for (int i = 0; i < 300; ++i) {
    append(0);
    for (int j = 0; j < 50; ++j) {
      append(1);
      for (int k = 0; k < 7; ++k) append(2);
      append(3);
    }
  }
  EXPECT_LE(serialised().size(), 40u);
}

TEST_F(GrammarTest, PeriodicTripCountsAreALoopToo) {
  for (int i = 0; i < 7000; ++i) {
    append(0);
    for (int j = 0; j < i % 7; ++j) {
      append(1);
      append(2);
    }
    append(4);
  }
  EXPECT_LE(serialised().size(), 80u);
}

TEST_F(GrammarTest, SaysWhenTheRoomEnds) {
  uint32_t appended = 0;
  while (grammar_.has_room()) {
    grammar_.append(appended);
    ++appended;
  }
  EXPECT_GT(appended, kNodes - 2000);
  EXPECT_EQ(expanded(serialised()).size(), appended);
}

}  // namespace
}  // namespace recorder
