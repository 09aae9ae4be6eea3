// SPDX-License-Identifier: BSD-3-Clause
// What was done to each file. A workload can open more files than anybody wants to read about: the first
// 65,536 are kept one by one, others together under their directory.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/loop_memory.h"
#include "report/event.h"

namespace recorder::report {

struct FileTraffic {
  uint64_t reads = 0, writes = 0, metadata = 0;  // calls
  uint64_t opens = 0;
  uint64_t read_bytes = 0, written_bytes = 0;
  uint64_t read_ns = 0, write_ns = 0, metadata_ns = 0;

  uint64_t bytes() const { return read_bytes + written_bytes; }
  uint64_t time_ns() const { return read_ns + write_ns + metadata_ns; }
  uint64_t calls() const { return reads + writes + metadata; }
};

// An access for the charts of offsets.
struct Sample {
  int64_t start_ns, end_ns;
  uint64_t offset, bytes;
  uint64_t rank;
  bool write;
};

// A uniform choice of accesses: all while they are few, then each with the same chance. The choice is the
// same every time.
class Samples {
 public:
  static constexpr size_t kMost = 2000;

  // The place of the next access, one of `times`; null when it is not chosen.
  Sample *place(uint64_t times) {
    seen_ += times;
    if (kept_.size() < kMost) return &kept_.emplace_back();
    // xorshift: what is chosen must not differ from one reading to the next.
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    const auto place = static_cast<uint64_t>(static_cast<unsigned __int128>(state_) * seen_ >> 64);
    return place < kMost ? &kept_[place] : nullptr;
  }
  uint64_t seen() const { return seen_; }
  const std::vector<Sample> &kept() const { return kept_; }
  void clear() { std::vector<Sample>().swap(kept_); }

 private:
  uint64_t seen_ = 0;
  uint64_t state_ = 0x9e3779b97f4a7c15u;
  std::vector<Sample> kept_;
};

struct FileTotals {
  std::string name;
  bool several = false;  // files of a directory that were not kept one by one
  uint64_t ranks = 0;
  uint64_t first_rank = 0;
  int64_t first_ns = INT64_MAX, last_ns = 0;
  uint64_t placed = 0,
           consecutive = 0;            // accesses with a known offset; those that begin where the last ended
  std::array<FileTraffic, 5> traffic;  // by Level
  std::array<Samples, 2> samples;      // of Level::system and Level::mpiio
  uint64_t last_rank = UINT64_MAX;
  analysis::Remembered last_end[2];  // of the rank's reads and writes at Level::system

  // The lowest level that moved bytes, or else the lowest that did anything.
  unsigned base() const;
};

class FileTable {
 public:
  static constexpr size_t kMostFiles = 65536;
  static constexpr size_t kMostDirectories = 4096;
  static constexpr size_t kMostSamples = 1000000;

  // Of a file by its name in a trace.
  FileTotals &of(const reader::Name *name);
  // Calls sample(i) of those of `count` accesses that are chosen, each of which is one of `times`.
  template <class SampleOf>
  void add_samples(FileTotals &file, unsigned level, uint64_t count, uint64_t times, SampleOf sample) {
    if (level >= file.samples.size()) return;
    Samples &samples = file.samples[level];
    const size_t before = samples.kept().size();
    for (uint64_t i = 0; i < count; ++i)
      if (Sample *place = samples.place(times)) *place = sample(i);
    samples_ += samples.kept().size() - before;
    if (samples_ > kMostSamples) make_room();
  }
  // Places stay where they are.
  const std::deque<FileTotals> &all() const { return files_; }

 private:
  uint32_t find(const std::string &name, bool several);
  void make_room();

  std::unordered_map<const reader::Name *, uint32_t> known_;
  std::unordered_map<std::string, uint32_t> slots_;
  std::deque<FileTotals> files_;
  size_t directories_ = 0;
  size_t samples_ = 0;
  const reader::Name *last_ = nullptr;
  uint32_t last_slot_ = 0;
};

}  // namespace recorder::report
