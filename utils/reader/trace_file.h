// SPDX-License-Identifier: BSD-3-Clause
// The sections of one trace file, taken apart as far as memory by rank and by call can be avoided.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "reader/container.h"
#include "reader/grammar.h"
#include "reader/signature.h"
#include "reader/times.h"

namespace recorder::reader {

struct Process {
  int64_t mpi_rank;
  uint64_t pid;
  const Name *host;
  const Name *program;
  const Name *cwd;
  uint64_t start_realtime;
  uint64_t tick_num;
  uint64_t tick_den;
  uint64_t dropped;
  uint64_t lost;
  uint64_t thread_count;
  uint64_t threads_at;  // in the section: the kernel's numbers
};

struct StreamPlan {
  uint64_t thread;
  std::vector<uint32_t> grammars;  // its parts
};

// Ranks that follow each other and have the same streams.
struct Run {
  uint64_t first_rank;
  uint64_t ranks;
  uint64_t first_stream;  // of the first rank, counted over the whole file
  std::vector<StreamPlan> streams;
};

class TraceFile {
 public:
  using Metadata = std::vector<std::pair<std::string, std::string>>;

  TraceFile(std::unique_ptr<Source> source, Dictionary &dictionary);
  TraceFile(const TraceFile &) = delete;

  const Container &container() const { return container_; }
  const Metadata &metadata() const { return metadata_; }
  const char *metadata(const char *key) const;
  // Whether the writer looked for this kind of pattern; a trace that does not say looked for all.
  bool has_pattern(std::string_view name) const;
  uint64_t metadata_number(const char *key, uint64_t otherwise) const;

  uint64_t ranks() const { return processes_.size(); }
  uint64_t streams() const { return streams_; }
  const Process &process(uint64_t rank) const { return processes_[rank]; }
  uint64_t kernel_thread(uint64_t rank, uint64_t index) const;  // 0 when unknown
  const std::vector<Run> &runs() const { return runs_; }
  const Run &run_of(uint64_t rank) const;

  size_t terminals() const { return synthetic_.size(); }
  const Grammar &grammar(uint32_t index);
  // Valid until the next decode() on any file of the trace: the cache forgets when it is full.
  const Template &decode(uint32_t terminal);
  // The function's index in the dictionary; only for terminals that are calls.
  uint32_t function_of(uint32_t terminal) const;
  // The function's number in this file.
  uint64_t function_number(uint32_t terminal) const;
  // Unique over all terminals of all files of the trace, never 0.
  uint64_t shape_of(uint32_t terminal) const { return first_shape_ + terminal; }
  bool synthetic(uint32_t terminal) const { return synthetic_[terminal]; }

  // Of each call.
  bool has_times() const { return times_ != nullptr && !without_times_; }
  bool has_section_times() const { return times_ != nullptr; }
  StoredTimes times_of(uint64_t stream) const;

 private:
  void read_metadata();
  void read_cst();
  void read_cfg();
  void read_processes();
  void read_cfg_index();
  void read_times_index();
  std::string_view signature(uint32_t terminal) const;

  Dictionary &dictionary_;
  Container container_;
  Metadata metadata_;
  std::unordered_map<uint64_t, uint32_t> function_ids_;
  std::string cst_;
  std::vector<uint64_t> signature_ends_;  // each begins with its length, where the one before ends
  uint64_t first_signature_ = 0;
  std::vector<bool> synthetic_;
  std::vector<std::unique_ptr<Template>> templates_;
  size_t template_memory_ = 0;
  uint64_t first_shape_ = 0;
  std::string cfg_;
  std::vector<std::pair<uint64_t, uint64_t>> bodies_;  // offset and length in cfg_
  std::vector<std::unique_ptr<Grammar>> grammars_;
  std::string process_bytes_;
  std::vector<Process> processes_;
  std::vector<Run> runs_;
  uint64_t streams_ = 0;
  const Section *times_ = nullptr;
  bool without_times_ = false;  // by the mode in the metadata
  std::string times_index_;
};

}  // namespace recorder::reader
