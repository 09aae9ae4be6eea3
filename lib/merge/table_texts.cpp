// SPDX-License-Identifier: BSD-3-Clause
// Texts of two tables: the same, or with other digits, or simply others.
#include <cstring>

#include "merge/table.h"
#include "merge/table_remap.h"

namespace recorder {

bool TableUniter::unite_texts(const TablePool &here, const Table &left, const Other &other,
                              const Table &right) {
  const Varying *lv = here.varying(left);
  const Varying *rv = other.pool->varying(right);
  const Varying *const lend = lv + left.varying;
  const Varying *const rend = rv + right.varying;
  while (lv != lend && lv->kind == Varying::number) ++lv;
  while (rv != rend && rv->kind == Varying::number) ++rv;
  for (uint64_t i = 0; i < left.texts; ++i) {
    Text one = {here.texts(left)[i], left.rows, &here, lv, 0, nullptr};
    Text two = {other.pool->texts(right)[i], right.rows, other.pool, rv, 0, other.texts};
    for (; lv != lend && lv->token == i; ++lv) ++one.runs;
    for (; rv != rend && rv->token == i; ++rv) ++two.runs;
    if (!unite_text(i, one, two)) return false;
  }
  return true;
}

bool TableUniter::unite_text(uint64_t token, const Text &left, const Text &right) {
  const Bytes l = first_of(left);
  const Bytes r = first_of(right);
  const bool same = l.size == r.size && (l.size == 0 || memcmp(l.data, r.data, l.size) == 0);
  if (left.runs == 0 && right.runs == 0 && same) return true;
  if (widths_agree(left, right)) return unite_digits(token, left, right);
  Room rooms[2];
  Side one{};
  Side two{};
  return whole_texts(left, &left_items_, &rooms[0], &one) &&
         whole_texts(right, &right_items_, &rooms[1], &two) &&
         put({Varying::text, 0, 0, token, {}}, one, two);
}

// Which widths print all numbers of a run.
void TableUniter::widths(const Text &text, uint64_t run, Bytes first, const Digits &digits, Varying *out) {
  out->least = text.runs ? text.varying[run].least : least_width(first, digits);
  out->most = text.runs ? text.varying[run].most : static_cast<uint32_t>(digits.size);
}

// Both sides are one skeleton with numbers in it, which one width prints.
bool TableUniter::widths_agree(const Text &left, const Text &right) const {
  for (const Text *text : {&left, &right})
    if (text->runs != 0 && text->varying->kind != Varying::digits) return false;
  const Bytes l = first_of(left);
  const Bytes r = first_of(right);
  if (!same_skeleton(l, r)) return false;
  uint64_t run = 0;
  Digits x = {0, 0};
  for (Digits y = {0, 0}; next_digits(l, x.at + x.size, &x) && next_digits(r, y.at + y.size, &y); ++run) {
    Varying one{};
    Varying two{};
    widths(left, run, l, x, &one);
    widths(right, run, r, y, &two);
    if (one.least > two.most || two.least > one.most) return false;
  }
  return run != 0;
}

TableUniter::Side TableUniter::run_of(const Text &text, uint64_t run, Bytes first, const Digits &digits,
                                      Room *room) {
  if (text.runs == 0) return constant(digits_value(first, digits), text.rows, room);
  return {text.varying[run].column, text.pool->items(text.varying[run].column)};
}

bool TableUniter::unite_digits(uint64_t token, const Text &left, const Text &right) {
  const Bytes l = first_of(left);
  const Bytes r = first_of(right);
  uint64_t run = 0;
  Digits x = {0, 0};
  for (Digits y = {0, 0}; next_digits(l, x.at + x.size, &x) && next_digits(r, y.at + y.size, &y); ++run) {
    Varying one{};
    Varying two{};
    Room rooms[2];
    widths(left, run, l, x, &one);
    widths(right, run, r, y, &two);
    const Varying both = {Varying::digits,
                          one.least > two.least ? one.least : two.least,
                          one.most < two.most ? one.most : two.most,
                          token,
                          {}};
    if (!put(both, run_of(left, run, l, x, &rooms[0]), run_of(right, run, r, y, &rooms[1]))) return false;
  }
  return true;
}

// The numbers in all_ of the texts.
bool TableUniter::whole_texts(const Text &text, Buffer *items, Room *room, Side *side) {
  items->clear();
  if (text.runs == 0) {
    const uint32_t id = text.map ? text.map->there(text.id) : text.id;
    *side = constant(id, text.rows, room);
    return id != Interner::kNone;
  }
  Column column = text.varying->column;
  if (text.varying->kind == Varying::text && !text.map) {
    *side = {column, text.pool->items(column)};
    return true;
  }
  joiner_.begin(items);
  if (text.varying->kind == Varying::text) {
    const auto there = [&](uint64_t id) { return text.map->there(static_cast<uint32_t>(id)); };
    uint64_t value = column.first;
    if (!remap(text.pool->items(column), &value, there, &joiner_)) return false;
    column.first = there(column.first);
    column.last = there(value);
  } else if (!render_rows(text, &column)) {
    return false;
  }
  if (!joiner_.end()) return false;
  *side = {column, items->bytes()};
  return true;
}

// Writes out what numbers in a text stand for, row by row: the rows have turned out to be irregular.
bool TableUniter::render_rows(const Text &text, Column *column) {
  first_.clear();
  first_.put_bytes(first_of(text));  // which moves when texts are added
  Vector<StepIterator> runs;
  for (uint64_t i = 0; i < text.runs; ++i) {
    const Column &c = text.varying[i].column;
    if (!runs.push(StepIterator(c.first, text.pool->items(c)))) return false;
  }
  uint32_t before = intern_row(first_.bytes(), runs, text);
  if (before == Interner::kNone) return false;
  *column = {text.rows, before, before, 0, 0};
  for (uint64_t row = 1; row < text.rows; ++row) {
    for (StepIterator &run : runs) run.next();
    const uint32_t id = intern_row(first_.bytes(), runs, text);
    if (id == Interner::kNone || !joiner_.push_run(1, uint64_t{id} - before)) return false;
    before = id;
  }
  column->last = before;
  return true;
}

uint32_t TableUniter::intern_row(Bytes first, const Vector<StepIterator> &runs, const Text &text) {
  row_.clear();
  uint64_t from = 0;
  Digits digits = {0, 0};
  for (uint64_t i = 0; i < runs.size() && next_digits(first, from, &digits); ++i) {
    uint8_t word[24];
    uint32_t n = 0;
    for (uint64_t value = runs[i].value(); value != 0 || n == 0 || n < text.varying[i].least; value /= 10)
      word[sizeof word - ++n] = static_cast<uint8_t>('0' + value % 10);
    row_.put_bytes(first.data + from, digits.at - from);
    row_.put_bytes(word + sizeof word - n, n);
    from = digits.at + digits.size;
  }
  row_.put_bytes(first.data + from, first.size - from);
  return row_.ok() ? all_->add(row_.bytes()) : Interner::kNone;
}

}  // namespace recorder
