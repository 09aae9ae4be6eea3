// SPDX-License-Identifier: BSD-3-Clause
// From calls to columns. Space for the rows of a group is reserved before, so appending a number is a store.
#include "dataset/rows.h"

#include "common/text.h"
#include "dataset/failure.h"

namespace recorder::tools::dataset {

namespace {

void append(arrow::Int64Builder &column, const std::optional<int64_t> &value) {
  if (value.has_value()) {
    column.UnsafeAppend(*value);
  } else {
    column.UnsafeAppendNull();
  }
}

// Threads and depths are small; a trace in which they are not is damaged.
int32_t narrow(uint64_t value, const char *what) {
  if (value > INT32_MAX) throw ProgramError(std::string("a ") + what + " of more than 31 bits");
  return static_cast<int32_t>(value);
}

}  // namespace

void Rows::begin(recorder_trace *trace, const TraceFacts &facts, recorder_order order) {
  trace_ = trace;
  facts_ = &facts;
  order_ = order;
  times_ = recorder_has_times(trace) != 0;
  forms_.clear();
  processes_.clear();
  sites_.clear();
  source_lines_ = std::make_unique<SourceLines>();
  stream_ = nullptr;
}

void Rows::reserve() {
  for (NameColumn *column :
       {&trace_name_, &host_, &program_, &layer_, &function_, &operation_, &file_, &site_})
    column->reserve(kRowsPerGroup);
  for (arrow::ArrayBuilder *column : std::initializer_list<arrow::ArrayBuilder *>{
           &epoch_, &pid_, &rank_, &call_id_, &parent_id_, &start_, &end_, &duration_, &bytes_, &offset_,
           &result_, &error_, &thread_, &depth_, &failed_, &result_json_, &arguments_})
    check(column->Reserve(kRowsPerGroup));
}

void Rows::add(const recorder_call &call, const analysis::Transfer &transfer) {
  Form &form = forms_.of(call, make_form);
  Stream &stream = stream_of(call);
  ++run_;
  add_nesting(stream, call);
  layer_.append(form.layer, call.function->layer);
  function_.append(form.function, call.function->name);
  if (form.operation != nullptr) {
    operation_.append(form.operation_place, form.operation);
  } else {
    operation_.append(nullptr);
  }
  add_times(call);
  file_.append(call.file);
  append(bytes_, transfer.bytes);
  append(offset_, transfer.offset);
  add_result(form, call);
  failed_.UnsafeAppend(call.failed != 0);
  if (call.error != 0) {
    error_.UnsafeAppend(call.error);
  } else {
    error_.UnsafeAppendNull();
  }
  add_arguments(form, call);
  if (call.site_module != nullptr) {
    add_site(call);
  } else {
    ++unsited_;
  }
  ++rows_;
}

Rows::ProcessFacts &Rows::process_of(uint64_t rank) {
  const auto known = processes_.find(rank);
  if (known != processes_.end()) return known->second;
  if (order_ == RECORDER_BY_RANK) {
    // It does not come again. The names' memory may, for others.
    processes_.clear();
    host_.forget_pointers();
    program_.forget_pointers();
  }
  recorder_process process;
  recorder_error error;
  if (recorder_process_at(trace_, rank, &process, &error) != RECORDER_OK) throw ProgramError(error.message);
  ProcessFacts &facts = processes_[rank];
  facts.rank = static_cast<int64_t>(rank);
  facts.pid = static_cast<int64_t>(process.pid);
  facts.host = process.host != nullptr ? process.host : "";
  facts.program = process.program != nullptr ? process.program : "";
  return facts;
}

Rows::Stream &Rows::stream_of(const recorder_call &call) {
  if (stream_ != nullptr && stream_rank_ == call.rank && stream_thread_ == call.thread) return *stream_;
  add_process();
  ProcessFacts &process = process_of(call.rank);
  Stream &stream = process.streams[call.thread];
  stream.process = &process;
  stream.thread = narrow(call.thread, "thread number");
  stream_rank_ = call.rank;
  stream_thread_ = call.thread;
  return *(stream_ = &stream);
}

// What the rows of a stream have in common is added when the stream or the row group ends.
void Rows::add_process() {
  if (run_ == 0) return;
  const ProcessFacts &process = *stream_->process;
  trace_name_.append(facts_->name.c_str(), run_);
  host_.append(process.host.empty() ? nullptr : process.host.c_str(), run_);
  program_.append(process.program.empty() ? nullptr : process.program.c_str(), run_);
  for (; run_ != 0; --run_) {
    epoch_.UnsafeAppend(facts_->epoch_ns);
    pid_.UnsafeAppend(process.pid);
    rank_.UnsafeAppend(process.rank);
    thread_.UnsafeAppend(stream_->thread);
  }
}

// The calls that contain this one have begun before it in its thread and have not ended. When the selection
// has left the one out that made this call, the place at its depth holds an earlier one, which its times
// tell; without times that cannot be told.
void Rows::add_nesting(Stream &stream, const recorder_call &call) {
  const int64_t id = stream.calls++;
  const size_t depth = static_cast<size_t>(narrow(call.depth, "depth"));
  call_id_.UnsafeAppend(id);
  depth_.UnsafeAppend(static_cast<int32_t>(depth));
  std::vector<Frame> &open = stream.open;
  if (open.size() > depth) open.resize(depth);
  const bool inside = times_ && depth != 0 && open.size() == depth && open.back().start <= call.start_ns &&
                      open.back().end >= call.end_ns;
  if (inside) {
    parent_id_.UnsafeAppend(open.back().id);
  } else {
    parent_id_.UnsafeAppendNull();
  }
  // What is missing between is marked by a frame that contains nothing.
  constexpr size_t kDeepest = 1 << 16;
  if (depth >= kDeepest) return;
  open.resize(depth, Frame{0, INT64_MAX, INT64_MIN});
  open.push_back({id, call.start_ns, call.end_ns});
}

void Rows::add_times(const recorder_call &call) {
  if (times_) {
    start_.UnsafeAppend(call.start_ns + facts_->start_ns);
    end_.UnsafeAppend(call.end_ns + facts_->start_ns);
    duration_.UnsafeAppend(call.end_ns - call.start_ns);
  } else {
    start_.UnsafeAppendNull();
    end_.UnsafeAppendNull();
    duration_.UnsafeAppendNull();
  }
}

void Rows::add_result(const Form &form, const recorder_call &call) {
  std::optional<int64_t> number = form.result;
  const std::string *json = &form.result_json;
  if (form.result_varies) {
    read_result(*call.result, number, scratch_);
    json = &scratch_;
  }
  append(result_, number);
  if (json->empty()) {
    result_json_.UnsafeAppendNull();
  } else {
    check(result_json_.Append(*json));
    text_bytes_ += static_cast<int64_t>(json->size());
  }
}

void Rows::add_arguments(const Form &form, const recorder_call &call) {
  const std::string *text = &form.arguments.text;
  if (!form.arguments.holes.empty()) {
    scratch_.clear();
    form.arguments.print(scratch_, call, put_argument);
    text = &scratch_;
  }
  check(arguments_.Append(*text));
  text_bytes_ += static_cast<int64_t>(text->size());
}

void Rows::add_site(const recorder_call &call) {
  site_.append(nullptr, unsited_);
  unsited_ = 0;
  std::string &text = sites_[{call.site_module, call.site_offset}];
  if (text.empty()) {
    const char *file;
    int line = 0;
    if (source_lines_->find(call.site_module, call.site_offset, &file, &line)) {
      text = std::string(file) + ":" + std::to_string(line);
    } else {
      text = call.site_module;
      put_based(text, "+0x", call.site_offset, 16);
    }
  }
  site_.append(text.c_str());
}

std::shared_ptr<arrow::Table> Rows::finish() {
  add_process();
  site_.append(nullptr, unsited_);
  unsited_ = 0;
  arrow::ArrayVector columns(kColumns);
  const auto end_names = [&](Column column, NameColumn &names) { columns[column] = check(names.finish()); };
  const auto end = [&](Column column, arrow::ArrayBuilder &builder) {
    check(builder.Finish(&columns[column]));
  };
  end_names(kTrace, trace_name_);
  end(kEpoch, epoch_);
  end_names(kHost, host_);
  end_names(kProgram, program_);
  end(kPid, pid_);
  end(kRank, rank_);
  end(kThread, thread_);
  end(kCallId, call_id_);
  end(kParentId, parent_id_);
  end(kDepth, depth_);
  end_names(kLayer, layer_);
  end_names(kFunction, function_);
  end_names(kOperation, operation_);
  end(kStart, start_);
  end(kEnd, end_);
  end(kDuration, duration_);
  end_names(kFile, file_);
  end(kBytes, bytes_);
  end(kFileOffset, offset_);
  end(kResult, result_);
  end(kResultJson, result_json_);
  end(kFailed, failed_);
  end(kError, error_);
  end(kArguments, arguments_);
  end_names(kSite, site_);
  auto table = arrow::Table::Make(schema_, columns, rows_);
  rows_ = text_bytes_ = 0;
  reserve();
  return table;
}

}  // namespace recorder::tools::dataset
