// SPDX-License-Identifier: BSD-3-Clause
// recorder-info: what a trace holds, without reading its calls one by one.
#include <string>

#include "common/output.h"
#include "common/program.h"
#include "info/facts.h"
#include "info/print.h"

namespace recorder::tools {

namespace {

// One trace after another, so that there is never more than one open. Of several, text has a heading for each
// and JSON is an array.
void print(const Options &options, Output &output) {
  const bool as_json = options.has("json"), several = options.traces().size() > 1;
  bool first = true;
  for (const std::string &path : options.traces()) {
    const TracePtr trace = open_trace(path);
    info::Facts facts = info::read_facts(path, trace.get());
    facts.every_signature = options.has("statistics");
    std::string &out = output.buffer();
    if (as_json) {
      out += !several ? "" : first ? "[\n" : ",\n";
      out += info::to_json(facts);
    } else {
      if (several) out += (first ? "" : "\n\n") + std::string("==> ") + path + " <==\n";
      out += info::to_text(facts);
    }
    first = false;
    output.flush_if_full();
  }
  if (as_json) output.buffer() += several ? "\n]\n" : "\n";
}

int body(int argc, char **argv) {
  Options options("Prints what Recorder traces say about the run, and what they hold.", false,
                  Operands::several);
  options.own().add_options()("json", "as one JSON object; of several traces an array of them")(
      "statistics", "times by signature instead of by function, where calls have none of their own");
  if (!options.parse(argc, argv)) return 0;
  // A bad one is found before anything is printed.
  if (options.traces().size() > 1)
    for (const std::string &path : options.traces()) open_trace(path);
  Output output;
  output.open(options.output());
  print(options, output);
  output.close();
  return 0;
}

}  // namespace

}  // namespace recorder::tools

int main(int argc, char **argv) {
  return recorder::tools::run("recorder-info", recorder::tools::body, argc, argv);
}
