// SPDX-License-Identifier: BSD-3-Clause
// The command line of all tools, so that an option means the same in each.
#include "common/program.h"

#include <fnmatch.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <iostream>
#include <new>
#include <sstream>

#include "reader/access.h"
#include "reader/functions.h"

#ifndef RECORDER_VERSION
#define RECORDER_VERSION "unknown"
#endif

namespace recorder::tools {

namespace po = boost::program_options;

namespace {

const char *g_program = "recorder";

std::string one_line(std::string text) {
  for (char &c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return text;
}

using Select = recorder_status (*)(recorder_selection *, const char *, recorder_error *);

void apply(const char *name, const std::vector<std::string> &texts, Select select,
           recorder_selection *selection) {
  for (const std::string &text : texts) {
    recorder_error error;
    if (select(selection, text.c_str(), &error) != RECORDER_OK) {
      throw UsageError(std::string("--") + name + ": " + error.message);
    }
  }
}

// The traces in a directory, by name, so that their numbers are the same every time.
void add_traces(const std::string &operand, std::vector<std::string> &traces) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::is_directory(operand, error)) return traces.push_back(operand);
  const size_t before = traces.size();
  for (fs::directory_iterator entry(operand, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().extension() == ".recorder" && !entry->is_directory(error))
      traces.push_back(entry->path().string());
  }
  if (error) throw ProgramError(operand + ": " + error.message());
  if (traces.size() == before)
    throw ProgramError(operand + ": there is no *.recorder file in this directory");
  std::sort(traces.begin() + static_cast<ptrdiff_t>(before), traces.end());
}

// What the reader's own parsers say of a text.
template <class Parse>
void parse_option(const char *name, Parse parse) {
  try {
    parse();
  } catch (const std::exception &error) {
    throw UsageError(std::string("--") + name + ": " + error.what());
  }
}

const char *about_output(Writes writes) {
  if (writes == Writes::directory) return "write into DIRECTORY, which is made if need be";
  if (writes == Writes::trace) return "the trace to write; of several a directory for them";
  return "write to FILE instead of standard output; compressed if it ends in .gz";
}

}  // namespace

Options::Options(const char *purpose, bool selects, Operands operands, const char *operand, Writes writes)
    : purpose_(purpose),
      kind_(operand),
      count_(operands),
      writes_(writes),
      own_("Options"),
      selecting_("Which calls") {
  own_.add_options()("help,h", "print this text")("version", "print the version")(
      "output,o", po::value(&output_)->value_name(writes == Writes::directory ? "DIRECTORY" : "FILE"),
      about_output(writes));
  if (!selects) return;
  own_.add_options()("quiet,q", "do not show progress on standard error");
  const auto list = [](const char *name) { return po::value<std::vector<std::string>>()->value_name(name); };
  selecting_.add_options()("ranks", list("LIST"), "only these ranks: 0-3,7")(
      "threads", list("LIST"), "only these threads of each rank: 0,2-4")(
      "layers", list("LIST"), "only these layers: posix,mpiio")("functions", list("LIST"),
                                                                "only these functions: write,'pwrite*'")(
      "files", list("PATTERN"),
      "only calls on this file, on files below this directory, or on files that match this pattern; may be "
      "repeated")("time-window", list("FROM:TO"),
                  "only calls that touch these seconds of the run: 1.5:2, 10:");
}

void Options::add_order() {
  selecting_.add_options()("merge", "all ranks together, by time; else rank after rank");
}

bool Options::parse(int argc, char **argv) {
  po::options_description hidden, all;
  hidden.add_options()("operand", po::value(&operands_));
  all.add(own_).add(selecting_).add(hidden);
  po::positional_options_description positions;
  positions.add("operand", -1);
  try {
    po::store(po::command_line_parser(argc, argv).options(all).positional(positions).run(), values_);
    po::notify(values_);
  } catch (const po::error &error) {
    throw UsageError(error.what());
  }
  if (has("help")) return print_help(), false;
  if (has("version")) return std::cout << g_program << " (Recorder) " RECORDER_VERSION "\n", false;
  if (operands_.empty()) throw UsageError(std::string("no ") + kind_ + " was given");
  if (output_.empty() && writes_ != Writes::file) throw UsageError("no --output was given");
  if (count_ == Operands::several) {
    std::vector<std::string> traces;
    for (const std::string &operand : operands_) add_traces(operand, traces);
    operands_ = std::move(traces);
  } else if (operands_.size() > 1) {
    throw UsageError(std::string("more than one ") + kind_ + " was given");
  }
  return true;
}

void Options::print_help() const {
  std::string operand = kind_;
  for (char &c : operand) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  std::cout << "Usage: " << g_program << " [OPTION]... " << operand
            << (count_ == Operands::several ? "...\n" : "\n") << purpose_ << "\n\n"
            << own_;
  if (!selecting_.options().empty()) std::cout << "\n" << selecting_;
  std::cout << "\nMore in the manual page " << g_program << "(1).\n";
}

std::vector<std::string> Options::texts(const char *name) const {
  if (!has(name)) return {};
  return values_[name].as<std::vector<std::string>>();
}

SelectionPtr Options::selection_of_names() const {
  SelectionPtr selection(recorder_selection_new());
  if (selection == nullptr) throw std::bad_alloc();
  apply("threads", texts("threads"), recorder_select_threads, selection.get());
  apply("layers", texts("layers"), recorder_select_layers, selection.get());
  apply("functions", texts("functions"), recorder_select_functions, selection.get());
  apply("files", texts("files"), recorder_select_file, selection.get());
  return selection;
}

namespace {

using Predicate = std::function<bool(const recorder_function &)>;

bool any_function(const std::vector<recorder_trace *> &traces, const Predicate &is_meant) {
  for (recorder_trace *trace : traces)
    for (size_t i = 0; i < recorder_function_count(trace); ++i)
      if (is_meant(*recorder_function_at(trace, i))) return true;
  return false;
}

}  // namespace

void Options::check_names(const std::vector<recorder_trace *> &traces) const {
  const SelectionPtr selection = selection_of_names();
  for (const std::string &layer : reader::selection_of(selection.get()).layers) {
    if (std::find(std::begin(reader::kLayers), std::end(reader::kLayers), layer) != std::end(reader::kLayers))
      continue;
    if (!any_function(traces, [&](const recorder_function &f) { return layer == f.layer; }))
      throw UsageError("there is no layer \"" + layer + "\"");
  }
  const std::vector<std::string> &patterns = reader::selection_of(selection.get()).functions;
  // Some of them may well be functions that this run did not call.
  const bool any =
      patterns.empty() || std::any_of(patterns.begin(), patterns.end(), [&](const std::string &pattern) {
        return any_function(
            traces, [&](const recorder_function &f) { return fnmatch(pattern.c_str(), f.name, 0) == 0; });
      });
  if (!any) throw UsageError("no function of the trace is called \"" + patterns.front() + "\"");
}

SelectionPtr Options::selection() const {
  SelectionPtr selection = selection_of_names();
  apply("ranks", texts("ranks"), recorder_select_ranks, selection.get());
  apply("time-window", texts("time-window"), recorder_select_time, selection.get());
  return selection;
}

SelectionPtr Options::selection_in(int64_t start_ns, uint64_t first_rank, uint64_t end_rank) const {
  const reader::Numbers wanted = ranks();
  if (wanted.all()) return selection_of("", start_ns);
  const std::string left = wanted.within(first_rank, end_rank);
  return left.empty() ? nullptr : selection_of(left, start_ns);
}

SelectionPtr Options::selection_of(const std::string &ranks, int64_t start_ns) const {
  SelectionPtr selection = selection_of_names();
  reader::Selection wanted;
  parse_option("time-window", [&] {
    for (const std::string &text : texts("time-window")) wanted.set_time(text);
  });
  const auto within = [start_ns](int64_t ns) {
    return ns == INT64_MIN || ns == INT64_MAX ? ns : ns - start_ns;
  };
  recorder_select_interval(selection.get(), within(wanted.from_ns), within(wanted.to_ns), nullptr);
  if (!ranks.empty()) recorder_select_ranks(selection.get(), ranks.c_str(), nullptr);
  return selection;
}

std::string Options::selected() const {
  std::string text;
  for (const auto &option : selecting_.options()) {
    const std::string &name = option->long_name();
    if (!has(name.c_str())) continue;
    text += (text.empty() ? "--" : " --") + name;
    if (option->semantic()->max_tokens() == 0) continue;
    for (const std::string &value : texts(name.c_str())) text += " " + value;
  }
  return text;
}

reader::Numbers Options::ranks() const {
  reader::Numbers wanted;
  parse_option("ranks", [&] {
    for (const std::string &text : texts("ranks")) wanted.add(text, "ranks");
  });
  return wanted;
}

TracePtr open_trace(const std::string &path) {
  recorder_error error;
  TracePtr trace(recorder_open(path.c_str(), &error));
  if (trace == nullptr) throw ProgramError(path + ": " + error.message);
  return trace;
}

CallsPtr open_calls(const Options &options, recorder_trace *trace) {
  recorder_error error;
  CallsPtr calls(recorder_calls_open(trace, options.selection().get(), options.order(), &error));
  if (calls == nullptr && error.status == RECORDER_E_VALUE) throw UsageError(error.message);
  if (calls == nullptr) throw ProgramError(options.trace() + ": " + error.message);
  return calls;
}

const recorder_call *next_call(const Options &options, recorder_calls *calls) {
  const recorder_call *call;
  recorder_error error;
  const recorder_status status = recorder_calls_next(calls, &call, &error);
  if (status != RECORDER_OK && status != RECORDER_END)
    throw ProgramError(options.trace() + ": " + error.message);
  return call;
}

const char *program_name() { return g_program; }

int run(const char *name, int (*body)(int, char **), int argc, char **argv) {
  g_program = name;
  try {
    return body(argc, argv);
  } catch (const UsageError &error) {
    std::fprintf(stderr, "%s: %s; see %s --help\n", name, one_line(error.what()).c_str(), name);
    return 2;
  } catch (const std::bad_alloc &) {
    std::fprintf(stderr, "%s: no memory; select less or use a larger machine\n", name);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", name, one_line(error.what()).c_str());
  }
  return 1;
}

}  // namespace recorder::tools
