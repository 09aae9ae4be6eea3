// SPDX-License-Identifier: BSD-3-Clause
// Rank after rank: streams, times, what the rank adds to the summary of all; then the summary.
#include "filter/trace.h"

#include <cstring>

#include "filter/stream.h"
#include "format/format.h"
#include "merge/emit.h"
#include "merge/times.h"
#include "merge/trace_file.h"

namespace recorder::filter {

namespace {

void need(const Status &status) {
  if (status.ok()) return;
  std::string text = status.what;
  if (status.error_number != 0) text += std::string(": ") + strerror(status.error_number);
  throw WriteFailure(text);
}

// What the trace says of its functions, for the merge, which asks by number.
class FunctionTexts {
 public:
  explicit FunctionTexts(const reader::Functions &functions) : functions_(functions) {
    arguments_.resize(functions.size());
    for (size_t i = 0; i < functions.size(); ++i) {
      const reader::Function &function = functions.at(i);
      for (size_t k = 0; k < function.argument_names.size(); ++k) {
        arguments_[i] += function.argument_names[k] + "=" + function.argument_texts[k];
        arguments_[i] += '\0';
      }
    }
  }

  bool find(uint64_t number, FunctionText *text) const {
    if (number < format::kFnFirst || number - format::kFnFirst >= functions_.size()) return false;
    const auto index = static_cast<size_t>(number - format::kFnFirst);
    const reader::Function &function = functions_.at(index);
    *text = {function.name.c_str(), function.layer.c_str(), function.return_text.c_str(),
             arguments_[index].c_str(), static_cast<uint32_t>(function.argument_names.size())};
    return true;
  }

 private:
  const reader::Functions &functions_;
  std::vector<std::string> arguments_;  // as FunctionText has them
};

// Those of the trace that is being written: the merge takes a plain function.
const FunctionTexts *g_functions = nullptr;

bool describe(uint64_t number, FunctionText *text) { return g_functions->find(number, text); }

// Bounded times are written as they are read, not rounded again.
TimeMode time_mode(const std::vector<reader::Stream> &streams) {
  for (const reader::Stream &stream : streams)
    for (const reader::Piece &piece : stream.pieces)
      if (!piece.times->has_section_times() || !piece.times->times_of(piece.stream).per_call())
        return TimeMode::none;
  return TimeMode::exact;
}

Metadata new_metadata(const reader::TraceFile &file, const Metadata &more) {
  Metadata pairs;
  for (const auto &[key, value] : file.metadata()) {
    bool replaced = false;
    for (const auto &pair : more) replaced = replaced || pair.first == key;
    if (replaced) continue;
    // Statistics of all calls are not those of some.
    const bool gone = key == "time_mode" && value == "statistics";
    pairs.emplace_back(key, gone ? "none" : value);
  }
  pairs.insert(pairs.end(), more.begin(), more.end());
  return pairs;
}

class Writer {
 public:
  Writer(reader::Trace &trace, const reader::Selection &selection, const Metadata &more,
         const std::string &output)
      : trace_(trace),
        filter_(selection, trace.dictionary().functions),
        functions_(trace.dictionary().functions),
        metadata_(new_metadata(trace.file(), more)),
        spool_(output),
        records_(spool_) {
    for (const auto &[key, value] : metadata_) pairs_.push_back({key.c_str(), value.c_str()});
    g_functions = &functions_;
    need(file_.create(output.c_str(), IfExists::replace));
  }

  void write() {
    TraceWriter writer(file_.sink());
    out_ = &writer;
    need(writer.begin());
    writer.open(format::kTimes, format::Codec::none);
    for (uint64_t rank = trace_.first_rank(); rank < trace_.end_rank(); ++rank) add_rank(rank);
    need(writer.close());
    need(writer.add(format::kTimesIndex, index_.bytes(), format::Codec::none));
    need(emit_summary(summary_, describe, &writer));
    if (trace_.file().container().find(format::kClocks) != nullptr) {
      const std::string clocks = trace_.file().container().load(format::kClocks);
      need(writer.add(format::kClocks, {reinterpret_cast<const uint8_t *>(clocks.data()), clocks.size()},
                      format::Codec::zlib));
    }
    need(writer.finish());
    need(file_.commit());
  }

 private:
  static constexpr uint64_t kReleaseEvery = 4 << 20;

  static int put_times(void *self, const void *data, uint64_t size) {
    auto &writer = *static_cast<Writer *>(self);
    writer.out_->put({static_cast<const uint8_t *>(data), size});
    writer.put_since_release_ += size;
    if (writer.put_since_release_ >= kReleaseEvery) {
      writer.spool_.release();
      writer.put_since_release_ = 0;
    }
    return 0;  // what writes the trace keeps its failures
  }

  ProcessImage process(uint64_t rank) const {
    const reader::Process process = trace_.process(rank);
    ProcessImage image{};
    image.rank = process.mpi_rank;
    image.pid = static_cast<uint32_t>(process.pid);
    image.host = process.host->text.c_str();
    image.program = process.program->text.c_str();
    image.cwd = process.cwd != nullptr ? process.cwd->text.c_str() : "";
    image.start_realtime_ns = process.start_realtime;
    image.end_realtime_ns = trace_.file().metadata_number("end_realtime_ns", 0);
    image.tick_num = process.tick_num;
    image.tick_den = process.tick_den;
    image.dropped = trace_.dropped(rank);
    image.lost = trace_.lost(rank);
    image.metadata_count = static_cast<uint32_t>(pairs_.size());
    image.metadata = pairs_.data();
    image.functions = describe;
    image.ranks_apart = !trace_.file().has_pattern("ranks");
    return image;
  }

  void add_rank(uint64_t rank) {
    const std::vector<reader::Stream> streams = trace_.streams_of(rank);
    const reader::Selection &selection = filter_.selection();
    struct Kept {
      StreamRecords records;
      uint32_t thread, tid;
    };
    std::deque<Kept> kept;
    std::vector<StreamImage> images;
    for (const reader::Stream &stream : streams) {
      if (!selection.ranks.contains(rank) || !selection.threads.contains(stream.thread)) continue;
      kept.push_back({StreamFilter(trace_, filter_, records_).run(stream),
                      static_cast<uint32_t>(stream.thread), static_cast<uint32_t>(stream.tid)});
    }
    spool_.map();
    for (Kept &one : kept)
      if (one.records.calls != 0) images.push_back(one.records.image(spool_, one.thread, one.tid));
    ProcessImage image = process(rank);
    image.time_mode = time_mode(streams);
    image.stream_count = static_cast<uint32_t>(images.size());
    image.streams = images.data();
    TimesPart times;
    Buffer index;
    need(times.compress(image, 2, put_times, this));
    need(times.make_index(stored_, &index));
    stored_ += times.totals().stored;
    index_.put_bytes(index.bytes());
    if (!index_.ok()) throw std::bad_alloc();
    need(summary_.add(image));
    spool_.clear();
  }

  reader::Trace &trace_;
  reader::Filter filter_;
  const FunctionTexts functions_;
  const Metadata metadata_;
  std::vector<Pair> pairs_;
  TraceFile file_;
  Spool spool_;
  TraceWriter *out_ = nullptr;
  uint64_t put_since_release_ = 0;  // bytes of times
  RecordWriter records_;
  Summary summary_;
  Buffer index_;         // of the times
  uint64_t stored_ = 0;  // bytes of times
};

}  // namespace

void write_filtered(reader::Trace &trace, const reader::Selection &selection, const Metadata &more,
                    const std::string &output) {
  Writer(trace, selection, more, output).write();
}

}  // namespace recorder::filter
