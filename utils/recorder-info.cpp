// SPDX-License-Identifier: BSD-3-Clause
// recorder-info: what a trace holds, without reading its calls one by one.
#include <algorithm>
#include <ctime>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "common/output.h"
#include "common/program.h"
#include "common/text.h"

namespace recorder::tools {

namespace {

using Json = nlohmann::ordered_json;

struct FunctionCount {
  std::string name;
  uint64_t calls;
};

// Ranks that did the same with other numbers.
struct RankClass {
  uint64_t ranks = 0;
  std::string members;
  uint64_t streams = 0;
  uint64_t varying = 0;
  uint64_t calls = 0;                     // of all its ranks
  std::vector<std::string> own, missing;  // functions that it has and the first class has not, and vice versa
};

struct Facts {
  std::string path;
  std::map<std::string, std::string> metadata;
  uint64_t bytes = 0;
  uint64_t ranks = 0;
  std::optional<uint64_t> rank;  // which one, of a trace of one rank of an MPI program
  uint64_t streams = 0;
  uint64_t calls = 0;
  uint64_t dropped = 0;
  uint64_t lost = 0;
  double tick_ns = 0;
  bool with_mpi = false;
  std::vector<std::string> hosts;
  std::vector<std::string> programs;
  std::vector<uint64_t> pids;
  std::map<std::string, std::vector<FunctionCount>> layers;
  std::vector<recorder_section> sections;
  std::vector<recorder_clock> clocks;           // of the nodes, where there are several
  std::vector<recorder_statistics> statistics;  // by signature, where the calls have no times
  bool every_signature = false;
  uint64_t class_count = 0;
  std::vector<RankClass> classes;  // the first ones

  const std::string &get(const char *key) const {
    static const std::string kNone;
    const auto found = metadata.find(key);
    return found == metadata.end() ? kNone : found->second;
  }
  // Of a number in the metadata; 0 when it is missing.
  uint64_t number(const char *key) const { return std::strtoull(get(key).c_str(), nullptr, 10); }
  int64_t duration_ns() const {
    const uint64_t start = number("start_realtime_ns"), end = number("end_realtime_ns");
    return end > start ? static_cast<int64_t>(end - start) : 0;
  }
};

// A library of a traced layer that was in the process.
struct LayerLibrary {
  std::string layer, file;
};

// From words such as "mpi=libmpi.so.40" or "hdf5=program".
std::vector<LayerLibrary> libraries(const Facts &facts) {
  std::vector<LayerLibrary> list;
  std::istringstream words(facts.get("libraries"));
  for (std::string word; words >> word;) {
    const size_t equals = std::min(word.find('='), word.size());
    list.push_back({word.substr(0, equals), word.substr(std::min(equals + 1, word.size()))});
  }
  return list;
}

[[noreturn]] void damaged(const std::string &path, const recorder_error &error) {
  throw ProgramError(path + ": " + error.message);
}

void add_once(std::vector<std::string> &list, std::set<std::string> &known, const char *text) {
  if (known.insert(text).second) list.push_back(text);
}

void read_processes(const std::string &path, recorder_trace *trace, Facts &facts) {
  std::set<std::string> hosts, programs;
  const uint64_t first = recorder_first_rank(trace);
  for (uint64_t rank = first; rank < first + facts.ranks; ++rank) {
    recorder_process process;
    recorder_error error;
    if (recorder_process_at(trace, rank, &process, &error) != RECORDER_OK) damaged(path, error);
    add_once(facts.hosts, hosts, process.host);
    add_once(facts.programs, programs, process.program);
    facts.pids.push_back(process.pid);
    facts.with_mpi |= process.mpi_rank >= 0;
    if (facts.ranks == 1 && process.mpi_rank >= 0) facts.rank = rank;
    facts.dropped += process.dropped;
    facts.lost += process.lost;
    facts.tick_ns = std::max(facts.tick_ns, process.tick_ns);
  }
}

void read_counts(const std::string &path, recorder_trace *trace, Facts &facts) {
  std::vector<uint64_t> counts(recorder_function_count(trace) + 1);
  recorder_error error;
  if (recorder_count_calls(trace, counts.data(), &error) != RECORDER_OK) damaged(path, error);
  for (size_t i = 0; i + 1 < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    const recorder_function *function = recorder_function_at(trace, i);
    facts.layers[function->layer].push_back({function->name, counts[i]});
    facts.calls += counts[i];
  }
  for (auto &layer : facts.layers) {
    std::sort(layer.second.begin(), layer.second.end(), [](const FunctionCount &a, const FunctionCount &b) {
      return a.calls != b.calls ? a.calls > b.calls : a.name < b.name;
    });
  }
}

void read_statistics(const std::string &path, recorder_trace *trace, Facts &facts) {
  const recorder_statistics *list;
  size_t count;
  recorder_error error;
  if (recorder_time_statistics(trace, &list, &count, &error) != RECORDER_OK) damaged(path, error);
  facts.statistics.assign(list, list + count);
}

// Traces of ranks that all differ have as many classes as ranks.
constexpr size_t kMostClasses = 1000;

void read_classes(const std::string &path, recorder_trace *trace, Facts &facts) {
  const size_t functions = recorder_function_count(trace);
  std::vector<uint64_t> first;
  facts.class_count = recorder_class_count(trace);
  for (size_t i = 0; i < facts.class_count && i < kMostClasses; ++i) {
    std::vector<uint64_t> counts(functions + 1);
    recorder_class found;
    recorder_error error;
    if (recorder_class_at(trace, i, &found, &error) != RECORDER_OK) damaged(path, error);
    RankClass one{found.ranks, found.members, found.streams, found.varying, 0, {}, {}};
    if (recorder_class_calls(trace, i, counts.data(), &error) != RECORDER_OK) damaged(path, error);
    if (i == 0) first = counts;
    for (size_t f = 0; f < functions; ++f) {
      one.calls += counts[f];
      if ((counts[f] != 0) == (first[f] != 0)) continue;
      (counts[f] != 0 ? one.own : one.missing).push_back(recorder_function_at(trace, f)->name);
    }
    facts.classes.push_back(std::move(one));
  }
}

Facts read_facts(const std::string &path, recorder_trace *trace) {
  Facts facts;
  facts.path = path;
  for (size_t i = 0; i < recorder_metadata_count(trace); ++i) {
    facts.metadata[recorder_metadata_key(trace, i)] = recorder_metadata_value(trace, i);
  }
  facts.ranks = recorder_rank_count(trace);
  facts.streams = recorder_stream_count(trace);
  for (size_t i = 0; i < recorder_section_count(trace); ++i) {
    recorder_section section;
    recorder_section_at(trace, i, &section);
    facts.sections.push_back(section);
  }
  for (size_t i = 0; i < recorder_clock_count(trace); ++i)
    facts.clocks.push_back(*recorder_clock_at(trace, i));
  facts.bytes = recorder_file_size(trace);
  read_processes(path, trace, facts);
  read_counts(path, trace, facts);
  read_statistics(path, trace, facts);
  read_classes(path, trace, facts);
  return facts;
}

std::string date(uint64_t ns) {
  const std::time_t seconds = static_cast<std::time_t>(ns / 1000000000);
  std::tm parts;
  char text[64];
  if (ns == 0 || localtime_r(&seconds, &parts) == nullptr) return "unknown";
  return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %z", &parts));
}

std::string seconds(int64_t ns) {
  std::string text;
  put_seconds(text, ns);
  return text;
}

Json offset_json(const recorder_clock_offset &offset) {
  if (!offset.known) return nullptr;
  return {{"at_ns", offset.at_ns}, {"ahead_ns", offset.ahead_ns}, {"uncertainty_ns", offset.uncertainty_ns}};
}

Json clocks_json(const Facts &facts) {
  Json list = Json::array();
  for (const recorder_clock &c : facts.clocks)
    list.push_back({{"host", c.host}, {"start", offset_json(c.start)}, {"end", offset_json(c.end)}});
  return list;
}

Json functions_json(const Facts &facts) {
  Json layers = Json::object();
  for (const auto &[layer, functions] : facts.layers) {
    Json counts = Json::object();
    for (const FunctionCount &function : functions) counts[function.name] = function.calls;
    layers[layer] = std::move(counts);
  }
  return layers;
}

Json lengths_json(const recorder_lengths &lengths) {
  return {{"sum_ns", lengths.sum_ns},
          {"least_ns", lengths.least_ns},
          {"most_ns", lengths.most_ns},
          {"bins", lengths.bins}};
}

Json statistics_json(const Facts &facts) {
  Json list = Json::array();
  for (const recorder_statistics &s : facts.statistics) {
    list.push_back({{"layer", s.function->layer},
                    {"function", s.function->name},
                    {"depth", s.depth},
                    {"calls", s.calls},
                    {"duration", lengths_json(s.duration)},
                    {"gap", lengths_json(s.gap)}});
  }
  return list;
}

Json classes_json(const Facts &facts) {
  Json classes = Json::array();
  for (const RankClass &one : facts.classes) {
    classes.push_back({{"ranks", one.ranks},
                       {"members", one.members},
                       {"streams", one.streams},
                       {"calls", one.calls},
                       {"varying", one.varying},
                       {"functions", one.own},
                       {"without", one.missing}});
  }
  return classes;
}

Json to_json(const Facts &facts) {
  Json sections = Json::array();
  for (const recorder_section &section : facts.sections) {
    sections.push_back(
        {{"name", section.name}, {"bytes", section.stored_bytes}, {"raw_bytes", section.raw_bytes}});
  }
  Json json;
  json["trace"] = facts.path;
  json["job"] = facts.get("jobid");
  json["program"] = facts.get("program");
  json["command"] = facts.get("command");
  json["cwd"] = facts.get("cwd");
  json["user"] = facts.get("user");
  json["uid"] = facts.number("uid");
  json["hosts"] = facts.hosts;
  json["programs"] = facts.programs;
  json["pids"] = facts.pids;
  json["mpi"] = facts.get("mpi");
  json["link"] = facts.get("link");
  json["trampolines"] = facts.get("trampolines") == "1";
  json["libraries"] = Json::array();
  for (const LayerLibrary &library : libraries(facts))
    json["libraries"].push_back({{"layer", library.layer}, {"file", library.file}});
  json["version"] = facts.get("version");
  json["start_realtime_ns"] = facts.number("start_realtime_ns");
  json["end_realtime_ns"] = facts.number("end_realtime_ns");
  json["duration_ns"] = facts.duration_ns();
  json["time_mode"] = facts.get("time_mode");
  json["resolution_ns"] = facts.number("resolution_ns");
  json["tick_ns"] = facts.tick_ns;
  json["clocks"] = clocks_json(facts);
  json["ranks"] = facts.ranks;
  if (facts.rank) json["rank"] = *facts.rank;
  if (!facts.get("world").empty()) json["world"] = facts.number("world");
  json["behaviours"] = facts.class_count;
  json["classes"] = classes_json(facts);
  json["streams"] = facts.streams;
  json["calls"] = facts.calls;
  json["dropped"] = facts.dropped;
  json["lost"] = facts.lost;
  json["layers"] = facts.get("layers");
  json["functions"] = functions_json(facts);
  json["statistics"] = statistics_json(facts);
  json["bytes"] = facts.bytes;
  json["sections"] = std::move(sections);
  json["metadata"] = facts.metadata;
  return json;
}

// A name that is no UTF-8 shows replacement characters rather than nothing.
std::string text_of(const Json &json) { return json.dump(2, ' ', false, Json::error_handler_t::replace); }

class Page {
 public:
  void line(const char *label, const std::string &value) {
    if (value.empty()) return;
    text_ += label;
    text_.append(std::string(label).size() < 12 ? 12 - std::string(label).size() : 1, ' ');
    for (const char c : value) text_ += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
    text_ += '\n';
  }
  void row(const std::string &name, uint64_t number, const std::string &more = "") {
    char line[160];
    std::snprintf(line, sizeof line, "  %-32s %14llu%s\n", name.c_str(),
                  static_cast<unsigned long long>(number), more.c_str());
    text_ += line;
  }
  void text(const std::string &text) { text_ += text; }
  const std::string &all() const { return text_; }

 private:
  std::string text_;
};

// The first few of a list that can have a million entries.
template <class Item, class Show>
std::string some(const std::vector<Item> &list, Show show) {
  constexpr size_t kShown = 8;
  std::string text;
  for (size_t i = 0; i < list.size() && i < kShown; ++i) text += (i != 0 ? ", " : "") + show(list[i]);
  if (list.size() > kShown) text += ", ... (" + std::to_string(list.size()) + " in all)";
  return text;
}

// An MPI library without a version is one that MPI_Init was not seen of.
std::string mpi(const Facts &facts) {
  if (!facts.get("mpi").empty()) return facts.get("mpi");
  if (facts.with_mpi) return "yes";
  for (const LayerLibrary &library : libraries(facts))
    if (library.layer == "mpi") return "not traced (" + library.file + ")";
  return "none";
}

// "n1 +1.5 us (0.4) to +1.9 us (0.4)": at the start and at the end, and how sure that is.
std::string show_clock(const recorder_clock &clock) {
  std::string text = clock.host;
  for (const recorder_clock_offset *offset : {&clock.start, &clock.end}) {
    if (!offset->known) continue;
    char line[100];
    std::snprintf(
        line, sizeof line, "%s%+.1f us (%.1f)", offset == &clock.end && clock.start.known ? " to " : " ",
        static_cast<double>(offset->ahead_ns) / 1e3, static_cast<double>(offset->uncertainty_ns) / 1e3);
    text += line;
  }
  return text;
}

void print_run(const Facts &facts, Page &page) {
  const auto as_is = [](const std::string &text) { return text; };
  page.line("job", facts.get("jobid"));
  page.line("program", facts.get("program").empty() ? some(facts.programs, as_is) : facts.get("program"));
  page.line("command", facts.get("command"));
  page.line("directory", facts.get("cwd"));
  const std::string &user = facts.get("user"), &uid = facts.get("uid");
  page.line("user", user.empty() || uid.empty() ? user + uid : user + " (" + uid + ")");
  page.line("hosts", some(facts.hosts, as_is));
  page.line("clocks", some(facts.clocks, show_clock));
  page.line("pids", some(facts.pids, [](uint64_t pid) { return std::to_string(pid); }));
  page.line("started", date(facts.number("start_realtime_ns")));
  page.line("duration", seconds(facts.duration_ns()) + " s");
  page.line("MPI", mpi(facts));
  page.line("recorder", facts.get("version") + (facts.get("link").empty() ? "" : ", " + facts.get("link")) +
                            (facts.get("trampolines") == "1" ? ", with trampolines" : ""));
  page.line("libraries", some(libraries(facts), [](const LayerLibrary &library) {
              return library.file == "program" ? library.layer + " in the program" : library.file;
            }));
}

void print_content(const Facts &facts, Page &page) {
  if (facts.rank) {
    const std::string world = facts.get("world");
    page.line("rank",
              std::to_string(*facts.rank) + (world.empty() ? "" : " of " + world) + " in MPI_COMM_WORLD");
  }
  page.line("ranks", std::to_string(facts.ranks) + (facts.ranks == 1 ? " rank, " : " ranks, ") +
                         std::to_string(facts.class_count) +
                         (facts.class_count == 1 ? " behaviour" : " behaviours"));
  page.line("streams", std::to_string(facts.streams));
  page.line("layers", facts.get("layers"));
  page.line(
      "times", facts.get("time_mode").empty() ? "" : facts.get("time_mode") + ", tick " + [&] {
        char text[32];
        std::snprintf(text, sizeof text, "%.3g ns", facts.tick_ns);
        return std::string(text);
      }());
  page.line("calls", std::to_string(facts.calls));
  page.line("dropped", std::to_string(facts.dropped) + " (made by signal handlers inside Recorder)");
  page.line("lost", std::to_string(facts.lost) + " (no memory or no space for them)");
  std::string settings = facts.get("settings");
  while (!settings.empty() && settings.back() == '\n') settings.pop_back();
  for (size_t at = 0; (at = settings.find('\n', at)) != std::string::npos;) settings.replace(at, 1, "  ");
  page.line("settings", settings);
}

void add(recorder_lengths &to, const recorder_lengths &more, bool is_first) {
  to.sum_ns += more.sum_ns;
  to.least_ns = is_first ? more.least_ns : std::min(to.least_ns, more.least_ns);
  to.most_ns = std::max(to.most_ns, more.most_ns);
  for (int i = 0; i < RECORDER_TIME_BINS; ++i) to.bins[i] += more.bins[i];
}

std::vector<recorder_statistics> by_function(const Facts &facts) {
  std::map<uint32_t, recorder_statistics> sums;
  for (const recorder_statistics &s : facts.statistics) {
    recorder_statistics &sum = sums.try_emplace(s.function->index, recorder_statistics{}).first->second;
    sum.function = s.function;
    add(sum.duration, s.duration, sum.calls == 0);
    add(sum.gap, s.gap, sum.calls == 0);
    sum.calls += s.calls;
  }
  std::vector<recorder_statistics> list;
  list.reserve(sums.size());
  for (const auto &sum : sums) list.push_back(sum.second);
  return list;
}

// The end of the bin that half of the lengths do not pass.
double median_us(const recorder_lengths &lengths, uint64_t calls, double tick_ns) {
  uint64_t below = 0;
  int bin = 0;
  while (bin + 1 < RECORDER_TIME_BINS && (below += lengths.bins[bin]) * 2 < calls) ++bin;
  return 16.0 * static_cast<double>(uint64_t{1} << bin) * tick_ns / 1e3;
}

void print_statistics(const Facts &facts, Page &page) {
  if (facts.statistics.empty()) return;
  page.text(std::string("\ndurations in us, by ") + (facts.every_signature ? "signature" : "function") +
            "                     calls        total        least         mean     median <         most\n");
  for (const recorder_statistics &s : facts.every_signature ? facts.statistics : by_function(facts)) {
    const auto us = [](uint64_t ns) { return static_cast<double>(ns) / 1e3; };
    const recorder_lengths &d = s.duration;
    char more[120];
    std::snprintf(more, sizeof more, " %12.1f %12.3f %12.3f %12.3f %12.3f", us(d.sum_ns), us(d.least_ns),
                  us(d.sum_ns) / static_cast<double>(std::max<uint64_t>(s.calls, 1)),
                  median_us(d, s.calls, facts.tick_ns), us(d.most_ns));
    page.row(std::string(std::min<uint64_t>(s.depth, 8), ' ') + s.function->name, s.calls, more);
  }
}

std::string joined(const std::vector<std::string> &names) {
  return some(names, [](const std::string &name) { return name; });
}

void print_classes(const Facts &facts, Page &page) {
  constexpr size_t kShown = 16;
  if (facts.class_count < 2) return;
  page.text("\nranks that differ only in numbers             ranks    calls a rank   values that vary\n");
  for (size_t i = 0; i < facts.classes.size() && i < kShown; ++i) {
    const RankClass &one = facts.classes[i];
    char more[64];
    std::snprintf(more, sizeof more, "  %14llu %18llu",
                  static_cast<unsigned long long>(one.calls / one.ranks),
                  static_cast<unsigned long long>(one.varying));
    page.row("behaviour " + std::to_string(i), one.ranks, more);
    page.text("    of ranks " + one.members + "\n");
    if (!one.own.empty()) page.text("    also calls " + joined(one.own) + "\n");
    if (!one.missing.empty()) page.text("    never calls " + joined(one.missing) + "\n");
  }
  if (facts.class_count > kShown)
    page.text("  and " + std::to_string(facts.class_count - kShown) + " more\n");
}

std::string to_text(const Facts &facts) {
  Page page;
  print_run(facts, page);
  print_content(facts, page);
  print_classes(facts, page);
  for (const auto &[layer, functions] : facts.layers) {
    page.text("\ncalls of layer " + layer + "\n");
    for (const FunctionCount &function : functions) page.row(function.name, function.calls);
  }
  print_statistics(facts, page);
  page.text("\nsections                                    bytes in file      uncompressed\n");
  for (const recorder_section &section : facts.sections) {
    char raw[32];
    std::snprintf(raw, sizeof raw, "    %14llu", static_cast<unsigned long long>(section.raw_bytes));
    std::string name;
    put_c_string(name, section.name);
    page.row(name.substr(1, name.size() - 2), section.stored_bytes, raw);
  }
  page.row("whole file", facts.bytes);
  return page.all();
}

// One trace after another, so that there is never more than one open. Of several, text has a heading for each
// and JSON is an array.
void print(const Options &options, Output &output) {
  const bool as_json = options.has("json"), several = options.traces().size() > 1;
  bool first = true;
  for (const std::string &path : options.traces()) {
    const TracePtr trace = open_trace(path);
    Facts facts = read_facts(path, trace.get());
    facts.every_signature = options.has("statistics");
    std::string &out = output.buffer();
    if (as_json) {
      out += !several ? "" : first ? "[\n" : ",\n";
      out += text_of(to_json(facts));
    } else {
      if (several) out += (first ? "" : "\n\n") + std::string("==> ") + path + " <==\n";
      out += to_text(facts);
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
