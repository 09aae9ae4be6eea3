// SPDX-License-Identifier: BSD-3-Clause
// recorder-report: traces as one HTML page with charts, for people.
#include <algorithm>
#include <atomic>

#include "common/output.h"
#include "common/progress.h"
#include "common/workflow.h"
#include "reader/access.h"
#include "reader/failure.h"
#include "report/advice.h"
#include "report/job.h"
#include "report/model_json.h"
#include "report/page.h"
#include "report/trace_events.h"

namespace recorder::report {

namespace {

std::string file_name(const std::string &path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

std::string title_of(const Job &job) {
  const std::string &program = job.traces[0].program;
  std::string first = file_name(program.empty() ? job.traces[0].path : program);
  if (job.traces.size() == 1) return first;
  return first + " and " + std::to_string(job.traces.size() - 1) + " more";
}

Job read_job(const tools::Workflow &workflow) {
  Job job;
  for (size_t i = 0; i < workflow.size(); ++i)
    add_trace(job, workflow.trace(i), workflow.path(i),
              {workflow.number_of(i, workflow.first_rank(i)), workflow.start_ns(i)});
  return job;
}

// A window is the whole of the time axis.
void narrow_to_window(const tools::Options &options, Job &job) {
  const tools::SelectionPtr all = options.selection_of("", 0);
  const reader::Selection &selection = reader::selection_of(all.get());
  job.from_ns = std::clamp<int64_t>(selection.from_ns, 0, job.duration_ns);
  job.to_ns = std::clamp<int64_t>(selection.to_ns, job.from_ns, job.duration_ns);
}

void read_calls(const tools::Workflow &workflow, const Job &job, Model &model) {
  std::atomic<uint64_t> met{0};
  const tools::Progress progress(workflow.options(), "calls", workflow.calls_to_read(),
                                 [&met] { return met.load(std::memory_order_relaxed); });
  for (size_t i = 0; i < workflow.size(); ++i) {
    const tools::SelectionPtr selection = workflow.selection(i);
    if (selection == nullptr) continue;
    const TraceFacts &facts = job.traces[i];
    try {
      read_events(reader::trace_of(workflow.trace(i)), reader::selection_of(selection.get()),
                  {facts.first_rank, facts.start_ns}, job.has_times, model, met);
    } catch (const reader::Failure &failure) {
      throw tools::ProgramError(workflow.path(i) + ": " + failure.what());
    }
  }
}

// Of traces that have statistics in place of times; they know no selection.
void read_statistics(const tools::Workflow &workflow, Model &model) {
  const tools::Options &options = workflow.options();
  for (const char *selecting : {"ranks", "threads", "layers", "functions", "files"})
    if (options.has(selecting)) return;
  for (size_t i = 0; i < workflow.size(); ++i) {
    const recorder_statistics *list;
    size_t count;
    recorder_error error;
    if (recorder_time_statistics(workflow.trace(i), &list, &count, &error) != RECORDER_OK)
      workflow.failed(i, error);
    for (size_t s = 0; s < count; ++s)
      model.add_statistics(list[s].function, list[s].duration.sum_ns, list[s].duration.most_ns);
  }
}

Json report_of(const Job &job, const Model &model) {
  Run run;
  run.has_times = job.has_times;
  run.why_no_times = job.why_no_times;
  run.duration_ns = job.to_ns - job.from_ns;
  run.behaviours = job.behaviour_count;
  run.traces = job.traces.size();
  run.is_one_job = is_one_job(job);
  Json json = {{"format", 1}, {"recorder", RECORDER_VERSION}, {"title", title_of(job)}};
  json["job"] = to_json(job);
  json.update(to_json(model));
  json["advice"] = to_json(advise(model, run));
  return json;
}

int body(int argc, char **argv) {
  tools::Options options("Writes what Recorder traces say about a program's I/O as one HTML page.", true,
                         tools::Operands::several);
  options.own().add_options()("json", "the figures of the page as JSON, without the page")(
      "no-charts", "leave the chart library out: a small page of tables")(
      "without-times", "do not read times: a page of any trace in seconds, without charts over time");
  if (!options.parse(argc, argv)) return 0;
  tools::Output output;
  output.open(options.output());
  const tools::Workflow workflow(options);
  Job job = read_job(workflow);
  if (options.has("without-times")) {
    if (options.has("time-window")) throw tools::UsageError("--time-window needs times");
    job.has_times = false;
    job.why_no_times = "Times were left out.";
  }
  narrow_to_window(options, job);
  Model model(job.traces[0].first_rank, job.ranks, job.from_ns, job.to_ns - job.from_ns);
  read_calls(workflow, job, model);
  if (!job.has_times) read_statistics(workflow, model);
  job.to_ns = std::max(job.to_ns, model.last_ns());
  const std::string text = report_of(job, model).dump(-1, ' ', false, Json::error_handler_t::replace);
  if (options.has("json")) {
    output.buffer() += text + "\n";
  } else {
    put_page(output.buffer(), title_of(job), text, has_charts() && !options.has("no-charts"));
  }
  output.close();
  return 0;
}

}  // namespace

}  // namespace recorder::report

int main(int argc, char **argv) {
  return recorder::tools::run("recorder-report", recorder::report::body, argc, argv);
}
