// SPDX-License-Identifier: BSD-3-Clause
// recorder2csv: a table with a row for each call, for spreadsheets and data frames.
#include <algorithm>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

#include "common/csv.h"
#include "common/json.h"
#include "common/print_calls.h"
#include "common/shapes.h"
#include "common/source_lines.h"
#include "common/text.h"

namespace recorder::tools {

namespace {

enum class Column {
  trace,
  rank,
  thread,
  depth,
  layer,
  function,
  start,
  end,
  duration,
  bytes,
  offset,
  file,
  result,
  error,
  arguments,
  site
};

struct NamedColumn {
  const char *name;
  Column column;
  bool usual;
};
constexpr NamedColumn kColumns[] = {
    {"trace", Column::trace, false},        {"rank", Column::rank, true},
    {"thread", Column::thread, true},       {"depth", Column::depth, true},
    {"layer", Column::layer, true},         {"function", Column::function, true},
    {"start", Column::start, true},         {"end", Column::end, true},
    {"duration", Column::duration, true},   {"bytes", Column::bytes, true},
    {"offset", Column::offset, true},       {"file", Column::file, true},
    {"result", Column::result, true},       {"errno", Column::error, true},
    {"arguments", Column::arguments, true}, {"site", Column::site, false},
};

struct Table {
  std::vector<const NamedColumn *> columns;
  char separator = ',';

  bool needs_transfers() const {
    return std::any_of(columns.begin(), columns.end(), [](const NamedColumn *column) {
      return column->column == Column::bytes || column->column == Column::offset;
    });
  }
};

const char *all_columns() {
  static const std::string list = [] {
    std::string names;
    for (const NamedColumn &column : kColumns)
      names += (names.empty() ? "" : ", ") + std::string(column.name);
    return names;
  }();
  return list.c_str();
}

char read_separator(const std::string &text) {
  if (text == "tab" || text == "\\t") return '\t';
  if (text.size() != 1 || text[0] == '"' || text[0] == '\n' || text[0] == '\r' ||
      static_cast<unsigned char>(text[0]) >= 0x80)
    throw UsageError("--separator: one character is wanted, or \"tab\"");
  return text[0];
}

std::vector<const NamedColumn *> read_columns(const std::string &list) {
  std::vector<const NamedColumn *> columns;
  std::istringstream words(list);
  for (std::string word; std::getline(words, word, ',');) {
    const auto found = std::find_if(std::begin(kColumns), std::end(kColumns),
                                    [&](const NamedColumn &column) { return word == column.name; });
    if (found == std::end(kColumns))
      throw UsageError("--columns: there is no \"" + word + "\"; there are " + all_columns());
    columns.push_back(found);
  }
  if (columns.empty()) throw UsageError("--columns: no column is named");
  return columns;
}

std::vector<const NamedColumn *> usual_columns(const Workflow &workflow) {
  std::vector<const NamedColumn *> columns;
  for (const NamedColumn &column : kColumns) {
    if (column.usual || (column.column == Column::trace && workflow.size() > 1)) columns.push_back(&column);
  }
  return columns;
}

// A value within the JSON text of a quoted field.
void put_quoted_json(std::string &out, const recorder_value &value) {
  if (value.type == RECORDER_INT || value.type == RECORDER_UINT || value.type == RECORDER_FD)
    return put_json(out, value);
  std::string text;
  put_json(text, value);
  put_csv_quoted(out, text);
}

void make_arguments(const recorder_call &call, Line &line) {
  line.text = "\"{";
  for (uint32_t i = 0; i < call.function->arguments; ++i) {
    if (i != 0) line.text += ',';
    std::string name;
    put_json_string(name, call.function->argument_names[i]);
    put_csv_quoted(line.text, name);
    line.text += ':';
    line.add(call, &recorder_call::arguments, i, put_quoted_json);
  }
  line.text += "}\"";
}

class Printer {
 public:
  Printer(const Table &table, const Workflow &workflow, size_t trace)
      : table_(table), times_(recorder_has_times(workflow.trace(trace)) != 0) {}

  void print(std::string &out, const WorkflowCall &call) {
    for (size_t i = 0; i < table_.columns.size(); ++i) {
      if (i != 0) out += table_.separator;
      put(out, table_.columns[i]->column, call);
    }
    out += '\n';
  }

 private:
  void put(std::string &out, Column column, const WorkflowCall &of) {
    const recorder_call &call = *of.call;
    switch (column) {
      case Column::trace:
        return put_number(out, of.trace);
      case Column::rank:
        return put_number(out, call.rank);
      case Column::thread:
        return put_number(out, call.thread);
      case Column::depth:
        return put_number(out, call.depth);
      case Column::layer:
        return put_csv(out, call.function->layer, table_.separator);
      case Column::function:
        return put_csv(out, call.function->name, table_.separator);
      case Column::start:
        return put_time(out, of.start_ns);
      case Column::end:
        return put_time(out, of.end_ns);
      case Column::duration:
        return put_time(out, of.end_ns - of.start_ns);
      case Column::bytes:
        if (of.transfer->bytes) put_number(out, *of.transfer->bytes);
        return;
      case Column::offset:
        if (of.transfer->offset) put_number(out, *of.transfer->offset);
        return;
      case Column::file:
        if (call.file != nullptr) out += file(call.file);
        return;
      case Column::result:
        return put_result(out, *call.result);
      case Column::error:
        return put_number(out, call.error);
      case Column::arguments:
        return arguments_.of(call, make_arguments).print(out, call, put_quoted_json);
      case Column::site:
        if (call.site_module != nullptr)
          put_csv(out, sites_.text(call.site_module, call.site_offset), table_.separator);
        return;
    }
  }

  void put_time(std::string &out, int64_t ns) const {
    if (times_) put_seconds(out, ns);
  }

  void put_result(std::string &out, const recorder_value &value) const {
    if (value.type == RECORDER_ABSENT || value.type == RECORDER_NULL) return;
    if (value.type == RECORDER_STRING && (value.flags & RECORDER_CUT) == 0)
      return put_csv(out, {value.v.text, static_cast<size_t>(value.size)}, table_.separator);
    std::string text;
    put_json(text, value);
    put_csv(out, text, table_.separator);
  }

  // Equal names are equal pointers, so that each is quoted once.
  const std::string &file(const char *name) {
    if (name == last_name_) return *last_;
    std::string &text = files_[name];
    if (text.empty()) put_csv(text, name, table_.separator);
    last_name_ = name;
    last_ = &text;
    return text;
  }

  const Table &table_;
  const bool times_;
  Lines arguments_;
  SourceLines sites_;
  std::unordered_map<const char *, std::string> files_;
  const char *last_name_ = nullptr;
  const std::string *last_ = nullptr;
};

std::string header(const Table &table) {
  std::string line;
  for (const NamedColumn *column : table.columns) {
    if (!line.empty()) line += table.separator;
    line += column->name;
  }
  return line + "\n";
}

int body(int argc, char **argv) {
  Options options("Writes a table with a row for each call of Recorder traces (CSV).", true,
                  Operands::several);
  options.add_order();
  std::string separator = ",", columns;
  const std::string columns_help = std::string("only these columns, in this order, of ") + all_columns();
  namespace po = boost::program_options;
  options.own().add_options()("separator", po::value(&separator)->value_name("CHARACTER"),
                              "between columns, instead of a comma; or \"tab\"")(
      "columns", po::value(&columns)->value_name("LIST"), columns_help.c_str())(
      "no-header", "without the line that names the columns");
  if (!options.parse(argc, argv)) return 0;
  Table table;
  table.separator = read_separator(separator);
  if (options.has("columns")) table.columns = read_columns(columns);
  const Workflow workflow(options);
  if (!options.has("columns")) table.columns = usual_columns(workflow);
  print_calls(
      workflow, options.has("no-header") ? "" : header(table),
      [&](size_t trace) { return std::make_unique<Printer>(table, workflow, trace); },
      table.needs_transfers());
  return 0;
}

}  // namespace

}  // namespace recorder::tools

int main(int argc, char **argv) {
  return recorder::tools::run("recorder2csv", recorder::tools::body, argc, argv);
}
