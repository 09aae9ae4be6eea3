// SPDX-License-Identifier: BSD-3-Clause
// The grammar: what is appended is what it expands to, its invariants hold, and loops stay small.
// links: core
#include "core/grammar.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>
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
    std::vector<uint32_t> scratch(grammar_.scratch_count());
    bytes.resize(static_cast<size_t>(grammar_.serialise(bytes.data(), scratch.data()) - bytes.data()));
    return bytes;
  }
  // Runs may vary from now on.
  void keep_counts(uint64_t bytes = 1 << 20) {
    counts_.resize(bytes);
    grammar_.set_counts(counts_.data(), bytes);
  }
  // All but the lengths of runs that vary: what ranks whose loops take other numbers of turns have in common.
  std::vector<uint64_t> shape() {
    const std::vector<uint8_t> bytes = serialised();
    const uint8_t *p = bytes.data();
    std::vector<uint64_t> out;
    const auto next = [&] {
      uint64_t v = 0;
      p = get_varint(p, &v);
      out.push_back(v);
      return v;
    };
    for (uint64_t rules = next(); rules != 0; --rules)
      for (uint64_t symbols = next(); symbols != 0; --symbols) next(), next();
    for (uint64_t keys = p != bytes.data() + bytes.size() ? next() : 0; keys != 0; --keys) {
      next();
      next();
      out.back() = 0;
    }
    return out;
  }
  // A naive second reader of the format, independent of the library's.
  Sequence expanded(const std::vector<uint8_t> &bytes) {
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
    std::vector<uint64_t> keys(p != bytes.data() + bytes.size() ? next() : 0);
    std::map<uint64_t, uint64_t> totals;
    for (uint64_t &key : keys) {
      key = next();
      totals[key] = next();
    }
    EXPECT_EQ(p, bytes.data() + bytes.size());
    std::map<uint64_t, std::deque<uint64_t>> lengths;
    for (p = grammar_.counts().data(); p != grammar_.counts().data() + grammar_.counts().used();) {
      const uint64_t key = keys.at(next());
      lengths[key].push_back(next());
      totals[key] -= lengths[key].back();
    }
    for (const auto &total : totals) EXPECT_EQ(total.second, 0u);
    Sequence out;
    const auto expand = [&](const auto &self, uint64_t rule) -> void {
      for (const auto &[symbol, exponent] : rules[rule]) {
        uint64_t repeats = exponent;
        if (exponent == 0) {
          repeats = lengths[symbol].at(0);
          lengths[symbol].pop_front();
        }
        for (uint64_t k = 0; k < repeats; ++k) {
          if ((symbol & 1) != 0)
            self(self, symbol >> 1);
          else
            out.push_back(static_cast<uint32_t>(symbol >> 1));
        }
      }
    };
    expand(expand, 0);
    for (const auto &rest : lengths) EXPECT_TRUE(rest.second.empty());
    return out;
  }

  static constexpr uint32_t kNodes = 60000;
  std::vector<Grammar::Node> nodes_;
  std::vector<Grammar::Rule> rules_;
  std::vector<uint8_t> counts_;
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

// Loops of a fixed body whose trip counts are drawn anew, by no pattern, a few patterns, or one that breaks.
class VaryingLoops {
 public:
  explicit VaryingLoops(std::mt19937 &rng) : rng_(rng), root_(make(1 + rng() % 4)) {}
  void run(Sequence *out) { run(root_, out); }

 private:
  struct Loop {
    enum { random, constant, growing, alternating } trips;
    uint64_t least, range, turn;
    bool breaks;            // in the middle of the body, now and then
    std::vector<int> body;  // a terminal, or -1 - child
  };
  size_t make(uint32_t levels) {
    Loop loop{
        static_cast<decltype(Loop::trips)>(rng_() % 4), rng_() % 3, 1 + rng_() % 40, 0, rng_() % 8 == 0, {}};
    for (uint32_t part = 1 + rng_() % 3; part != 0; --part) {
      if (levels > 1 && rng_() % 2 == 0)
        loop.body.push_back(-1 - static_cast<int>(make(levels - 1)));
      else
        loop.body.push_back(static_cast<int>(rng_() % 4));
    }
    loops_.push_back(loop);
    return loops_.size() - 1;
  }
  uint64_t trips(Loop &loop) {
    ++loop.turn;
    switch (loop.trips) {
      case Loop::random:
        return loop.least + rng_() % loop.range;
      case Loop::constant:
        return loop.range % 5;
      case Loop::growing:
        return loop.least + loop.turn % 50;
      default:
        return loop.least + loop.turn % 2 * loop.range;
    }
  }
  void run(size_t at, Sequence *out) {
    for (uint64_t n = trips(loops_[at]); n != 0 && out->size() < kMost; --n) {
      const std::vector<int> body = loops_[at].body;
      for (const int part : body) {
        if (part >= 0)
          out->push_back(static_cast<uint32_t>(part));
        else
          run(static_cast<size_t>(-1 - part), out);
        if (loops_[at].breaks && rng_() % 50 == 0) return;
      }
    }
  }

  static constexpr size_t kMost = 4000;
  std::mt19937 &rng_;
  std::vector<Loop> loops_;
  size_t root_;
};

TEST_F(GrammarTest, VaryingRunsExpandToWhatWasAppended) {
  std::mt19937 rng(3);
  keep_counts();
  uint64_t with_counts = 0;
  for (int round = 0; round < 2000; ++round) {
    grammar_.reset();
    VaryingLoops loops(rng);
    Sequence in;
    for (int turn = 0; turn < 100 && in.size() < 4000; ++turn) loops.run(&in);
    const bool flushes = round % 4 == 0;
    for (uint32_t s : in) {
      append(s);
      if (flushes && rng() % 64 == 0) grammar_.flush();
    }
    grammar_.flush();
    ASSERT_TRUE(grammar_.consistent()) << "round " << round;
    ASSERT_EQ(expanded(serialised()), in) << "round " << round;
    std::vector<uint64_t> scratch(grammar_.rule_count());
    ASSERT_EQ(grammar_.length(scratch.data()), in.size());
    with_counts += grammar_.counts().key_count() != 0;
  }
  EXPECT_GT(with_counts, 500u);
}

TEST_F(GrammarTest, RandomTripCountsAreNoSymbols) {
  std::mt19937 rng(4);
  keep_counts();
  const auto program = [&](int turns) {
    grammar_.reset();
    for (int i = 0; i < turns; ++i) {
      append(0);
      for (uint32_t j = 1 + rng() % 100; j != 0; --j) {
        append(1);
        for (uint32_t k = 1 + rng() % 10; k != 0; --k) append(2);
        append(3);
      }
      append(4);
    }
    return serialised().size();
  };
  const size_t few = program(100);
  EXPECT_LE(program(1000), few + 100);
  EXPECT_LE(grammar_.counts().key_count(), 8u);
}

TEST_F(GrammarTest, LoopsOfNoTurnAreNoSymbols) {
  std::mt19937 rng(6);
  keep_counts();
  const auto program = [&](bool nested, int turns) {
    grammar_.reset();
    Sequence in;
    const auto put = [&](uint32_t terminal) {
      in.push_back(terminal);
      append(terminal);
    };
    for (int i = 0; i < turns; ++i) {
      put(1);
      for (uint32_t j = rng() % 4; j != 0; --j) {
        put(2);
        for (uint32_t k = nested ? rng() % 3 : 0; k != 0; --k) put(3);
      }
      for (uint32_t j = nested ? 0 : rng() % 3; j != 0; --j) put(4);
      put(5);
    }
    const std::vector<uint8_t> bytes = serialised();
    EXPECT_EQ(expanded(bytes), in);
    return bytes.size();
  };
  for (const bool nested : {false, true}) {
    const size_t few = program(nested, 3000);
    EXPECT_LE(program(nested, 30000), few + 200);
  }
}

// All of them side by side, so that most turns leave some out, and some all.
TEST_F(GrammarTest, ManyLoopsOfNoTurnAreNoSymbols) {
  std::mt19937 rng(7);
  keep_counts();
  const auto program = [&](uint32_t loops, uint32_t most, int turns) {
    grammar_.reset();
    Sequence in;
    for (int i = 0; i < turns; ++i) {
      in.push_back(0);
      for (uint32_t loop = 1; loop <= loops; ++loop) in.insert(in.end(), rng() % (most + 1), loop);
    }
    for (const uint32_t terminal : in) append(terminal);
    const std::vector<uint8_t> bytes = serialised();
    EXPECT_TRUE(grammar_.consistent());
    EXPECT_EQ(expanded(bytes), in);
    std::vector<uint64_t> scratch(grammar_.rule_count());
    EXPECT_EQ(grammar_.length(scratch.data()), in.size());
    return bytes.size();
  };
  for (uint32_t loops = 2; loops <= 6; ++loops) {
    const size_t few = program(loops, 3, 2000);
    EXPECT_LE(program(loops, 3, 20000), few + few / 2 + 200) << loops << " loops";
  }
}

// The first turns are not spelled out for good, so that ranks differ in nothing but the lengths.
TEST_F(GrammarTest, LoopsOfOtherLengthsAreTheSameGrammar) {
  keep_counts();
  std::mt19937 rng;
  Sequence in;
  const auto times = [&](uint32_t count, const Sequence &body) {
    for (; count != 0; --count) in.insert(in.end(), body.begin(), body.end());
  };
  const auto turn = [&](int kind) {
    times(1, {0, 1});
    switch (kind) {
      case 0:  // at least one turn
        return times(1 + rng() % 9, {2}), times(1, {3, 4});
      case 1:  // or none
        return times(rng() % 9, {2}), times(1, {3, 4});
      case 2:  // of several calls
        return times(1 + rng() % 9, {2, 5, 6}), times(1, {3});
      case 3:  // one in the other
        for (uint32_t n = 1 + rng() % 20; n != 0; --n)
          times(1, {2}), times(1 + rng() % 9, {5}), times(1, {6});
        return times(1, {3});
      default:  // one after the other
        return times(1 + rng() % 5, {2}), times(1, {3}), times(1 + rng() % 30, {5}), times(1, {4});
    }
  };
  for (int kind = 0; kind < 5; ++kind) {
    std::vector<uint64_t> first;
    for (uint32_t rank = 0; rank < 16; ++rank) {
      rng.seed(rank);
      in = {7, 8, 9, 8, 9};
      for (int i = 0; i < 200; ++i) turn(kind);
      grammar_.reset();
      for (const uint32_t terminal : in) append(terminal);
      if (rank == 0) first = shape();
      EXPECT_EQ(shape(), first) << "kind " << kind << ", rank " << rank;
      EXPECT_LE(first.size(), 60u);
      EXPECT_EQ(expanded(serialised()), in);
      EXPECT_TRUE(grammar_.consistent());
    }
  }
}

// A body of many different calls, of which each turn changes one: the rest of it is predicted all the same.
TEST_F(GrammarTest, LongBodiesAreFollowedBehindAChange) {
  std::mt19937 rng(8);
  Sequence body(2000);
  for (uint32_t i = 0; i < body.size(); ++i) body[i] = i < 1000 ? i : i % 10;
  Sequence in;
  uint64_t unpredicted = 0;
  for (uint32_t turn = 0; turn < 40; ++turn) {
    Sequence changed = body;
    changed[rng() % changed.size()] = 3000 + turn % 7;
    for (const uint32_t terminal : changed) {
      in.push_back(terminal);
      unpredicted += turn >= 10 && grammar_.expected() != terminal ? 1 : 0;
      append(terminal);
    }
  }
  EXPECT_LE(unpredicted, 30u * 60u);
  const std::vector<uint8_t> bytes = serialised();
  EXPECT_TRUE(grammar_.consistent());
  EXPECT_EQ(expanded(bytes), in);
}

// Bodies that are edited as they come again, with inner runs of any length, and snapshots in their middle.
TEST_F(GrammarTest, EditedBodiesExpandToWhatWasAppended) {
  std::mt19937 rng(9);
  keep_counts();
  for (int program = 0; program < 400; ++program) {
    grammar_.reset();
    Sequence body(1 + rng() % 60);
    for (uint32_t &s : body) s = rng() % (1 + rng() % 40);
    Sequence in;
    const auto put = [&](uint32_t terminal) {
      in.push_back(terminal);
      append(terminal);
      ASSERT_TRUE(grammar_.walkable());
      if (rng() % 300 == 0) grammar_.flush();
    };
    for (uint32_t turns = rng() % 60; turns != 0; --turns) {
      const uint32_t edits = rng() % 3;
      for (uint32_t i = 0; i < body.size(); ++i) {
        if (rng() % 20 < edits) continue;
        if (rng() % 30 < edits) put(rng() % 40);
        for (uint32_t run = body[i] % 5 == 0 ? rng() % 4 : 1; run != 0; --run) put(body[i]);
      }
      if (rng() % 10 == 0) body[rng() % body.size()] = rng() % 40;
    }
    const std::vector<uint8_t> bytes = serialised();
    ASSERT_TRUE(grammar_.consistent()) << program;
    ASSERT_EQ(expanded(bytes), in) << program;
  }
}

TEST_F(GrammarTest, AsksForRoomForCounts) {
  keep_counts(4096);
  std::mt19937 rng(5);
  Sequence in;
  while (grammar_.has_room() && in.size() < 1000000) {
    const bool last = rng() % 10 == 0;
    append(last ? 1 : 0);
    in.push_back(last ? 1 : 0);
  }
  EXPECT_LT(in.size(), 100000u);
  EXPECT_EQ(expanded(serialised()), in);
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
