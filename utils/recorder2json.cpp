// SPDX-License-Identifier: BSD-3-Clause
// recorder2json: one JSON object a call, for programs.
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>

#include "common/json.h"
#include "common/print_calls.h"
#include "common/shapes.h"
#include "common/source_lines.h"
#include "common/text.h"

namespace recorder::tools {

namespace {

void make_line(const recorder_call &call, Line &line) {
  line.head = ",\"depth\":";
  put_number(line.head, call.depth);
  line.head += ",\"layer\":";
  put_json_string(line.head, call.function->layer);
  line.head += ",\"func\":";
  put_json_string(line.head, call.function->name);
  line.head += ",\"tstart\":";

  line.text = ",\"args\":{";
  for (uint32_t i = 0; i < call.function->arguments; ++i) {
    if (i != 0) line.text += ',';
    put_json_string(line.text, call.function->argument_names[i]);
    line.text += ':';
    line.add(call, &recorder_call::arguments, i, put_json);
  }
  line.text += "},\"ret\":";
  line.add(call, &recorder_call::result, 0, put_json);
  line.text += ",\"errno\":";
  put_number(line.text, call.error);
  line.text += ",\"file\":";
}

class Printer {
 public:
  Printer(const Workflow &workflow, size_t trace) : times_(recorder_has_times(workflow.trace(trace)) != 0) {
    start_ = "{";
    if (workflow.size() == 1) return;
    start_ += "\"trace\":";
    put_number(start_, trace);
    start_ += ',';
  }

  void print(std::string &out, const WorkflowCall &of) {
    const recorder_call &call = *of.call;
    const Line &line = lines_.of(call, make_line);
    out += stream_head(call);
    out += line.head;
    put_times(out, of);
    line.print(out, call, put_json);
    out += file(call.file);
    if (call.site_module != nullptr) put_site(out, call);
    out += "}\n";
  }

 private:
  void put_times(std::string &out, const WorkflowCall &of) const {
    if (!times_) {
      out += "null,\"tend\":null";
      return;
    }
    constexpr std::string_view kBetween = ",\"tend\":";
    char text[2 * kLongestSeconds + kBetween.size()];
    char *const end = text + sizeof text;
    char *begin = put_seconds_before(end, of.end_ns) - kBetween.size();
    memcpy(begin, kBetween.data(), kBetween.size());
    begin = put_seconds_before(begin, of.start_ns);
    out.append(begin, static_cast<size_t>(end - begin));
  }

  const std::string &stream_head(const recorder_call &call) {
    if (head_.empty() || call.rank != rank_ || call.thread != thread_) {
      rank_ = call.rank;
      thread_ = call.thread;
      head_ = start_ + "\"rank\":";
      put_number(head_, rank_);
      head_ += ",\"thread\":";
      put_number(head_, thread_);
    }
    return head_;
  }

  // Equal names are equal pointers, so that each is escaped once.
  const std::string &file(const char *name) {
    if (name == last_name_) return *last_;
    std::string &text = files_[name];
    if (text.empty()) {
      if (name != nullptr) {
        put_json_string(text, name);
      } else {
        text = "null";
      }
    }
    last_name_ = name;
    last_ = &text;
    return text;
  }

  void put_site(std::string &out, const recorder_call &call) {
    out += ",\"site\":{\"module\":";
    put_json_string(out, call.site_module);
    out += ",\"offset\":";
    put_number(out, call.site_offset);
    const char *source;
    int line;
    if (source_lines_.find(call.site_module, call.site_offset, &source, &line)) {
      out += ",\"file\":";
      put_json_string(out, source);
      out += ",\"line\":";
      put_number(out, static_cast<int64_t>(line));
    }
    out += '}';
  }

  bool times_;
  std::string start_;  // of each line
  SourceLines source_lines_;
  Lines lines_;
  std::string head_;
  uint64_t rank_ = 0;
  uint64_t thread_ = 0;
  std::unordered_map<const char *, std::string> files_;
  const char *last_name_ = nullptr;
  const std::string *last_ = &files_.emplace(nullptr, "null").first->second;
};

void put_member(std::string &out, const char *name, std::string_view text) {
  out += ",\"";
  out += name;
  out += "\":";
  put_json_string(out, text);
}

void put_trace(std::string &out, const Workflow &workflow, size_t i) {
  recorder_trace *trace = workflow.trace(i);
  out += "{\"trace\":";
  put_number(out, i);
  put_member(out, "path", workflow.path(i));
  const char *program = recorder_metadata(trace, "program");
  put_member(out, "program", program != nullptr ? program : "");
  out += ",\"ranks\":";
  put_number(out, recorder_rank_count(trace));
  out += ",\"start\":";
  put_seconds(out, workflow.start_ns(i));
  const std::string mode = time_mode(trace);
  put_member(out, "time_mode", mode.empty() ? "exact" : mode);
  out += '}';
}

// What the numbers in the lines of several traces mean.
std::string header(const Workflow &workflow) {
  std::string text;
  if (workflow.size() == 1) {
    const std::string mode = time_mode(workflow.trace(0));
    if (mode.empty()) return "";
    put_json_string(text, mode);
    return "{\"time_mode\":" + text + "}\n";
  }
  text = "{\"start_realtime_ns\":";
  put_number(text, workflow.start_realtime());
  text += ",\"traces\":[";
  for (size_t i = 0; i < workflow.size(); ++i) {
    if (i != 0) text += ',';
    put_trace(text, workflow, i);
  }
  return text + "]}\n";
}

int body(int argc, char **argv) {
  Options options("Prints each call of Recorder traces as a JSON object on a line of its own.", true,
                  Operands::several);
  options.add_order();
  if (!options.parse(argc, argv)) return 0;
  const Workflow workflow(options);
  print_calls(workflow, header(workflow),
              [&](size_t trace) { return std::make_unique<Printer>(workflow, trace); });
  return 0;
}

}  // namespace

}  // namespace recorder::tools

int main(int argc, char **argv) {
  return recorder::tools::run("recorder2json", recorder::tools::body, argc, argv);
}
