// SPDX-License-Identifier: BSD-3-Clause
// Numbers over ranks, as a trace keeps them: differences in nested repeats. Any value can be asked for, and
// nothing is expanded.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reader/input.h"

namespace recorder::reader {

class Column {
 public:
  Column() = default;
  // `in` reads bytes that stay where they are. Refused: another number of values.
  Column(Input &in, uint64_t count);

  uint64_t count() const { return count_; }
  uint64_t at(uint64_t i) const {
    return single_ ? first_ + step_ * i : i == 0 ? first_ : first_ + before(i).step;
  }
  // Of the first n values, modulo 2^64.
  uint64_t sum_of(uint64_t n) const { return n == 0 ? 0 : first_ * n + before(n - 1).weight; }
  // How many equal differences follow the ith value, at least so far as they stand together; 0 at the end.
  uint64_t run_from(uint64_t i, uint64_t *step) const;
  // Every value is larger than the one before and all are less than `end`.
  bool increases_below(uint64_t end) const;
  // The place of a value in an increasing column; false when it is not there.
  bool find(uint64_t value, uint64_t *i) const;

 private:
  // Of some differences: how many, their sum, and the sum of the values after each, less the one before all.
  struct Sums {
    uint64_t count = 0;
    uint64_t step = 0;
    uint64_t weight = 0;
    void add(const Sums &next) {
      weight += step * next.count + next.weight;
      count += next.count;
      step += next.step;
    }
  };
  struct Item {
    bool repeat;
    uint64_t count;
    uint64_t step;
    std::string_view body;
  };
  struct Mark {  // what lies before an item
    uint64_t offset;
    Sums sums;
  };

  static Item next(Input &in);
  static Sums run(uint64_t count, uint64_t step);
  static Sums times(const Sums &turn, uint64_t count);
  static Sums whole(const Item &item, int depth);
  static Sums all(std::string_view items, int depth);
  static Sums some(std::string_view items, uint64_t n, int depth);
  static bool increases(std::string_view items, uint64_t most, uint64_t *sum);
  static uint64_t run_in(std::string_view items, uint64_t n, uint64_t *step, int depth);
  const Mark &mark_of(uint64_t n) const;
  Sums before(uint64_t n) const;

  uint64_t count_ = 0;
  uint64_t first_ = 0;
  uint64_t step_ = 0;  // of all values when single_
  bool single_ = true;
  std::string_view items_;
  std::vector<Mark> marks_;
};

// Texts over ranks.
class TextColumn {
 public:
  TextColumn() = default;
  TextColumn(Input &in, uint64_t count, const std::vector<std::string_view> &dictionary);
  std::string at(uint64_t i) const;

 private:
  struct Run {
    size_t begin, end;  // digits in first_
    uint64_t width;
    Column numbers;
  };
  std::string_view first_;
  std::vector<Run> runs_;
  bool whole_ = false;
  Column ids_;
  const std::vector<std::string_view> *dictionary_ = nullptr;
};

}  // namespace recorder::reader
