// SPDX-License-Identifier: BSD-3-Clause
// The cursor of the grammar, which follows the body of the last rule while a loop repeats, and the
// serialisation. grammar.cpp has the rewriting.
#include "core/bytes.h"
#include "core/grammar.h"

namespace recorder {

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
  for (;;) {
    if (is_elsewhere() && frame_count_ == 1 && is_end(next)) {
      node_ = next;
      done_ = 0;
      return flush();
    }
    if (!is_guard(next)) return descend(next);
    next = nodes_[frames_[--frame_count_].node].next;
    if (is_guard(next)) next = repeat(next);
  }
}

// The terminal that a node begins with.
uint32_t Grammar::terminal_at(uint32_t node) const {
  while (is_rule(node)) node = first_of(rule_of(node));
  return nodes_[node].symbol;
}

// Runs that vary and are over, in their order, and where the cursor goes on: at `node`, which stands in the
// rules that are `entered`, one in the other, of which the first is in the body of the frame `level`. That
// begins again if that is so.
struct Grammar::EndedRuns {
  struct Run {
    uint32_t node;
    uint64_t length;
  };
  static constexpr uint32_t kMost = kMaxFrames + 8;  // readers allow 64 without a turn (recorder-format(5))
  Run runs[kMost];
  uint32_t entered[kMaxFrames];
  uint32_t count, depth;
  uint32_t node;
  uint32_t level;
  bool again;

  bool add(uint32_t of, uint64_t length) {
    if (count == kMost) return false;
    runs[count++] = {of, length};
    return true;
  }
};

// From `node` on to what begins with `terminal`: runs that vary may have no turn, and a rule of which all are
// such is then nothing. The guard when the body ends before that, kNone when it goes on otherwise.
uint32_t Grammar::find_begin(uint32_t node, uint32_t terminal, EndedRuns *ended) const {
  for (; !is_end(node) && terminal_at(node) != terminal; node = nodes_[node].next) {
    if (varies(node)) {
      if (!ended->add(node, 0)) return kNone;
      continue;
    }
    if (!is_rule(node) || nodes_[node].exponent != 1 || ended->depth == kMaxFrames) return kNone;
    ended->entered[ended->depth++] = node;
    const uint32_t inside = find_begin(first_of(rule_of(node)), terminal, ended);
    if (inside == kNone || !is_end(inside)) return inside;
    --ended->depth;
  }
  return node;
}

// Whether `terminal` can follow when the run at `node`, in the body of the frame `level`, is over after
// `length` turns. It may be the end of a body whose own run then goes on or is over, too. The turns of a run
// that varies are never empty, so that they can be counted.
bool Grammar::find_behind(uint32_t node, uint64_t length, uint32_t level, uint32_t terminal,
                          EndedRuns *ended) const {
  bool is_empty = length == 0 && node == frames_[level].first;
  ended->count = ended->depth = 0;
  ended->add(node, length);
  ended->again = false;
  for (node = nodes_[node].next;; node = nodes_[node].next) {
    ended->level = level;
    ended->node = find_begin(node, terminal, ended);
    if (ended->node == kNone) return false;
    if (!is_end(ended->node)) return true;
    if (is_elsewhere() && level == 0) return false;
    const Frame &frame = frames_[level];
    if (frame.done + 1 != frame.limit) {
      if (is_empty) return false;
      const uint32_t count = ended->count;
      ended->node = find_begin(frame.first, terminal, ended);
      ended->again = ended->node != kNone && !is_end(ended->node);
      if (ended->again) return true;
      ended->count = count;
      ended->depth = 0;
      if (level == 0 || !varies(frame.node) || !ended->add(frame.node, frame.done + 1)) return false;
    }
    node = frame.node;
    --level;
    is_empty = is_empty && node == frames_[level].first;
  }
}

// Whether `terminal` can be explained by the end of runs that vary. The first is the one that the cursor
// stands in, or one that has not begun, before whose first turn it stands.
bool Grammar::find_ended(uint32_t terminal, EndedRuns *ended) const {
  uint32_t level = frame_count_ - 1;
  uint32_t node = node_;
  uint64_t length = done_;
  while (!varies(node) || !find_behind(node, length, level, terminal, ended)) {
    if (length != 0 || level == 0 || node != frames_[level].first) return false;
    node = frames_[level].node;
    length = frames_[level].done;
    --level;
  }
  return true;
}

// The prediction failed, but only as to how long a run is.
bool Grammar::pass_runs(uint32_t terminal) {
  EndedRuns ended;
  if (!find_ended(terminal, &ended) || !counts_.has_room(ended.count)) return false;
  if (ended.level + 1 + ended.depth > kMaxFrames) return false;
  for (uint32_t i = 0; i < ended.count; ++i)
    counts_.put(nodes_[ended.runs[i].node].symbol, ended.runs[i].length);
  frame_count_ = ended.level + 1;
  if (ended.again) ++frames_[ended.level].done;
  for (uint32_t i = 0; i < ended.depth; ++i) enter(ended.entered[i], 1);
  descend(ended.node);
  if (expected_ != terminal) return false;
  accept();
  return true;
}

// The last symbol of the start rule may come again if it is a terminal.
void Grammar::start_run() {
  node_ = tail_;
  done_ = 0;
  limit_ = ~uint64_t{0};
  expected_ = folds_ && is_terminal(tail_) && !varies(tail_) ? nodes_[tail_].symbol : kNone;
}

uint64_t Grammar::pending() const {
  uint64_t count = 0;
  for (uint32_t f = 0; f < frame_count_; ++f) {
    // Elsewhere: the last node and a part of the next, a rule and the node that names it.
    if (is_elsewhere() && f == 0) {
      count += 4;
      continue;
    }
    const uint32_t node = f + 1 < frame_count_ ? frames_[f + 1].node : node_;
    for (uint32_t n = node; !is_guard(n); n = nodes_[n].prev) ++count;
  }
  return count;
}

bool Grammar::has_room() const {
  if (counts_.is_short()) return false;
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
    uint32_t from = frames_[f].first;
    // All but the last of these go another way: flush_elsewhere().
    if (is_elsewhere() && f == 0 && from != here) from = nodes_[here].prev;
    for (uint32_t n = from; n != here; n = nodes_[n].next) add(nodes_[n].symbol, nodes_[n].exponent);
    if (done == 0) continue;
    add(nodes_[here].symbol, done);
    nodes_[last].is_cut = !innermost;
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
  if (is_elsewhere()) return flush_elsewhere();
  nodes_[tail_].exponent += frames_[0].done;
  const uint32_t chain = pending_chain();
  frame_count_ = 0;
  expected_ = kNone;
  push_chain(chain, tail_);
}

// The last of the symbols that were matched stays open, as its run may go on. The tail has been closed.
void Grammar::flush_elsewhere() {
  const Frame &frame = frames_[0];
  const uint32_t here = frame_count_ > 1 ? frames_[1].node : node_;
  const uint32_t last = here != frame.first ? nodes_[here].prev : kNone;
  const uint32_t chain = pending_chain();
  frame_count_ = 0;
  expected_ = kNone;
  if (last != kNone && last != frame.first) share(frame.node, nodes_[last].prev);
  push_chain(chain, kNone);
}

// A run that is closed here may only be put before the lengths that the rest of the chain has put already if
// the rest is inside its symbol, and so has none of this symbol: that of the node `cut`, and those of rules
// that are cut.
void Grammar::push_chain(uint32_t chain, uint32_t cut) {
  while (chain != kNone) {
    const uint32_t node = chain;
    chain = nodes_[node].next;
    for (bool is_open = true; is_open && !joins(tail_, node); cut = kNone) is_open = close_tail(tail_ == cut);
    cut = nodes_[node].is_cut != 0 ? node : kNone;
    push(node);
  }
}

uint64_t Grammar::serialised_bound() const {
  // Symbol at most 5 bytes, exponent at most 10; every rule has a count of at most 5.
  return 16 + uint64_t{node_end_} * 15 + uint64_t{rule_end_} * 5 + uint64_t{counts_.key_count()} * 15;
}

// Gives the rules their numbers in the file, and says which they are, in their order. Returns how many.
uint32_t Grammar::number_rules(uint32_t *numbers, uint32_t *rules) const {
  for (uint32_t r = 0; r < rule_end_; ++r) numbers[r] = kNone;
  uint32_t count = 0;
  numbers[0] = 0;
  rules[count++] = 0;
  for (uint32_t i = 0; i < count; ++i) {
    for (uint32_t n = first_of(rules[i]); !is_guard(n); n = nodes_[n].next) {
      if (!is_rule(n) || numbers[rule_of(n)] != kNone) continue;
      numbers[rule_of(n)] = count;
      rules[count++] = rule_of(n);
    }
  }
  return count;
}

uint8_t *Grammar::serialise(uint8_t *out, uint32_t *scratch) {
  uint32_t *const numbers = scratch;
  uint32_t *const rules = scratch + rule_end_;
  const uint32_t live = number_rules(numbers, rules);
  out = put_varint(out, live);
  for (uint32_t i = 0; i < live; ++i) {
    uint64_t count = 0;
    for (uint32_t n = first_of(rules[i]); !is_guard(n); n = nodes_[n].next) ++count;
    out = put_varint(out, count);
    for (uint32_t n = first_of(rules[i]); !is_guard(n); n = nodes_[n].next) {
      out = put_varint(out, serialised_symbol(nodes_[n].symbol, numbers));
      out = put_varint(out, varies(n) ? 0 : nodes_[n].exponent);
      if (varies(n)) counts_.number_next(nodes_[n].symbol);
    }
  }
  counts_.renumber();
  if (counts_.key_count() == 0) return out;
  out = put_varint(out, counts_.key_count());
  for (uint32_t i = 0; i < counts_.key_count(); ++i) {
    out = put_varint(out, serialised_symbol(counts_.key(i).symbol, numbers));
    out = put_varint(out, counts_.key(i).total);
  }
  return out;
}

uint64_t Grammar::serialised_symbol(uint32_t symbol, const uint32_t *numbers) {
  if ((symbol & kRule) == 0) return uint64_t{symbol} << 1;
  return uint64_t{numbers[symbol & kIdMask]} << 1 | 1;
}

// The rules are whole between changes; the cursor moves without a mark, so that it is followed from the tail.
bool Grammar::walkable() const {
  if (changing_ != 0) return false;
  if (frame_count_ == 0) return expected_ == kNone || node_ == tail_;
  if (frame_count_ > kMaxFrames || nodes_[frames_[0].node].symbol != nodes_[tail_].symbol) return false;
  for (uint32_t f = 0; f < frame_count_; ++f) {
    const uint32_t node = frames_[f].node;
    const bool is_behind = f == 0 && is_elsewhere();
    if (!is_rule(node) || frames_[f].first != (is_behind ? nodes_[node].next : first_of(rule_of(node))))
      return false;
    const uint32_t here = f + 1 < frame_count_ ? frames_[f + 1].node : node_;
    uint32_t n = frames_[f].first;
    while (n != here && !is_guard(n)) n = nodes_[n].next;
    if (n != here) return false;
  }
  return true;
}

// Rules in the order in which those that they name are known; `lengths` are one more. A run that varies is
// left out there, and added for all places together.
uint64_t Grammar::length(uint64_t *lengths) const {
  for (bool progress = true; progress && lengths[0] == 0;) {
    progress = false;
    for (uint32_t r = 0; r < rule_end_; ++r) {
      if (rules_[r].guard == kNone || lengths[r] != 0) continue;
      uint64_t sum = 0;
      bool known = true;
      for (uint32_t n = first_of(r); known && !is_guard(n); n = nodes_[n].next) {
        known = !is_rule(n) || lengths[rule_of(n)] != 0;
        if (known && !varies(n)) sum += (is_rule(n) ? lengths[rule_of(n)] - 1 : 1) * nodes_[n].exponent;
      }
      if (!known) continue;
      lengths[r] = sum + 1;
      progress = true;
    }
  }
  uint64_t all = lengths[0] - 1;
  for (uint32_t i = 0; i < counts_.key_count(); ++i) {
    const RunCounts::Key &key = counts_.key(i);
    all += key.total * ((key.symbol & kRule) != 0 ? lengths[key.symbol & kIdMask] - 1 : 1);
  }
  return all;
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
      const uint32_t next = nodes_[n].next;
      const bool alike = nodes_[n].symbol == nodes_[next].symbol;
      if (joins(n, next)) return false;
      const bool closed = !is_guard(next) && next != tail_ && !alike;
      if (closed && digrams_.index_at(find_digram(n)) != n) return false;
    }
  }
  return true;
}

}  // namespace recorder
