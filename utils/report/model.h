// SPDX-License-Identifier: BSD-3-Clause
// What the report shows of a run: sums, histograms and grids whose size does not grow with the number of
// calls. Filled in one pass; rows of ranks and bins of time are as many as a chart can show.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "report/event.h"
#include "report/file_table.h"
#include "report/time_axis.h"

namespace recorder::report {

// Layers at which bytes are moved. A byte that an application writes through HDF5 is seen at several of
// them, so that they are never added up.
enum class Level : uint8_t { system, mpiio, hdf5, netcdf, pnetcdf };
constexpr unsigned kLevels = static_cast<unsigned>(Level::pnetcdf) + 1;
constexpr unsigned kNoLevel = kLevels;
const char *name_of(Level level);  // "POSIX and STDIO"
// kNoLevel for a layer that moves nothing.
unsigned level_of(const char *layer);

struct FunctionTotals {
  std::string layer, name;
  Operation operation = Operation::none;
  uint64_t calls = 0, failed = 0;
  uint64_t time_ns = 0;  // with the calls that it made
  uint64_t longest_ns = 0;
  uint64_t read_bytes = 0, written_bytes = 0;
  uint64_t unsized = 0;  // calls that moved nobody knows how many bytes
};

// Sizes of accesses: bin 0 is 0 bytes, bin i is 2^(i-1) to 2^i - 1.
struct SizeHistogram {
  static constexpr unsigned kBins = 65;
  std::array<uint64_t, kBins> bins{};
  uint64_t calls = 0, bytes = 0;
  std::unordered_map<uint64_t, uint64_t> exact;  // the first sizes that were met
  uint64_t other = 0;                            // calls of sizes that are not in `exact`

  static unsigned bin_of(uint64_t size) { return size == 0 ? 0 : 64 - __builtin_clzll(size); }
  void add(uint64_t size, uint64_t times);
  // The entry of the last size. It belongs to this map, not to a copy of it.
  struct Last {
    std::pair<const uint64_t, uint64_t> *entry = nullptr;
    Last() = default;
    Last(const Last &) {}
    Last &operator=(const Last &) {
      entry = nullptr;
      return *this;
    }
  } last;
  // Of accesses below `size`, a power of two.
  uint64_t below(uint64_t size) const;
};

struct LayerTotals {
  std::string name;
  unsigned level = kNoLevel;
  uint64_t calls = 0, failed = 0;
  uint64_t unsized_reads = 0, unsized_writes = 0;  // that moved nobody knows how many bytes
  uint64_t time_ns = 0;  // in calls of this layer, those within others of it counted once
  uint64_t metadata_calls = 0;
  uint64_t unaligned_reads = 0, unaligned_writes = 0;  // whose offset is no multiple of 4 KiB
  uint64_t placed_reads = 0, placed_writes = 0;        // whose offset is known
  SizeHistogram reads, writes;
};

struct RankTotals {
  bool seen = false;  // some of its calls were selected
  uint64_t calls = 0;
  uint64_t files = 0;
  uint64_t io_ns = 0;  // in I/O calls, those within others counted once
};
struct RankTraffic {
  uint64_t read_bytes = 0, written_bytes = 0, read_ns = 0, write_ns = 0, metadata_ns = 0, metadata_calls = 0;
};

// One level's activity by row of ranks and bin of time.
struct Activity {
  bool any = false;
  Grid read_bytes, written_bytes, calls, metadata_ns;
  Grid operations;         // rows: Operation
  Grid operations_by_row;  // rows: of ranks, bins: Operation
  std::array<uint64_t, kOperations> operation_calls{}, operation_ns{};
  std::vector<RankTraffic> ranks;
};

// MPI-IO by manner: reads, then writes.
struct MannerTotals {
  uint64_t calls = 0, bytes = 0, time_ns = 0;
};

class Model : public EventSink {
 public:
  static constexpr uint64_t kMostRows = 64;

  // So many ranks, of which the first has this number; all that follows counts them from 0. `duration_ns` is
  // what the trace says of the run; calls after it make the bins wider.
  Model(uint64_t first_number, uint64_t ranks, int64_t from_ns, int64_t duration_ns);

  void begin_stream(uint64_t number) override;
  void add(const Event &event) override;
  void loop_begins() override { memory_.loop_begins(); }
  void loop_ends(uint64_t times) override { memory_.loop_ends(times); }

  // The times of a function's calls that have none of their own.
  void add_statistics(const recorder_function *function, uint64_t sum_ns, uint64_t longest_ns);

  uint64_t number_of(uint64_t rank) const { return first_number_ + rank; }
  uint64_t rank_count() const { return ranks_.size(); }
  uint64_t rows() const { return rows_; }
  // The first rank of a row; rows() gives the end of the last.
  uint64_t first_rank(uint64_t row) const { return (row * ranks_.size() + rows_ - 1) / rows_; }
  uint64_t row_of(uint64_t rank) const { return rank * rows_ / ranks_.size(); }

  const TimeAxis &axis() const { return axis_; }
  const std::vector<FunctionTotals> &functions() const { return functions_; }
  const std::vector<LayerTotals> &layers() const { return layers_; }
  const std::vector<RankTotals> &ranks() const { return ranks_; }
  const Activity &activity(unsigned level) const { return activity_[level]; }
  const FileTable &files() const { return files_; }
  // [0] reads, [1] writes
  const std::array<std::array<MannerTotals, kManners>, 2> &manners() const { return manners_; }
  // The level that says what reached the file system: the lowest one that moved bytes.
  Level base() const;
  const LayerTotals *layer(const std::string &name) const;
  // The sizes of a level's layers together.
  SizeHistogram sizes(Level level, bool writes) const;
  uint64_t calls() const { return calls_; }
  uint64_t io_ns() const;
  int64_t last_ns() const { return last_ns_; }

 private:
  static constexpr unsigned kMostLayers = 15;
  // The last one is that of all layers that do I/O.
  using Cover = std::array<int64_t, kMostLayers + 1>;

  struct KnownFunction {
    uint32_t slot;
    uint32_t layer;
  };
  const KnownFunction &known(const recorder_function *function);
  void cover(const Event &event, unsigned layer);
  void covered(unsigned layer, int64_t ns);
  void add_io(const Event &event, LayerTotals &layer);
  void add_calls(const Event &event, Activity &activity);
  void add_transfer(const Event &event, LayerTotals &layer, Activity &activity, FileTotals *file);
  void add_place(const Event &event, LayerTotals &layer, FileTotals *file);
  void add_samples(const Event &event, unsigned level, FileTotals &file);
  void add_some(const Event &event, unsigned level, FileTotals &file);
  Sample sample_of(const Event &event, const Moment &moment, int64_t offset) const;
  // Adds what each of the event's calls has of `total`, its amount, to the bins in which it went on.
  template <class Amount>
  void spread(Grid &grid, const Event &event, uint64_t total, Amount amount);
  FileTotals *use_file(const Event &event);
  void reach(int64_t end_ns);
  Activity &active(unsigned level);

  uint64_t first_number_;
  std::vector<RankTotals> ranks_;
  uint64_t rows_;
  TimeAxis axis_;
  int64_t last_ns_ = 0;
  uint64_t calls_ = 0;
  uint64_t rank_ = 0, row_ = 0;
  std::unordered_map<const recorder_function *, KnownFunction> known_;
  // Those that were asked for last, by index.
  struct RecentFunction {
    const recorder_function *function = nullptr;
    KnownFunction known{};
  };
  std::array<RecentFunction, 64> recent_{};
  std::map<std::pair<std::string, std::string>, uint32_t> function_slots_;
  std::vector<FunctionTotals> functions_;
  std::vector<LayerTotals> layers_;
  std::array<Activity, kLevels> activity_;
  FileTable files_;
  analysis::LoopMemory memory_;
  std::array<std::array<MannerTotals, kManners>, 2> manners_{};
  // By depth: what the calls that have returned there since the last call above them covered.
  std::vector<Cover> covers_;
  size_t deepest_ = 0;  // covers_ from here on are zero
};

}  // namespace recorder::report
