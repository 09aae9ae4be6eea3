// SPDX-License-Identifier: BSD-3-Clause
// One CFG of a trace: parsed and checked at once, expanded step by step without ever being written out.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "reader/input.h"

namespace recorder::reader {

// How long the runs that vary are, in the order in which they begin.
class RunSource {
 public:
  virtual ~RunSource() = default;
  // The next run of the symbol with this number among those that vary in the present part.
  virtual uint64_t next_run(uint32_t key) = 0;
};

class Grammar {
 public:
  // What a rank of a class has instead of the exponent of the symbol of this number, by increasing number.
  using Exponents = std::vector<std::pair<uint64_t, uint64_t>>;
  // Whether a terminal is no call.
  using Synthetic = std::function<bool(uint64_t)>;

  // Refused: unknown symbols, empty rules, cycles, more records than 64 bits count, and more synthetic
  // records than calls can explain.
  Grammar(Input &in, uint64_t terminals, const Synthetic &synthetic, const Exponents &exponents,
          bool as_written = false);

  uint64_t calls() const { return calls_; }
  // The terminals in the order in which they occur first.
  std::vector<uint32_t> by_first_use(size_t terminals) const;
  // Calls count(terminal, n) with `times` x how often it occurs, in pieces. Does not expand; no sum can
  // overflow silently.
  using Count = std::function<void(uint64_t, uint64_t)>;
  void count_terminals(uint64_t times, const Count &count) const;
  // The same over ranks that differ in exponents, of which the sums are given; only of a grammar as it was
  // written. False where exponents that differ multiply each other, so that sums do not tell.
  bool count_over_ranks(uint64_t ranks, const Exponents &sums, const Count &count) const;

  // The symbols of a rule, for those who go through it themselves: `exponent` times terminal or rule `id`.
  struct Symbol {
    uint32_t id;
    bool rule;
    uint64_t exponent;  // 0: varies
    uint32_t key;       // then, index in keys_
  };
  // A symbol whose runs vary.
  struct Key {
    uint32_t id;
    bool rule;
    uint64_t total;  // of the lengths of all runs
  };
  // For each rule, how deep rules are nested in it (1: not at all), and whether some run in it varies.
  struct Nesting {
    std::vector<uint32_t> depth;
    std::vector<bool> varies;
  };
  Nesting nesting() const;
  // How many records a rule stands for; nothing sensible where some run in it varies.
  uint64_t records(uint32_t rule) const { return rules_[rule].records; }
  const Symbol *begin(uint32_t rule) const { return symbols_.data() + rules_[rule].first; }
  const Symbol *end(uint32_t rule) const { return symbols_.data() + rules_[rule].last; }
  // Of all rules.
  size_t symbols() const { return symbols_.size(); }
  size_t memory() const { return symbols_.size() * sizeof(Symbol) + rules_.size() * sizeof(Rule); }

 private:
  friend class Expansion;
  static constexpr uint64_t kMostKeys = 64;

  struct Rule {
    uint64_t first = 0;  // symbols [first, last)
    uint64_t last = 0;
    uint64_t records = 0;
    uint64_t calls = 0;
  };

  void parse(Input &in, uint64_t terminals, const Exponents &exponents);
  void parse_keys(Input &in, uint64_t terminals);
  void find_keys();
  void sort();
  void measure(uint32_t rule, const Synthetic &synthetic);

  bool as_written_;  // symbols keep their numbers
  std::vector<Symbol> symbols_;
  std::vector<Rule> rules_;
  std::vector<Key> keys_;
  uint64_t calls_ = 0;
  std::vector<uint32_t> order_;  // rules reachable from rule 0, each after those that it uses
};

// Runs that vary may have no turn, and a rule of nothing else may stand for nothing. A trace has few of them
// between two terminals; more would take time for nothing.
class EmptyRuns {
 public:
  void add(const Grammar &grammar);
  // A terminal was met.
  void clear() { count_ = 0; }

 private:
  static constexpr uint64_t kFew = 64;  // that a small grammar may have

  uint64_t count_ = 0;
};

// The terminals of a grammar in order. A step costs O(1) amortised: no rule has less than two symbols,
// because those that only stand for another symbol were replaced by it.
class Expansion {
 public:
  Expansion() = default;
  // Without a source no run may vary.
  explicit Expansion(const Grammar &grammar, RunSource *runs = nullptr);

  bool next(uint32_t *terminal) {
    for (;;) {
      if (repeat_ != 0) {
        --repeat_;
        *terminal = terminal_;
        return true;
      }
      if (!step()) return false;
    }
  }

 private:
  struct Frame {
    uint64_t symbol;
    uint64_t last;
    uint64_t repeats_left;  // of `symbol`, a rule, after the present one
  };
  bool step();
  uint64_t length_of(const Grammar::Symbol &symbol);
  void finish() const;

  const Grammar *grammar_ = nullptr;
  RunSource *runs_ = nullptr;
  std::vector<uint64_t> totals_;  // of each key, what is still to come
  EmptyRuns empty_;
  uint32_t terminal_ = 0;
  uint64_t repeat_ = 0;
  std::vector<Frame> stack_;
};

}  // namespace recorder::reader
