// SPDX-License-Identifier: BSD-3-Clause
// What the tools have in common: options, selections, one line for every error, the exit status.
#pragma once

#include <boost/program_options.hpp>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "reader/recorder-reader.h"
#include "reader/selection.h"

namespace recorder::tools {

// Ends the tool with exit status 1 and `<program>: <message>`.
class ProgramError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};
// The same with exit status 2 and a hint at --help.
class UsageError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct CloseTrace {
  void operator()(recorder_trace *trace) const { recorder_close(trace); }
};
struct CloseCalls {
  void operator()(recorder_calls *calls) const { recorder_calls_close(calls); }
};
struct FreeSelection {
  void operator()(recorder_selection *selection) const { recorder_selection_free(selection); }
};
using TracePtr = std::unique_ptr<recorder_trace, CloseTrace>;
using CallsPtr = std::unique_ptr<recorder_calls, CloseCalls>;
using SelectionPtr = std::unique_ptr<recorder_selection, FreeSelection>;

// How many files a tool takes. Where several are taken, a directory stands for all traces in it.
enum class Operands { one, several };
// What a tool writes; text goes to standard output unless --output says where.
enum class Writes { file, directory, trace };

// The options of a tool and the files that it is given.
class Options {
 public:
  // `purpose` is the first line of --help. With `selects`, the selection options are there too. `operand`
  // says what kind of file it is. A tool that writes no text needs --output.
  Options(const char *purpose, bool selects, Operands operands = Operands::one, const char *operand = "trace",
          Writes writes = Writes::file);

  // For a tool that shows calls one after another: --merge.
  void add_order();
  // For options of the tool itself.
  boost::program_options::options_description &own() { return own_; }
  // False when --help or --version was asked for, and answered.
  bool parse(int argc, char **argv);

  bool has(const char *name) const { return values_.count(name) != 0; }
  // Of an option that is there.
  template <class Value>
  const Value &value(const char *name) const {
    return values_[name].as<Value>();
  }
  const std::string &operand() const { return operands_[0]; }
  const std::string &trace() const { return operands_[0]; }
  // At least one; with Operands::several, directories are replaced by their traces.
  const std::vector<std::string> &traces() const { return operands_; }
  const std::string &output() const { return output_; }
  recorder_order order() const { return has("merge") ? RECORDER_BY_TIME : RECORDER_BY_RANK; }
  SelectionPtr selection() const;
  // For a trace of a workflow that starts `start_ns` after it and has the ranks [first_rank, end_rank): the
  // time window is that of the workflow, and ranks that this trace does not have are passed over. Null when
  // none is left.
  SelectionPtr selection_in(int64_t start_ns, uint64_t first_rank, uint64_t end_rank) const;
  // The same for some of the ranks that were asked for, a list such as "0-3,7", and a trace that has them.
  SelectionPtr selection_of(const std::string &ranks, int64_t start_ns) const;
  // The selection as it was given, for a description of the output; empty for everything.
  std::string selected() const;
  // A UsageError when a layer or a function was selected that nobody has: no layer of Recorder or of these
  // traces is called so, or no function of theirs.
  void check_names(const std::vector<recorder_trace *> &traces) const;
  // The ranks that were asked for.
  reader::Numbers ranks() const;
  // Whether long work should show how far it is.
  bool quiet() const { return has("quiet"); }

 private:
  void print_help() const;
  SelectionPtr selection_of_names() const;
  std::vector<std::string> texts(const char *name) const;

  const char *purpose_, *kind_;
  Operands count_;
  Writes writes_;
  boost::program_options::options_description own_;
  boost::program_options::options_description selecting_;
  boost::program_options::variables_map values_;
  std::vector<std::string> operands_;
  std::string output_;
};

TracePtr open_trace(const std::string &path);
CallsPtr open_calls(const Options &options, recorder_trace *trace);
// Null at the end; a damaged trace is a ProgramError.
const recorder_call *next_call(const Options &options, recorder_calls *calls);

// The name under which messages appear.
const char *program_name();

// main() of every tool: runs `body` and turns exceptions into a line and a status.
int run(const char *name, int (*body)(int, char **), int argc, char **argv);

}  // namespace recorder::tools
