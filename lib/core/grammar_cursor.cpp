// SPDX-License-Identifier: BSD-3-Clause
// The cursor of the grammar, which follows the body of the last rule while a loop repeats, and the
// serialisation. grammar.cpp has the rewriting.
#include "core/bytes.h"
#include "core/grammar.h"

namespace recorder {

namespace {
// More nodes than the rewriting after one symbol takes: each step of a cascade adds at most one.
constexpr uint32_t kAppendMargin = 1024;
}  // namespace

// The last symbol is a rule: expect another repetition of it.
void Grammar::arm() {
  frame_count_ = 0;
  enter(tail_, ~uint64_t{0});
  descend(frames_[0].first);
}

// From a node down to the terminal that it begins with. Nesting deeper than the frames ends the prediction.
void Grammar::descend(uint32_t node) {
  while (is_rule(node)) {
    if (frame_count_ == kMaxFrames) {
      node_ = node;
      done_ = 0;
      flush();
      return;
    }
    enter(node, nodes_[node].exponent);
    node = frames_[frame_count_ - 1].first;
  }
  stand(node);
}

// A run is complete and no terminal follows it: on to the rule that does or, behind the end of the last
// repetition of a body, to what comes after that. The tail's repetitions have no last one.
void Grammar::leave_body(uint32_t next) {
  while (is_guard(next)) {
    next = nodes_[frames_[--frame_count_].node].next;
    if (is_guard(next)) next = repeat(next);
  }
  descend(next);
}

// The last symbol of the start rule may come again if it is a terminal.
void Grammar::start_run() {
  node_ = tail_;
  done_ = 0;
  limit_ = ~uint64_t{0};
  expected_ = folds_ && is_terminal(tail_) ? nodes_[tail_].symbol : kNone;
}

uint64_t Grammar::pending() const {
  uint64_t count = 0;
  for (uint32_t f = 0; f < frame_count_; ++f) {
    const uint32_t node = f + 1 < frame_count_ ? frames_[f + 1].node : node_;
    for (uint32_t n = node; !is_guard(n); n = nodes_[n].prev) ++count;
  }
  return count;
}

bool Grammar::has_room() const {
  const uint64_t free = uint64_t{node_capacity_} - node_end_ + free_node_count_;
  if (free >= kAppendMargin + (uint64_t{node_end_} - free_node_count_)) return true;
  return free >= kAppendMargin + pending();
}

// What the cursor matched of the current repetition, as a chain of new nodes. They hold references, so that
// no rule in the chain is inlined while the earlier ones are pushed.
uint32_t Grammar::pending_chain() {
  uint32_t head = kNone;
  uint32_t last = kNone;
  const auto add = [&](uint32_t symbol, uint64_t exponent) {
    const uint32_t node = new_node(symbol, exponent);
    reference(node);
    if (last == kNone)
      head = node;
    else
      nodes_[last].next = node;
    last = node;
  };
  for (uint32_t f = 0; f < frame_count_; ++f) {
    const bool innermost = f + 1 == frame_count_;
    const uint32_t here = innermost ? node_ : frames_[f + 1].node;
    const uint64_t done = innermost ? done_ : frames_[f + 1].done;
    for (uint32_t n = frames_[f].first; n != here; n = nodes_[n].next)
      add(nodes_[n].symbol, nodes_[n].exponent);
    if (done != 0) add(nodes_[here].symbol, done);
  }
  return head;
}

void Grammar::flush() {
  change(1);
  flush_changing();
  change(-1);
}

void Grammar::flush_changing() {
  if (frame_count_ == 0) {
    if (expected_ != kNone) nodes_[tail_].exponent += done_;
    done_ = 0;
    return;
  }
  nodes_[tail_].exponent += frames_[0].done;
  uint32_t chain = pending_chain();
  frame_count_ = 0;
  expected_ = kNone;
  while (chain != kNone) {
    const uint32_t node = chain;
    chain = nodes_[node].next;
    for (uint32_t closed = kNone; closed != tail_ && nodes_[tail_].symbol != nodes_[node].symbol;) {
      closed = tail_;
      close_tail();
    }
    push(node);
  }
}

uint64_t Grammar::serialised_bound() const {
  // Symbol at most 5 bytes, exponent at most 10; every rule has a count of at most 5.
  return 16 + uint64_t{node_end_} * 15 + uint64_t{rule_end_} * 5;
}

uint8_t *Grammar::serialise(uint8_t *out, uint32_t *renumber) const {
  uint32_t live = 0;
  for (uint32_t r = 0; r < rule_end_; ++r)
    if (rules_[r].guard != kNone) renumber[r] = live++;
  out = put_varint(out, live);
  for (uint32_t r = 0; r < rule_end_; ++r) {
    if (rules_[r].guard == kNone) continue;
    uint64_t count = 0;
    for (uint32_t n = first_of(r); !is_guard(n); n = nodes_[n].next) ++count;
    out = put_varint(out, count);
    for (uint32_t n = first_of(r); !is_guard(n); n = nodes_[n].next) {
      const uint64_t id = is_rule(n) ? renumber[rule_of(n)] : nodes_[n].symbol;
      out = put_varint(out, id << 1 | (is_rule(n) ? 1 : 0));
      out = put_varint(out, nodes_[n].exponent);
    }
  }
  return out;
}

// The rules are whole between changes; the cursor moves without a mark, so that it is followed from the tail.
bool Grammar::walkable() const {
  if (changing_ != 0) return false;
  if (frame_count_ == 0) return expected_ == kNone || node_ == tail_;
  if (frame_count_ > kMaxFrames || frames_[0].node != tail_) return false;
  for (uint32_t f = 0; f < frame_count_; ++f) {
    const uint32_t node = frames_[f].node;
    if (!is_rule(node) || frames_[f].first != first_of(rule_of(node))) return false;
    const uint32_t here = f + 1 < frame_count_ ? frames_[f + 1].node : node_;
    uint32_t n = frames_[f].first;
    while (n != here && !is_guard(n)) n = nodes_[n].next;
    if (n != here) return false;
  }
  return true;
}

// Rules in the order in which those that they name are known.
uint64_t Grammar::length(uint64_t *lengths) const {
  for (bool progress = true; progress && lengths[0] == 0;) {
    progress = false;
    for (uint32_t r = 0; r < rule_end_; ++r) {
      if (rules_[r].guard == kNone || lengths[r] != 0) continue;
      uint64_t sum = 0;
      bool known = true;
      for (uint32_t n = first_of(r); known && !is_guard(n); n = nodes_[n].next) {
        const uint64_t one = is_rule(n) ? lengths[rule_of(n)] : 1;
        known = one != 0;
        sum += one * nodes_[n].exponent;
      }
      if (!known || sum == 0) continue;
      lengths[r] = sum;
      progress = true;
    }
  }
  return lengths[0];
}

bool Grammar::consistent() const {
  for (uint32_t r = 0; r < rule_end_; ++r) {
    if (rules_[r].guard == kNone) continue;
    uint32_t refs = 0;
    for (uint32_t n = 0; n < node_end_; ++n)
      if (nodes_[n].symbol == (kRule | r)) ++refs;
    if (refs != rules_[r].refs) return false;
    for (uint32_t n = first_of(r); !is_guard(n); n = nodes_[n].next) {
      if (nodes_[nodes_[n].next].prev != n || nodes_[n].exponent == 0) return false;
      if (nodes_[n].symbol == nodes_[nodes_[n].next].symbol) return false;
      const bool closed = !is_guard(nodes_[n].next) && nodes_[n].next != tail_;
      if (closed && digrams_.index_at(find_digram(n)) != n) return false;
    }
  }
  return true;
}

}  // namespace recorder
