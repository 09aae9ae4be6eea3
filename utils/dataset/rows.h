// SPDX-License-Identifier: BSD-3-Clause
// The rows of a row group while it is filled, column by column.
#pragma once

#include <arrow/api.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/stream_transfers.h"
#include "common/source_lines.h"
#include "dataset/form.h"
#include "dataset/names.h"
#include "dataset/plan.h"
#include "dataset/schema.h"
#include "reader/recorder-reader.h"

namespace recorder::tools::dataset {

class Rows {
 public:
  static constexpr int64_t kRowsPerGroup = 64 * 1024;

  explicit Rows(std::shared_ptr<arrow::Schema> schema) : schema_(std::move(schema)) { reserve(); }

  // The calls that follow are those of this trace, which stays open until the next begin(), in this order.
  void begin(recorder_trace *trace, const TraceFacts &facts, recorder_order order);
  void add(const recorder_call &call, const analysis::Transfer &transfer);

  int64_t size() const { return rows_; }
  // Long arguments make a row group end early, so that memory stays bounded.
  bool full() const { return rows_ == kRowsPerGroup || text_bytes_ >= kTextPerGroup; }
  // The rows as a table, and begins afresh.
  std::shared_ptr<arrow::Table> finish();

 private:
  static constexpr int64_t kTextPerGroup = 64 << 20;

  struct Frame {
    int64_t id, start, end;
  };
  struct ProcessFacts;
  // A thread of a rank: the calls that the next one may be inside of.
  struct Stream {
    const ProcessFacts *process = nullptr;
    int32_t thread = 0;
    int64_t calls = 0;
    std::vector<Frame> open;
  };
  struct ProcessFacts {
    int64_t rank = 0, pid = 0;
    std::string host, program;
    std::unordered_map<uint64_t, Stream> streams;  // by thread
  };

  void reserve();
  Stream &stream_of(const recorder_call &call);
  ProcessFacts &process_of(uint64_t rank);
  void add_process();
  void add_nesting(Stream &stream, const recorder_call &call);
  void add_times(const recorder_call &call);
  void add_arguments(const Form &form, const recorder_call &call);
  void add_result(const Form &form, const recorder_call &call);
  void add_site(const recorder_call &call);

  std::shared_ptr<arrow::Schema> schema_;
  recorder_trace *trace_ = nullptr;
  const TraceFacts *facts_ = nullptr;
  recorder_order order_ = RECORDER_BY_RANK;
  bool times_ = false;
  ByShape<Form> forms_;
  std::unordered_map<uint64_t, ProcessFacts> processes_;  // by rank
  // Of the call before, and how many rows of it have their process columns still to be filled.
  Stream *stream_ = nullptr;
  int64_t run_ = 0;

  uint64_t stream_rank_ = 0, stream_thread_ = 0;
  std::unique_ptr<SourceLines> source_lines_;
  std::map<std::pair<const char *, uint64_t>, std::string> sites_;
  std::string scratch_;

  int64_t rows_ = 0;
  int64_t unsited_ = 0;  // rows since the last one that has a site
  int64_t text_bytes_ = 0;
  NameColumn trace_name_, host_, program_, layer_, function_, operation_, file_, site_;
  arrow::Int64Builder epoch_, pid_, rank_, call_id_, parent_id_, start_, end_, duration_, bytes_, offset_,
      result_, error_;
  arrow::Int32Builder thread_, depth_;
  arrow::BooleanBuilder failed_;
  arrow::StringBuilder result_json_, arguments_;
};

}  // namespace recorder::tools::dataset
