// SPDX-License-Identifier: BSD-3-Clause
// recorder-report: a trace as one HTML page with charts, for people.
#include "common/output.h"
#include "common/program.h"
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
  const std::string first = file_name(program.empty() ? job.traces[0].path : program);
  if (job.traces.size() == 1) return first;
  return first + " and " + std::to_string(job.traces.size() - 1) + " more";
}

int body(int argc, char **argv) {
  tools::Options options("Writes what a Recorder trace says about the program's I/O as one HTML page.", true);
  options.own().add_options()("json", "the figures of the page as JSON, without the page")(
      "no-charts", "leave the chart library out: tables only");
  if (!options.parse(argc, argv)) return 0;
  const tools::TracePtr trace = tools::open_trace(options.trace());
  Job job;
  add_trace(job, trace.get(), options.trace());
  place_in_time(job);

  Model model(job.ranks, 0, job.duration_ns);
  for (const TraceFacts &facts : job.traces) read_events(options, trace.get(), facts.first_rank, facts.start_ns, model);

  Run run;
  run.has_times = job.has_times;
  run.duration_ns = std::max(job.duration_ns, model.last_ns());
  run.behaviours = job.behaviour_count;
  Json json = to_json(model);
  json["format"] = 1;
  json["recorder"] = RECORDER_VERSION;
  json["title"] = title_of(job);
  json["job"] = to_json(job);
  json["advice"] = to_json(advise(model, run));
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);

  tools::Output output;
  output.open(options.output());
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
