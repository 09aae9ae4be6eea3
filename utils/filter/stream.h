// SPDX-License-Identifier: BSD-3-Clause
// The selected calls of one stream, encoded again in the order in which they returned.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "filter/new_state.h"
#include "filter/records.h"
#include "reader/part_reader.h"
#include "reader/piece_times.h"
#include "reader/selection.h"
#include "reader/trace.h"

namespace recorder::filter {

class StreamFilter {
 public:
  StreamFilter(reader::Trace &trace, reader::Filter &filter, RecordWriter &writer)
      : trace_(trace), filter_(filter), writer_(writer) {}

  // A reader::Failure when the trace is damaged.
  StreamRecords run(const reader::Stream &stream);

 private:
  static constexpr size_t kMostPending = 1u << 25;  // as StreamReader has it
  static constexpr uint32_t kNone = UINT32_MAX;

  // A call of a tree whose root has not returned yet: how deep it will be is known only then.
  struct Pending {
    uint64_t depth;  // in the original
    int64_t start_ns, end_ns;
    uint64_t start, end;  // in ticks
    uint32_t parent;
    bool selected;
    bool failed;
    uint64_t function;  // number
    uint64_t error;
    size_t before_end;  // in before_, of the records that stand before it
    size_t values_end;  // in values_
  };

  void open_times(const reader::Piece &piece);
  void part(const reader::Piece &piece, size_t index);
  void record(uint32_t terminal);
  void call(uint32_t terminal, const reader::Template &record);
  void note_times(uint32_t terminal, const reader::Template &record, Pending &pending);
  void encode(const reader::Template &record, const reader::Name *file, Pending &pending);
  void adopt(uint32_t parent);
  void end_tree();
  uint64_t to_ticks(int64_t ns) const;

  reader::Trace &trace_;
  reader::Filter &filter_;
  RecordWriter &writer_;

  // Of the stream
  reader::Process process_ = {};
  std::unique_ptr<reader::StreamState> state_;
  std::shared_ptr<const reader::Template> complete_;  // the present record, if its slots had to be put in
  std::unique_ptr<NewState> new_state_;
  const reader::Name *cwd_ = nullptr;
  std::string site_;  // the record that stands before the next call; empty: none
  reader::Outcome outcome_;
  std::vector<int64_t> differences_;

  // Of the part
  bool same_ticks_ = true;  // as the process's
  reader::PieceTimes beside_;
  std::unique_ptr<reader::PartReader> part_;

  // Of the tree
  std::vector<Pending> pending_;
  std::vector<uint32_t> roots_;  // whose parent has not come yet
  std::vector<std::string> before_;
  std::string values_;
  std::vector<uint64_t> depths_;
};

}  // namespace recorder::filter
