// SPDX-License-Identifier: BSD-3-Clause
// Adding up events.
#include "analysis/survey.h"

#include <algorithm>
#include <string_view>

#include "reader/failure.h"

namespace recorder::analysis {

namespace {

// From the storage upwards; others follow.
constexpr const char *kLayers[] = {"posix", "stdio", "mpiio", "pnetcdf", "hdf5", "netcdf", "mpi", "cuda"};
constexpr uint32_t kStorageLayers = 2;  // the first ones
constexpr uint32_t kNone = UINT32_MAX;

}  // namespace

void Tally::add(const Event &event) {
  calls += event.times;
  if (event.record->failed) failed += event.times;
  time_ns += event.end_ns - event.start_ns;
  const uint64_t bytes = event.bytes * event.times;
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
  for (const char *name : kLayers) layer_number(name);
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
  if (!selection.ranks.all() && selection.ranks.largest() >= trace.ranks()) {
    reader::fail(RECORDER_E_VALUE, "rank %llu was selected, but the trace has the ranks 0-%llu",
                 static_cast<unsigned long long>(selection.ranks.largest()),
                 static_cast<unsigned long long>(trace.ranks() - 1));
  }
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

void Survey::add(reader::Trace &trace, const reader::Selection &selection, int64_t shift_ns) {
  filter_ = std::make_unique<reader::Filter>(selection, trace.dictionary().functions);
  selects_time_ = options_.times && (selection.from_ns != INT64_MIN || selection.to_ns != INT64_MAX);
  shift_ns_ = shift_ns;
  numbers_.clear();
  by_name_.clear();
  last_name_ = nullptr;
  records_.set_shift(shift_ns);
  records_.trace_begins();
  Walk walk(trace, {options_.times, options_.expand});
  for (uint64_t rank = 0; rank < trace.ranks(); ++rank) {
    if (!selection.ranks.contains(rank)) continue;
    rank_ = &ranks_.emplace_back();
    rank_->trace = trace_;
    rank_->rank = rank;
    for (const reader::Stream &stream : trace.streams_of(rank))
      if (selection.threads.contains(stream.thread)) walk.stream(stream, *this);
    records_.rank_ends(ranks_.size() - 1);
  }
  ++trace_;
}

void Survey::stream_begins(const reader::Stream &) {
  records_.stream_begins();
  loops_.clear();
}

void Survey::stream_ends() { complete(tree_.stream_ends()); }

void Survey::loop_begins(uint64_t times) {
  tree_.loop_begins();
  records_.loop_begins();
  loops_.push_back(times);
}

void Survey::loop_ends() {
  tree_.loop_ends(loops_.back());
  records_.loop_ends(loops_.back());
  loops_.pop_back();
}

bool Survey::admits(const Event &event) {
  return filter_->admits_function(*event.record->function) && filter_->admits_file(event.file) &&
         (!selects_time_ || filter_->admits_time(event.start_ns, event.end_ns));
}

void Survey::call(const Event &event) {
  const uint32_t number = function_number(event.function(), *event.meaning);
  const bool counted = admits(event);
  ++events_;
  __atomic_store_n(&calls_met_, calls_met_ + event.times, __ATOMIC_RELAXED);
  count_node(number, event, counted);
  if (!counted) return;
  const uint32_t layer = functions_[number].layer_number;
  count_rank(layer, event);
  if (options_.times && moves_data(event.meaning->operation)) count_busy(layer, event);
  if (event.file != nullptr) count_file(layer, event);
}

void Survey::count_node(uint32_t number, const Event &event, bool counted) {
  FunctionSum &function = functions_[number];
  const CallTree::Result result =
      tree_.add({number, function.layer_number, event.depth(), event.times, event.bytes,
                 moves_data(event.meaning->operation) && !event.has_bytes && !ends_split(*event.meaning),
                 counted, is_io_[function.layer_number], event.start_ns, event.end_ns});
  if (counted) {
    const int64_t duration = event.end_ns - event.start_ns;
    function.sum.add(event);
    function.own_ns += duration - result.children_ns;
    if (result.alone) function.outer_ns += duration;
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

void Survey::count_rank(uint32_t layer, const Event &event) {
  rank_->calls += event.times;
  if (!storage_[layer]) return;
  const int64_t duration = event.end_ns - event.start_ns;
  const uint64_t bytes = event.bytes * event.times;
  switch (event.meaning->operation) {
    case Operation::none:
      return;
    case Operation::read:
      rank_->read += bytes;
      rank_->read_ns += duration;
      return;
    case Operation::write:
      rank_->written += bytes;
      rank_->write_ns += duration;
      return;
    case Operation::copy:
      rank_->copied += bytes;
      return;
    default:
      rank_->metadata_ns += duration;
  }
}

void Survey::count_busy(uint32_t layer, const Event &event) {
  const int64_t from = event.start_ns + shift_ns_, to = event.end_ns + shift_ns_;
  LayerSum &sum = layers_[layer];
  if (event.meaning->operation != Operation::write) {
    sum.reading.add(from, to, intervals_);
    if (storage_[layer]) reading_.add(from, to, intervals_);
  }
  if (event.meaning->operation != Operation::read) {
    sum.writing.add(from, to, intervals_);
    if (storage_[layer]) writing_.add(from, to, intervals_);
  }
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
  if (name == last_name_) return *last_file_;
  FileSum *&file = by_name_[name];
  if (file == nullptr) {
    const auto known = file_numbers_.find(name->text);
    file = known != file_numbers_.end() ? &files_[known->second] : &new_file(name->text);
  }
  last_name_ = name;
  return *(last_file_ = file);
}

void Survey::count_file(uint32_t layer, const Event &event) {
  FileSum &file = file_of(event.file);
  auto at = file.layers.begin();
  while (at != file.layers.end() && at->first != layer) ++at;
  if (at == file.layers.end()) at = file.layers.insert(at, {layer, {}});
  at->second.add(event);
  if (file.record != nullptr) records_.add(*file.record, event);
}

void Survey::finish() {
  reading_.finish(intervals_);
  writing_.finish(intervals_);
  for (LayerSum &layer : layers_) {
    layer.reading.finish(intervals_);
    layer.writing.finish(intervals_);
  }
  for (FileSum &file : files_)
    if (file.record != nullptr) records_.finish(*file.record);
}

}  // namespace recorder::analysis
