// SPDX-License-Identifier: BSD-3-Clause
// Checks on grammars (no cycle, no explosion) and their expansion; everything is iterative, as the nesting is
// the trace's to choose.
#include "reader/grammar.h"

#include <algorithm>

namespace recorder::reader {

namespace {

uint64_t add(uint64_t a, uint64_t b) {
  uint64_t sum;
  if (__builtin_add_overflow(a, b, &sum)) damaged("a grammar stands for more calls than can be counted");
  return sum;
}
uint64_t multiply(uint64_t a, uint64_t b) {
  uint64_t product;
  if (__builtin_mul_overflow(a, b, &product)) damaged("a grammar stands for more calls than can be counted");
  return product;
}

}  // namespace

Grammar::Grammar(Input &in, uint64_t terminals, const Synthetic &synthetic, const Exponents &exponents,
                 bool as_written)
    : as_written_(as_written) {
  parse(in, terminals, exponents);
  sort();
  for (const uint32_t rule : order_) measure(rule, synthetic);
  uint64_t records = rules_[0].records;
  calls_ = rules_[0].calls;
  for (const Key &key : keys_) {
    records = add(records, multiply(key.total, key.rule ? rules_[key.id].records : 1));
    calls_ = add(calls_, multiply(key.total, key.rule ? rules_[key.id].calls : !synthetic(key.id)));
  }
  // Synthetic records take work but no place in the times, which bound the calls. A call is preceded by at
  // most one for each of its handles.
  const uint64_t silent = records - calls_;
  if (silent > (uint64_t{1} << 20) && silent / 1024 > calls_)
    damaged("a grammar has few calls in many records");
}

void Grammar::parse(Input &in, uint64_t terminals, const Exponents &exponents) {
  auto own = exponents.begin();
  const uint64_t rules = in.count();
  if (rules == 0 || rules > UINT32_MAX) damaged("a grammar has no rules");
  rules_.resize(rules);
  for (uint64_t r = 0; r < rules; ++r) {
    rules_[r].first = symbols_.size();
    const uint64_t symbols = in.count(2);
    if (symbols == 0 && r != 0) damaged("a grammar has an empty rule");
    for (uint64_t k = 0; k < symbols; ++k) {
      const uint64_t word = in.varint();
      uint64_t exponent = in.varint();
      if (own != exponents.end() && own->first == symbols_.size()) exponent = own++->second;
      const bool is_rule = (word & 1) != 0;
      if ((word >> 1) >= (is_rule ? rules : terminals)) damaged("a grammar has an unknown symbol");
      symbols_.push_back({static_cast<uint32_t>(word >> 1), is_rule, exponent, 0});
    }
    rules_[r].last = symbols_.size();
  }
  parse_keys(in, terminals);
  for (uint64_t k = 0; own != exponents.end() && k < keys_.size(); ++k)
    if (own->first == symbols_.size() + k) keys_[k].total = own++->second;
  if (own != exponents.end()) damaged("a grammar has fewer symbols than exponents");
  find_keys();
}

// The symbols whose runs vary stand behind the rules.
void Grammar::parse_keys(Input &in, uint64_t terminals) {
  if (in.at_end()) return;
  const uint64_t keys = in.count(2);
  if (keys == 0 || keys > kMostKeys) damaged("a grammar has an impossible number of symbols that vary");
  for (uint64_t k = 0; k < keys; ++k) {
    const uint64_t word = in.varint();
    const bool is_rule = (word & 1) != 0;
    if ((word >> 1) >= (is_rule ? rules_.size() : terminals)) damaged("a grammar has an unknown symbol");
    keys_.push_back({static_cast<uint32_t>(word >> 1), is_rule, in.varint()});
  }
}

void Grammar::find_keys() {
  for (Symbol &symbol : symbols_) {
    if (symbol.exponent != 0) continue;
    while (symbol.key < keys_.size() &&
           (keys_[symbol.key].id != symbol.id || keys_[symbol.key].rule != symbol.rule))
      ++symbol.key;
    if (symbol.key == keys_.size()) damaged("a grammar has a symbol without an exponent");
  }
}

// Topological order by depth-first search from rule 0.
void Grammar::sort() {
  enum : uint8_t { kNew, kOpen, kDone };
  std::vector<uint8_t> state(rules_.size(), kNew);
  struct Visit {
    uint32_t rule;
    uint64_t next;
  };
  std::vector<Visit> stack{{0, rules_[0].first}};
  state[0] = kOpen;
  while (!stack.empty()) {
    Visit &top = stack.back();
    if (top.next == rules_[top.rule].last) {
      state[top.rule] = kDone;
      order_.push_back(top.rule);
      stack.pop_back();
      continue;
    }
    const Symbol &symbol = symbols_[top.next++];
    if (!symbol.rule || state[symbol.id] == kDone) continue;
    if (state[symbol.id] == kOpen) damaged("a grammar contains itself");
    state[symbol.id] = kOpen;
    stack.push_back({symbol.id, rules_[symbol.id].first});
  }
}

// Sums up a rule whose parts are done. A symbol for a rule of one symbol is replaced by that symbol, so that
// chains of such rules cannot make a step of the expansion long.
void Grammar::measure(uint32_t index, const Synthetic &synthetic) {
  Rule &rule = rules_[index];
  for (uint64_t k = rule.first; k < rule.last; ++k) {
    Symbol &symbol = symbols_[k];
    if (symbol.rule && !as_written_) {
      const Rule &used = rules_[symbol.id];
      const Symbol &only = symbols_[used.first];
      if (used.last - used.first == 1 && (only.exponent == 1 || !only.rule) && symbol.exponent != 0 &&
          only.exponent != 0) {
        symbol = {only.id, only.rule, multiply(symbol.exponent, only.exponent), 0};
      }
    }
    const uint64_t records = symbol.rule ? rules_[symbol.id].records : 1;
    const uint64_t calls = symbol.rule ? rules_[symbol.id].calls : !synthetic(symbol.id);
    rule.records = add(rule.records, multiply(records, symbol.exponent));
    rule.calls = add(rule.calls, multiply(calls, symbol.exponent));
  }
}

void Grammar::count_terminals(uint64_t times, const Count &count) const {
  std::vector<uint64_t> uses(rules_.size(), 0);
  uses[0] = times;
  for (const Key &key : keys_) {
    const uint64_t n = multiply(times, key.total);
    if (key.rule)
      uses[key.id] = add(uses[key.id], n);
    else
      count(key.id, n);
  }
  // Users come before what they use when the order is walked backwards.
  for (auto rule = order_.rbegin(); rule != order_.rend(); ++rule) {
    if (uses[*rule] == 0) continue;
    for (uint64_t k = rules_[*rule].first; k < rules_[*rule].last; ++k) {
      const Symbol &symbol = symbols_[k];
      const uint64_t n = multiply(uses[*rule], symbol.exponent);
      if (symbol.rule)
        uses[symbol.id] = add(uses[symbol.id], n);
      else
        count(symbol.id, n);
    }
  }
}

// A rule shows nothing new when it comes again.
std::vector<uint32_t> Grammar::by_first_use(size_t terminals) const {
  std::vector<uint32_t> order;
  std::vector<bool> seen(terminals), entered(rules_.size());
  std::vector<uint64_t> ends{rules_[0].last};
  std::vector<uint64_t> at{rules_[0].first};
  while (!at.empty()) {
    if (at.back() == ends.back()) {
      at.pop_back();
      ends.pop_back();
      continue;
    }
    const Symbol &symbol = symbols_[at.back()++];
    if (!symbol.rule) {
      if (!seen[symbol.id]) order.push_back(symbol.id);
      seen[symbol.id] = true;
    } else if (!entered[symbol.id]) {
      entered[symbol.id] = true;
      at.push_back(rules_[symbol.id].first);
      ends.push_back(rules_[symbol.id].last);
    }
  }
  return order;
}

bool Grammar::count_over_ranks(uint64_t ranks, const Exponents &sums, const Count &count) const {
  struct Uses {
    uint64_t each = 0;      // by every rank
    uint64_t together = 0;  // by all, where they differ
  };
  std::vector<Uses> uses(rules_.size());
  uses[0].each = 1;
  for (uint64_t k = 0; k < keys_.size(); ++k) {
    const auto sum =
        std::lower_bound(sums.begin(), sums.end(), std::make_pair(symbols_.size() + k, uint64_t{0}));
    const bool differs = sum != sums.end() && sum->first == symbols_.size() + k;
    Uses n = {differs ? 0 : keys_[k].total, differs ? sum->second : 0};
    if (keys_[k].rule) {
      uses[keys_[k].id].each = add(uses[keys_[k].id].each, n.each);
      uses[keys_[k].id].together = add(uses[keys_[k].id].together, n.together);
    } else {
      count(keys_[k].id, add(multiply(n.each, ranks), n.together));
    }
  }
  for (auto rule = order_.rbegin(); rule != order_.rend(); ++rule) {
    const Uses &of = uses[*rule];
    auto sum = std::lower_bound(sums.begin(), sums.end(), std::make_pair(rules_[*rule].first, uint64_t{0}));
    for (uint64_t k = rules_[*rule].first; k < rules_[*rule].last; ++k) {
      const Symbol &symbol = symbols_[k];
      Uses n = {multiply(of.each, symbol.exponent), multiply(of.together, symbol.exponent)};
      if (sum != sums.end() && sum->first == k) {
        if (of.together != 0) return false;
        n = {0, multiply(of.each, sum++->second)};
      }
      if (symbol.rule) {
        uses[symbol.id].each = add(uses[symbol.id].each, n.each);
        uses[symbol.id].together = add(uses[symbol.id].together, n.together);
      } else {
        count(symbol.id, add(multiply(n.each, ranks), n.together));
      }
    }
  }
  return true;
}

Grammar::Nesting Grammar::nesting() const {
  Nesting of{std::vector<uint32_t>(rules_.size(), 1), std::vector<bool>(rules_.size(), false)};
  for (const uint32_t rule : order_) {
    for (const Symbol *symbol = begin(rule); symbol != end(rule); ++symbol) {
      if (symbol->exponent == 0) of.varies[rule] = true;
      if (!symbol->rule) continue;
      of.depth[rule] = std::max(of.depth[rule], of.depth[symbol->id] + 1);
      if (of.varies[symbol->id]) of.varies[rule] = true;
    }
  }
  return of;
}

void EmptyRuns::add(const Grammar &grammar) {
  if (++count_ > 2 * grammar.symbols() + kFew) damaged("its loops are empty");
}

Expansion::Expansion(const Grammar &grammar, RunSource *runs) : grammar_(&grammar), runs_(runs) {
  for (const Grammar::Key &key : grammar.keys_) totals_.push_back(key.total);
  const Grammar::Rule &start = grammar.rules_[0];
  if (start.first != start.last) stack_.push_back({start.first, start.last, 0});
}

uint64_t Expansion::length_of(const Grammar::Symbol &symbol) {
  if (symbol.exponent != 0) return symbol.exponent;
  if (runs_ == nullptr) damaged("it does not say how long its loops are");
  const uint64_t length = runs_->next_run(symbol.key);
  if (length > totals_[symbol.key]) damaged("a loop has an impossible length");
  totals_[symbol.key] -= length;
  if (length == 0) empty_.add(*grammar_);
  return length;
}

void Expansion::finish() const {
  for (const uint64_t total : totals_)
    if (total != 0) damaged("its loops are shorter than it says");
}

// Moves to the next run of a terminal; false at the end.
bool Expansion::step() {
  while (!stack_.empty()) {
    Frame &top = stack_.back();
    if (top.symbol == top.last) {
      stack_.pop_back();
      if (stack_.empty()) {
        finish();
        return false;
      }
      Frame &parent = stack_.back();
      if (parent.repeats_left != 0) {
        --parent.repeats_left;
        const Grammar::Rule &again = grammar_->rules_[grammar_->symbols_[parent.symbol].id];
        stack_.push_back({again.first, again.last, 0});
      } else {
        ++parent.symbol;
      }
      continue;
    }
    const Grammar::Symbol &symbol = grammar_->symbols_[top.symbol];
    if (!symbol.rule) {
      terminal_ = symbol.id;
      repeat_ = length_of(symbol);
      ++top.symbol;
      if (repeat_ == 0) continue;
      empty_.clear();
      return true;
    }
    const uint64_t times = length_of(symbol);
    if (times == 0) {
      ++top.symbol;
      continue;
    }
    top.repeats_left = times - 1;
    const Grammar::Rule &rule = grammar_->rules_[symbol.id];
    stack_.push_back({rule.first, rule.last, 0});
  }
  return false;
}

}  // namespace recorder::reader
