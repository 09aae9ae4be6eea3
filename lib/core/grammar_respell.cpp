// SPDX-License-Identifier: BSD-3-Clause
// The past of a run that is found to vary. Until then each turn of the loop around it was spelled out with
// its own length, and ranks with other lengths would have other grammars for good, if only in their
// beginnings. So what is in the start rule since the first such run is written anew, with runs that vary and
// their lengths beside them, as if that had been known all along. Once for each kind of run, and only while
// it is little.
#include "core/grammar.h"

namespace recorder {

namespace {
constexpr uint32_t kMostSpelled = 2048;   // symbols that are written anew
constexpr uint32_t kMostSteps = 1 << 16;  // of the search for them
constexpr uint64_t kMostTaken = 8;        // turns of a run that is taken apart, as others may be between them
constexpr uint32_t kMostRespelled = 16;   // times, as each takes up to a millisecond
constexpr uint32_t kMostFolded = 64;      // symbols of a body that is found where it was written out
}  // namespace

// What is written anew: a chain of new nodes, which hold references.
struct Grammar::Spelling {
  uint32_t symbol;   // that varies
  uint32_t left;     // behind this terminal
  bool is_anywhere;  // or any other
  bool opens_more;   // rules that stand once, too: what is in them may come about in several ways
  bool has_empty;    // turns without a run of the symbol get one of no length
  uint32_t nodes;    // that may still be made
  uint32_t steps;    // that the search may still take
  uint32_t head = kNone;
  uint32_t last = kNone;
  static constexpr uint32_t kMostFollowers = 4;
  uint32_t followers = 0;
  uint32_t follower[kMostFollowers] = {};
};

// The last terminal of what a node stands for.
uint32_t Grammar::last_terminal(uint32_t node) const {
  while (is_rule(node)) node = nodes_[rules_[rule_of(node)].guard].prev;
  return nodes_[node].symbol;
}

// Whether a node is a rule that has to be written out: it has runs of the symbol, or a place for one. Where
// that cannot be said no steps are left.
bool Grammar::opens(uint32_t node, Spelling *spelling, uint32_t depth) const {
  if (!is_rule(node) || nodes_[node].symbol == spelling->symbol) return false;
  if (depth == kMaxFrames) spelling->steps = 0;
  const auto has_place = [&](uint32_t n) {
    return spelling->has_empty && last_terminal(n) == spelling->left;
  };
  if (nodes_[node].exponent != 1 && has_place(node)) return true;
  for (uint32_t n = first_of(rule_of(node)); !is_guard(n); n = nodes_[n].next) {
    if (spelling->steps == 0) return false;
    --spelling->steps;
    if (nodes_[n].symbol == spelling->symbol || (!is_guard(nodes_[n].next) && has_place(n))) return true;
    if (opens(n, spelling, depth + 1)) return true;
  }
  return false;
}

// The first symbol of the start rule that is concerned.
uint32_t Grammar::first_to_spell(Spelling *spelling) const {
  uint32_t n = first_of(0);
  for (; n != tail_ && nodes_[n].symbol != spelling->symbol && spelling->steps != 0; n = nodes_[n].next) {
    if (spelling->has_empty && last_terminal(n) == spelling->left) break;
    if (opens(n, spelling, 0)) break;
    --spelling->steps;
  }
  return n;
}

bool Grammar::add(uint32_t symbol, uint64_t exponent, Spelling *spelling) {
  const uint32_t last = spelling->last;
  const bool is_left = spelling->has_empty && symbol == spelling->left;
  if (is_left && exponent > 1 && exponent <= kMostTaken)
    return add(symbol, exponent - 1, spelling) && add(symbol, 1, spelling);
  if (!is_left && last != kNone && nodes_[last].symbol == symbol && exponent != kVaries && !varies(last)) {
    nodes_[last].exponent += exponent;
    return true;
  }
  if (spelling->nodes == 0) return false;
  --spelling->nodes;
  const uint32_t node = new_node(symbol, exponent);
  reference(node);
  if (last == kNone)
    spelling->head = node;
  else
    nodes_[last].next = node;
  spelling->last = node;
  return true;
}

// Writes out what stands from a node to the end of its body. False where that is too much, or lengths have
// been put for rules that would be written out.
bool Grammar::spell(uint32_t node, Spelling *spelling, uint32_t depth) {
  for (; !is_guard(node); node = nodes_[node].next) {
    const uint32_t symbol = nodes_[node].symbol;
    const uint64_t exponent = nodes_[node].exponent;
    const bool is_open = opens(node, spelling, depth) || (spelling->opens_more && exponent == 1 &&
                                                          is_rule(node) && symbol != spelling->symbol);
    if (!is_open) {
      if (!add(symbol, exponent, spelling)) return false;
      continue;
    }
    if (varies(node) || spelling->steps == 0 || depth == kMaxFrames) return false;
    for (uint64_t turn = 0; turn < exponent; ++turn)
      if (!spell(first_of(rule_of(node)), spelling, depth + 1)) return false;
  }
  return spelling->steps != 0;
}

// The node behind the symbols of `body` if these stand from `node` on, else kNone.
uint32_t Grammar::behind_body(uint32_t node, uint32_t body) const {
  for (; node != kNone && body != kNone; node = nodes_[node].next, body = nodes_[body].next)
    if (nodes_[node].symbol != nodes_[body].symbol || nodes_[node].exponent != nodes_[body].exponent)
      return kNone;
  return body == kNone ? node : kNone;
}

// Names the rule in place of its body, which begins at `from`, behind `before` (kNone: nothing), and ends
// before `end`. Returns the run that this is, or has become part of.
uint32_t Grammar::put_rule(uint32_t before, uint32_t from, uint32_t end, Spelling *spelling) {
  uint32_t run = before;
  if (before == kNone || nodes_[before].symbol != spelling->symbol || varies(before)) {
    run = new_node(spelling->symbol, 0);
    reference(run);
    (before == kNone ? spelling->head : nodes_[before].next) = run;
  }
  ++nodes_[run].exponent;
  nodes_[run].next = end;
  uint32_t last = from;
  while (nodes_[last].next != end) last = nodes_[last].next;
  nodes_[last].next = kNone;
  drop(from);
  if (!joins(run, end)) return run;
  nodes_[run].exponent += nodes_[end].exponent;
  nodes_[run].next = nodes_[end].next;
  if (end == spelling->last) spelling->last = run;
  release(end);
  free_node(end);
  return run;
}

// Names a rule that varies where its body was written out.
void Grammar::fold(Spelling *spelling) {
  if ((spelling->symbol & kRule) == 0) return;
  Spelling body = *spelling;
  body.head = body.last = kNone;
  body.nodes = kMostFolded;
  const bool is_short = spell(first_of(spelling->symbol & kIdMask), &body, 0);
  uint32_t before = kNone;
  for (uint32_t n = spelling->head; is_short && n != kNone; n = nodes_[before].next) {
    const uint32_t end = behind_body(n, body.head);
    before = end != kNone ? put_rule(before, n, end, spelling) : n;
  }
  drop(body.head);
}

bool Grammar::is_run(uint32_t left, uint32_t node, const Spelling &spelling) const {
  if (nodes_[node].symbol != spelling.symbol) return false;
  return varies(node) || spelling.is_anywhere || (!is_guard(left) && last_terminal(left) == spelling.left);
}

// Whether the symbol's place is between two neighbours: the left one is the terminal before it, the other one
// begins with what follows runs that are there.
bool Grammar::is_place(uint32_t left, uint32_t node, const Spelling &spelling) const {
  if (is_guard(left) || nodes_[left].symbol == spelling.symbol || last_terminal(left) != spelling.left)
    return false;
  if (nodes_[node].symbol == spelling.symbol || (varies(left) && varies(node))) return false;
  const uint32_t terminal = terminal_at(node);
  for (uint32_t i = 0; i < spelling.followers; ++i)
    if (spelling.follower[i] == terminal) return true;
  return false;
}

// Notes which terminals follow runs of the symbol behind `left`; nothing follows the last one yet.
void Grammar::find_followers(uint32_t before, Spelling *spelling) const {
  for (uint32_t left = before, n = spelling->head; n != spelling->last; left = n, n = nodes_[n].next) {
    if (nodes_[n].symbol != spelling->symbol || is_guard(left) || last_terminal(left) != spelling->left)
      continue;
    const uint32_t terminal = terminal_at(nodes_[n].next);
    uint32_t i = 0;
    while (i < spelling->followers && spelling->follower[i] != terminal) ++i;
    if (i == Spelling::kMostFollowers) continue;
    spelling->follower[i] = terminal;
    if (i == spelling->followers) ++spelling->followers;
  }
}

// The runs of the chain, of which `before` is the neighbour, become runs that vary. Where only what stands
// around them is there, there is one of no length.
void Grammar::let_vary(uint32_t before, Spelling *spelling) {
  if (spelling->has_empty) find_followers(before, spelling);
  for (uint32_t left = before, n = spelling->head; n != kNone; left = n, n = nodes_[n].next) {
    if (is_run(left, n, *spelling)) {
      if (varies(n))
        counts_.put_next_anew();
      else
        counts_.put_anew(nodes_[n].exponent);
      nodes_[n].exponent = kVaries;
    } else if (left != before && is_place(left, n, *spelling)) {
      const uint32_t empty = new_node(spelling->symbol, kVaries);
      reference(empty);
      nodes_[left].next = empty;
      nodes_[empty].next = n;
      counts_.put_anew(0);
    }
  }
  counts_.end_anew();
}

// Gives back nodes that are linked up to a guard, or are a chain, and the rules that nothing names then.
void Grammar::drop(uint32_t first) {
  while (first != kNone && !is_guard(first)) {
    const uint32_t node = first;
    first = nodes_[node].next;
    release(node);
    if (is_rule(node) && rules_[rule_of(node)].refs == 0) {
      for (uint32_t n = first_of(rule_of(node)); !is_guard(n); n = nodes_[n].next) erase_digram(n);
      drop(first_of(rule_of(node)));
      free_rule(rule_of(node));
    }
    free_node(node);
  }
}

// Puts what was spelled in the place of the start rule's symbols from `first` on.
void Grammar::respell_from(uint32_t first, Spelling *spelling) {
  const uint32_t before = nodes_[first].prev;
  fold(spelling);
  let_vary(before, spelling);
  // The one before it is open then.
  erase_digram(before);
  if (!is_guard(before)) erase_digram(nodes_[before].prev);
  for (uint32_t n = first; !is_guard(n); n = nodes_[n].next) erase_digram(n);
  drop(first);
  link(before, rules_[0].guard);
  tail_ = before;
  start_run();
  push_chain(spelling->head, kNone);
}

// The symbol at the end varies, behind the terminal `left` or anywhere. False when what came before stays as
// it is.
bool Grammar::respell(uint32_t left, bool is_anywhere) {
  if (respelled_ == kMostRespelled) return false;
  ++respelled_;
  const uint64_t free = uint64_t{node_capacity_} - node_end_ + free_node_count_;
  // As many again may be needed for runs of no length, and for rules.
  const uint64_t room = free > kAppendMargin ? (free - kAppendMargin) / 4 : 0;
  const auto most = static_cast<uint32_t>(room < kMostSpelled ? room : kMostSpelled);
  // Without what is not needed if that is too much.
  for (uint32_t left_out = 0; left_out < 3; ++left_out) {
    Spelling spelling = {nodes_[tail_].symbol, left, is_anywhere, left_out == 0,
                         left_out < 2,         most, kMostSteps};
    const uint32_t first = first_to_spell(&spelling);
    if (spell(first, &spelling, 0) && counts_.begin_anew(spelling.symbol, 2 * (most - spelling.nodes))) {
      respell_from(first, &spelling);
      return true;
    }
    drop(spelling.head);
  }
  return false;
}

}  // namespace recorder
