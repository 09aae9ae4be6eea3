// SPDX-License-Identifier: BSD-3-Clause
// The grammar (CFG) of one segment of a stream: Sequitur (Nevill-Manning and Witten, 1997) with a run-length
// exponent on every symbol, and a cursor that follows the body of the last rule while a loop repeats itself.
//
// Invariants:
//  * Neighbours in a rule differ: x^i x^j is always stored as x^(i+j), unless one of them varies: such two
//  are
//    no digram either.
//  * Every digram x^i y^j of closed symbols occurs once; `digrams_` knows where.
//  * x^kVaries is a run of another length each time it occurs; run_counts.h has the lengths in their order.
//    Runs of no turn are noted while a body is followed, and where one is missing in what is written anew. A
//    rule that is nothing but such runs may then stand for nothing; a turn of a run that varies never does.
//    Only a symbol that is being closed becomes one, after everything that is in the grammar, and with the
//    first of them those before it, all at once (grammar_respell.cpp).
//  * The last symbol of the start rule is open: its exponent may still grow, so its digram is not yet known.
//  * A rule other than the start rule is used at least twice, or once with an exponent above one.
//  * While the cursor is inside the body of the last rule, the grammar is not touched; flush() turns the part
//    that was matched into ordinary symbols. Nor is it while the cursor follows what stands behind the last
//    rule in another place: where a long body differs in one call, the rest of it is still predicted. What
//    was matched becomes one rule for both places, in one step.
#pragma once

#include <cstdint>

#include "core/index_table.h"
#include "core/run_counts.h"

namespace recorder {

class Grammar {
 public:
  static constexpr uint32_t kNone = 0xFFFFFFFFu;
  static constexpr uint32_t kRule = 0x80000000u;   // symbol bit: a rule, else a terminal
  static constexpr uint32_t kGuard = 0x40000000u;  // symbol bit (with kRule): the guard node of that rule
  static constexpr uint32_t kIdMask = 0x3FFFFFFFu;
  static constexpr uint32_t kMaxFrames = 32;
  static constexpr uint64_t kVaries = ~uint64_t{0};  // exponent: more than any cursor reaches

  struct Node {
    uint64_t exponent;
    uint32_t symbol;  // kNone while the node is free
    uint32_t prev;
    uint32_t next;
    uint32_t is_cut;  // of a chain that is being pushed: its last repetition goes on in the next node
  };
  struct Rule {
    uint32_t guard;  // kNone while the rule is free
    uint32_t refs;   // nodes that name it
    uint32_t use;    // the last of these that was made, but for the end of the start rule; may be gone since
  };

  // A rule takes at least three nodes (its guard and two symbols).
  static uint32_t rules_for(uint32_t node_capacity) { return node_capacity / 3 + 1; }
  // The memory is the caller's: `node_capacity` nodes, which extend() may raise, and `rules` for as many as
  // there can ever be. False without memory for the digrams.
  bool init(Node *nodes, uint32_t node_capacity, Rule *rules);
  void extend(uint32_t node_capacity) { node_capacity_ = node_capacity; }
  void destroy() {
    digrams_.destroy();
    counts_.destroy();
  }
  // Memory for the lengths of runs that vary, the caller's, too. Without any, none varies.
  void set_counts(uint8_t *memory, uint64_t size) { counts_.set_memory(memory, size); }
  void extend_counts(uint64_t size) { counts_.extend(size); }
  const RunCounts &counts() const { return counts_; }
  // Without, every call is a symbol of the start rule: what the recognition of loops saves can then be
  // measured.
  void set_folding(bool folds) { folds_ = folds; }
  // Empties the grammar; the memory stays.
  void reset();

  // The terminal that continues the current loop, or kNone.
  uint32_t expected() const { return expected_; }
  // The next call is expected(). Touches a counter and, at the end of a run, the cursor. False if the call
  // after it is expected to be the same.
  bool accept() {
    if (__builtin_expect(++done_ < limit_, 1)) return false;
    uint32_t next = nodes_[node_].next;
    if (is_guard(next)) next = repeat(next);
    if (__builtin_expect(is_terminal(next), 1))
      stand(next);
    else
      leave_body(next);
    return true;
  }
  // The next call is `terminal`, whatever was expected. has_room() must hold.
  void append(uint32_t terminal);
  // False when an append might not find the nodes that it needs: time for a new segment.
  bool has_room() const;

  // Ends the prediction: all that was appended stands in the rules.
  void flush();
  // Upper bound of the bytes that serialise() writes. Both after flush().
  uint64_t serialised_bound() const;
  // Writes the CFG body as in the trace file; counts() then has the lengths of its runs that vary. Rules and
  // the symbols that vary are numbered in the order in which they are first named, so that grammars that came
  // about in other ways are written alike. Takes scratch of scratch_count() entries.
  uint8_t *serialise(uint8_t *out, uint32_t *scratch);
  uint32_t scratch_count() const { return 2 * rule_end_; }
  uint32_t rule_count() const { return rule_end_; }
  bool empty() const { return nodes_[rules_[0].guard].next == rules_[0].guard && frame_count_ == 0; }
  uint64_t private_bytes() const { return digrams_.bytes(); }
  // False in the middle of a change, as a signal handler may find it; flush() and the rest would then go
  // astray.
  bool walkable() const;
  // Terminals that were appended since the last reset, after flush(). `lengths` is zeroed scratch of
  // rule_count() entries.
  uint64_t length(uint64_t *lengths) const;
  // Walks all invariants; for tests.
  bool consistent() const;

 private:
  // A rule whose body the cursor is in.
  struct Frame {
    uint32_t node;   // that names the rule
    uint32_t first;  // of the body
    uint64_t done;   // repetitions of the node that are complete, of the tail's those since it became a frame
    uint64_t limit;
  };

  bool is_guard(uint32_t node) const { return (nodes_[node].symbol & kGuard) != 0; }
  // Whether the cursor follows what stands behind the tail's rule in another place.
  bool is_elsewhere() const { return frame_count_ != 0 && frames_[0].node != tail_; }
  // Where a body ends: elsewhere that may be the tail, which the cursor never enters there.
  bool is_end(uint32_t node) const { return is_guard(node) || (is_elsewhere() && node == tail_); }
  bool is_terminal(uint32_t node) const { return nodes_[node].symbol < kGuard; }
  bool is_rule(uint32_t node) const { return (nodes_[node].symbol & (kRule | kGuard)) == kRule; }
  uint32_t rule_of(uint32_t node) const { return nodes_[node].symbol & kIdMask; }
  uint32_t first_of(uint32_t rule) const { return nodes_[rules_[rule].guard].next; }
  void link(uint32_t a, uint32_t b) {
    nodes_[a].next = b;
    nodes_[b].prev = a;
  }

  uint32_t new_node(uint32_t symbol, uint64_t exponent);
  void free_node(uint32_t node);
  uint32_t new_rule();
  void free_rule(uint32_t rule);
  void reference(uint32_t node);
  void release(uint32_t node);

  uint32_t digram_hash(uint32_t first) const;
  bool same_digram(uint32_t a, uint32_t b) const;
  uint32_t find_digram(uint32_t first) const;
  void erase_digram(uint32_t first);

  void change(int by) {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    changing_ += static_cast<uint32_t>(by);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
  }
  void append_changing(uint32_t terminal);
  void flush_changing();
  bool follow(uint32_t terminal);
  bool follow_elsewhere(uint32_t terminal);
  void flush_elsewhere();
  void share(uint32_t from, uint32_t to);
  bool varies(uint32_t node) const { return nodes_[node].exponent == kVaries; }
  // Whether two neighbours are one run.
  bool joins(uint32_t a, uint32_t b) const {
    return nodes_[a].symbol == nodes_[b].symbol && !varies(a) && !varies(b);
  }
  struct EndedRuns;
  bool pass_runs(uint32_t terminal);
  bool find_ended(uint32_t terminal, EndedRuns *ended) const;
  bool find_behind(uint32_t node, uint64_t length, uint32_t level, uint32_t terminal, EndedRuns *ended) const;
  uint32_t find_begin(uint32_t node, uint32_t terminal, EndedRuns *ended) const;
  uint32_t terminal_at(uint32_t node) const;
  void push(uint32_t node);
  bool close_tail(bool may_vary);
  bool vary_tail();
  struct Spelling;
  bool respell(uint32_t left, bool is_anywhere);
  uint32_t first_to_spell(Spelling *spelling) const;
  bool opens(uint32_t node, Spelling *spelling, uint32_t depth) const;
  bool spell(uint32_t node, Spelling *spelling, uint32_t depth);
  bool add(uint32_t symbol, uint64_t exponent, Spelling *spelling);
  uint32_t behind_body(uint32_t node, uint32_t body) const;
  uint32_t put_rule(uint32_t before, uint32_t from, uint32_t end, Spelling *spelling);
  void fold(Spelling *spelling);
  void let_vary(uint32_t before, Spelling *spelling);
  bool is_place(uint32_t left, uint32_t node, const Spelling &spelling) const;
  void find_followers(uint32_t before, Spelling *spelling) const;
  bool is_run(uint32_t left, uint32_t node, const Spelling &spelling) const;
  void respell_from(uint32_t first, Spelling *spelling);
  void drop(uint32_t first);
  uint32_t last_terminal(uint32_t node) const;
  void check(uint32_t first);
  void match(uint32_t fresh, uint32_t found);
  uint32_t make_rule(uint32_t found);
  void substitute(uint32_t first, uint32_t rule);
  void inline_if_single(uint32_t node);
  bool merge_with_next(uint32_t node);
  void later(uint32_t first);
  void settle();

  void arm();
  // The cursor stands before the first repetition of a terminal.
  void stand(uint32_t node) {
    node_ = node;
    done_ = 0;
    limit_ = nodes_[node].exponent;
    expected_ = nodes_[node].symbol;
  }
  // The body of the innermost frame ended at `guard`: its first node if it repeats.
  uint32_t repeat(uint32_t guard) {
    Frame &frame = frames_[frame_count_ - 1];
    return __builtin_expect(++frame.done < frame.limit, 1) ? frame.first : guard;
  }
  void enter(uint32_t node, uint64_t limit) {
    frames_[frame_count_++] = Frame{node, first_of(rule_of(node)), 0, limit};
  }
  void descend(uint32_t node);
  void leave_body(uint32_t next);
  void start_run();
  uint64_t pending() const;
  uint32_t pending_chain();
  void push_chain(uint32_t chain, uint32_t cut);
  uint32_t number_rules(uint32_t *numbers, uint32_t *rules) const;
  static uint64_t serialised_symbol(uint32_t symbol, const uint32_t *numbers);

  Node *nodes_;
  Rule *rules_;
  uint32_t node_capacity_, node_end_, free_nodes_, free_node_count_;
  uint32_t rule_end_, free_rules_;
  uint32_t tail_;  // last node of the start rule; its guard when it is empty
  // The cursor: the terminal's node that it stands at, repetitions that are matched, and when it moves on.
  // With no frames it stands at the tail, a terminal that may come again any number of times. Elsewhere, the
  // first frame is another node that names the tail's rule, and its body what comes behind that.
  uint32_t expected_;
  uint32_t node_;
  uint64_t done_, limit_;
  uint32_t frame_count_;  // frames_[0] is the tail, a rule, or elsewhere
  Frame frames_[kMaxFrames];
  IndexTable digrams_;
  RunCounts counts_;
  // More nodes than the rewriting after one symbol takes: each step of a cascade adds at most one.
  static constexpr uint32_t kAppendMargin = 1024;
  // Digrams whose neighbourhood changed and must be looked at; bounded because each substitution adds few and
  // settle() empties it before the next append.
  static constexpr uint32_t kMaxLater = 64;
  uint32_t later_[kMaxLater];
  uint32_t later_count_;
  uint32_t respelled_;  // how often
  uint32_t changing_;   // changes in progress, one within the other
  bool folds_ = true;
};

}  // namespace recorder
