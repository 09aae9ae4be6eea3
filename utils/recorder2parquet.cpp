// SPDX-License-Identifier: BSD-3-Clause
// recorder2parquet: traces as a table for data analysis, a dataset of Parquet files.
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "analysis/stream_transfers.h"
#include "common/progress.h"
#include "common/text.h"
#include "dataset/dataset.h"
#include "dataset/plan.h"
#include "dataset/rows.h"
#include "dataset/schema.h"
#include "dataset/writer.h"
#include "reader/access.h"

namespace recorder::tools::dataset {

namespace {

namespace po = boost::program_options;

// The groups of this process, which its workers take one after another.
struct Work {
  const Options &options;
  const Plan &plan;
  std::vector<RankGroup> groups;
  Dataset &dataset;
  FileFormat format;
  std::atomic<uint64_t> groups_done = 0;
  std::atomic<size_t> next = 0;

  // Null when there is none left.
  const RankGroup *take() {
    const size_t index = next++;
    return index < groups.size() ? &groups[index] : nullptr;
  }
  void stop() { next = groups.size(); }
};

// Has a trace of its own, as a trace belongs to one thread.
class Worker {
 public:
  explicit Worker(Work &work) : work_(work), rows_(work.format.schema) {}

  void run() {
    while (const RankGroup *group = work_.take()) {
      if (trace_ == nullptr || group->trace != opened_) open(group->trace);
      convert(*group);
      ++work_.groups_done;
    }
  }

 private:
  void open(size_t index) {
    opened_ = index;
    trace_ = open_trace(facts().path);
    rows_.begin(trace_.get(), facts(), work_.options.order());
  }

  void convert(const RankGroup &group) {
    GroupWriter writer(work_.dataset, group, work_.format);
    const CallsPtr calls = open_calls(group);
    while (const recorder_call *call = next(calls.get())) {
      const auto *transfers =
          static_cast<const analysis::StreamTransfers *>(reader::companion_of(calls.get()));
      rows_.add(*call, transfers->transfer());
      if (rows_.full()) write(writer);
    }
    if (rows_.size() != 0) write(writer);
    writer.close();
  }

  CallsPtr open_calls(const RankGroup &group) {
    const reader::Classes &classes = reader::trace_of(trace_.get()).dictionary().classes;
    const auto make = [&classes] { return std::make_unique<analysis::StreamTransfers>(classes); };
    const SelectionPtr selection = work_.options.selection_of(group.selected, facts().start_ns);
    recorder_error error;
    CallsPtr calls(reader::open_calls(trace_.get(), selection.get(), work_.options.order(), make, &error));
    if (calls == nullptr) throw ProgramError(facts().path + ": " + error.message);
    return calls;
  }

  // Null at the end.
  const recorder_call *next(recorder_calls *calls) {
    const recorder_call *call;
    recorder_error error;
    const recorder_status status = recorder_calls_next(calls, &call, &error);
    if (status != RECORDER_OK && status != RECORDER_END)
      throw ProgramError(facts().path + ": " + error.message);
    return call;
  }

  void write(GroupWriter &writer) { writer.write(*rows_.finish()); }

  const TraceFacts &facts() const { return work_.plan.traces[opened_]; }

  Work &work_;
  size_t opened_ = 0;
  TracePtr trace_;
  Rows rows_;
};

// The first failure ends all workers, and the tool.
void convert(Work &work, uint64_t jobs) {
  std::exception_ptr failure;
  std::mutex mutex;
  const auto body = [&] {
    try {
      Worker(work).run();
    } catch (...) {
      work.stop();
      const std::lock_guard guard(mutex);
      if (failure == nullptr) failure = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  for (uint64_t i = 1; i < std::min<uint64_t>(jobs, work.groups.size()); ++i) others.emplace_back(body);
  body();
  for (std::thread &other : others) other.join();
  if (failure != nullptr) std::rethrow_exception(failure);
}

// Two conversions with equal descriptions make equal files.
std::string describe(const Options &options, const Plan &plan, const Part &part, const std::string &codec) {
  std::string text = "{\"recorder2parquet\":\"" RECORDER_VERSION "\",\"parts\":";
  put_number(text, part.count);
  text += ",\"compression\":";
  put_json_string(text, codec);
  text += ",\"selection\":";
  put_json_string(text, options.selected());
  text += ",\"epoch_ns\":";
  put_number(text, plan.traces[0].epoch_ns);
  text += ",\"traces\":[";
  for (size_t i = 0; i < plan.traces.size(); ++i) {
    const TraceFacts &trace = plan.traces[i];
    text += i == 0 ? "{\"trace\":" : ",{\"trace\":";
    put_json_string(text, trace.name);
    text += ",\"path\":";
    put_json_string(text, trace.path);
    text += ",\"start_ns\":";
    put_number(text, trace.start_ns);
    text += ",\"ranks\":";
    put_number(text, trace.ranks());
    text += ",\"calls\":";
    put_number(text, trace.calls);
    text += ",\"ranks_per_group\":";
    put_number(text, plan.ranks_per_group[i]);
    text += '}';
  }
  return text + "]}";
}

std::vector<RankGroup> share_of(const Plan &plan, const Part &part) {
  std::vector<RankGroup> share;
  for (uint64_t i = part.index; i < plan.groups.size(); i += part.count) share.push_back(plan.groups[i]);
  return share;
}

int body(int argc, char **argv) {
  std::string codec, part_text;
  uint64_t ranks_per_group = 0, jobs = 1;
  bool overwrite = false;
  Options options("Writes the calls of Recorder traces as a dataset of Parquet files, one row a call.", true,
                  Operands::several, "trace", Writes::directory);
  options.add_order();
  options.own().add_options()("overwrite", po::bool_switch(&overwrite),
                              "replace a dataset that is there already")(
      "compression", po::value(&codec)->value_name("CODEC")->default_value("snappy"),
      "snappy, zstd, gzip or none")(
      "ranks-per-group", po::value(&ranks_per_group)->value_name("N"),
      "so many ranks in a directory; usually as many as make four million calls")(
      "jobs,j", po::value(&jobs)->value_name("N"), "convert so many groups of ranks at the same time")(
      "part", po::value(&part_text)->value_name("I/N"),
      "convert only the I-th of N parts, counted from 0; under mpiexec and srun each process takes its own");
  if (!options.parse(argc, argv)) return 0;
  if (options.has("ranks-per-group") && ranks_per_group == 0) throw UsageError("--ranks-per-group: 0 ranks");
  if (jobs == 0) throw UsageError("--jobs: 0 jobs");
  const Part part = options.has("part") ? parse_part(part_text) : part_of_launcher();
  const FileFormat format{make_schema(), writer_properties(parse_compression(codec))};
  options.selection();  // complains before anything is written

  const Plan plan = make_plan(options, ranks_per_group);
  Dataset dataset(options.output(), describe(options, plan, part, codec), overwrite);
  Work work{options, plan, share_of(plan, part), dataset, format};
  dataset.prepare(work.groups);
  {
    const Progress progress(options, "groups of ranks", work.groups.size(),
                            [&work] { return work.groups_done.load(); });
    convert(work, jobs);
  }
  dataset.publish();
  return 0;
}

}  // namespace

}  // namespace recorder::tools::dataset

int main(int argc, char **argv) {
  return recorder::tools::run("recorder2parquet", recorder::tools::dataset::body, argc, argv);
}
