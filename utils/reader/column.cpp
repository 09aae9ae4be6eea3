// SPDX-License-Identifier: BSD-3-Clause
// Sums over runs and repeats in closed form; marks at some items keep the way to any value short.
#include "reader/column.h"

#include <algorithm>

#include "format/format.h"

namespace recorder::reader {

namespace {

constexpr int kDeepest = 16;
constexpr uint64_t kMarkEvery = 32;  // items
constexpr uint64_t kWidest = 18;

// n (n - 1) / 2 modulo 2^64
uint64_t pairs(uint64_t n) { return n % 2 == 0 ? n / 2 * (n - 1) : (n - 1) / 2 * n; }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

Column::Item Column::next(Input &in) {
  const uint64_t head = in.varint();
  if (head < 2) damaged("a column repeats nothing");
  Item item{(head & 1) != 0, head >> 1, 0, {}};
  if (item.repeat) {
    item.body = in.str();
    if (item.body.empty()) damaged("a column repeats nothing");
  } else {
    item.step = static_cast<uint64_t>(in.zigzag());
  }
  return item;
}

Column::Sums Column::run(uint64_t count, uint64_t step) {
  return {count, step * count, step * (pairs(count) + count)};
}

Column::Sums Column::times(const Sums &turn, uint64_t count) {
  Sums sums;
  if (__builtin_mul_overflow(turn.count, count, &sums.count)) damaged("a column is impossibly long");
  sums.step = turn.step * count;
  sums.weight = turn.weight * count + turn.step * turn.count * pairs(count);
  return sums;
}

Column::Sums Column::whole(const Item &item, int depth) {
  return item.repeat ? times(all(item.body, depth + 1), item.count) : run(item.count, item.step);
}

Column::Sums Column::all(std::string_view items, int depth) {
  if (depth > kDeepest) damaged("a column is nested too deep");
  Sums sums;
  for (Input in(items, "a column"); !in.at_end();) {
    const Sums one = whole(next(in), depth);
    if (one.count > UINT64_MAX - sums.count) damaged("a column is impossibly long");
    sums.add(one);
  }
  return sums;
}

// Of the first n differences, which are there.
Column::Sums Column::some(std::string_view items, uint64_t n, int depth) {
  Sums sums;
  for (Input in(items, "a column"); n != 0;) {
    const Item item = next(in);
    const Sums turn = item.repeat ? all(item.body, depth + 1) : Sums{1, item.step, item.step};
    const uint64_t turns = std::min(item.count, n / turn.count);
    sums.add(item.repeat ? times(turn, turns) : run(turns, item.step));
    n -= turns * turn.count;
    if (turns == item.count || n == 0) continue;
    sums.add(some(item.body, n, depth + 1));
    break;
  }
  return sums;
}

Column::Column(Input &in, uint64_t count) : count_(count) {
  if (count == 0) damaged("a column is empty");
  first_ = static_cast<uint64_t>(in.zigzag());
  items_ = in.str();
  Sums sums;
  uint64_t items = 0;
  for (Input rest(items_, "a column"); !rest.at_end(); ++items) {
    if (items % kMarkEvery == 0) marks_.push_back({items_.size() - rest.left(), sums});
    const Item item = next(rest);
    const Sums one = whole(item, 0);
    if (one.count > UINT64_MAX - sums.count) damaged("a column is impossibly long");
    sums.add(one);
    single_ = items == 0 && !item.repeat;
    step_ = item.step;
  }
  if (sums.count != count - 1) damaged("a column has another length");
}

const Column::Mark &Column::mark_of(uint64_t n) const {
  return *(std::upper_bound(marks_.begin(), marks_.end(), n,
                            [](uint64_t i, const Mark &m) { return i < m.sums.count; }) -
           1);
}

Column::Sums Column::before(uint64_t n) const {
  if (n == 0) return {};
  const Mark &mark = mark_of(n);
  Sums sums = mark.sums;
  sums.add(some(items_.substr(mark.offset), n - sums.count, 0));
  return sums;
}

// The run that the nth difference is in, from there on.
uint64_t Column::run_in(std::string_view items, uint64_t n, uint64_t *step, int depth) {
  for (Input in(items, "a column");;) {
    const Item item = next(in);
    const uint64_t turn = item.repeat ? all(item.body, depth + 1).count : 1;
    if (n / turn >= item.count) {
      n -= turn * item.count;
    } else if (item.repeat) {
      return run_in(item.body, n % turn, step, depth + 1);
    } else {
      *step = item.step;
      return item.count - n;
    }
  }
}

uint64_t Column::run_from(uint64_t i, uint64_t *step) const {
  if (i + 1 >= count_) return 0;
  const Mark &mark = mark_of(i);
  return run_in(items_.substr(mark.offset), i - mark.sums.count, step, 0);
}

bool Column::increases(std::string_view items, uint64_t most, uint64_t *sum) {
  *sum = 0;
  for (Input in(items, "a column"); !in.at_end();) {
    const Item item = next(in);
    uint64_t turn = item.step;
    if (item.repeat && !increases(item.body, most, &turn)) return false;
    if (turn == 0 || __builtin_mul_overflow(turn, item.count, &turn) || turn > most - *sum) return false;
    *sum += turn;
  }
  return true;
}

bool Column::increases_below(uint64_t end) const {
  uint64_t sum;
  return first_ < end && increases(items_, end - 1 - first_, &sum);
}

bool Column::find(uint64_t value, uint64_t *i) const {
  uint64_t low = 0, high = count_;
  while (high - low > 1) {
    const uint64_t middle = low + (high - low) / 2;
    (at(middle) <= value ? low : high) = middle;
  }
  *i = low;
  return at(low) == value;
}

TextColumn::TextColumn(Input &in, uint64_t count, const std::vector<std::string_view> &dictionary)
    : dictionary_(&dictionary) {
  const uint64_t form = in.varint();
  if (form > format::kTextDictionary) damaged("a text has an unknown form");
  whole_ = form == format::kTextDictionary;
  if (whole_) {
    ids_ = Column(in, count);
    return;
  }
  first_ = in.str();
  if (form == format::kTextConstant) return;
  for (size_t i = 0; i < first_.size();) {
    size_t end = i;
    while (end < first_.size() && is_digit(first_[end])) ++end;
    if (end != i && end - i <= kWidest) {
      const uint64_t width = in.varint();
      if (width > kWidest) damaged("a text has impossibly many digits");
      runs_.push_back({i, end, width, Column(in, count)});
    }
    i = std::max(end, i + 1);
  }
}

std::string TextColumn::at(uint64_t i) const {
  if (whole_) {
    const uint64_t id = ids_.at(i);
    if (id >= dictionary_->size()) damaged("a text is not in the table of texts");
    return std::string((*dictionary_)[id]);
  }
  std::string text;
  size_t done = 0;
  for (const Run &run : runs_) {
    const std::string digits = std::to_string(run.numbers.at(i));
    text += first_.substr(done, run.begin - done);
    if (digits.size() < run.width) text.append(run.width - digits.size(), '0');
    text += digits;
    done = run.end;
  }
  return text += first_.substr(done);
}

}  // namespace recorder::reader
