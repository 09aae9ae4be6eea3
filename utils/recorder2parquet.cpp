// SPDX-License-Identifier: BSD-3-Clause
// recorder2parquet: traces as a table for data analysis, a dataset of Parquet files.
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <exception>
#include <thread>

#include "common/program.h"
#include "common/text.h"
#include "dataset/dataset.h"
#include "dataset/plan.h"
#include "dataset/rows.h"
#include "dataset/schema.h"
#include "dataset/writer.h"

namespace recorder::tools::dataset {

namespace {

namespace po = boost::program_options;

// A line on a terminal's standard error, at most twice a second.
class Progress {
 public:
  explicit Progress(size_t groups) : groups_(groups), shown_(::isatty(2) != 0) {}
  ~Progress() {
    if (shown_ && next_ms_ != 0) std::fprintf(stderr, "\r\033[K");
  }
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  void add(int64_t calls) {
    const int64_t sum = calls_ += calls;
    const auto now = std::chrono::steady_clock::now() - start_;
    const int64_t ms = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
    int64_t next = next_ms_;
    if (!shown_ || ms < std::max<int64_t>(next, 500) || !next_ms_.compare_exchange_strong(next, ms + 500))
      return;
    std::fprintf(stderr, "\r%zu of %zu groups of ranks, %.1f million calls", done_.load(), groups_,
                 static_cast<double>(sum) / 1e6);
  }
  void end_group() { ++done_; }

 private:
  const size_t groups_;
  const bool shown_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::atomic<int64_t> calls_ = 0, next_ms_ = 0;
  std::atomic<size_t> done_ = 0;
};

// The groups of this process, which its workers take one after another.
struct Work {
  const Options &options;
  const Plan &plan;
  std::vector<RankGroup> groups;
  Dataset &dataset;
  FileFormat format;
  Progress progress{groups.size()};
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
      work_.progress.end_group();
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
    const SelectionPtr selection = work_.options.selection(group.selected);
    recorder_error error;
    const CallsPtr calls(recorder_calls_open(trace_.get(), selection.get(), work_.options.order(), &error));
    if (calls == nullptr) throw ProgramError(facts().path + ": " + error.message);
    for (;;) {
      const recorder_call *call;
      const recorder_status status = recorder_calls_next(calls.get(), &call, &error);
      if (status == RECORDER_END) break;
      if (status != RECORDER_OK) throw ProgramError(facts().path + ": " + error.message);
      rows_.add(*call);
      if (rows_.full()) write(writer);
    }
    if (rows_.size() != 0) write(writer);
    writer.close();
  }

  void write(GroupWriter &writer) {
    work_.progress.add(rows_.size());
    writer.write(*rows_.finish());
  }

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
  text += ",\"traces\":[";
  for (size_t i = 0; i < plan.traces.size(); ++i) {
    const TraceFacts &trace = plan.traces[i];
    text += i == 0 ? "{\"trace\":" : ",{\"trace\":";
    put_json_string(text, trace.name);
    text += ",\"path\":";
    put_json_string(text, trace.path);
    text += ",\"start_realtime_ns\":";
    put_number(text, trace.start_realtime_ns);
    text += ",\"ranks\":";
    put_number(text, trace.ranks);
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
                  "trace", Takes::several, Writes::directory);
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

  const Plan plan = make_plan(options.operands(), ranks_per_group, options.rank_lists());
  Dataset dataset(options.output(), describe(options, plan, part, codec), overwrite);
  Work work{options, plan, share_of(plan, part), dataset, format};
  dataset.prepare(work.groups);
  convert(work, jobs);
  dataset.publish();
  return 0;
}

}  // namespace

}  // namespace recorder::tools::dataset

int main(int argc, char **argv) {
  return recorder::tools::run("recorder2parquet", recorder::tools::dataset::body, argc, argv);
}
