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

void pad(std::string &out, size_t from, size_t width) {
  const size_t used = out.size() - from;
  if (used < width) out.insert(from, width - used, ' ');
}

// `rank.thread start duration`, in columns as long as the numbers are usual.
void put_head(std::string &out, const recorder_call &call, bool times) {
  size_t from = out.size();
  put_number(out, call.rank);
  pad(out, from, 4);
  out += '.';
  from = out.size();
  put_number(out, call.thread);
  out.append(from + 3 > out.size() ? from + 3 - out.size() : 1, ' ');
  if (!times) return;
  from = out.size();
  put_seconds(out, call.start_ns);
  pad(out, from, 14);
  out += ' ';
  from = out.size();
  put_seconds(out, call.end_ns - call.start_ns);
  pad(out, from, 12);
  out += "  ";
}

// At the end of the line that has just been put.
void put_site(std::string &out, const recorder_call &call, SourceLines &sites) {
  out.pop_back();
  out += "  at ";
  out += sites.text(call.site_module, call.site_offset);
  out += '\n';
}

int body(int argc, char **argv) {
  Options options(
      "Prints each call of a Recorder trace on a line: rank.thread, start and duration in seconds, the call.",
      true);
  options.own().add_options()("no-times", "leave the times out, for comparing traces");
  if (!options.parse(argc, argv)) return 0;
  const TracePtr trace = open_trace(options.trace());
  const bool times = recorder_has_times(trace.get()) != 0 && !options.has("no-times");
  const Plain plain(trace.get());
  Lines lines;
  SourceLines sites;
  const std::string mode = options.has("no-times") ? "" : time_mode(trace.get());
  const std::string header = mode.empty() ? "" : "# times: " + mode + "\n";
  print_calls(options, trace.get(), header, [&](std::string &out, const recorder_call &call) {
    put_head(out, call, times);
    lines.of(call, [&](const recorder_call &one, Line &line) { make_line(one, plain, line); })
        .print(out, call, plain);
    if (call.site_module != nullptr) put_site(out, call, sites);
  });
  return 0;
}

}  // namespace

}  // namespace recorder::tools

int main(int argc, char **argv) {
  return recorder::tools::run("recorder2text", recorder::tools::body, argc, argv);
}
