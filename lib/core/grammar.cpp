// SPDX-License-Identifier: BSD-3-Clause
// The rewriting half of the grammar: digrams, rules, substitution (see grammar.h for the invariants). The
// cursor that follows loops is in grammar_cursor.cpp.
#include "core/grammar.h"

#include "core/bytes.h"

namespace recorder {

bool Grammar::init(Node *nodes, uint32_t node_capacity, Rule *rules) {
  nodes_ = nodes;
  rules_ = rules;
  node_capacity_ = node_capacity;
  if (!digrams_.init()) return false;
  reset();
  return true;
}

void Grammar::reset() {
  node_end_ = rule_end_ = 0;
  free_nodes_ = free_rules_ = kNone;
  free_node_count_ = 0;
  frame_count_ = 0;
  later_count_ = changing_ = respelled_ = 0;
  digrams_.clear();
  counts_.reset();
  tail_ = rules_[new_rule()].guard;
  start_run();
}

// ---- nodes and rules -------------------------------------------------------------------------------------

uint32_t Grammar::new_node(uint32_t symbol, uint64_t exponent) {
  uint32_t node = free_nodes_;
  if (node != kNone) {
    free_nodes_ = nodes_[node].next;
    --free_node_count_;
  } else {
    node = node_end_++;
  }
  nodes_[node] = Node{exponent, symbol, kNone, kNone, 0};
  return node;
}

void Grammar::free_node(uint32_t node) {
  nodes_[node].symbol = kNone;
  nodes_[node].next = free_nodes_;
  free_nodes_ = node;
  ++free_node_count_;
}

uint32_t Grammar::new_rule() {
  uint32_t rule = free_rules_;
  if (rule != kNone) {
    free_rules_ = rules_[rule].refs;
  } else {
    rule = rule_end_++;
  }
  const uint32_t guard = new_node(kRule | kGuard | rule, 1);
  rules_[rule] = Rule{guard, 0, kNone};
  link(guard, guard);
  return rule;
}

void Grammar::free_rule(uint32_t rule) {
  free_node(rules_[rule].guard);
  rules_[rule].guard = kNone;
  rules_[rule].refs = free_rules_;
  free_rules_ = rule;
}

void Grammar::reference(uint32_t node) {
  if (is_rule(node)) ++rules_[rule_of(node)].refs;
}

void Grammar::release(uint32_t node) {
  if (is_rule(node)) --rules_[rule_of(node)].refs;
}

// ---- digrams ---------------------------------------------------------------------------------------------

uint32_t Grammar::digram_hash(uint32_t first) const {
  const Node &a = nodes_[first];
  const Node &b = nodes_[a.next];
  const uint64_t h = mix((uint64_t{a.symbol} << 32 | b.symbol) ^ mix(a.exponent));
  return static_cast<uint32_t>(mix(h ^ b.exponent));
}

bool Grammar::same_digram(uint32_t a, uint32_t b) const {
  const Node &a1 = nodes_[a], &b1 = nodes_[b];
  const Node &a2 = nodes_[a1.next], &b2 = nodes_[b1.next];
  return a1.symbol == b1.symbol && a2.symbol == b2.symbol && a1.exponent == b1.exponent &&
         a2.exponent == b2.exponent;
}

uint32_t Grammar::find_digram(uint32_t first) const {
  return digrams_.find(digram_hash(first), [&](uint32_t other) { return same_digram(first, other); });
}

// Only the occurrence that the table knows is removed; an equal digram elsewhere keeps its entry.
void Grammar::erase_digram(uint32_t first) {
  if (is_guard(first) || is_guard(nodes_[first].next)) return;
  const uint32_t at = find_digram(first);
  if (digrams_.index_at(at) == first) digrams_.erase(at);
}

// ---- rewriting -------------------------------------------------------------------------------------------

void Grammar::append(uint32_t terminal) {
  change(1);
  append_changing(terminal);
  change(-1);
}

void Grammar::append_changing(uint32_t terminal) {
  if (frame_count_ != 0 && pass_runs(terminal)) return;
  flush();
  if (!folds_) return push(new_node(terminal, 1));
  if (nodes_[tail_].symbol == terminal && !varies(tail_)) {
    ++nodes_[tail_].exponent;
    return;
  }
  // A rule at the end is open as a terminal is: its exponent grows if its body comes again. Closing the end
  // may put another rule there, which is open in its turn.
  do {
    if (follow(terminal)) return;
  } while (close_tail(true));
  if (!follow_elsewhere(terminal)) push(new_node(terminal, 1));
}

bool Grammar::follow(uint32_t terminal) {
  if (!is_rule(tail_) || varies(tail_)) return false;
  arm();
  if (expected_ == terminal) {
    accept();
    return true;
  }
  if (frame_count_ != 0 && pass_runs(terminal)) return true;
  flush();
  return false;
}

// The last rule stands in another place, too: expect what comes behind it there.
bool Grammar::follow_elsewhere(uint32_t terminal) {
  if (!is_rule(tail_) || varies(tail_)) return false;
  const uint32_t other = rules_[rule_of(tail_)].use;
  if (other >= node_end_ || other == tail_ || nodes_[other].symbol != nodes_[tail_].symbol ||
      nodes_[other].exponent != nodes_[tail_].exponent)
    return false;
  const uint32_t next = nodes_[other].next;
  if (is_guard(next) || next == tail_ || terminal_at(next) != terminal) return false;
  frames_[0] = Frame{other, next, 0, 1};
  frame_count_ = 1;
  descend(next);
  if (expected_ != terminal) return false;
  accept();
  return true;
}

// The nodes from the one that names the tail's rule elsewhere to another behind it become a rule, which the
// tail names then: what it stood for has been followed by the rest of them.
void Grammar::share(uint32_t from, uint32_t to) {
  const uint32_t left = nodes_[from].prev;
  const uint32_t right = nodes_[to].next;
  erase_digram(left);
  erase_digram(to);
  erase_digram(nodes_[tail_].prev);
  const uint32_t rule = new_rule();
  const uint32_t node = new_node(kRule | rule, 1);
  link(rules_[rule].guard, from);
  link(to, rules_[rule].guard);
  link(left, node);
  link(node, right);
  reference(node);
  rules_[rule].use = node;
  release(tail_);
  nodes_[tail_].symbol = kRule | rule;
  nodes_[tail_].exponent = 1;
  reference(tail_);
  later(left);
  later(node);
  inline_if_single(from);
  settle();
  tail_ = nodes_[rules_[0].guard].prev;
}

// Links a new symbol at the end of the start rule. A reference that the node holds passes to the rule.
void Grammar::push(uint32_t node) {
  if (folds_ && joins(tail_, node)) {
    nodes_[tail_].exponent += nodes_[node].exponent;
    release(node);
    free_node(node);
  } else {
    const uint32_t guard = rules_[0].guard;
    link(tail_, node);
    link(node, guard);
    tail_ = node;
  }
  start_run();
}

// The last symbol is final now, so its digram is known. True if that replaced it: tail_ is then open.
bool Grammar::close_tail(bool may_vary) {
  const uint32_t tail = tail_;
  if (is_guard(tail) || is_guard(nodes_[tail].prev)) return false;
  const bool respelled = may_vary && vary_tail();
  if (is_guard(nodes_[tail_].prev)) return respelled;
  check(nodes_[tail_].prev);
  settle();
  tail_ = nodes_[rules_[0].guard].prev;
  return respelled || tail_ != tail;
}

// The run at the end may turn out to be one of those that vary. True if that replaced what is before it.
bool Grammar::vary_tail() {
  const uint32_t left = last_terminal(nodes_[tail_].prev);
  const Node &tail = nodes_[tail_];
  // Behind a rule that ends in the same symbol it is the rest of a run.
  if (varies(tail_) || left == tail.symbol || !counts_.takes(tail.symbol)) return false;
  const RunCounts::Variation variation = counts_.variation(left, tail.symbol, tail.exponent);
  if (!variation.varies) return false;
  if (variation.is_found && respell(left, variation.is_anywhere)) return true;
  if (counts_.put(tail.symbol, tail.exponent)) nodes_[tail_].exponent = kVaries;
  return false;
}

void Grammar::check(uint32_t first) {
  if (nodes_[first].symbol == nodes_[nodes_[first].next].symbol) return;
  if (digrams_.crowded() && !digrams_.grow() && !digrams_.room()) return;
  const uint32_t hash = digram_hash(first);
  const uint32_t at = digrams_.find(hash, [&](uint32_t other) { return same_digram(first, other); });
  const uint32_t found = digrams_.index_at(at);
  if (found == IndexTable::kEmpty) {
    digrams_.fill(at, hash, first);
  } else if (found != first) {
    match(first, found);
  }
}

void Grammar::match(uint32_t fresh, uint32_t found) {
  const uint32_t second = nodes_[found].next;
  uint32_t rule;
  if (is_guard(nodes_[found].prev) && is_guard(nodes_[second].next) && rule_of(nodes_[found].prev) != 0) {
    rule = rule_of(nodes_[found].prev);
  } else {
    rule = make_rule(found);
  }
  substitute(fresh, rule);
  // Only the symbols of this body lost a use, so only they can have become used once.
  inline_if_single(first_of(rule));
  inline_if_single(nodes_[rules_[rule].guard].prev);
}

// A new rule for the digram at `found`, which is replaced by it.
uint32_t Grammar::make_rule(uint32_t found) {
  const uint32_t second = nodes_[found].next;
  const uint32_t rule = new_rule();
  const uint32_t guard = rules_[rule].guard;
  const uint32_t a = new_node(nodes_[found].symbol, nodes_[found].exponent);
  const uint32_t b = new_node(nodes_[second].symbol, nodes_[second].exponent);
  reference(a);
  reference(b);
  link(guard, a);
  link(a, b);
  link(b, guard);
  digrams_.replace(find_digram(found), a);
  substitute(found, rule);
  return rule;
}

// Puts one symbol for `rule` in the place of the digram at `first`, and merges it with equal neighbours.
void Grammar::substitute(uint32_t first, uint32_t rule) {
  const uint32_t second = nodes_[first].next;
  const uint32_t left = nodes_[first].prev;
  const uint32_t right = nodes_[second].next;
  // The table knows the digram at `first` in another place: where it was found, or in the rule.
  erase_digram(left);
  erase_digram(second);
  release(first);
  release(second);
  free_node(second);
  nodes_[first].symbol = kRule | rule;
  nodes_[first].exponent = 1;
  link(first, right);
  reference(first);

  uint32_t kept = first;
  if (merge_with_next(left)) kept = left;
  merge_with_next(kept);
  later(nodes_[kept].prev);
  later(kept);
  if (nodes_[kept].next != rules_[0].guard) rules_[rule].use = kept;
}

// Rule utility: a rule that one symbol names once is replaced by its body.
void Grammar::inline_if_single(uint32_t node) {
  if (!is_rule(node) || nodes_[node].exponent != 1 || rules_[rule_of(node)].refs != 1) return;
  const uint32_t rule = rule_of(node);
  const uint32_t left = nodes_[node].prev;
  const uint32_t right = nodes_[node].next;
  const uint32_t first = first_of(rule);
  uint32_t last = nodes_[rules_[rule].guard].prev;
  erase_digram(left);
  erase_digram(node);
  link(left, first);
  link(last, right);
  free_node(node);
  free_rule(rule);
  if (merge_with_next(left) && first == last) last = left;
  merge_with_next(last);
  later(left);
  later(last);
}

// Keeps neighbours different where two bodies now meet.
bool Grammar::merge_with_next(uint32_t node) {
  const uint32_t next = nodes_[node].next;
  if (!joins(node, next)) return false;
  erase_digram(nodes_[node].prev);
  erase_digram(next);
  nodes_[node].exponent += nodes_[next].exponent;
  link(node, nodes_[next].next);
  release(next);
  free_node(next);
  later(nodes_[node].prev);
  return true;
}

void Grammar::later(uint32_t first) {
  if (later_count_ < kMaxLater) later_[later_count_++] = first;
}

// A stale entry is harmless: whatever digram now begins at that node may be checked at any time.
void Grammar::settle() {
  const uint32_t guard = rules_[0].guard;
  while (later_count_ != 0) {
    const uint32_t first = later_[--later_count_];
    if (nodes_[first].symbol == kNone || is_guard(first)) continue;
    const uint32_t second = nodes_[first].next;
    if (is_guard(second) || nodes_[second].next == guard) continue;  // no digram, or one that is still open
    check(first);
  }
}

}  // namespace recorder
