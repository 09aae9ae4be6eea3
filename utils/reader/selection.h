// SPDX-License-Identifier: BSD-3-Clause
// Which calls a user wants: parsed from the texts of the command line, applied call by call.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "reader/functions.h"
#include "reader/names.h"

namespace recorder::reader {

struct NumberRange {
  uint64_t first, last;
};

// "0-3,7"; everything when nothing was added.
class Numbers {
 public:
  void add(const std::string &list, const char *what);
  bool contains(uint64_t number) const;
  bool all() const { return ranges_.empty(); }
  // The largest that is in none of `there`, which are in order and do not touch; none when nothing was added.
  std::optional<uint64_t> missing_in(const std::vector<NumberRange> &there) const;
  // How many of those in [begin, end), at most.
  uint64_t count_within(uint64_t begin, uint64_t end) const;
  // The list without what is not in [begin, end), as text; empty when nothing is left, all of that when
  // nothing was added.
  std::string within(uint64_t begin, uint64_t end) const;

 private:
  std::vector<NumberRange> ranges_;
};

// A RECORDER_E_VALUE when one of the wanted ranks is in none of `there`, which says which there are. Those
// are of one trace or of several, in any order.
void refuse_missing_ranks(const Numbers &wanted, std::vector<NumberRange> there);

struct Selection {
  Numbers ranks;
  Numbers threads;
  std::vector<std::string> layers;
  std::vector<std::string> functions;
  std::vector<std::string> files;
  int64_t from_ns = INT64_MIN;
  int64_t to_ns = INT64_MAX;

  void add_layers(const std::string &list);
  void add_functions(const std::string &list);
  void add_file(const std::string &pattern);
  bool selects_time() const { return from_ns != INT64_MIN || to_ns != INT64_MAX; }
  void set_time(const std::string &window);
  void set_interval(int64_t from, int64_t to);
};

// A Selection with what it takes to answer fast: names are compared once.
class Filter {
 public:
  Filter(const Selection &selection, const Functions &functions);

  bool admits_function(const Function &function) const { return functions_[function.described.index]; }
  bool admits_file(const Name *file);
  bool admits_time(int64_t start, int64_t end) const {
    return end >= selection_.from_ns && start <= selection_.to_ns;
  }
  // Calls in start order after this one cannot be in the window.
  bool past(int64_t start) const { return start > selection_.to_ns; }
  const Selection &selection() const { return selection_; }

 private:
  bool matches(const std::string &path) const;

  Selection selection_;
  std::vector<bool> functions_;  // by index
  std::unordered_map<const Name *, bool> files_;
};

// Seconds with up to nine decimals, exactly; for the window and its messages.
int64_t parse_seconds(const std::string &text);

}  // namespace recorder::reader
