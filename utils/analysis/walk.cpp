// SPDX-License-Identifier: BSD-3-Clause
// Going through a stream's grammars, record by record or loop by loop.
#include "analysis/walk.h"

#include <algorithm>
#include <deque>
#include <unordered_map>

#include "analysis/loops.h"
#include "analysis/transfers.h"
#include "analysis/turns.h"
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

namespace {

void set_moments(Event &event, const Moment *moments, uint64_t count) {
  event.moments = moments;
  event.start_ns = moments->start_ns;
  event.end_ns = moments->end_ns;
  event.time_ns = event.longest_ns = 0;
  for (const Moment *moment = moments; moment != moments + count; ++moment) {
    const int64_t duration = moment->end_ns - moment->start_ns;
    event.start_ns = std::min(event.start_ns, moment->start_ns);
    event.end_ns = std::max(event.end_ns, moment->end_ns);
    event.time_ns += duration;
    event.longest_ns = std::max(event.longest_ns, duration);
  }
}

}  // namespace

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
    const Turns *turns;  // with times
  };

  void part(const Piece &piece, size_t index);
  void expand();
  void rule(uint32_t id);
  void body(const Grammar::Symbol &symbol);
  uint64_t turns(const Grammar::Symbol &symbol);
  void loop(const Grammar::Symbol &symbol);
  bool may_look(const Grammar::Symbol &symbol, uint64_t turns) const;
  bool look(const Grammar::Symbol &symbol, std::vector<int64_t> &distances);
  void repeat(const Grammar::Symbol &symbol, uint64_t times, std::vector<int64_t> &&distances);
  void repeat_timed(uint64_t times);
  void timed(uint64_t times);
  void begin_frame(uint64_t times, const std::vector<int64_t> &distances, const Turns *turns);
  void end_frame();
  void keep_changes();
  void record(uint32_t terminal);
  void read_time(const Template &record, uint32_t terminal);
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
  Turns turns_;
  bool notes_turn_ = false;
  bool inside_ = false;  // a loop that is looked at or comes many turns at once, with times
  Moment moment_ = {};   // of a call that comes by itself

  // Of the part
  reader::PieceTimes beside_;
  std::unique_ptr<PartReader> part_;
  std::shared_ptr<const Template> complete_;  // the present record, if its slots had to be put in
  Grammar::Nesting nesting_;
  reader::EmptyRuns empty_;
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
  notes_turn_ = inside_ = false;
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
  // Without times, values of random arguments come one by one.
  const bool timed = options_.times && beside_.times() != nullptr;
  if (options_.expand || (!timed && beside_.asides() != nullptr)) return expand();
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
  const uint64_t length = beside_.counts()->next_run(symbol.key);
  if (length == 0) empty_.add(part_->grammar());
  return length;
}

// Not where loops inside vary in length.
bool Walk::Impl::may_look(const Grammar::Symbol &symbol, uint64_t turns) const {
  if (symbol.rule && nesting_.varies[symbol.id]) return false;
  if (beside_.times() == nullptr) return true;
  return !inside_ && turns >= Turns::kFewest &&
         (!symbol.rule || part_->grammar().records(symbol.id) <= Turns::kMostRecords);
}

// Looks at the first turns, then again after 12, 48, ... of them.
void Walk::Impl::loop(const Grammar::Symbol &symbol) {
  const uint64_t all = turns(symbol);
  const bool looks = may_look(symbol, all);
  uint64_t done = 0, next_look = 0;
  while (done != all) {
    if (!looks || done < next_look || all - done < kFewest) {
      body(symbol);
      ++done;
      continue;
    }
    std::vector<int64_t> distances;
    const bool alike = look(symbol, distances);
    done += 3;
    next_look = 4 * done;
    if (!alike) continue;
    if (beside_.times() == nullptr)
      repeat(symbol, all - done, std::move(distances));
    else if (turns_.end(std::move(distances)))
      repeat_timed(all - done);
    else
      continue;
    return;
  }
}

// Goes through three turns; whether they are alike.
bool Walk::Impl::look(const Grammar::Symbol &symbol, std::vector<int64_t> &distances) {
  log_.open();
  inside_ = beside_.times() != nullptr;
  const uint64_t generation = log_.generation();
  size_t marks[4] = {log_.mark()};
  for (int turn = 1; turn <= 3; ++turn) {
    notes_turn_ = inside_ && turn == 3;
    if (notes_turn_) turns_.begin();
    body(symbol);
    marks[turn] = log_.mark();
  }
  const bool alike =
      generation == log_.generation() && log_.alike(marks[0], marks[1], marks[2], marks[3], distances);
  log_.close();
  notes_turn_ = inside_ = false;
  return alike;
}

void Walk::Impl::repeat(const Grammar::Symbol &symbol, uint64_t times, std::vector<int64_t> &&distances) {
  begin_frame(times, distances, nullptr);
  body(symbol);
  end_frame();
}

// A turn that begins elsewhere leaves something of the first turn before all, and of the last one behind.
void Walk::Impl::repeat_timed(uint64_t times) {
  const auto &records = turns_.records();
  const size_t before = turns_.rotate();
  const size_t behind = before != 0 ? records.size() - before : 0;
  inside_ = true;
  for (size_t i = 0; i < before; ++i) record(records[behind + i].terminal);
  uint64_t left = before != 0 ? times - 1 : times;
  while (left != 0) {
    const uint64_t next = std::min(left, turns_.most());
    timed(next);
    left -= next;
  }
  for (size_t i = 0; i < behind; ++i) record(records[i].terminal);
  inside_ = false;
}

void Walk::Impl::timed(uint64_t times) {
  turns_.read(*beside_.times(), beside_.scale(), options_.shift_ns, times);
  begin_frame(times, turns_.distances(), &turns_);
  for (const Turns::Record &one : turns_.records()) record(one.terminal);
  end_frame();
}

void Walk::Impl::begin_frame(uint64_t times, const std::vector<int64_t> &distances, const Turns *turns) {
  frames_.push_back({times, distances, 0, transfers_->positions().made(), {}, {}, turns});
  keep_changes();
  visitor_->loop_begins(times);
}

void Walk::Impl::keep_changes() {
  Frame *frame = frames_.empty() ? nullptr : &frames_.back();
  state_->keep_changes(frame != nullptr ? &frame->offset_changes : nullptr);
  transfers_->positions().keep_changes(frame != nullptr ? &frame->position_changes : nullptr);
}

// What the one turn did to the stream's state the others do, too. For the loop around it, all of that is one
// change.
void Walk::Impl::end_frame() {
  visitor_->loop_ends(frames_.back().times);
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
  empty_.clear();
  const Template &record = part_->decode(terminal, state_->slot_ends(), complete_);
  if (notes_turn_) turns_.note(terminal, record);
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
  if (beside_.times() != nullptr) read_time(record, terminal);
  transfers_->complete(event_);
  if (!frames_.empty()) add_steps(event_);
  if (log_.active()) log_.add(event_);
  visitor_->call(event_);
}

void Walk::Impl::read_time(const Template &record, uint32_t terminal) {
  if (!frames_.empty()) {
    const Frame &frame = frames_.back();
    return set_moments(event_, frame.turns->moments_of(frame.next), frame.times);
  }
  int64_t start, end;
  beside_.times()->next(terminal, record.depth, &start, &end);
  if (!options_.times) return;
  moment_ = {beside_.scale().to_ns(start) + options_.shift_ns,
             beside_.scale().to_ns(end) + options_.shift_ns};
  set_moments(event_, &moment_, 1);
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
