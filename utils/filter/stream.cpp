// SPDX-License-Identifier: BSD-3-Clause
// Reading as analysis/walk.cpp and reader/stream_reader.cpp do, and putting again what is selected.
#include "filter/stream.h"

#include "filter/encode.h"
#include "format/format.h"
#include "reader/failure.h"

namespace recorder::filter {

using reader::Name;
using reader::Piece;
using reader::Template;

StreamRecords StreamFilter::run(const reader::Stream &stream) {
  process_ = trace_.process(stream.rank);
  cwd_ = process_.cwd;
  state_ = std::make_unique<reader::StreamState>(trace_.dictionary().names, cwd_);
  new_state_ = std::make_unique<NewState>(trace_.dictionary(), cwd_);
  site_.clear();
  beside_ = reader::PieceTimes();
  for (const Piece &piece : stream.pieces) {
    open_times(piece);
    for (size_t i = piece.plan->first; i != piece.plan->last; ++i) part(piece, i);
    beside_.finish();
  }
  end_tree();
  return writer_.finish();
}

void StreamFilter::open_times(const Piece &piece) {
  const reader::Process process = piece.file->process(piece.rank);
  same_ticks_ = process.tick_num == process_.tick_num && process.tick_den == process_.tick_den &&
                process.start_realtime == process_.start_realtime;
  beside_.open(trace_, piece, *state_,
               [this](uint32_t terminal) { return part_->function_number(terminal); });
}

void StreamFilter::part(const Piece &piece, size_t index) {
  part_ =
      std::make_unique<reader::PartReader>(*piece.file, piece.member.of->parts[index], piece.member.index);
  beside_.begin_part();
  reader::Expansion expansion(part_->grammar(), beside_.counts());
  uint32_t terminal;
  while (expansion.next(&terminal)) record(terminal);
}

void StreamFilter::record(uint32_t terminal) {
  const Template &record = part_->decode(terminal, state_->slot_ends(), complete_);
  if (record.what == Template::What::call) return call(terminal, record);
  if (record.what == Template::What::site) {
    site_.clear();
    put_varint(site_, format::kFnSite);
    put_text(site_, record.name != nullptr ? record.name->text : "");
    put_varint(site_, record.site_offset);
    return;
  }
  state_->apply(record, beside_.asides(), outcome_);
  cwd_ = state_->cwd();
}

void StreamFilter::call(uint32_t terminal, const Template &record) {
  if (pending_.size() == kMostPending)
    reader::fail(RECORDER_E_MEMORY, "one call made more calls than can be put in order");
  outcome_.clear();
  // Values that are aside stand before the times of their call.
  const Name *file = state_->apply(record, beside_.asides(), outcome_);
  Pending pending = {};
  pending.depth = record.depth;
  pending.parent = kNone;
  note_times(terminal, record, pending);
  pending.selected = filter_.admits_function(*record.function) &&
                     filter_.admits_time(pending.start_ns, pending.end_ns) && filter_.admits_file(file);
  if (pending.selected) encode(record, file, pending);
  site_.clear();
  pending.before_end = before_.size();
  pending.values_end = values_.size();
  pending_.push_back(pending);
  adopt(static_cast<uint32_t>(pending_.size() - 1));
  if (record.depth == 0) end_tree();
}

void StreamFilter::note_times(uint32_t terminal, const Template &record, Pending &pending) {
  if (beside_.times() == nullptr) return;
  int64_t start, end;
  beside_.times()->next(terminal, record.depth, &start, &end);
  pending.start_ns = beside_.scale().to_ns(start);
  pending.end_ns = beside_.scale().to_ns(end);
  pending.start = same_ticks_ ? static_cast<uint64_t>(start) : to_ticks(pending.start_ns);
  pending.end = same_ticks_ ? static_cast<uint64_t>(end) : to_ticks(pending.end_ns);
}

// The first tick of the process at this time: of a late part, whose clock was put right in another way.
uint64_t StreamFilter::to_ticks(int64_t ns) const {
  const __int128 since = ns - trace_.start_of(process_);
  const __int128 scaled = since * static_cast<__int128>(process_.tick_den);
  const __int128 num = static_cast<__int128>(process_.tick_num);
  return static_cast<uint64_t>((scaled + num - 1) / num);
}

void StreamFilter::encode(const Template &record, const Name *file, Pending &pending) {
  pending.function = format::kFnFirst + record.function->described.index;
  pending.failed = record.failed;
  pending.error = static_cast<uint64_t>(record.error);
  const reader::Filled *filled = outcome_.filled.data();
  new_state_->prepare(record, filled, cwd_, before_);
  if (!site_.empty()) before_.push_back(site_);
  new_state_->apply(record, filled, file, differences_);
  put_values(values_, record, filled, differences_, trace_.dictionary().classes);
}

// As StreamReader does it.
void StreamFilter::adopt(uint32_t parent) {
  while (!roots_.empty() && pending_[roots_.back()].depth > pending_[parent].depth &&
         pending_[roots_.back()].end_ns >= pending_[parent].start_ns) {
    pending_[roots_.back()].parent = parent;
    roots_.pop_back();
  }
  roots_.push_back(parent);
}

// A call is as deep as it was, less the calls around it that are left out.
void StreamFilter::end_tree() {
  depths_.resize(pending_.size());
  for (size_t i = pending_.size(); i-- != 0;) {
    const Pending &one = pending_[i];
    depths_[i] = one.depth;
    if (one.parent == kNone) continue;
    const Pending &around = pending_[one.parent];
    depths_[i] = depths_[one.parent] + one.depth - around.depth - (around.selected ? 0 : 1);
  }
  std::string signature;
  size_t before = 0, values = 0;
  for (size_t i = 0; i < pending_.size(); ++i) {
    const Pending &one = pending_[i];
    if (one.selected) {
      for (; before != one.before_end; ++before) writer_.add(before_[before]);
      signature.clear();
      put_varint(signature, one.function);
      put_varint(signature, 2 * depths_[i] + (one.failed ? 1 : 0));
      if (one.failed) put_varint(signature, one.error);
      signature.append(values_, values, one.values_end - values);
      writer_.add(signature);
      writer_.add_times(one.start, one.end);
    }
    values = one.values_end;
  }
  trace_.add_calls_read(pending_.size());
  pending_.clear();
  roots_.clear();
  before_.clear();
  values_.clear();
}

}  // namespace recorder::filter
