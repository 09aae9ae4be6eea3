// SPDX-License-Identifier: BSD-3-Clause
// recorder2text: one line a call, for people.
#include <algorithm>
#include <cstring>
#include <string>

#include "common/plain.h"
#include "common/print_calls.h"
#include "common/shapes.h"
#include "common/source_lines.h"
#include "common/text.h"

namespace recorder::tools {

namespace {

bool absent(const recorder_function &function, uint32_t i, const recorder_value &value) {
  return value.type == RECORDER_ABSENT && function.argument_kinds[i][0] == '?';
}

void make_line(const recorder_call &call, const Plain &plain, Line &line) {
  // Beyond some depth an indent says nothing.
  line.text.assign(2 * std::min<uint64_t>(call.depth, 40), ' ');
  line.text += call.function->name;
  line.text += '(';
  const char *separator = "";
  for (uint32_t i = 0; i < call.function->arguments; ++i) {
    if (absent(*call.function, i, call.arguments[i])) continue;
    line.text += separator;
    separator = ", ";
    line.text += call.function->argument_names[i];
    line.text += '=';
    line.add(call, &recorder_call::arguments, i, plain);
  }
  line.text += ')';
  if (strcmp(call.function->return_kind, "void") != 0) {
    line.text += " = ";
    line.add(call, &recorder_call::result, 0, plain);
  }
  if (call.failed) {
    line.text += ' ';
    if (call.error != 0) {
      plain.symbols().put_error(line.text, call.function->layer, call.error);
    } else {
      line.text += "failed";
    }
  }
  line.text += '\n';
}

class Printer {
 public:
  Printer(const Workflow &workflow, size_t trace)
      : times_(recorder_has_times(workflow.trace(trace)) != 0 && !workflow.options().has("no-times")),
        plain_(workflow.trace(trace)) {
    if (workflow.size() == 1) return;
    put_number(trace_, trace);
    trace_ += ':';
  }

  void print(std::string &out, const WorkflowCall &of) {
    const recorder_call &call = *of.call;
    put_head(out, of);
    lines_.of(call, [this](const recorder_call &one, Line &line) { make_line(one, plain_, line); })
        .print(out, call, plain_);
    if (call.site_module != nullptr) put_site(out, call);
  }

 private:
  // `rank.thread start duration`, in columns as long as the numbers are usual.
  void put_head(std::string &out, const WorkflowCall &of) {
    if (stream_.empty() || of.call->rank != rank_ || of.call->thread != thread_) name_stream(*of.call);
    out += stream_;
    if (!times_) return;
    constexpr size_t kStart = 14, kDuration = 12;
    char text[2 * kLongestSeconds + 3];
    char *const end = text + sizeof text;
    end[-1] = end[-2] = ' ';
    char *begin = right_aligned(end - 2, kDuration, of.end_ns - of.start_ns);
    *--begin = ' ';
    begin = right_aligned(begin, kStart, of.start_ns);
    out.append(begin, static_cast<size_t>(end - begin));
  }

  static char *right_aligned(char *end, size_t width, int64_t ns) {
    char *begin = put_seconds_before(end, ns);
    while (begin > end - width) *--begin = ' ';
    return begin;
  }

  void name_stream(const recorder_call &call) {
    rank_ = call.rank;
    thread_ = call.thread;
    const std::string rank = std::to_string(rank_), thread = std::to_string(thread_);
    stream_ = trace_;
    if (rank.size() < 4) stream_.append(4 - rank.size(), ' ');
    stream_ += rank + '.' + thread;
    stream_.append(thread.size() < 3 ? 3 - thread.size() : 1, ' ');
  }

  // At the end of the line that has just been put.
  void put_site(std::string &out, const recorder_call &call) {
    out.pop_back();
    out += "  at ";
    out += sites_.text(call.site_module, call.site_offset);
    out += '\n';
  }

  const bool times_;
  std::string trace_;   // what each line begins with
  std::string stream_;  // and what follows in those of the present stream
  uint64_t rank_ = 0;
  uint64_t thread_ = 0;
  const Plain plain_;
  Lines lines_;
  SourceLines sites_;
};

void put_trace(std::string &out, const Workflow &workflow, size_t i) {
  out += "# trace ";
  put_number(out, i);
  out += ": ";
  put_c_string(out, workflow.path(i));
  const uint64_t ranks = recorder_rank_count(workflow.trace(i));
  out += ", ";
  put_number(out, ranks);
  out += ranks == 1 ? " rank" : " ranks";
  if (workflow.options().has("no-times")) {
    out += '\n';
    return;
  }
  out += ", started at ";
  put_seconds(out, workflow.start_ns(i));
  const std::string mode = time_mode(workflow.trace(i));
  out += mode.empty() ? "\n" : ", times: " + mode + "\n";
}

std::string header(const Workflow &workflow) {
  std::string text;
  if (workflow.size() == 1) {
    const std::string mode = workflow.options().has("no-times") ? "" : time_mode(workflow.trace(0));
    return mode.empty() ? "" : "# times: " + mode + "\n";
  }
  for (size_t i = 0; i < workflow.size(); ++i) put_trace(text, workflow, i);
  return text;
}

int body(int argc, char **argv) {
  Options options(
      "Prints each call of Recorder traces on a line: rank.thread, start and duration in seconds, the call.",
      true, Operands::several);
  options.add_order();
  options.own().add_options()("no-times", "leave the times out, for comparing traces");
  if (!options.parse(argc, argv)) return 0;
  const Workflow workflow(options);
  print_calls(workflow, header(workflow),
              [&](size_t trace) { return std::make_unique<Printer>(workflow, trace); });
  return 0;
}

}  // namespace

}  // namespace recorder::tools

int main(int argc, char **argv) {
  return recorder::tools::run("recorder2text", recorder::tools::body, argc, argv);
}
