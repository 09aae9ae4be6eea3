// SPDX-License-Identifier: BSD-3-Clause
// One call after another into the sums.
#include "report/model.h"

#include <algorithm>

#include "analysis/alignment.h"

namespace recorder::report {

namespace {

constexpr const char *kLevelNames[kLevels] = {"POSIX and STDIO", "MPI-IO", "HDF5", "NetCDF", "PnetCDF"};
constexpr uint64_t kBlock = 4096;

}  // namespace

const char *name_of(Level level) { return kLevelNames[static_cast<unsigned>(level)]; }

unsigned level_of(const char *layer) {
  static const std::map<std::string, Level> kLevelsOfLayers = {
      {"posix", Level::system}, {"stdio", Level::system},  {"mpiio", Level::mpiio},
      {"hdf5", Level::hdf5},    {"netcdf", Level::netcdf}, {"pnetcdf", Level::pnetcdf}};
  const auto found = kLevelsOfLayers.find(layer);
  return found == kLevelsOfLayers.end() ? kNoLevel : static_cast<unsigned>(found->second);
}

void SizeHistogram::add(uint64_t size, uint64_t times) {
  constexpr size_t kMostExact = 1024;
  bins[bin_of(size)] += times;
  calls += times;
  bytes += size * times;
  if (last.entry == nullptr || last.entry->first != size) {
    auto found = exact.find(size);
    if (found == exact.end()) {
      if (exact.size() >= kMostExact) {
        other += times;
        return;
      }
      found = exact.emplace(size, 0).first;
    }
    last.entry = &*found;
  }
  last.entry->second += times;
}

uint64_t SizeHistogram::below(uint64_t size) const {
  uint64_t sum = 0;
  for (unsigned bin = 0; bin < bin_of(size); ++bin) sum += bins[bin];
  return sum;
}

Model::Model(uint64_t first_number, uint64_t ranks, int64_t from_ns, int64_t duration_ns)
    : first_number_(first_number),
      ranks_(std::max<uint64_t>(ranks, 1)),
      rows_(std::min<uint64_t>(ranks_.size(), kMostRows)),
      axis_(from_ns, duration_ns) {}

void Model::begin_stream(uint64_t number) {
  rank_ = number - first_number_;
  row_ = row_of(rank_);
  ranks_[rank_].seen = true;
  covers_.clear();
  deepest_ = 0;
  memory_.clear();
}

const Model::KnownFunction &Model::known(const recorder_function *function) {
  RecentFunction &recent = recent_[function->index % recent_.size()];
  if (recent.function == function) return recent.known;
  const auto [place, is_new] = known_.try_emplace(function);
  if (is_new) {
    const auto slot = function_slots_.try_emplace({function->layer, function->name},
                                                  static_cast<uint32_t>(functions_.size()));
    if (slot.second) {
      functions_.emplace_back();
      functions_.back().layer = function->layer;
      functions_.back().name = function->name;
      functions_.back().operation = analysis::meaning_of(*function).operation;
    }
    const auto layer = std::find_if(layers_.begin(), layers_.end(), [&](const LayerTotals &candidate) {
      return candidate.name == function->layer;
    });
    place->second = {slot.first->second, static_cast<uint32_t>(layer - layers_.begin())};
    if (layer == layers_.end()) {
      layers_.emplace_back();
      layers_.back().name = function->layer;
      layers_.back().level = level_of(function->layer);
    }
  }
  recent = {function, place->second};
  return recent.known;
}

void Model::covered(unsigned layer, int64_t ns) {
  if (layer == kMostLayers) {
    ranks_[rank_].io_ns += static_cast<uint64_t>(ns);
  } else {
    layers_[layer].time_ns += static_cast<uint64_t>(ns);
  }
}

// A call covers what the calls that it made covered of its own layer; of other layers it hands theirs on.
void Model::cover(const Event &event, unsigned layer) {
  const int64_t duration = event.time_ns;
  const bool does_io = event.operation != Operation::none;
  const size_t below = event.depth + 1;
  if (event.depth == 0 && deepest_ <= below) {
    if (layer < kMostLayers) covered(layer, duration);
    if (does_io) covered(kMostLayers, duration);
    return;
  }
  if (covers_.size() <= below) covers_.resize(below + 1);
  Cover total = covers_[below];
  covers_[below] = {};
  if (layer < kMostLayers) total[layer] = duration;
  if (does_io) total[kMostLayers] = duration;
  if (event.depth != 0) {
    for (size_t i = 0; i < total.size(); ++i) covers_[event.depth][i] += total[i];
    deepest_ = std::max(deepest_, below);
    return;
  }
  for (unsigned i = 0; i <= kMostLayers; ++i)
    if (total[i] != 0) covered(i, total[i]);
  deepest_ = 0;
}

void Model::reach(int64_t end_ns) {
  last_ns_ = std::max(last_ns_, end_ns);
  while (!axis_.contains(end_ns)) {
    axis_.widen();
    for (Activity &activity : activity_) {
      if (!activity.any) continue;
      for (Grid *grid : {&activity.read_bytes, &activity.written_bytes, &activity.calls,
                         &activity.metadata_ns, &activity.operations})
        grid->fold();
    }
  }
}

Activity &Model::active(unsigned level) {
  Activity &activity = activity_[level];
  if (!activity.any) {
    activity.any = true;
    for (Grid *grid : {&activity.read_bytes, &activity.written_bytes, &activity.calls, &activity.metadata_ns})
      *grid = Grid(rows_, TimeAxis::kBins);
    activity.operations = Grid(kOperations, TimeAxis::kBins);
    activity.operations_by_row = Grid(rows_, kOperations);
    activity.ranks.resize(ranks_.size());
  }
  return activity;
}

void Model::add(const Event &event) {
  const KnownFunction &at = known(event.function);
  FunctionTotals &function = functions_[at.slot];
  LayerTotals &layer = layers_[at.layer];
  reach(event.end_ns);
  calls_ += event.times;
  ranks_[rank_].calls += event.times;
  function.calls += event.times;
  layer.calls += event.times;
  if (event.failed) {
    function.failed += event.times;
    layer.failed += event.times;
  }
  function.time_ns += static_cast<uint64_t>(event.time_ns);
  function.longest_ns = std::max(function.longest_ns, static_cast<uint64_t>(event.longest_ns));
  if (event.operation == Operation::read) {
    function.read_bytes += event.bytes * event.times;
  } else {
    function.written_bytes += event.bytes * event.times;
  }
  if (moves_data(event.operation) && !event.has_bytes && !event.ends_split) function.unsized += event.times;
  cover(event, at.layer);
  if (event.operation != Operation::none && layer.level != kNoLevel) add_io(event, layer);
}

// Many calls of a loop are mostly in one bin.
template <class Amount>
void Model::spread(Grid &grid, const Event &event, uint64_t total, Amount amount) {
  const uint64_t first = axis_.bin_of(event.start_ns);
  if (first == axis_.bin_of(std::max(event.start_ns, event.end_ns - 1))) {
    grid.at(row_, first) += total;
    return;
  }
  for (uint64_t i = 0; i < event.times; ++i) {
    const Moment &moment = event.moments[i];
    axis_.spread(grid, row_, moment.start_ns, moment.end_ns, amount(moment));
  }
}

// Calls count where they begin.
void Model::add_calls(const Event &event, Activity &activity) {
  const auto add = [&](int64_t start, uint64_t times) {
    const uint64_t bin = axis_.bin_of(start);
    activity.calls.at(row_, bin) += times;
    activity.operations.at(static_cast<unsigned>(event.operation), bin) += times;
  };
  if (axis_.bin_of(event.start_ns) == axis_.bin_of(event.end_ns)) return add(event.start_ns, event.times);
  for (uint64_t i = 0; i < event.times; ++i) add(event.moments[i].start_ns, 1);
}

void Model::add_io(const Event &event, LayerTotals &layer) {
  Activity &activity = active(layer.level);
  const unsigned operation = static_cast<unsigned>(event.operation);
  const auto time = static_cast<uint64_t>(event.time_ns);
  add_calls(event, activity);
  activity.operations_by_row.at(row_, operation) += event.times;
  activity.operation_calls[operation] += event.times;
  activity.operation_ns[operation] += time;
  FileTotals *file = use_file(event);
  if (moves_data(event.operation)) {
    add_transfer(event, layer, activity, file);
    return;
  }
  layer.metadata_calls += event.times;
  RankTraffic &traffic = activity.ranks[rank_];
  traffic.metadata_calls += event.times;
  traffic.metadata_ns += time;
  spread(activity.metadata_ns, event, time,
         [](const Moment &moment) { return static_cast<uint64_t>(moment.end_ns - moment.start_ns); });
  if (file == nullptr) return;
  FileTraffic &of_file = file->traffic[layer.level];
  of_file.metadata += event.times;
  of_file.metadata_ns += time;
  if (event.operation == Operation::open && !event.failed) of_file.opens += event.times;
}

FileTotals *Model::use_file(const Event &event) {
  if (event.file == nullptr) return nullptr;
  FileTotals &file = files_.of(event.file);
  if (file.last_rank != rank_) {
    if (file.ranks++ == 0) file.first_rank = rank_;
    file.last_rank = rank_;
    file.last_end[0] = file.last_end[1] = {};
    ++ranks_[rank_].files;
  }
  file.first_ns = std::min(file.first_ns, event.start_ns);
  file.last_ns = std::max(file.last_ns, event.end_ns);
  return &file;
}

void Model::add_transfer(const Event &event, LayerTotals &layer, Activity &activity, FileTotals *file) {
  const bool writes = event.operation != Operation::read;
  const uint64_t time = static_cast<uint64_t>(event.time_ns), bytes = event.bytes * event.times;
  RankTraffic &traffic = activity.ranks[rank_];
  if (event.has_bytes) {
    (writes ? layer.writes : layer.reads).add(event.bytes, event.times);
  } else {
    (writes ? layer.unsized_writes : layer.unsized_reads) += event.times;
  }
  (writes ? traffic.written_bytes : traffic.read_bytes) += bytes;
  (writes ? traffic.write_ns : traffic.read_ns) += time;
  spread(writes ? activity.written_bytes : activity.read_bytes, event, bytes,
         [&](const Moment &) { return event.bytes; });
  if (layer.level == static_cast<unsigned>(Level::mpiio)) {
    MannerTotals &manner = manners_[writes][static_cast<unsigned>(event.manner)];
    if (!event.ends_split) manner.calls += event.times;
    manner.bytes += bytes;
    manner.time_ns += time;
  }
  if (file != nullptr) {
    FileTraffic &of_file = file->traffic[layer.level];
    (writes ? of_file.writes : of_file.reads) += event.times;
    (writes ? of_file.written_bytes : of_file.read_bytes) += bytes;
    (writes ? of_file.write_ns : of_file.read_ns) += time;
  }
  if (event.has_offset && event.bytes != 0) add_place(event, layer, file);
}

// Where a transfer lies: on the borders of blocks, behind the one before it.
void Model::add_place(const Event &event, LayerTotals &layer, FileTotals *file) {
  const bool writes = event.operation != Operation::read;
  const uint64_t aligned = event.loops != 0
                               ? analysis::aligned_offsets(event.offset, event.steps, event.loops, kBlock)
                               : event.offset % static_cast<int64_t>(kBlock) == 0;
  (writes ? layer.placed_writes : layer.placed_reads) += event.times;
  (writes ? layer.unaligned_writes : layer.unaligned_reads) += event.times - aligned;
  if (file == nullptr || file->several) return;
  if (layer.level == static_cast<unsigned>(Level::system)) {
    // What holds for the one turn of a loop holds for the others (loop_memory.h).
    analysis::Remembered &end = file->last_end[writes];
    file->placed += event.times;
    if (!end.known || end.value == event.offset) file->consecutive += event.times;
    memory_.set(end, event.offset + static_cast<int64_t>(event.bytes));
  }
  if (event.moments != nullptr)
    add_samples(event, layer.level, *file);
  else
    add_some(event, layer.level, *file);
}

Sample Model::sample_of(const Event &event, const Moment &moment, int64_t offset) const {
  return {moment.start_ns, moment.end_ns, static_cast<uint64_t>(std::max<int64_t>(offset, 0)),
          event.bytes,     rank_,         event.operation != Operation::read};
}

// Each of a loop's turns; with times, there is at most one loop.
void Model::add_samples(const Event &event, unsigned level, FileTotals &file) {
  const int64_t distance = event.loops != 0 ? event.steps[0].distance : 0;
  files_.add_samples(file, level, event.times, 1, [&](uint64_t i) {
    return sample_of(event, event.moments[i], event.offset + static_cast<int64_t>(i) * distance);
  });
}

// Some of the turns stand for all.
void Model::add_some(const Event &event, unsigned level, FileTotals &file) {
  constexpr uint64_t kMostOfLoop = 64;
  const uint64_t count = std::min(event.times, kMostOfLoop);
  const uint64_t each = event.times / count, more = event.times % count;
  const auto sample = [&](uint64_t i) {
    uint64_t turn = each * i;
    int64_t offset = event.offset;
    for (size_t loop = 0; loop < event.loops; ++loop) {
      offset += static_cast<int64_t>(turn % event.steps[loop].times) * event.steps[loop].distance;
      turn /= event.steps[loop].times;
    }
    return sample_of(event, {0, 0}, offset);
  };
  files_.add_samples(file, level, more, each + 1, sample);
  files_.add_samples(file, level, count - more, each, [&](uint64_t i) { return sample(more + i); });
}

void Model::add_statistics(const recorder_function *function, uint64_t sum_ns, uint64_t longest_ns) {
  const auto slot = function_slots_.find({function->layer, function->name});
  if (slot == function_slots_.end()) return;
  FunctionTotals &totals = functions_[slot->second];
  totals.time_ns += sum_ns;
  totals.longest_ns = std::max(totals.longest_ns, longest_ns);
}

Level Model::base() const {
  constexpr Level kOrder[] = {Level::system, Level::mpiio, Level::pnetcdf, Level::hdf5, Level::netcdf};
  std::array<uint64_t, kLevels> bytes{};
  for (const LayerTotals &layer : layers_)
    if (layer.level != kNoLevel) bytes[layer.level] += layer.reads.bytes + layer.writes.bytes;
  // A library whose own calls were not seen: what the program writes besides says little.
  const uint64_t below = bytes[static_cast<unsigned>(Level::system)];
  if (bytes[static_cast<unsigned>(Level::mpiio)] / 2 > below) return Level::mpiio;
  for (const Level level : kOrder)
    if (bytes[static_cast<unsigned>(level)] != 0) return level;
  for (const Level level : kOrder)
    if (activity_[static_cast<unsigned>(level)].any) return level;
  return Level::system;
}

const LayerTotals *Model::layer(const std::string &name) const {
  for (const LayerTotals &layer : layers_)
    if (layer.name == name) return &layer;
  return nullptr;
}

SizeHistogram Model::sizes(Level level, bool writes) const {
  SizeHistogram sum;
  for (const LayerTotals &layer : layers_) {
    if (layer.level != static_cast<unsigned>(level)) continue;
    const SizeHistogram &more = writes ? layer.writes : layer.reads;
    for (unsigned bin = 0; bin < SizeHistogram::kBins; ++bin) sum.bins[bin] += more.bins[bin];
    sum.calls += more.calls;
    sum.bytes += more.bytes;
    sum.other += more.other;
    for (const auto &[size, calls] : more.exact) sum.exact[size] += calls;
  }
  return sum;
}

uint64_t Model::io_ns() const {
  uint64_t sum = 0;
  for (const RankTotals &rank : ranks_) sum += rank.io_ns;
  return sum;
}

}  // namespace recorder::report
