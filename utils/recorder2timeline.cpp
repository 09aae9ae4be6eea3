// SPDX-License-Identifier: BSD-3-Clause
// recorder2timeline: calls as events that Perfetto and the browser's trace viewer show.
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>

#include "analysis/meaning.h"
#include "common/json.h"
#include "common/plain.h"
#include "common/print_calls.h"
#include "common/shapes.h"
#include "common/text.h"
#include "reader/selection.h"
#include "timeline/events.h"
#include "timeline/intervals.h"
#include "timeline/nesting.h"

namespace recorder::tools {

namespace {

using timeline::Events;
using timeline::Intervals;
using timeline::Nesting;
using timeline::Track;

struct Settings {
  int64_t coarse_ns = 0;    // 0: every call
  int64_t counters_ns = 0;  // 0: none
};

// Viewers get slow beyond this.
constexpr uint64_t kManyEvents = 5000000;

// Numbers stay numbers, everything else is shown as recorder2text prints it.
class Shown {
 public:
  explicit Shown(const recorder_trace *trace) : plain_(trace) {}

  void operator()(std::string &out, const recorder_value &value) const {
    const bool named = (value.flags & (RECORDER_ENUM | RECORDER_FLAGS | RECORDER_MODE)) != 0;
    const bool number =
        value.type == RECORDER_INT || value.type == RECORDER_UINT || value.type == RECORDER_DOUBLE;
    const bool plain_fd = value.type == RECORDER_FD && (value.label == nullptr || *value.label == '\0');
    const bool text = value.type == RECORDER_STRING && (value.flags & RECORDER_CUT) == 0;
    if ((number && !named) || text || plain_fd) return put_json(out, value);
    std::string shown;
    plain_(shown, value);
    put_json_string(out, shown);
  }

 private:
  const Plain plain_;
};

bool is_nothing(const recorder_value &value) {
  return (value.flags & RECORDER_VARIES) == 0 &&
         (value.type == RECORDER_ABSENT || value.type == RECORDER_NULL);
}

// "return" and "errno" can be no argument's name in C.
void make_event(const recorder_call &call, const Shown &shown, Line &line) {
  line.head = ",\"cat\":";
  put_json_string(line.head, call.function->layer);
  line.head += ",\"name\":";
  put_json_string(line.head, call.function->name);
  line.head += ",\"ts\":";
  line.text = ",\"args\":{\"depth\":";
  put_number(line.text, call.depth);
  for (uint32_t i = 0; i < call.function->arguments; ++i) {
    if (is_nothing(call.arguments[i])) continue;
    line.text += ',';
    put_json_string(line.text, call.function->argument_names[i]);
    line.text += ':';
    line.add(call, &recorder_call::arguments, i, shown);
  }
  if (!is_nothing(*call.result)) {
    line.text += ",\"return\":";
    line.add(call, &recorder_call::result, 0, shown);
  }
  if (call.failed) {
    line.text += ",\"errno\":";
    put_number(line.text, call.error);
  }
}

// What a process's row is called: its rank, and its program where there are several.
std::string process_name(const Workflow &workflow, size_t trace, uint64_t rank) {
  recorder_process process;
  recorder_error error;
  if (recorder_process_at(workflow.trace(trace), rank, &process, &error) != RECORDER_OK)
    workflow.failed(trace, error);
  std::string program = process.program;
  program.erase(0, program.rfind('/') + 1);
  std::string name = process.mpi_rank >= 0 ? "rank " + std::to_string(process.mpi_rank) : program;
  if (process.mpi_rank >= 0 && workflow.size() > 1) name = program + " " + name;
  return name + " on " + process.host;
}

class Timeline {
 public:
  Timeline(const Workflow &workflow, const Settings &settings, Output &output)
      : workflow_(workflow),
        settings_(settings),
        merged_(workflow.options().order() == RECORDER_BY_TIME),
        events_(output) {
    for (size_t i = 0; i < workflow.size(); ++i) processes_ += recorder_rank_count(workflow.trace(i));
  }

  void run() {
    WorkflowCalls calls(workflow_, settings_.coarse_ns != 0 || settings_.counters_ns != 0);
    events_.begin();
    while (const WorkflowCall *call = calls.next()) add(*call);
    end_processes();
    events_.end();
  }

 private:
  // A thread that has been met.
  struct Thread {
    std::string head;  // of its events
    Nesting nesting;
  };
  struct Process {
    std::map<uint64_t, Thread> threads;
    std::unique_ptr<Intervals> intervals;
  };
  // What belongs to one trace.
  struct Printer {
    explicit Printer(const recorder_trace *trace) : shown(trace) {}
    const Shown shown;
    Lines lines;
    analysis::Meanings meanings;
    std::unordered_map<const char *, std::string> files;
  };

  void add(const WorkflowCall &call) {
    const uint64_t pid = workflow_.number_of(call.trace, call.call->rank);
    if (last_ == nullptr || pid != last_pid_) enter(call, pid);
    Printer &printer = printer_of(call.trace);
    if (last_->intervals != nullptr)
      last_->intervals->add(call, printer.meanings.of(*call.call->function).operation);
    if (settings_.coarse_ns == 0) put(call, pid, printer);
    if (events_.count() >= kManyEvents && !warned_) warn();
  }

  // Ranks follow each other, so that what is kept of one can go when the next begins; but for --merge.
  void enter(const WorkflowCall &call, uint64_t pid) {
    if (!merged_) end_processes();
    last_pid_ = pid;
    last_ = &processes_met_[pid];
    if (!last_->threads.empty() || last_->intervals != nullptr) return;
    events_.process_name(pid, process_name(workflow_, call.trace, call.call->rank), pid);
    const int64_t interval = settings_.coarse_ns != 0 ? settings_.coarse_ns : settings_.counters_ns;
    if (interval != 0) last_->intervals = std::make_unique<Intervals>(interval);
  }

  void end_processes() {
    for (const auto &[pid, process] : processes_met_) {
      if (process.intervals == nullptr) continue;
      if (settings_.coarse_ns != 0) process.intervals->put_slices(events_, pid, processes_);
      process.intervals->put_counters(events_, pid);
    }
    processes_met_.clear();
    last_ = nullptr;
  }

  Printer &printer_of(size_t trace) {
    if (printers_.size() <= trace) printers_.resize(trace + 1);
    if (printers_[trace] == nullptr) {
      if (!merged_) std::fill(printers_.begin(), printers_.end(), nullptr);
      printers_[trace] = std::make_unique<Printer>(workflow_.trace(trace));
    }
    return *printers_[trace];
  }

  Thread &thread_of(uint64_t pid, uint64_t number) {
    const auto [place, is_new] = last_->threads.try_emplace(number);
    if (is_new) {
      const Track track = timeline::row_of(pid, number, processes_);
      events_.thread_name(track, number == 0 ? "main thread" : "thread " + std::to_string(number), number);
      std::string &head = place->second.head;
      head = "{\"ph\":\"X\",\"pid\":";
      put_number(head, pid);
      head += ",\"tid\":";
      put_number(head, track.tid);
    }
    return place->second;
  }

  void put(const WorkflowCall &of, uint64_t pid, Printer &printer) {
    const recorder_call &call = *of.call;
    Thread &thread = thread_of(pid, call.thread);
    int64_t start = of.start_ns, end = of.end_ns;
    thread.nesting.place(call.depth, start, end);
    const Line &line = printer.lines.of(
        call, [&](const recorder_call &one, Line &made) { make_event(one, printer.shown, made); });
    std::string &out = events_.next();
    out += thread.head;
    out += line.head;
    timeline::put_microseconds(out, start);
    out += ",\"dur\":";
    timeline::put_microseconds(out, end - start);
    line.print(out, call, printer.shown);
    if (call.file != nullptr) out += file(printer, call.file);
    out += "}}";
  }

  // Equal names are equal pointers, so that each is escaped once.
  static const std::string &file(Printer &printer, const char *name) {
    std::string &text = printer.files[name];
    if (text.empty()) {
      text = ",\"of file\":";
      put_json_string(text, name);
    }
    return text;
  }

  void warn() {
    warned_ = true;
    std::fprintf(
        stderr,
        "%s: more than %llu million events, which viewers show slowly: --coarse SECONDS gives an overview, "
        "--time-window FROM:TO and --ranks a part\n",
        program_name(), static_cast<unsigned long long>(kManyEvents / 1000000));
  }

  const Workflow &workflow_;
  const Settings settings_;
  const bool merged_;
  Events events_;
  uint64_t processes_ = 0;
  std::vector<std::unique_ptr<Printer>> printers_;  // by trace
  std::map<uint64_t, Process> processes_met_;       // by pid
  Process *last_ = nullptr;
  uint64_t last_pid_ = 0;
  bool warned_ = false;
};

int64_t read_interval(const char *option, const std::string &text) {
  constexpr int64_t kShortest = 1000;
  int64_t ns;
  try {
    ns = reader::parse_seconds(text);
  } catch (const std::exception &error) {
    throw UsageError(std::string("--") + option + ": " + error.what());
  }
  if (ns < kShortest)
    throw UsageError(std::string("--") + option + ": the interval is shorter than a microsecond");
  return ns;
}

int body(int argc, char **argv) {
  Options options(
      "Writes Recorder traces as events for Perfetto and other viewers (Chrome's trace event format).", true,
      Operands::several);
  options.add_order();
  std::string coarse, counters;
  namespace po = boost::program_options;
  options.own().add_options()(
      "coarse", po::value(&coarse)->value_name("SECONDS"),
      "instead of calls, what each layer of each rank did in each interval of this length")(
      "counters", po::value(&counters)->value_name("SECONDS"),
      "also the bytes that each rank read and wrote, by layer and interval");
  if (!options.parse(argc, argv)) return 0;
  Settings settings;
  if (options.has("coarse")) settings.coarse_ns = read_interval("coarse", coarse);
  if (options.has("counters")) settings.counters_ns = read_interval("counters", counters);
  const Workflow workflow(options);
  for (size_t i = 0; i < workflow.size(); ++i) {
    if (recorder_has_times(workflow.trace(i)) == 0)
      throw ProgramError(workflow.path(i) + ": its calls have no times, which a timeline is made of");
  }
  const Progress progress(workflow);
  Output output;
  output.open(options.output());
  Timeline(workflow, settings, output).run();
  output.close();
  return 0;
}

}  // namespace

}  // namespace recorder::tools

int main(int argc, char **argv) {
  return recorder::tools::run("recorder2timeline", recorder::tools::body, argc, argv);
}
