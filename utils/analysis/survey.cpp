// SPDX-License-Identifier: BSD-3-Clause
// Adding up events.
#include "analysis/survey.h"

#include <algorithm>
#include <string_view>

#include "reader/failure.h"

namespace recorder::analysis {

namespace {

constexpr uint32_t kStorageLayers = 2;  // the first of reader::kLayers
constexpr uint32_t kNone = UINT32_MAX;

}  // namespace

void Tally::add(const Event &event) {
  calls += event.times;
  if (event.record->failed) failed += event.times;
  time_ns += event.time_ns;
  const uint64_t bytes = event.bytes * event.times;
  if (event.part_count != 0 && event.meaning->operation != Operation::copy) {
    for (size_t i = 0; i < event.part_count; ++i)
      (event.parts[i].operation == Operation::read ? read : written) += event.parts[i].bytes;
    if (!event.has_bytes) ++unknown;
    return;
  }
  switch (event.meaning->operation) {
    case Operation::read:
      read += bytes;
      break;
    case Operation::write:
      written += bytes;
      break;
    case Operation::copy:
      copied += bytes;
      break;
    default:
      return;
  }
  if (!event.has_bytes && !ends_split(*event.meaning)) unknown += event.times;
}

void Tally::add(const Tally &other) {
  calls += other.calls;
  failed += other.failed;
  read += other.read;
  written += other.written;
  copied += other.copied;
  unknown += other.unknown;
  time_ns += other.time_ns;
}

Survey::Survey(const SurveyOptions &options)
    : options_(options),
      records_(options.records),
      tree_([this](uint32_t function) { return functions_[function].layer_number; }) {
  for (const char *name : reader::kLayers) layer_number(name);  // others follow
}

uint32_t Survey::layer_number(const std::string &name) {
  for (uint32_t i = 0; i < layers_.size(); ++i)
    if (layers_[i].name == name) return i;
  layers_.emplace_back().name = name;
  is_io_.push_back(name != "mpi" && name != "cuda");
  storage_.push_back(layers_.size() <= kStorageLayers);
  moves_.push_back(false);
  return static_cast<uint32_t>(layers_.size() - 1);
}

uint32_t Survey::function_number(const recorder_function &function, const Meaning &meaning) {
  if (function.index >= numbers_.size()) numbers_.resize(function.index + 1, kNone);
  uint32_t &number = numbers_[function.index];
  if (number != kNone) return number;
  const auto [found, is_new] = function_numbers_.try_emplace({function.layer, function.name},
                                                             static_cast<uint32_t>(functions_.size()));
  if (is_new) {
    FunctionSum &sum = functions_.emplace_back();
    sum.name = function.name;
    sum.layer = function.layer;
    sum.layer_number = layer_number(function.layer);
    sum.operation = meaning.operation;
    sum.manner = meaning.manner;
  }
  return number = found->second;
}

void Survey::expect(reader::Trace &trace, const reader::Selection &selection) {
  const reader::Filter filter(selection, trace.dictionary().functions);
  std::vector<uint64_t> calls(trace.dictionary().functions.size());
  trace.count_calls(calls);
  for (size_t i = 0; i < calls.size(); ++i) {
    const reader::Function &function = trace.dictionary().functions.at(i);
    if (calls[i] != 0 && filter.admits_function(function) &&
        moves_data(meaning_of(function.described).operation))
      moves_[layer_number(function.layer)] = true;
  }
  // The lowest of the others, when nobody saw the storage itself.
  const bool seen =
      std::find(moves_.begin(), moves_.begin() + kStorageLayers, true) != moves_.begin() + kStorageLayers;
  const auto lowest = std::find(moves_.begin(), moves_.end(), true) - moves_.begin();
  for (uint32_t i = 0; i < storage_.size(); ++i)
    storage_[i] = seen || lowest == static_cast<ptrdiff_t>(moves_.size()) ? i < kStorageLayers : i == lowest;
}

void Survey::add(reader::Trace &trace, const reader::Selection &selection, const Place &place) {
  filter_ = std::make_unique<reader::Filter>(selection, trace.dictionary().functions);
  shift_ns_ = place.start_ns;
  selects_time_ = options_.times && selection.selects_time();
  numbers_.clear();
  by_name_.clear();
  for (Kind &kind : kinds_) kind = Kind();
  records_.trace_begins();
  Walk walk(trace, {options_.times, options_.expand || selects_time_, shift_ns_});
  for (uint64_t rank = trace.first_rank(); rank < trace.end_rank(); ++rank) {
    if (!selection.ranks.contains(rank)) continue;
    rank_ = &ranks_.emplace_back();
    rank_->trace = place.number;
    rank_->rank = rank;
    for (const reader::Stream &stream : trace.streams_of(rank))
      if (selection.threads.contains(stream.thread)) walk.stream(stream, *this);
    records_.rank_ends(place.first_rank + rank - trace.first_rank());
  }
}

void Survey::stream_begins(const reader::Stream &) { records_.stream_begins(); }

void Survey::stream_ends() {
  put_all_away();
  complete(tree_.stream_ends());
}

void Survey::loop_begins(uint64_t) {
  tree_.loop_begins();
  records_.loop_begins();
}

void Survey::loop_ends(uint64_t times) {
  tree_.loop_ends(times);
  records_.loop_ends(times);
}

Survey::Kind &Survey::kind_of(const Event &event) {
  Kind &kind = kinds_[event.shape % kKinds];
  if (kind.shape == event.shape && kind.file == event.file) return kind;
  put_away(kind);
  kind = Kind();
  kind.shape = event.shape;
  kind.file = event.file;
  kind.function = function_number(event.function(), *event.meaning);
  kind.layer = functions_[kind.function].layer_number;
  kind.admitted = filter_->admits_function(*event.record->function) && filter_->admits_file(event.file);
  kind.moves = moves_data(event.meaning->operation);
  return kind;
}

void Survey::put_away(Kind &kind) {
  if (kind.sum.calls == 0) return;
  FunctionSum &function = functions_[kind.function];
  function.sum.add(kind.sum);
  function.own_ns += kind.sum.time_ns;
  function.outer_ns += kind.alone_ns;
  if (is_io_[kind.layer]) rank_->io_ns += kind.alone_ns;
  count_rank(kind);
  if (kind.in_file != nullptr) tally_of(*kind.in_file, kind.layer).add(kind.sum);
  kind.sum = Tally();
  kind.alone_ns = 0;
}

void Survey::put_all_away() {
  for (Kind &kind : kinds_) put_away(kind);
}

void Survey::call(const Event &event) {
  Kind &kind = kind_of(event);
  const bool counted = kind.admitted && (!selects_time_ || filter_->admits_time(event.start_ns - shift_ns_,
                                                                                event.end_ns - shift_ns_));
  ++events_;
  __atomic_store_n(&calls_met_, calls_met_ + event.times, __ATOMIC_RELAXED);
  if (counted && event.depth() == 0 && !tree_.pending()) {
    kind.alone_ns += event.time_ns;
  } else {
    count_node(kind, event, counted);
  }
  if (!counted) return;
  kind.sum.add(event);
  if (event.moments != nullptr && kind.moves) count_busy(kind, event);
  if (event.part_count != 0) return count_parts(kind.layer, event);
  if (event.file == nullptr) return;
  if (kind.in_file == nullptr) {
    kind.in_file = &file_of(event.file);
    tally_of(*kind.in_file, kind.layer);  // layers stand in the order of their first calls
  }
  if (kind.in_file->record != nullptr) records_.add(*kind.in_file->record, event);
}

// Each transfer of a call that makes several counts for its own file.
void Survey::count_parts(uint32_t layer, const Event &event) {
  for (size_t i = 0; i < event.part_count; ++i) {
    const Part &part = event.parts[i];
    if (part.file == nullptr || !filter_->admits_file(part.file)) continue;
    FileSum &file = file_of(part.file);
    Tally sum;
    sum.calls = 1;
    sum.failed = event.record->failed ? 1 : 0;
    sum.time_ns = event.time_ns;
    sum.unknown = part.has_bytes ? 0 : 1;
    (part.operation == Operation::read ? sum.read : sum.written) = part.bytes;
    tally_of(file, layer).add(sum);
    if (file.record != nullptr) records_.add_part(*file.record, event, part);
  }
}

// A call that is in another one or has others in it, or may have.
void Survey::count_node(const Kind &kind, const Event &event, bool counted) {
  FunctionSum &function = functions_[kind.function];
  const CallTree::Result result =
      tree_.add({kind.function, kind.layer, event.depth(), event.times, event.bytes,
                 kind.moves && !event.has_bytes && !ends_split(*event.meaning), counted, is_io_[kind.layer],
                 event.moments != nullptr ? event.moments[0] : Moment{0, 0}, event.time_ns});
  if (counted) {
    function.own_ns -= result.children_ns;
    if (result.below != nullptr) {
      for (const Below &one : *result.below) {
        auto at = function.below.begin();
        while (at != function.below.end() && at->function != one.function) ++at;
        if (at == function.below.end()) at = function.below.insert(at, {one.function, 0, 0, 0, 0, 0});
        at->calls += one.calls * event.times;
        at->bytes += one.bytes * event.times;
        at->unknown += one.unknown * event.times;
        at->time_ns += one.time_ns;
        at->outer_ns += one.outer_ns;
      }
    }
  }
  complete(result);
}

void Survey::complete(const CallTree::Result &result) {
  rank_->io_ns += result.io_ns;
  if (result.outside == nullptr) return;
  for (const Below &one : *result.outside) functions_[one.function].outer_ns += one.outer_ns;
}

void Survey::count_rank(const Kind &kind) {
  rank_->calls += kind.sum.calls;
  if (!storage_[kind.layer]) return;
  rank_->read += kind.sum.read;
  rank_->written += kind.sum.written;
  rank_->copied += kind.sum.copied;
  switch (functions_[kind.function].operation) {
    case Operation::read:
      rank_->read_ns += kind.sum.time_ns;
      return;
    case Operation::write:
      rank_->write_ns += kind.sum.time_ns;
      return;
    case Operation::none:
    case Operation::copy:
      return;
    default:
      rank_->metadata_ns += kind.sum.time_ns;
  }
}

void Survey::count_busy(const Kind &kind, const Event &event) {
  LayerSum &sum = layers_[kind.layer];
  bool reads = event.meaning->operation != Operation::write,
       writes = event.meaning->operation != Operation::read;
  for (size_t i = 0; i < event.part_count; ++i) {
    reads = reads || event.parts[i].operation == Operation::read;
    writes = writes || event.parts[i].operation == Operation::write;
  }
  if (reads) sum.reading.add(event, intervals_);
  if (writes) sum.writing.add(event, intervals_);
}

FileSum &Survey::new_file(const std::string &path) {
  FileSum *made;
  if (files_.size() < options_.most_files) {
    file_numbers_.emplace(path, files_.size());
    made = &files_.emplace_back();
    made->path = path;
  } else {
    if (others_ == nullptr) others_ = std::make_unique<FileSum>();
    made = others_.get();
  }
  if (options_.files && made != others_.get()) made->record = std::make_unique<FileRecord>();
  return *made;
}

// A name is looked up once in each trace.
FileSum &Survey::file_of(const reader::Name *name) {
  FileSum *&file = by_name_[name];
  if (file == nullptr) {
    const auto known = file_numbers_.find(name->text);
    file = known != file_numbers_.end() ? &files_[known->second] : &new_file(name->text);
  }
  return *file;
}

Tally &Survey::tally_of(FileSum &file, uint32_t layer) {
  auto at = file.layers.begin();
  while (at != file.layers.end() && at->first != layer) ++at;
  if (at == file.layers.end()) at = file.layers.insert(at, {layer, {}});
  return at->second;
}

Busy Survey::busy(Intervals LayerSum::*direction) const {
  std::vector<const Intervals *> parts;
  for (uint32_t i = 0; i < layers_.size(); ++i)
    if (storage_[i]) parts.push_back(&(layers_[i].*direction));
  Busy sum;
  for (const Intervals *part : parts) sum.slack_ns += part->slack();
  sum.ns = Intervals::total_of(parts);
  return sum;
}

void Survey::finish() {
  for (LayerSum &layer : layers_) {
    layer.reading.finish(intervals_);
    layer.writing.finish(intervals_);
  }
  reading_ = busy(&LayerSum::reading);
  writing_ = busy(&LayerSum::writing);
  for (FileSum &file : files_)
    if (file.record != nullptr) records_.finish(*file.record);
}

}  // namespace recorder::analysis
