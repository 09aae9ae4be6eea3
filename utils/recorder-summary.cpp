// SPDX-License-Identifier: BSD-3-Clause
// recorder-summary: what the calls of traces did, added up.
#include <memory>
#include <new>
#include <string>

#include "common/output.h"
#include "common/progress.h"
#include "common/workflow.h"
#include "reader/access.h"
#include "reader/failure.h"
#include "summary/tables.h"

namespace recorder::tools {

namespace {

namespace po = boost::program_options;

enum class Format { text, json, csv };

struct Wishes {
  Format format = Format::text;
  TableOptions tables;
  analysis::SurveyOptions survey;
};

void add_options(Options &options) {
  options.own().add_options()("format", po::value<std::string>()->value_name("text|json|csv"),
                              "how to print; text when nothing is given")(
      "top", po::value<size_t>()->value_name("N"),
      "only the first N functions, files and ranks; 0 for all; text shows 20 when nothing is given")(
      "sort", po::value<std::string>()->value_name("KEY"), "order by calls, time, bytes or name")(
      "per-file", "what is known of each file")("no-times", "without times, which takes no time by call")(
      "alignment", po::value<uint64_t>()->value_name("BYTES"),
      "blocks of the file system, 4096 when nothing is given")(
      "memory-alignment", po::value<uint64_t>()->value_name("BYTES"),
      "what memory should be aligned to, 16 when nothing is given")(
      "max-files", po::value<uint64_t>()->value_name("N"),
      "count files after the first N together, 200000 when nothing is given");
}

template <class Value>
Value chosen(const std::string &option, const std::string &text,
             std::initializer_list<std::pair<const char *, Value>> values) {
  std::string names;
  for (const auto &[name, value] : values) {
    if (text == name) return value;
    names += (names.empty() ? "" : ", ") + std::string(name);
  }
  throw UsageError("--" + option + " is one of " + names + ", not " + text);
}

uint64_t at_least_1(const Options &options, const char *name, uint64_t otherwise) {
  if (!options.has(name)) return otherwise;
  const auto value = options.value<uint64_t>(name);
  if (value == 0) throw UsageError(std::string("--") + name + " must be at least 1");
  return value;
}

Wishes wishes_of(const Options &options, bool has_times) {
  Wishes wishes;
  const bool times = has_times && !options.has("no-times");
  if (options.has("format"))
    wishes.format = chosen<Format>("format", options.value<std::string>("format"),
                                   {{"text", Format::text}, {"json", Format::json}, {"csv", Format::csv}});
  wishes.tables.top = wishes.format == Format::text ? 20 : 0;
  if (options.has("top")) wishes.tables.top = options.value<size_t>("top");
  wishes.tables.sort = times ? SortKey::time : SortKey::calls;
  if (options.has("sort"))
    wishes.tables.sort = chosen<SortKey>("sort", options.value<std::string>("sort"),
                                         {{"calls", SortKey::calls},
                                          {"time", SortKey::time},
                                          {"bytes", SortKey::bytes},
                                          {"name", SortKey::name}});
  wishes.tables.times = wishes.survey.times = times;
  wishes.survey.files = options.has("per-file");
  wishes.survey.most_files = at_least_1(options, "max-files", wishes.survey.most_files);
  wishes.survey.records.alignment = at_least_1(options, "alignment", wishes.survey.records.alignment);
  wishes.survey.records.memory_alignment =
      at_least_1(options, "memory-alignment", wishes.survey.records.memory_alignment);
  return wishes;
}

bool all_have_times(const Workflow &workflow) {
  for (size_t i = 0; i < workflow.size(); ++i)
    if (recorder_has_times(workflow.trace(i)) == 0) return false;
  return true;
}

// Reads all traces; a damaged one is a ProgramError.
void read(const Workflow &workflow, analysis::Survey &survey) {
  size_t i = 0;
  try {
    for (i = 0; i < workflow.size(); ++i) {
      const SelectionPtr selection = workflow.selection(i);
      if (selection != nullptr)
        survey.expect(reader::trace_of(workflow.trace(i)), reader::selection_of(selection.get()));
    }
    for (i = 0; i < workflow.size(); ++i) {
      const SelectionPtr selection = workflow.selection(i);
      if (selection != nullptr)
        survey.add(reader::trace_of(workflow.trace(i)), reader::selection_of(selection.get()),
                   {i, workflow.number_of(i, workflow.first_rank(i)), workflow.start_ns(i)});
    }
  } catch (const reader::Failure &failure) {
    recorder_error error = {failure.status(), {}};
    std::snprintf(error.message, sizeof error.message, "%s", failure.what());
    workflow.failed(i, error);
  }
  survey.finish();
}

std::vector<Table> tables_of(const Workflow &workflow, const analysis::Survey &survey, const Wishes &wishes) {
  std::vector<Table> tables;
  if (!wishes.survey.files || wishes.format != Format::csv) {
    const TableOptions &options = wishes.tables;
    tables.push_back(trace_table(workflow));
    tables.push_back(class_table(workflow));
    tables.push_back(layer_table(survey, options));
    tables.push_back(bandwidth_table(survey, options));
    tables.push_back(operation_table(survey, options));
    tables.push_back(function_table(survey, options));
    tables.push_back(caller_table(survey, options));
    tables.push_back(cause_table(survey, options));
    tables.push_back(file_table(survey, options));
    tables.push_back(rank_table(survey, options, workflow.size() > 1));
  }
  if (wishes.survey.files) tables.push_back(record_table(survey, wishes.tables));
  return tables;
}

int body(int argc, char **argv) {
  Options options("Adds up what the calls of Recorder traces did.", true, Operands::several);
  add_options(options);
  if (!options.parse(argc, argv)) return 0;
  const Workflow workflow(options);
  const Wishes wishes = wishes_of(options, all_have_times(workflow));
  Output output;
  output.open(options.output());
  analysis::Survey survey(wishes.survey);
  {
    const Progress progress(options, "calls", workflow.calls_to_read(),
                            [&survey] { return survey.calls_met(); });
    read(workflow, survey);
  }
  const std::vector<Table> tables = tables_of(workflow, survey, wishes);
  if (wishes.format == Format::json) {
    print_json(tables, output);
  } else if (wishes.format == Format::csv) {
    print_csv(tables, output);
  } else {
    print_text(tables, output);
  }
  output.close();
  return 0;
}

}  // namespace

}  // namespace recorder::tools

int main(int argc, char **argv) {
  return recorder::tools::run("recorder-summary", recorder::tools::body, argc, argv);
}
