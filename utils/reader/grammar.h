// SPDX-License-Identifier: BSD-3-Clause
// One CFG of a trace: parsed and checked at once, expanded step by step without ever being written out.
#pragma once

#include <cstdint>
#include <vector>

#include "reader/input.h"

namespace recorder::reader {

class Grammar {
 public:
  // `synthetic[t]` says that terminal t is no call. Refused: unknown symbols, empty rules, cycles, more
  // records than 64 bits count, and more synthetic records than calls can explain.
  Grammar(Input &in, const std::vector<bool> &synthetic);

  uint64_t calls() const { return rules_[0].calls; }
  // The terminals in the order in which they occur first.
  std::vector<uint32_t> by_first_use(size_t terminals) const;
  // Adds, for each terminal, `times` x how often it occurs. Does not expand; no sum can overflow silently.
  void count_terminals(uint64_t times, std::vector<uint64_t> &counts) const;

 private:
  friend class Expansion;

  struct Symbol {
    uint32_t id;
    bool rule;
    uint64_t exponent;
  };
  struct Rule {
    uint64_t first = 0;  // symbols [first, last)
    uint64_t last = 0;
    uint64_t records = 0;
    uint64_t calls = 0;
  };

  void parse(Input &in, size_t terminals);
  void sort();
  void measure(uint32_t rule, const std::vector<bool> &synthetic);

  std::vector<Symbol> symbols_;
  std::vector<Rule> rules_;
  std::vector<uint32_t> order_;  // rules reachable from rule 0, each after those that it uses
};

// The terminals of a grammar in order. A step costs O(1) amortised: no rule has less than two terminals,
// because those that only stand for another symbol were replaced by it.
class Expansion {
 public:
  Expansion() = default;
  explicit Expansion(const Grammar &grammar);

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

  const Grammar *grammar_ = nullptr;
  uint32_t terminal_ = 0;
  uint64_t repeat_ = 0;
  std::vector<Frame> stack_;
};

}  // namespace recorder::reader
