// SPDX-License-Identifier: BSD-3-Clause
// What the merge takes: the streams of one process as plain bytes. The session fills these images from its
// arenas; tests fill them by hand, so that a million simulated ranks go through the same code.
#pragma once

#include <cstdint>

#include "format/bytes.h"
#include "merge/functions.h"
#include "merge/spool_access.h"

namespace recorder {

struct Pair {
  const char *key;
  const char *value;
};

// A segment of a stream. `cst` is varint n, then n x (varint length, signature); `cfg` is one CFG body as in
// the trace file (recorder-format(5)), whose terminals index this cst; `counts` are the lengths of its runs
// that vary, as core/run_counts.h keeps them; `statistics` a table of its times (core/time_statistics.h),
// where that is what is kept of them.
struct PartImage {
  Bytes cst;
  Bytes cfg;
  Bytes counts;
  Bytes statistics = {nullptr, 0};
};

// One thread. The parts follow each other in time; `time_chunks` are the raw time bytes of all parts, and no
// record straddles two chunks. Without times these are values of random arguments, and for each call that
// has some a record that ends them.
struct StreamImage {
  uint32_t thread;  // small number, dense in the process, 0 = the first thread that made a call
  uint32_t tid;     // the kernel's number
  uint32_t part_count;
  const PartImage *parts;
  uint64_t calls;
  uint32_t time_chunk_count;
  const Bytes *time_chunks;
  bool has_asides;                     // values of random arguments among them
  const SpoolAccess *spool = nullptr;  // whence parts and chunks come; nullptr: they are simply in memory
  bool plain_offsets = false;          // offsets are there themselves, and not as differences
};

// What is kept of the times: records in the chunks (core/time_buffer.h) for exact and bounded, tables in the
// parts for statistics, and nothing for none.
enum class TimeMode : uint8_t { exact, bounded, statistics, none };

struct ProcessImage {
  int64_t rank;  // in MPI_COMM_WORLD, -1 without MPI
  uint32_t pid;
  const char *host;
  const char *program;
  const char *cwd;             // when the process started
  uint64_t start_realtime_ns;  // tick 0, ns since the Unix epoch
  uint64_t end_realtime_ns;
  uint64_t tick_num;  // ns = ticks * tick_num / tick_den
  uint64_t tick_den;
  uint64_t dropped;  // calls that re-entered Recorder (signal handlers) and were passed through unrecorded
  uint64_t lost;     // calls that could not be kept (no memory, no spool)
  uint32_t stream_count;
  const StreamImage *streams;
  uint32_t metadata_count;
  const Pair *metadata;
  // Functions from this number on (of plugins) may be known to this process alone; 0: there are none.
  uint64_t own_functions;
  FunctionLookup functions;
  bool ranks_apart;  // calls that differ in numbers are not told as patterns over the ranks
  TimeMode time_mode;
  uint32_t time_percent;               // of bounded
  const SpoolAccess *spool = nullptr;  // as in the streams
};

}  // namespace recorder
