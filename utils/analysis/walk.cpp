// SPDX-License-Identifier: BSD-3-Clause
// Going through a stream's grammars, record by record or loop by loop.
#include "analysis/walk.h"

#include <deque>
#include <unordered_map>

#include "analysis/loops.h"
#include "analysis/transfers.h"
#include "reader/failure.h"
#include "reader/part_reader.h"
#include "reader/piece_times.h"

namespace recorder::analysis {

using reader::Grammar;
using reader::Outcome;
using reader::PartReader;
using reader::Piece;
using reader::StreamState;
using reader::Template;

class Walk::Impl {
 public:
  Impl(reader::Trace &trace, const WalkOptions &options) : trace_(trace), options_(options) {}

  reader::Trace &trace() { return trace_; }

  void stream(const reader::Stream &stream, Visitor &visitor);

 private:
  // Grammars with deeper rules are expanded without recursion.
  static constexpr uint32_t kDeepest = 500;
  // Loops with fewer turns are not worth a look.
  static constexpr uint64_t kFewest = 6;

  // A loop that is gone through once for all its turns.
  struct Frame {
    uint64_t times;
    std::vector<int64_t> distances;  // by event of a turn
    size_t next;                     // event
    uint64_t positions;              // that were made before
    std::vector<StreamState::Change> offset_changes;
    std::vector<Positions::Change> position_changes;
  };

  void part(const Piece &piece, size_t index);
  void expand();
  void rule(uint32_t id);
  void body(const Grammar::Symbol &symbol);
  uint64_t turns(const Grammar::Symbol &symbol);
  void loop(const Grammar::Symbol &symbol);
  bool look(const Grammar::Symbol &symbol, std::vector<int64_t> &distances);
  void repeat(const Grammar::Symbol &symbol, uint64_t times, std::vector<int64_t> &&distances);
  void end_frame();
  void keep_changes();
  void record(uint32_t terminal);
  void add_steps(Event &event);

  reader::Trace &trace_;
  const WalkOptions options_;
  Plans plans_;

  // Of the stream
  Visitor *visitor_ = nullptr;
  std::unique_ptr<StreamState> state_;
  std::unique_ptr<Transfers> transfers_;
  Event event_ = {};
  Outcome outcome_;
  LoopLog log_;
  std::deque<Frame> frames_;
  std::vector<Step> steps_;

  // Of the part
  reader::PieceTimes beside_;
  std::unique_ptr<PartReader> part_;
  Grammar::Nesting nesting_;
};

Walk::Walk(reader::Trace &trace, const WalkOptions &options)
    : impl_(std::make_unique<Impl>(trace, options)) {}
Walk::~Walk() = default;

void Walk::rank(uint64_t rank, Visitor &visitor) {
  for (const reader::Stream &one : impl_->trace().streams_of(rank)) stream(one, visitor);
}

void Walk::stream(const reader::Stream &stream, Visitor &visitor) { impl_->stream(stream, visitor); }

void Walk::Impl::stream(const reader::Stream &stream, Visitor &visitor) {
  visitor_ = &visitor;
  state_ = std::make_unique<StreamState>(trace_.dictionary().names, trace_.process(stream.rank).cwd);
  transfers_ = std::make_unique<Transfers>(trace_.dictionary().classes, plans_);
  event_ = {};
  event_.rank = stream.rank;
  event_.thread = stream.thread;
  event_.sizes = &transfers_->sizes();
  frames_.clear();
  beside_ = reader::PieceTimes();
  visitor.stream_begins(stream);
  for (const Piece &piece : stream.pieces) {
    // Times are needed for themselves, and for values that stand among them.
    beside_.open(
        trace_, piece, *state_, [this](uint32_t terminal) { return part_->function_number(terminal); },
        options_.times);
    for (size_t i = piece.plan->first; i != piece.plan->last; ++i) part(piece, i);
    beside_.finish();
  }
  visitor.stream_ends();
}

void Walk::Impl::part(const Piece &piece, size_t index) {
  part_ = std::make_unique<PartReader>(*piece.file, piece.member.of->parts[index], piece.member.index);
  beside_.begin_part();
  if (beside_.asides() != nullptr || options_.expand || options_.times) return expand();
  nesting_ = part_->grammar().nesting();
  if (nesting_.depth[0] > kDeepest) return expand();
  rule(0);
}

void Walk::Impl::expand() {
  reader::Expansion expansion(part_->grammar(), beside_.counts());
  uint32_t terminal;
  while (expansion.next(&terminal)) record(terminal);
}

void Walk::Impl::rule(uint32_t id) {
  const Grammar &grammar = part_->grammar();
  for (const Grammar::Symbol *symbol = grammar.begin(id); symbol != grammar.end(id); ++symbol) loop(*symbol);
}

void Walk::Impl::body(const Grammar::Symbol &symbol) {
  if (symbol.rule) {
    rule(symbol.id);
  } else {
    record(symbol.id);
  }
}

uint64_t Walk::Impl::turns(const Grammar::Symbol &symbol) {
  if (symbol.exponent != 0) return symbol.exponent;
  if (beside_.counts() == nullptr) reader::damaged("it does not say how long its loops are");
  return beside_.counts()->next_run(symbol.key);
}

// Looks at the first turns, then again after 12, 48, ... of them; not where loops inside vary in length.
void Walk::Impl::loop(const Grammar::Symbol &symbol) {
  const uint64_t all = turns(symbol);
  const bool may_look = !symbol.rule || !nesting_.varies[symbol.id];
  uint64_t done = 0, next_look = 0;
  while (done != all) {
    if (!may_look || done < next_look || all - done < kFewest) {
      body(symbol);
      ++done;
      continue;
    }
    std::vector<int64_t> distances;
    const bool alike = look(symbol, distances);
    done += 3;
    next_look = 4 * done;
    if (!alike) continue;
    repeat(symbol, all - done, std::move(distances));
    return;
  }
}

// Goes through three turns; whether they are alike.
bool Walk::Impl::look(const Grammar::Symbol &symbol, std::vector<int64_t> &distances) {
  log_.open();
  const uint64_t generation = log_.generation();
  size_t marks[4] = {log_.mark()};
  for (int turn = 1; turn <= 3; ++turn) {
    body(symbol);
    marks[turn] = log_.mark();
  }
  const bool alike =
      generation == log_.generation() && log_.alike(marks[0], marks[1], marks[2], marks[3], distances);
  log_.close();
  return alike;
}

void Walk::Impl::repeat(const Grammar::Symbol &symbol, uint64_t times, std::vector<int64_t> &&distances) {
  frames_.push_back({times, std::move(distances), 0, transfers_->positions().made(), {}, {}});
  keep_changes();
  visitor_->loop_begins(times);
  body(symbol);
  visitor_->loop_ends();
  end_frame();
}

void Walk::Impl::keep_changes() {
  Frame *frame = frames_.empty() ? nullptr : &frames_.back();
  state_->keep_changes(frame != nullptr ? &frame->offset_changes : nullptr);
  transfers_->positions().keep_changes(frame != nullptr ? &frame->position_changes : nullptr);
}

// What the one turn did to the stream's state the others do, too. For the loop around it, all of that is one
// change.
void Walk::Impl::end_frame() {
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  keep_changes();
  std::unordered_map<const void *, bool> seen;
  for (const StreamState::Change &change : frame.offset_changes) {
    if (!seen.emplace(change.offset, true).second) continue;
    StreamState::repeat(change, frame.times - 1);
    if (!frames_.empty()) frames_.back().offset_changes.push_back(change);
  }
  for (const Positions::Change &change : frame.position_changes) {
    if (!seen.emplace(change.position.get(), true).second) continue;
    // A file that each turn opens anew stands where one turn leaves it.
    if (change.position->made > frame.positions) continue;
    change.position->value +=
        (change.position->value - change.before.value) * static_cast<int64_t>(frame.times - 1);
    if (!frames_.empty()) frames_.back().position_changes.push_back(change);
  }
}

void Walk::Impl::record(uint32_t terminal) {
  outcome_.clear();
  const Template &record = part_->decode(terminal);
  if (record.what != Template::What::call) {
    if (record.what == Template::What::bind) transfers_->bind(record);
    if (record.what != Template::What::site) state_->apply(record, beside_.asides(), outcome_);
    return;
  }
  event_.record = &record;
  event_.times = 1;
  event_.loops = 0;
  event_.shape = record.shape;
  event_.file = state_->apply(record, beside_.asides(), outcome_);
  event_.filled = outcome_.filled.data();
  if (reader::TimeReader *times = beside_.times()) {
    int64_t start, end;
    times->next(terminal, record.depth, &start, &end);
    event_.start_ns = beside_.scale().to_ns(start);
    event_.end_ns = beside_.scale().to_ns(end);
  }
  transfers_->complete(event_);
  if (!frames_.empty()) add_steps(event_);
  if (log_.active()) log_.add(event_);
  visitor_->call(event_);
}

// Of the loops that are gone through once.
void Walk::Impl::add_steps(Event &event) {
  steps_.clear();
  for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
    if (frame->next == frame->distances.size())
      reader::fail(RECORDER_E_FORMAT, "a loop goes on otherwise than it began");
    steps_.push_back({frame->times, event.has_offset ? frame->distances[frame->next] : 0});
    ++frame->next;
    event.times *= frame->times;
  }
  event.steps = steps_.data();
  event.loops = steps_.size();
}

}  // namespace recorder::analysis
