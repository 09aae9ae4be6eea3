// SPDX-License-Identifier: BSD-3-Clause
// The two forms (see report.h).
#include "coverage/report.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "coverage/words.h"

namespace recorder::tools {

namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kWidth = 100;

// Paths and names come from the file and may hold anything.
std::string printable(std::string text) {
  for (char &c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  return text;
}

void put_line(std::string &out, const std::string &label, const std::string &text) {
  out += label;
  out.append(label.size() < 12 ? 12 - label.size() : 1, ' ');
  out += printable(text) + "\n";
}

// A paragraph, broken at blanks.
void put_paragraph(std::string &out, const std::string &indent, const std::string &text) {
  std::string line = indent, word;
  const auto put_word = [&] {
    if (line.size() > indent.size() && line.size() + 1 + word.size() > kWidth) {
      out += line + "\n";
      line = indent;
    }
    line += (line.size() > indent.size() ? " " : "") + word;
    word.clear();
  };
  for (const char c : printable(text)) {
    if (c != ' ') {
      word += c;
    } else if (!word.empty()) {
      put_word();
    }
  }
  if (!word.empty()) put_word();
  out += line + "\n";
}

// Those that call most functions come first.
std::vector<std::string> calling_libraries(const LayerUse &layer) {
  std::vector<std::pair<size_t, std::string>> counts;
  for (const auto &[name, count] : layer.libraries) counts.emplace_back(count, name);
  std::stable_sort(counts.begin(), counts.end(),
                   [](const auto &a, const auto &b) { return a.first > b.first; });
  std::vector<std::string> names;
  names.reserve(counts.size());
  for (const auto &each : counts) names.push_back(each.second);
  return names;
}

std::string called_by(const LayerUse &layer) {
  std::string program = layer.by_program ? "the program" : "";
  if (layer.libraries.empty()) return program;
  return program + (program.empty() ? "" : ", ") + some_of(calling_libraries(layer), 2);
}

// All layers of the table, from the top of the stack to its bottom; plug-ins' own come first.
std::vector<std::string> layer_order(const Functions &functions, const Coverage &coverage) {
  std::vector<std::string> order;
  const auto &known = Functions::layers();
  for (const auto &each : coverage.layers)
    if (std::find(known.begin(), known.end(), each.first) == known.end()) order.push_back(each.first);
  for (const std::string &layer : known)
    if (coverage.layers.count(layer) != 0 || functions.has_layer(layer)) order.push_back(layer);
  return order;
}

void put_layers(std::string &out, const Process &process, const Functions &functions,
                const Coverage &coverage) {
  char line[160];
  std::snprintf(line, sizeof line, "\n%-9s%-32s%6s %6s  %s\n", "layer", "seen through", "used", "seen",
                "called by");
  out += line;
  for (const std::string &name : layer_order(functions, coverage)) {
    const auto found = coverage.layers.find(name);
    const LayerUse layer = found != coverage.layers.end() ? found->second : LayerUse();
    const std::string through = layer.functions.empty() ? "(not used)" : through_in_words(layer, process);
    std::snprintf(line, sizeof line, "%-9s%-32s%6zu %6zu  ", name.c_str(), through.c_str(),
                  layer.functions.size(), layer.reached.size());
    out += line + printable(called_by(layer)) + "\n";
    while (out[out.size() - 2] == ' ') out.erase(out.size() - 2, 1);
  }
}

bool is_contained(Cause cause) {
  return cause == Cause::kNotLinked || cause == Cause::kContained || cause == Cause::kInsideLibrary;
}

void put_finding(std::string &out, const Finding &finding) {
  const std::set<std::string> functions = finding.functions();
  std::vector<std::string> callers;
  for (const auto &caller : finding.callers) callers.push_back(caller.first);
  put_paragraph(out, "  ",
                finding.layer + ": " + std::to_string(functions.size()) +
                    (functions.size() == 1 ? " function (" : " functions (") + some_of(functions, 5) +
                    (is_contained(finding.cause) ? ") in " : ") called by ") + some_of(callers, 4));
}

// Layer by layer, with the words after the last layer that has the same reason. What is left out on purpose
// is no loss; it stands among the notes.
void put_findings(std::string &out, const Process &process, const Coverage &coverage) {
  std::vector<Finding> findings;
  for (const Finding &finding : coverage.findings)
    if (finding.cause != Cause::kLeftOut) findings.push_back(finding);
  std::stable_sort(findings.begin(), findings.end(), [](const Finding &a, const Finding &b) {
    return std::tie(a.cause, a.detail) < std::tie(b.cause, b.detail);
  });
  if (!findings.empty()) {
    out += "\nNot seen:\n";
  } else if (!coverage.layers.empty()) {
    out += "\nNo call of these functions goes past Recorder.\n";
  }
  for (size_t i = 0; i < findings.size(); ++i) {
    const Finding *next = i + 1 < findings.size() ? &findings[i + 1] : nullptr;
    put_finding(out, findings[i]);
    if (next != nullptr && next->cause == findings[i].cause && next->detail == findings[i].detail) continue;
    const Words words = words_of(findings[i], process);
    put_paragraph(out, "      ", words.what + " " + words.advice);
  }
}

void put_notes(std::string &out, const Process &process, const Coverage &coverage) {
  std::vector<std::string> notes;
  for (const Finding &finding : coverage.findings)
    if (finding.cause == Cause::kLeftOut)
      notes.push_back("Left out on purpose: " + some_of(finding.functions(), 4) + " (" + finding.detail +
                      ").");
  for (const Words &words : remarks(process, coverage)) notes.push_back(words.what + " " + words.advice);
  if (!notes.empty()) out += "\nNotes:\n";
  for (const std::string &note : notes) put_paragraph(out, "  ", note);
}

Json layers_json(const Functions &functions, const Coverage &coverage) {
  Json layers = Json::array();
  for (const std::string &name : layer_order(functions, coverage)) {
    const auto found = coverage.layers.find(name);
    const LayerUse layer = found != coverage.layers.end() ? found->second : LayerUse();
    Json json;
    json["layer"] = name;
    json["installed"] = functions.has_layer(name);
    json["mechanisms"] = layer.through;
    json["used"] = layer.functions;
    json["seen"] = layer.reached;
    json["called_by_program"] = layer.by_program;
    json["called_by_libraries"] = calling_libraries(layer);
    layers.push_back(std::move(json));
  }
  return layers;
}

Json findings_json(const Process &process, const Coverage &coverage) {
  Json findings = Json::array();
  for (const Finding &finding : coverage.findings) {
    const Words words = words_of(finding, process);
    findings.push_back({{"reason", words.name},
                        {"layer", finding.layer},
                        {"functions", finding.functions()},
                        {"callers", finding.callers},
                        {"text", words.what},
                        {"advice", words.advice}});
  }
  return findings;
}

Json libraries_json(const Process &process) {
  Json libraries = Json::array();
  for (const auto &object : process.objects)
    if (object.get() != &process.program())
      libraries.push_back({{"name", object->name}, {"path", object->file.path}});
  for (const MissingLibrary &library : process.missing)
    libraries.push_back({{"name", library.name}, {"path", nullptr}, {"needed_by", library.asked_by}});
  return libraries;
}

}  // namespace

std::string coverage_text(const Process &process, const Functions &functions, const Coverage &coverage) {
  std::string out;
  put_line(out, "program", process.program().file.path);
  put_line(out, "linked", way_in_words(process, coverage));
  put_line(out, "to trace it", how_to_trace(process, coverage));
  put_line(out, "MPI", mpi_in_words(coverage.mpi));
  if (process.is_dynamic())
    put_line(
        out, "libraries",
        std::to_string(process.objects.size() - 1) +
            (process.missing.empty() ? ", all found"
                                     : ", " + std::to_string(process.missing.size()) + " more not found"));
  const bool nothing_known = coverage.stripped && !process.is_dynamic();
  if (!nothing_known) put_layers(out, process, functions, coverage);
  put_findings(out, process, coverage);
  put_notes(out, process, coverage);
  return out;
}

std::string coverage_json(const Process &process, const Functions &functions, const Coverage &coverage) {
  Json json;
  json["program"] = process.program().file.path;
  json["link"] = way_name(process);
  json["recorder"] = {{"inside", inside_name(process)}, {"version", coverage.version}};
  json["needs_recorder_run"] = process.way == Way::kPreload;
  json["needs_relinking"] = process.way == Way::kNone || coverage.privileged;
  json["stripped"] = coverage.stripped;
  json["mpi"] = {{"name", coverage.mpi.name},
                 {"library", coverage.mpi.where},
                 {"recorder_built_for", coverage.mpi.built_for},
                 {"same", coverage.mpi.same}};
  json["layers"] = layers_json(functions, coverage);
  json["unseen"] = findings_json(process, coverage);
  Json list = Json::array();
  for (const Words &words : remarks(process, coverage))
    list.push_back({{"reason", words.name}, {"text", words.what}, {"advice", words.advice}});
  json["notes"] = std::move(list);
  json["libraries"] = libraries_json(process);
  // A name that is no UTF-8 shows replacement characters rather than nothing.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace recorder::tools
