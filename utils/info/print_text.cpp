// SPDX-License-Identifier: BSD-3-Clause
// The facts as text, a line or a row for each.
#include <algorithm>
#include <cstdio>
#include <ctime>

#include "common/text.h"
#include "info/print.h"

namespace recorder::tools::info {

namespace {

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

}  // namespace

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

}  // namespace recorder::tools::info
