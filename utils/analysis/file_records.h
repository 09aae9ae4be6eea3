// SPDX-License-Identifier: BSD-3-Clause
// Filling in the records of files, event by event.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "analysis/file_record.h"
#include "analysis/walk.h"

namespace recorder::analysis {

struct FileRecordOptions {
  uint64_t alignment = 4096;       // of a file system's blocks
  uint64_t memory_alignment = 16;  // that accesses to memory should have
};

class FileRecords {
 public:
  explicit FileRecords(const FileRecordOptions &options) : options_(options) {}

  void stream_begins() {
    ++stream_;
    memory_.clear();
  }
  void loop_begins() { memory_.loop_begins(); }
  void loop_ends(uint64_t times) { memory_.loop_ends(times); }
  // A call on this file; others than of POSIX, STDIO and MPI-IO do nothing.
  void add(FileRecord &record, const Event &event);
  // The same for one of the transfers of a call that makes several.
  void add_part(FileRecord &record, const Event &event, const Part &part);
  // After all streams of a rank; ranks are numbered over all traces.
  void rank_ends(uint64_t rank);
  // After everything.
  void finish(FileRecord &record);

 private:
  struct Known {  // of a function
    bool known = false;
    bool relevant = false;
    InterfaceKind kind = InterfaceKind::posix;
    Counter counter = Counter::others;
    bool ends_split = false;
    int address = -1;  // the argument
  };
  const Known &look_up(const Event &event);
  Interface &interface_of(FileRecord &record, InterfaceKind kind);
  void count_transfer(Interface &interface, Direction &direction, const Event &event, const Known &known);
  void count_pattern(Interface &interface, Direction &direction, const Event &event);
  void count_address(Direction &direction, const Event &event, int argument) const;
  void count_mpiio(Interface &interface, const Event &event, const Known &known);
  void count_time(Interface &interface, const Event &event, const Known &known);
  static void count_hints(Interface &interface, const Event &event);

  FileRecordOptions options_;
  LoopMemory memory_;
  Budget values_{uint64_t{4} << 20}, intervals_{uint64_t{4} << 20};
  uint64_t stream_ = 0, rank_serial_ = 1;
  std::deque<Known> known_;           // by function of the trace
  std::vector<Interface *> of_rank_;  // that this rank has used

 public:
  // Functions have other numbers from here on.
  void trace_begins() { known_.clear(); }
};

}  // namespace recorder::analysis
