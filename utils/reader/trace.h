// SPDX-License-Identifier: BSD-3-Clause
// A trace as its users see it: the file and its late parts as one run of many ranks.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "reader/trace_file.h"

namespace recorder::reader {

// A piece of a stream: the parts that one file holds of it.
struct Piece {
  TraceFile *file;
  uint64_t rank;  // in that file
  Member member;
  const ClassStream *plan;
  const TraceFile *times;  // the file that has the times
  uint64_t stream;         // in that one, counted over its ranks
};

// A run of ranks: the trace itself, or one of its blocks.
struct Block {
  TraceFile *file;
  uint64_t first_rank, first_stream, first_class;
};

struct Stream {
  uint64_t rank;
  uint64_t thread;
  uint64_t tid;
  uint64_t calls;
  std::vector<Piece> pieces;
};

class Trace {
 public:
  explicit Trace(std::unique_ptr<Source> source);

  TraceFile &file() { return *file_; }
  const TraceFile &file() const { return *file_; }
  Dictionary &dictionary() { return dictionary_; }
  const Dictionary &dictionary() const { return dictionary_; }

  uint64_t ranks() const { return ranks_; }
  // Ranks have the numbers of MPI_COMM_WORLD: those of a whole job begin with 0, the trace of one rank alone
  // has that rank's.
  uint64_t first_rank() const { return blocks_.front().first_rank; }
  uint64_t end_rank() const { return first_rank() + ranks_; }  // beyond the last one
  uint64_t streams() const { return streams_ + late_streams_; }
  uint64_t classes() const { return classes_; }
  const Block &block_of(uint64_t rank) const;
  const Block &block_of_class(uint64_t index) const;
  Process process(uint64_t rank) const;
  std::vector<Stream> streams_of(uint64_t rank);
  // Calls that the rank lost or dropped, late ones included.
  uint64_t dropped(uint64_t rank) const { return sum(rank, &TraceFile::dropped); }
  uint64_t lost(uint64_t rank) const { return sum(rank, &TraceFile::lost); }
  // Tick 0 of a process, in ns since the trace's start.
  int64_t start_of(const Process &process) const;
  bool has_times() const { return file_->has_times(); }
  // Calls that were read, by one thread; any other may ask how many.
  void add_calls_read(uint64_t calls) {
    __atomic_store_n(&calls_read_, calls_read_ + calls, __ATOMIC_RELAXED);
  }
  uint64_t calls_read() const { return __atomic_load_n(&calls_read_, __ATOMIC_RELAXED); }

  void count_calls(std::vector<uint64_t> &by_function);
  // Of one class of ranks, over all of its ranks, without late parts.
  void count_class(uint64_t index, std::vector<uint64_t> &by_function);

 private:
  void read_blocks();
  void number_ranks();
  void read_late();
  uint64_t rank_of(const Process &late) const;
  uint64_t sum(uint64_t rank, uint64_t (TraceFile::*count)(uint64_t) const) const;
  void add_piece(std::vector<Stream> &streams, uint64_t rank, const Piece &piece, uint64_t index);
  static uint64_t calls_of(const Piece &piece);
  static void count_file(TraceFile &file, std::vector<uint64_t> &by_function);

  Dictionary dictionary_;  // outlives what points into it
  std::unique_ptr<TraceFile> file_;
  std::vector<std::unique_ptr<TraceFile>> block_files_;
  std::vector<Block> blocks_;
  uint64_t ranks_ = 0, streams_ = 0, classes_ = 0;                              // of all blocks
  std::unordered_map<uint64_t, std::vector<std::unique_ptr<TraceFile>>> late_;  // by rank
  uint64_t late_streams_ = 0;                                                   // that are no continuations
  uint64_t start_realtime_ = 0;
  uint64_t calls_read_ = 0;
};

}  // namespace recorder::reader
