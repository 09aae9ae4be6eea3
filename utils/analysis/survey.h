// SPDX-License-Identifier: BSD-3-Clause
// The sums over the calls of one or several traces: by function, file and rank, with what caused what. Memory
// is bounded: files beyond a number are counted together.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/call_tree.h"
#include "analysis/file_records.h"
#include "analysis/walk.h"
#include "reader/selection.h"

namespace recorder::analysis {

struct Tally {
  uint64_t calls = 0;
  uint64_t failed = 0;
  uint64_t read = 0, written = 0, copied = 0;  // bytes
  uint64_t unknown = 0;                        // transfers whose bytes are not known
  int64_t time_ns = 0;

  uint64_t bytes() const { return read + written + copied; }
  void add(const Event &event);
  void add(const Tally &other);
};

struct FunctionSum {
  std::string name, layer;
  uint32_t layer_number;
  Operation operation;
  Manner manner;
  Tally sum;
  int64_t own_ns = 0;        // without the calls that they made
  int64_t outer_ns = 0;      // of those inside no other call of their layer
  std::vector<Below> below;  // what its calls caused, by the number of the function
};

struct LayerSum {
  std::string name;
  Intervals reading, writing;
};

// The time during which something went on: too long by `slack_ns` at most.
struct Busy {
  int64_t ns = 0, slack_ns = 0;
};

struct FileSum {
  std::string path;                                // empty: all others
  std::vector<std::pair<uint32_t, Tally>> layers;  // by number of the layer, those that used it
  std::unique_ptr<FileRecord> record;              // when asked for
};

// Bytes and times of a rank are those of the storage, but for io_ns.
struct RankSum {
  uint64_t trace, rank;
  uint64_t calls = 0;
  uint64_t read = 0, written = 0, copied = 0;
  int64_t read_ns = 0, write_ns = 0, metadata_ns = 0;
  int64_t io_ns = 0;  // in calls of I/O of any layer that the program made
  uint64_t bytes() const { return read + written + copied; }
};

struct SurveyOptions {
  bool times = true;
  bool files = false;   // keep records of files
  bool expand = false;  // go through every turn of every loop
  uint64_t most_files = 200000;
  FileRecordOptions records;
};

class Survey : private Visitor {
 public:
  // Where a trace stands among those of the survey.
  struct Place {
    uint64_t number;      // of the trace, from 0
    uint64_t first_rank;  // the number of its first rank among all
    int64_t start_ns;     // on the time axis of the survey
  };

  explicit Survey(const SurveyOptions &options);

  // Looks which layers a trace has; of all traces, before the first is added.
  void expect(reader::Trace &trace, const reader::Selection &selection);
  // Goes through what is selected of a trace.
  void add(reader::Trace &trace, const reader::Selection &selection, const Place &place);
  // After the last trace.
  void finish();

  // How many calls were met so far; another thread may ask.
  uint64_t calls_met() const { return __atomic_load_n(&calls_met_, __ATOMIC_RELAXED); }
  // How many events those were: fewer, where there are loops.
  uint64_t events() const { return events_; }
  // The layers that see the storage: POSIX and STDIO, or where there are no such transfers the lowest that
  // has any. Only these say how much the job read and wrote.
  bool is_storage(uint32_t layer) const { return layer < storage_.size() && storage_[layer]; }
  const std::deque<LayerSum> &layers() const { return layers_; }
  const std::deque<FunctionSum> &functions() const { return functions_; }
  const std::deque<FileSum> &files() const { return files_; }
  const FileSum *other_files() const { return others_ != nullptr ? others_.get() : nullptr; }
  const std::deque<RankSum> &ranks() const { return ranks_; }
  // How long the storage was read and written, after finish().
  const Busy &reading() const { return reading_; }
  const Busy &writing() const { return writing_; }

 private:
  void stream_begins(const reader::Stream &stream) override;
  void stream_ends() override;
  void call(const Event &event) override;
  void loop_begins(uint64_t) override;
  void loop_ends(uint64_t times) override;

  // What calls of one shape on one file have in common, and what they add up to since that was last put where
  // it belongs.
  struct Kind {
    uint64_t shape = 0;  // 0: none yet
    const reader::Name *file = nullptr;
    uint32_t function = 0, layer = 0;
    bool admitted = false;  // by function and file
    bool moves = false;     // data
    FileSum *in_file = nullptr;
    Tally sum;
    int64_t alone_ns = 0;  // of those that are alone in their trees
  };
  static constexpr size_t kKinds = 1024;

  Kind &kind_of(const Event &event);
  void put_away(Kind &kind);
  void put_all_away();
  Tally &tally_of(FileSum &file, uint32_t layer);
  uint32_t function_number(const recorder_function &function, const Meaning &meaning);
  uint32_t layer_number(const std::string &name);
  FileSum &file_of(const reader::Name *name);
  FileSum &new_file(const std::string &path);
  void count_parts(uint32_t layer, const Event &event);
  void count_node(const Kind &kind, const Event &event, bool counted);
  void complete(const CallTree::Result &result);
  void count_rank(const Kind &kind);
  void count_busy(const Kind &kind, const Event &event);
  Busy busy(Intervals LayerSum::*direction) const;

  const SurveyOptions options_;
  std::deque<FunctionSum> functions_;
  std::map<std::pair<std::string, std::string>, uint32_t> function_numbers_;
  std::deque<LayerSum> layers_;
  std::vector<bool> storage_, is_io_, moves_;  // by layer
  std::deque<FileSum> files_;
  std::unordered_map<std::string, size_t> file_numbers_;
  std::unique_ptr<FileSum> others_;
  std::deque<RankSum> ranks_;
  Busy reading_, writing_;  // of the storage
  Budget intervals_{uint64_t{3} << 20};
  FileRecords records_;
  CallTree tree_;

  // Of the trace:
  std::unique_ptr<reader::Filter> filter_;
  bool selects_time_ = false;
  int64_t shift_ns_ = 0;
  std::vector<uint32_t> numbers_;  // by function of the trace
  std::unordered_map<const reader::Name *, FileSum *> by_name_;
  std::vector<Kind> kinds_ = std::vector<Kind>(kKinds);  // by shape
  RankSum *rank_ = nullptr;
  uint64_t calls_met_ = 0, events_ = 0;
};

}  // namespace recorder::analysis
