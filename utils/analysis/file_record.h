// SPDX-License-Identifier: BSD-3-Clause
// What is known of one file: the counters of Darshan's file record (its paper, IV-B), kept by interface. POSIX
// and STDIO see the storage; MPI-IO is what the program or a library asked of it, so that the two are never
// added up.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "analysis/common_values.h"
#include "analysis/intervals.h"
#include "analysis/loop_memory.h"
#include "analysis/meaning.h"

namespace recorder::analysis {

// A figure over the ranks that used a file.
struct Spread {
  uint64_t ranks = 0;
  double mean = 0, squares = 0;  // Welford's sums
  double least = 0, most = 0;
  uint64_t least_rank = 0, most_rank = 0;  // of several the first
  double other_of_least = 0, other_of_most = 0;  // what those ranks have of the other figure
  void add(uint64_t rank, double value, double other);
  double variance() const { return ranks != 0 ? squares / static_cast<double>(ranks) : 0; }
};

constexpr int64_t kNever = INT64_MIN;

// Reads or writes through one interface. Accesses are calls that did not fail and whose bytes are known; all
// patterns are of accesses whose offset is known, too.
struct Direction {
  uint64_t calls = 0;
  uint64_t failed = 0;
  uint64_t unknown = 0;  // calls whose bytes are not known
  uint64_t accesses = 0;
  uint64_t bytes = 0;
  uint64_t largest = 0;  // bytes of an access
  uint64_t sizes[kSizeClasses] = {};
  uint64_t placed = 0;             // accesses whose offset is known
  uint64_t consecutive = 0;        // begin where the one before them in this direction ended
  uint64_t sequential = 0;         // begin there or behind
  uint64_t unaligned_in_file = 0;
  uint64_t addressed = 0;          // accesses whose memory address is known
  uint64_t unaligned_in_memory = 0;
  int64_t last_byte = -1;
  int64_t first_ns = kNever, last_ns = kNever;  // start of the first call, end of the last one
  int64_t time_ns = 0;
  int64_t longest_ns = 0;
  uint64_t longest_bytes = 0;
  Intervals busy;
  // Of MPI-IO:
  uint64_t manners[kManners] = {};
  uint64_t extents[kSizeClasses] = {};  // of what the datatype spans in memory
  uint64_t extents_known = 0;
};

enum class Counter : uint8_t { opens, closes, reads, writes, copies, seeks, stats, queries, changes, syncs, maps, locks, others };
constexpr unsigned kCounters = static_cast<unsigned>(Counter::others) + 1;
const char *name_of(Counter counter);
// Which counter a function of POSIX, STDIO or MPI-IO belongs to.
Counter counter_of(const recorder_function &function, const Meaning &meaning);

// A file through one interface.
struct Interface {
  uint64_t counters[kCounters] = {};
  Direction read, write;
  uint64_t copied = 0;    // bytes that the kernel copied
  uint64_t switches = 0;  // reads that follow a write of the same thread, and writes that follow a read
  CommonValues sizes;     // of accesses
  CommonValues strides;   // gaps between an access and the one before it in its direction, where there is one
  int64_t first_open_ns = kNever, last_close_ns = kNever;
  int64_t metadata_ns = 0;
  Spread rank_seconds, rank_bytes;
  // Of MPI-IO:
  uint64_t opens_independent = 0;  // by one process for itself; the others are collective
  uint64_t views = 0;
  std::map<std::string, uint64_t> datatypes;  // of transfers, by name or by what made them
  std::map<std::string, uint64_t> filetypes;  // of views
  std::map<std::string, uint64_t> hints;      // "key=value", by calls that gave them

  // While a stream is gone through, of this stream:
  uint64_t stream = 0;
  Remembered read_end, write_end;
  enum class Last : uint8_t { none, read, write } last = Last::none;
  // While a rank is gone through, of this rank:
  uint64_t rank_serial = 0;
  int64_t this_rank_ns = 0;
  uint64_t this_rank_bytes = 0;
};

enum class InterfaceKind : uint8_t { posix, stdio, mpiio };
constexpr unsigned kInterfaces = 3;
const char *name_of(InterfaceKind kind);

struct FileRecord {
  std::unique_ptr<Interface> interfaces[kInterfaces];  // null: not used
};

}  // namespace recorder::analysis
