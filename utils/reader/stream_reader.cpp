// SPDX-License-Identifier: BSD-3-Clause
// From terminals and times to calls with values.
#include "reader/stream_reader.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "reader/failure.h"

namespace recorder::reader {

StreamReader::StreamReader(Trace &trace, Stream stream, Filter *filter, std::unique_ptr<Companion> companion)
    : trace_(trace),
      stream_(std::move(stream)),
      filter_(filter),
      companion_(std::move(companion)),
      state_(trace.dictionary().names, trace.process(stream_.rank).cwd) {
  call_.rank = stream_.rank;
  call_.thread = stream_.thread;
}

bool StreamReader::advance() {
  for (;;) {
    if (ready_.empty() && !collect()) return false;
    const uint32_t index = ready_.back();
    ready_.pop_back();
    const Record &record = pending_[index];
    if (record.next_sibling != kNone) ready_.push_back(record.next_sibling);
    if (record.first_child != kNone) ready_.push_back(record.first_child);
    if (filter_ != nullptr && filter_->past(record.start)) {
      ready_.clear();
      ended_ = true;
      continue;
    }
    // A call that made no others was decoded a moment ago.
    const Template &decoded = pending_.size() == 1 ? *last_decoded_ : decode(record);
    if (filter_ != nullptr && !admits(record, *decoded.function)) continue;
    show(record, decoded);
    if (companion_ != nullptr) companion_->shown(index);
    return true;
  }
}

const Template &StreamReader::decode(const Record &record) {
  return record.complete != kNone ? *complete_[record.complete] : record.part->decode(record.terminal);
}

bool StreamReader::admits(const Record &record, const Function &function) {
  return filter_->admits_function(function) && filter_->admits_time(record.start, record.end) &&
         filter_->admits_file(record.path);
}

// Reads records until a tree is complete; false at the end of the stream.
bool StreamReader::collect() {
  pending_.clear();
  depths_.clear();
  outcome_.clear();
  complete_.clear();
  roots_.clear();
  if (companion_ != nullptr) companion_->tree_begins();
  if (parts_.size() > 1) parts_.erase(parts_.begin(), parts_.end() - 1);
  uint32_t terminal;
  while (!ended_ && next_terminal(&terminal)) {
    std::shared_ptr<const Template> complete;
    const Template &record = parts_.back()->decode(terminal, state_.slot_ends(), complete);
    if (record.what == Template::What::site) {
      site_ = {record.name, record.site_offset};
      continue;
    }
    if (record.what != Template::What::call) {
      state_.apply(record, beside_.asides(), outcome_);
      if (companion_ != nullptr && record.what == Template::What::bind) companion_->bind(record);
      continue;
    }
    add(record, terminal);
    if (complete != nullptr) keep(std::move(complete));
    last_decoded_ = &record;
    if (record.depth == 0) break;
  }
  trace_.add_calls_read(pending_.size());
  queue_roots();
  return !ready_.empty();
}

void StreamReader::add(const Template &record, uint32_t terminal) {
  if (pending_.size() == kMostPending)
    fail(RECORDER_E_MEMORY, "one call made more calls than can be put in order");
  Record r{parts_.back().get(), nullptr, 0, 0, outcome_.filled.size(), terminal, kNone, kNone, kNone, site_};
  site_ = {};
  // Values that are aside stand before the times of their call.
  r.path = state_.apply(record, beside_.asides(), outcome_);
  if (companion_ != nullptr) {
    companion_->call(record, outcome_.filled.data() + r.filled, record.shape);
  }
  if (TimeReader *times = beside_.times()) {
    int64_t start, end;
    times->next(terminal, record.depth, &start, &end);
    r.start = beside_.scale().to_ns(start);
    r.end = beside_.scale().to_ns(end);
  }
  const uint32_t index = static_cast<uint32_t>(pending_.size());
  pending_.push_back(r);
  depths_.push_back(record.depth);
  adopt(index, record.depth);
}

// The template of the record that came last.
void StreamReader::keep(std::shared_ptr<const Template> complete) {
  pending_.back().complete = static_cast<uint32_t>(complete_.size());
  complete_.push_back(std::move(complete));
}

// The roots that came last and are deeper are the new record's children, unless they had ended before it
// began: then their own parent never returned.
void StreamReader::adopt(uint32_t parent, uint64_t depth) {
  size_t first = roots_.size();
  while (first != 0 && depths_[roots_[first - 1]] > depth &&
         pending_[roots_[first - 1]].end >= pending_[parent].start) {
    --first;
  }
  for (size_t i = first; i + 1 < roots_.size(); ++i) pending_[roots_[i]].next_sibling = roots_[i + 1];
  if (first != roots_.size()) pending_[parent].first_child = roots_[first];
  roots_.resize(first);
  roots_.push_back(parent);
}

void StreamReader::queue_roots() {
  // Siblings follow by their links, so only the first goes on the stack.
  for (size_t i = 0; i + 1 < roots_.size(); ++i) pending_[roots_[i]].next_sibling = roots_[i + 1];
  if (!roots_.empty()) ready_.push_back(roots_[0]);
}

bool StreamReader::next_terminal(uint32_t *terminal) {
  for (;;) {
    if (file_ != nullptr) {
      if (expansion_.next(terminal)) return true;
      const Piece &piece = stream_.pieces[piece_ - 1];
      if (part_ != piece.plan->last) {
        open_part(piece);
        continue;
      }
      beside_.finish();
      file_ = nullptr;
    }
    if (piece_ == stream_.pieces.size()) {
      ended_ = true;
      return false;
    }
    open_piece();
  }
}

void StreamReader::open_part(const Piece &piece) {
  const ClassPart &part = piece.member.of->parts[part_++];
  parts_.push_back(std::make_unique<PartReader>(*file_, part, piece.member.index));
  expansion_ = Expansion(parts_.back()->grammar(), beside_.counts());
  beside_.begin_part();
}

void StreamReader::open_piece() {
  const Piece &piece = stream_.pieces[piece_++];
  file_ = piece.file;
  part_ = piece.plan->first;
  expansion_ = Expansion();
  beside_.open(trace_, piece, state_,
               [this](uint32_t terminal) { return parts_.back()->function_number(terminal); });
}

void StreamReader::show(const Record &record, const Template &decoded) {
  const Function &function = *decoded.function;
  call_.function = &function.described;
  call_.depth = decoded.depth;
  call_.start_ns = record.start;
  call_.end_ns = record.end;
  call_.error = decoded.error;
  call_.failed = decoded.failed;
  call_.file = record.path != nullptr ? record.path->text.c_str() : nullptr;
  call_.site_module = record.site.module != nullptr ? record.site.module->text.c_str() : nullptr;
  call_.site_offset = record.site.offset;
  call_.shape = decoded.shape;
  // What calls of one shape do not share is filled in each time.
  constexpr size_t kSmall = 64;
  Copy &copy = copies_[decoded.nodes.size() <= kSmall ? decoded.shape % std::size(copies_) : 0];
  if (decoded.shape != copy.shape) copy_nodes(decoded, copy);
  fill(decoded, outcome_.filled.data() + record.filled, copy.nodes);
  call_.arguments = copy.nodes.data();
  call_.result = copy.nodes.data() + function.arguments.size();
}

// A copy, because the cache may forget the template while the caller looks at the call.
void StreamReader::copy_nodes(const Template &decoded, Copy &copy) {
  copy.nodes.assign(decoded.nodes.begin(), decoded.nodes.end());
  for (const uint32_t parent : decoded.parents) {
    copy.nodes[parent].v.items = copy.nodes.data() + (decoded.nodes[parent].v.items - decoded.nodes.data());
  }
  copy.shape = decoded.shape;
}

void StreamReader::fill(const Template &decoded, const Filled *filled, std::vector<recorder_value> &nodes) {
  for (const Use &use : decoded.uses) {
    recorder_value &node = nodes[use.node];
    const Filled &value = *filled++;
    node.label = value.label != nullptr ? value.label->text.c_str() : nullptr;
    if (use.tells_text()) {
      node.v.text = value.text.data();
      node.size = node.full_size = value.text.size();
    } else if (use.what == Use::aside_uint || use.what == Use::counted_uint) {
      node.v.u = static_cast<uint64_t>(value.number);
    } else if (use.what == Use::aside_double) {
      memcpy(&node.v.d, &value.number, sizeof node.v.d);
    } else if (use.is_offset() || use.what == Use::aside_int || use.what == Use::counted_int) {
      node.v.i = value.number;
    } else if (use.what == Use::descriptor) {
      node.type = value.known ? RECORDER_FD : RECORDER_HANDLE;
      node.v.i = value.known ? value.number : 0;
      node.flags =
          static_cast<uint8_t>(value.known ? node.flags | RECORDER_BOUND : node.flags & ~RECORDER_BOUND);
    }
  }
}

}  // namespace recorder::reader
