// SPDX-License-Identifier: BSD-3-Clause
// A small recursive parser: kind = word[:set] | [kind] | ?kind | {name=kind,...}
#include "reader/kinds.h"

#include "reader/failure.h"
#include "reader/recorder-reader.h"

namespace recorder::reader {

namespace {

struct Word {
  const char *text;
  Shape shape;
  uint8_t flags;
  bool takes_set;  // must have one
};

constexpr Word kWords[] = {
    {"void", Shape::nothing, 0, false},
    {"int", Shape::signed_number, 0, false},
    {"enum", Shape::signed_number, RECORDER_ENUM, true},
    {"uint", Shape::unsigned_number, 0, false},
    {"flags", Shape::unsigned_number, RECORDER_FLAGS, true},
    {"mode", Shape::unsigned_number, RECORDER_MODE, false},
    {"double", Shape::real, 0, false},
    {"str", Shape::text, 0, false},
    {"path", Shape::path, 0, false},
    {"ptr", Shape::pointer, 0, false},
    {"fd", Shape::fd, 0, false},
    {"fd+", Shape::new_fd, 0, false},
    {"handle", Shape::handle, 0, true},
    {"handle+", Shape::new_handle, 0, true},
    {"map", Shape::map, 0, false},
    {"map+", Shape::new_map, 0, false},
    {"offset", Shape::offset, 0, false},
    {"any", Shape::any, 0, false},
};

constexpr size_t kMostClasses = 4096;
constexpr int kDeepest = 16;

class Parser {
 public:
  Parser(std::string_view text, Classes &classes) : whole_(text), left_(text), classes_(classes) {}

  Kind parse() {
    Kind kind = parse_one(0);
    if (!left_.empty()) wrong();
    return kind;
  }

 private:
  [[noreturn]] void wrong() const {
    fail(RECORDER_E_VERSION,
         "an argument has the kind \"%.60s\", which this tool does not know; use a newer one",
         std::string(whole_).c_str());
  }

  bool take(char c) {
    if (left_.empty() || left_[0] != c) return false;
    left_.remove_prefix(1);
    return true;
  }
  std::string_view take_until(const char *stops) {
    const size_t n = std::min(left_.find_first_of(stops), left_.size());
    const std::string_view text = left_.substr(0, n);
    left_.remove_prefix(n);
    return text;
  }

  Kind parse_one(int depth) {
    if (depth > kDeepest) wrong();
    if (take('[')) return parse_array(depth);
    if (take('?')) return parse_optional(depth);
    if (take('{')) return parse_record(depth);
    return parse_word();
  }

  Kind parse_array(int depth) {
    Kind kind;
    kind.shape = Shape::array;
    kind.parts.push_back(parse_part(depth));
    if (!take(']')) wrong();
    return kind;
  }

  Kind parse_optional(int depth) {
    Kind kind;
    kind.shape = Shape::optional;
    kind.parts.push_back(parse_part(depth));
    return kind;
  }

  Kind parse_record(int depth) {
    Kind kind;
    kind.shape = Shape::record;
    do {
      const std::string_view name = take_until("=,}");
      if (!take('=')) wrong();
      kind.parts.push_back(parse_part(depth));
      kind.parts.back().name = name;
    } while (take(','));
    if (!take('}')) wrong();
    return kind;
  }

  // What takes no byte must not be repeatable, or a few bytes could claim endless arrays.
  Kind parse_part(int depth) {
    Kind kind = parse_one(depth + 1);
    if (kind.shape == Shape::nothing) wrong();
    return kind;
  }

  Kind parse_word() {
    const std::string_view text = take_until(":,]}");
    const bool has_set = take(':');
    const std::string_view set = has_set ? take_until(",]}") : std::string_view();
    for (const Word &word : kWords) {
      if (text == word.text) return make(word, has_set, set);
    }
    wrong();
  }

  Kind make(const Word &word, bool has_set, std::string_view set) {
    if ((word.takes_set && set.empty()) || (has_set && !word.takes_set && word.shape != Shape::path)) wrong();
    Kind kind;
    kind.shape = word.shape;
    kind.flags = word.flags;
    kind.set = set;
    if (word.shape == Shape::handle || word.shape == Shape::new_handle) {
      take_classes(kind);
    } else if (word.shape == Shape::map || word.shape == Shape::new_map) {
      kind.handle_class = Classes::kMap;
    }
    return kind;
  }

  // CLASS, or CLASS|CLASS|... when the value tells which.
  void take_classes(Kind &kind) {
    std::string_view left = kind.set;
    for (size_t end = 0; end != std::string_view::npos; left.remove_prefix(std::min(end + 1, left.size()))) {
      end = left.find('|');
      const std::string_view name = left.substr(0, end);
      if (name.empty() || classes_.size() >= kMostClasses) wrong();
      kind.classes.push_back(classes_.index(name));
    }
    kind.handle_class = kind.classes[0];
  }

  std::string_view whole_;
  std::string_view left_;
  Classes &classes_;
};

}  // namespace

Classes::Classes() : names_{"fd", "map"} {}

uint32_t Classes::index(std::string_view name) {
  if (name == "FD") return kFd;
  if (name == "MAP") return kMap;
  for (uint32_t i = 0; i < names_.size(); ++i) {
    if (names_[i] == name) return i;
  }
  names_.emplace_back(name);
  return static_cast<uint32_t>(names_.size() - 1);
}

Kind parse_kind(std::string_view text, Classes &classes) { return Parser(text, classes).parse(); }

}  // namespace recorder::reader
