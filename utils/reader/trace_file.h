// SPDX-License-Identifier: BSD-3-Clause
// The sections of one trace file, taken apart as far as memory by rank and by call can be avoided.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "format/format.h"
#include "reader/container.h"
#include "reader/rank_class.h"
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
};

// A rank among those of its class.
struct Member {
  const RankClass *of;
  uint64_t index;
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
  // Of the nodes, where there are several.
  const std::vector<recorder_clock> &clocks() const { return clocks_; }
  uint64_t metadata_number(const char *key, uint64_t otherwise) const;

  uint64_t ranks() const { return ranks_; }
  uint64_t streams() const { return streams_; }
  Process process(uint64_t rank) const;
  uint64_t dropped(uint64_t rank) const { return process_numbers_[kDropped].at(rank); }
  uint64_t lost(uint64_t rank) const { return process_numbers_[kLost].at(rank); }
  uint64_t kernel_thread(uint64_t rank, uint64_t index) const;
  const std::vector<RankClass> &classes() const { return classes_; }
  uint64_t class_of(uint64_t rank) const;
  Member member(uint64_t rank) const;
  uint64_t first_stream(uint64_t rank) const;  // counted over the whole file

  // Of one part of a rank. Kept while the trace has room for it.
  std::shared_ptr<const Grammar> grammar(const ClassPart &part, uint64_t index);
  // Calls of the part by function, over all ranks of its class.
  void count_calls(const RankClass &of, const ClassPart &part, std::vector<uint64_t> &by_function);

  // Signatures by their number in the section cst.
  std::string_view signature(uint64_t number) const;
  // Valid until the next decode() on any file of the trace: the cache forgets when it is full.
  const Template &decode(uint64_t number);
  // How often the cache forgot: what was decoded before is not valid any more.
  uint64_t templates_forgotten() const { return templates_forgotten_; }
  Template decode_bytes(std::string_view signature, const SlotEnds *ends = nullptr) const {
    return decode_signature(signature, dictionary_, function_ids_, ends);
  }
  // Unique over all signatures of all files of the trace, never 0.
  uint64_t shape_of(uint64_t number) const { return first_shape_ + number; }
  uint64_t new_shape() { return dictionary_.next_shape++; }

  // Of each call.
  bool has_times() const { return times_ != nullptr && !without_times_; }
  bool has_section_times() const { return times_ != nullptr; }
  StoredTimes times_of(uint64_t stream) const;
  // Takes the coded numbers at the end off the rest; `what` they are, in the plural.
  StoredRange split_tail(StoredRange *all, const char *what) const;
  // The ranks are in blocks, which have all but metadata and times.
  bool has_blocks() const { return container_.find(format::kBlock) != nullptr; }
  // Refused: times of another number of streams.
  void check_times(uint64_t streams) const;

 private:
  enum Number : unsigned { kRank, kPid, kStart, kTickNum, kTickDen, kDropped, kLost, kStreams, kNumbers };
  enum Text : unsigned { kHost, kProgram, kCwd, kTexts };

  void read_metadata();
  void read_clocks();
  void read_cst();
  void read_cfg();
  void read_texts();
  void read_processes();
  void read_classes();
  void read_times_index();
  // The function's index in the dictionary; only for signatures of calls.
  uint32_t function_of(uint64_t number) const;
  std::shared_ptr<const Grammar> build(const ClassPart &part, const Grammar::Exponents &exponents,
                                       bool as_written = false) const;
  void add_calls(const ClassPart &part, uint64_t terminal, uint64_t calls,
                 std::vector<uint64_t> &by_function) const;

  Dictionary &dictionary_;
  Container container_;
  Metadata metadata_;
  std::vector<recorder_clock> clocks_;
  std::unordered_map<uint64_t, uint32_t> function_ids_;
  std::string cst_;
  std::vector<uint64_t> signature_ends_;  // each begins with its length, where the one before ends
  uint64_t first_signature_ = 0;
  std::vector<bool> synthetic_;
  std::vector<std::unique_ptr<Template>> templates_;
  size_t template_memory_ = 0;
  uint64_t templates_forgotten_ = 0;
  uint64_t first_shape_ = 0;
  std::string cfg_;
  std::vector<std::pair<uint64_t, uint64_t>> bodies_;  // offset and length in cfg_
  std::vector<const ClassPart *> with_grammar_;        // whose grammar is kept
  size_t grammar_memory_ = 0;
  std::string text_bytes_;
  std::vector<std::string_view> texts_;
  std::string class_bytes_;
  std::vector<RankClass> classes_;
  std::string process_bytes_;
  uint64_t ranks_ = 0;
  Column process_numbers_[kNumbers];
  TextColumn process_texts_[kTexts];
  Column class_numbers_;  // by rank
  Column threads_;        // by stream: the kernel's number less that of the process
  uint64_t streams_ = 0;
  const Section *times_ = nullptr;
  bool without_times_ = false;  // by the mode in the metadata
  std::string times_index_;
};

}  // namespace recorder::reader
