// SPDX-License-Identifier: BSD-3-Clause
// Parsing and applying selections.
#include "reader/selection.h"

#include <fnmatch.h>

#include <algorithm>
#include <charconv>

#include "reader/failure.h"

namespace recorder::reader {

namespace {

std::vector<std::string> split(const std::string &list, const char *what) {
  std::vector<std::string> parts;
  size_t begin = 0;
  while (begin <= list.size()) {
    const size_t end = std::min(list.find(',', begin), list.size());
    if (end == begin)
      fail(RECORDER_E_VALUE, "the list of %s \"%.60s\" has an empty entry", what, list.c_str());
    parts.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

bool parse_number(const char *begin, const char *end, uint64_t *value) {
  const auto result = std::from_chars(begin, end, *value);
  return begin != end && result.ec == std::errc() && result.ptr == end;
}

// Puts ranges in order, those that touch together.
void join(std::vector<NumberRange> &ranges) {
  std::sort(ranges.begin(), ranges.end(),
            [](const NumberRange &a, const NumberRange &b) { return a.first < b.first; });
  size_t joined = 0;
  for (const NumberRange &range : ranges) {
    if (joined != 0 && range.first <= ranges[joined - 1].last + 1) {
      ranges[joined - 1].last = std::max(ranges[joined - 1].last, range.last);
    } else {
      ranges[joined++] = range;
    }
  }
  ranges.resize(joined);
}

// The first few.
std::string text_of(const std::vector<NumberRange> &ranges) {
  constexpr size_t kShown = 8;
  std::string text;
  for (size_t i = 0; i < ranges.size() && i < kShown; ++i) {
    text += (i != 0 ? ", " : "") + std::to_string(ranges[i].first);
    if (ranges[i].last != ranges[i].first) text += "-" + std::to_string(ranges[i].last);
  }
  return ranges.size() > kShown ? text + ", ..." : text;
}

bool is_pattern(const std::string &text) { return text.find_first_of("*?[") != std::string::npos; }

}  // namespace

void Numbers::add(const std::string &list, const char *what) {
  for (const std::string &part : split(list, what)) {
    const char *begin = part.data(), *end = begin + part.size();
    const char *dash = std::find(begin, end, '-');
    NumberRange range;
    const bool first = parse_number(begin, dash, &range.first);
    const bool last =
        dash == end ? (range.last = range.first, true) : parse_number(dash + 1, end, &range.last);
    if (!first || !last || range.last < range.first) {
      fail(RECORDER_E_VALUE, "\"%.60s\" is no list of %s like 0-3,7", list.c_str(), what);
    }
    ranges_.push_back(range);
  }
}

bool Numbers::contains(uint64_t number) const {
  if (ranges_.empty()) return true;
  return std::any_of(ranges_.begin(), ranges_.end(),
                     [number](const NumberRange &r) { return r.first <= number && number <= r.last; });
}

std::optional<uint64_t> Numbers::missing_in(const std::vector<NumberRange> &there) const {
  std::optional<uint64_t> missing;
  for (const NumberRange &range : ranges_) {
    uint64_t left = range.last;  // what is above it is there
    bool is_left = true;
    for (auto one = there.rbegin(); one != there.rend() && is_left; ++one) {
      if (one->first > left || one->last < left) continue;
      is_left = one->first > range.first;
      left = one->first - 1;
    }
    if (is_left) missing = std::max(missing.value_or(0), left);
  }
  return missing;
}

uint64_t Numbers::count_within(uint64_t begin, uint64_t end) const {
  if (ranges_.empty()) return end - begin;
  uint64_t count = 0;
  for (const NumberRange &range : ranges_) {
    if (range.first < end && range.last >= begin && count < end - begin)
      count += std::min(range.last, end - 1) - std::max(range.first, begin) + 1;
  }
  return std::min(count, end - begin);
}

std::string Numbers::within(uint64_t begin, uint64_t end) const {
  if (all()) return std::to_string(begin) + "-" + std::to_string(end - 1);
  std::string list;
  for (const NumberRange &range : ranges_) {
    if (range.first >= end || range.last < begin) continue;
    list += (list.empty() ? "" : ",") + std::to_string(std::max(range.first, begin)) + "-" +
            std::to_string(std::min(range.last, end - 1));
  }
  return list;
}

void refuse_missing_ranks(const Numbers &wanted, std::vector<NumberRange> there) {
  const bool several = there.size() > 1;
  join(there);
  const std::optional<uint64_t> missing = wanted.missing_in(there);
  if (!missing) return;
  const bool is_one = there.size() == 1 && there[0].first == there[0].last;
  const char *whose = several ? "no trace has more than " : is_one ? "the trace has only " : "the trace has ";
  fail(RECORDER_E_VALUE, "rank %llu was selected, but %s%s%s", static_cast<unsigned long long>(*missing),
       whose, is_one ? "rank " : "the ranks ", text_of(there).c_str());
}

void Selection::add_layers(const std::string &list) {
  for (std::string &part : split(list, "layers")) layers.push_back(std::move(part));
}

void Selection::add_functions(const std::string &list) {
  for (std::string &part : split(list, "functions")) functions.push_back(std::move(part));
}

void Selection::add_file(const std::string &pattern) {
  if (pattern.empty()) fail(RECORDER_E_VALUE, "the pattern for files is empty");
  files.push_back(pattern);
  // A directory is meant with or without the slash at its end.
  if (!is_pattern(pattern) && pattern.size() > 1 && pattern.back() == '/') files.back().pop_back();
}

void Selection::set_time(const std::string &window) {
  const size_t colon = window.find(':');
  if (colon == std::string::npos) {
    fail(RECORDER_E_VALUE, "the time window \"%.60s\" is not FROM:TO in seconds", window.c_str());
  }
  const std::string from = window.substr(0, colon), to = window.substr(colon + 1);
  if (!from.empty()) from_ns = parse_seconds(from);
  if (!to.empty()) to_ns = parse_seconds(to);
  if (to_ns < from_ns)
    fail(RECORDER_E_VALUE, "the time window \"%.60s\" ends before it begins", window.c_str());
}

void Selection::set_interval(int64_t from, int64_t to) {
  if (to < from) fail(RECORDER_E_VALUE, "the time window ends before it begins");
  from_ns = from;
  to_ns = to;
}

Filter::Filter(const Selection &selection, const Functions &functions) : selection_(selection) {
  const auto &layers = selection_.layers;
  const auto &names = selection_.functions;
  for (size_t i = 0; i < functions.size(); ++i) {
    const Function &f = functions.at(i);
    const bool layer = layers.empty() || std::find(layers.begin(), layers.end(), f.layer) != layers.end();
    const bool name =
        names.empty() || std::any_of(names.begin(), names.end(), [&](const std::string &pattern) {
          return fnmatch(pattern.c_str(), f.name.c_str(), 0) == 0;
        });
    functions_.push_back(layer && name);
  }
}

bool Filter::admits_file(const Name *file) {
  if (selection_.files.empty()) return true;
  if (file == nullptr) return false;
  const auto known = files_.find(file);
  if (known != files_.end()) return known->second;
  return files_[file] = matches(file->text);
}

bool Filter::matches(const std::string &path) const {
  for (const std::string &pattern : selection_.files) {
    if (is_pattern(pattern)) {
      if (fnmatch(pattern.c_str(), path.c_str(), 0) == 0) return true;
    } else if (path.compare(0, pattern.size(), pattern) == 0 &&
               (path.size() == pattern.size() || path[pattern.size()] == '/' || pattern == "/")) {
      return true;
    }
  }
  return false;
}

int64_t parse_seconds(const std::string &text) {
  const auto wrong = [&]() {
    fail(RECORDER_E_VALUE, "\"%.40s\" is no time in seconds like 1.5", text.c_str());
  };
  const size_t dot = std::min(text.find('.'), text.size());
  uint64_t seconds = 0;
  if (dot != 0 && !parse_number(text.data(), text.data() + dot, &seconds)) wrong();
  std::string decimals = dot == text.size() ? "" : text.substr(dot + 1);
  if ((dot == 0 && decimals.empty()) || decimals.size() > 9) wrong();
  decimals.resize(9, '0');
  uint64_t nanoseconds = 0;
  if (!parse_number(decimals.data(), decimals.data() + 9, &nanoseconds)) wrong();
  if (seconds > INT64_MAX / 1000000000 - 1) wrong();
  return static_cast<int64_t>(seconds * 1000000000 + nanoseconds);
}

}  // namespace recorder::reader
