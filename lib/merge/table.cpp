// SPDX-License-Identifier: BSD-3-Clause
// Uniting two tables token by token. What is the same in both is only compared; table_pack.cpp sends tables.
#include "merge/table.h"

#include <cstring>

#include "merge/table_remap.h"

namespace recorder {

void TablePool::clear() {
  tables_.clear();
  numbers_.clear();
  texts_.clear();
  varying_.clear();
  items_.clear();
}

void TablePool::swap(TablePool &other) noexcept {
  tables_.swap(other.tables_);
  numbers_.swap(other.numbers_);
  texts_.swap(other.texts_);
  varying_.swap(other.varying_);
  items_.swap(other.items_);
}

bool TablePool::add_row(const uint64_t *numbers, uint64_t count, const uint32_t *texts, uint64_t text_count) {
  tables_.push({1, numbers_.size(), count, texts_.size(), text_count, varying_.size(), 0});
  numbers_.append(numbers, count);
  texts_.append(texts, text_count);
  return ok();
}

bool TablePool::add_items(Bytes items, Column *column) {
  column->at = items_.size();
  column->size = items.size;
  items_.put_bytes(items);
  return items_.ok();
}

bool TablePool::column_of(const Table &table, uint64_t number, Column *column, Buffer *items) const {
  items->clear();
  const Varying *v = varying(table);
  for (uint64_t i = 0; i < table.varying && v[i].kind == Varying::number; ++i) {
    if (v[i].token != number) continue;
    *column = v[i].column;
    items->put_bytes(this->items(*column));
    return items->ok();
  }
  const uint64_t value = numbers(table)[number];
  put_run(table.rows - 1, 0, items);
  *column = {table.rows, value, value, 0, items->size()};
  return items->ok();
}

void TextMap::begin(const Interner *from, Interner *to) {
  from_ = from;
  to_ = to;
  ids_.clear();
  ids_.resize(from->count());
}

uint32_t TextMap::there(uint32_t id) {
  if (!ids_.ok()) return Interner::kNone;
  if (ids_[id] != 0) return ids_[id] - 1;
  const uint32_t there = to_->add(from_->at(id));
  if (there != Interner::kNone) ids_[id] = there + 1;
  return there;
}

bool TableUniter::unite(const TablePool &here, const Table *left, const Other &other, const Table *right,
                        Interner *all, TablePool *out) {
  all_ = all;
  out_ = out;
  if (!right) return copy(here, *left, nullptr);
  if (!left) return copy(*other.pool, *right, &other);
  const uint64_t index = out->tables_.size();
  out->tables_.push({left->rows + right->rows, out->numbers_.size(), left->numbers, out->texts_.size(),
                     left->texts, out->varying_.size(), 0});
  out->numbers_.append(here.numbers(*left), left->numbers);
  out->texts_.append(here.texts(*left), left->texts);
  if (!out->ok() || !unite_numbers(here, *left, other, *right) || !unite_texts(here, *left, other, *right))
    return false;
  Table &table = out->tables_[index];
  table.varying = out->varying_.size() - table.varying_at;
  return out->ok();
}

// `other` is missing for a table of this side, which stays as it is.
bool TableUniter::copy(const TablePool &from, const Table &table, const Other *other) {
  Table copied = table;
  copied.numbers_at = out_->numbers_.size();
  copied.texts_at = out_->texts_.size();
  copied.varying_at = out_->varying_.size();
  out_->tables_.push(copied);
  out_->numbers_.append(from.numbers(table), table.numbers);
  out_->texts_.append(from.texts(table), table.texts);
  if (!out_->ok()) return false;
  if (other) {
    if (table.numbers != 0) out_->numbers_[copied.numbers_at] += other->shift;
    for (uint64_t i = 0; i < table.texts; ++i) {
      uint32_t &id = out_->texts_[copied.texts_at + i];
      id = other->texts->there(id);
      if (id == Interner::kNone) return false;
    }
  }
  for (uint64_t i = 0; i < table.varying; ++i)
    if (!copy_varying(from, from.varying(table)[i], other)) return false;
  return out_->ok();
}

bool TableUniter::copy_varying(const TablePool &from, const Varying &varying, const Other *other) {
  Varying copied = varying;
  copied.column.at = out_->items_.size();
  if (other && varying.kind == Varying::text) {
    const auto there = [&](uint64_t id) { return other->texts->there(static_cast<uint32_t>(id)); };
    uint64_t value = varying.column.first;
    joiner_.begin(&out_->items_);
    if (!remap(from.items(varying.column), &value, there, &joiner_) || !joiner_.end()) return false;
    copied.column.first = there(varying.column.first);
    copied.column.last = there(value);
    copied.column.size = out_->items_.size() - copied.column.at;
  } else {
    out_->items_.put_bytes(from.items(varying.column));
  }
  if (other && varying.kind == Varying::number && varying.token == 0) {
    copied.column.first += other->shift;
    copied.column.last += other->shift;
  }
  return out_->varying_.push(copied);
}

TableUniter::Side TableUniter::constant(uint64_t value, uint64_t count, Room *room) {
  uint64_t size = 0;
  if (count > 1) {
    size = write_varint(room->bytes, (count - 1) << 1);
    room->bytes[size++] = 0;
  }
  return {{count, value, value, 0, size}, {room->bytes, size}};
}

bool TableUniter::join_sides(const Side &left, const Side &right, Column *both) {
  const uint64_t at = out_->items_.size();
  if (!joiner_.join(left.items, right.column.first - left.column.last, right.items, &out_->items_))
    return false;
  *both = {left.column.count + right.column.count, left.column.first, right.column.last, at,
           out_->items_.size() - at};
  return true;
}

bool TableUniter::put(const Varying &like, const Side &left, const Side &right) {
  Varying varying = like;
  return join_sides(left, right, &varying.column) && out_->varying_.push(varying);
}

bool TableUniter::unite_numbers(const TablePool &here, const Table &left, const Other &other,
                                const Table &right) {
  const uint64_t *l = here.numbers(left);
  const uint64_t *r = other.pool->numbers(right);
  const Varying *lv = here.varying(left);
  const Varying *rv = other.pool->varying(right);
  const Varying *const lend = lv + left.varying;
  const Varying *const rend = rv + right.varying;
  for (uint64_t i = 0; i < left.numbers; ++i) {
    const bool in_left = lv != lend && lv->kind == Varying::number && lv->token == i;
    const bool in_right = rv != rend && rv->kind == Varying::number && rv->token == i;
    const uint64_t shift = i == 0 ? other.shift : 0;
    if (!in_left && !in_right && l[i] == r[i] + shift) continue;
    Room rooms[2];
    Side one = constant(l[i], left.rows, &rooms[0]);
    Side two = constant(r[i], right.rows, &rooms[1]);
    if (in_left) one = {lv->column, here.items(lv->column)};
    if (in_right) two = {rv->column, other.pool->items(rv->column)};
    two.column.first += shift;
    two.column.last += shift;
    if (!put({Varying::number, 0, 0, i, {}}, one, two)) return false;
    lv += in_left;
    rv += in_right;
  }
  return true;
}

bool TableUniter::join(const TablePool &here, const Column &left, const TablePool &other, const Column &right,
                       TablePool *out, Column *both) {
  out_ = out;
  const TablePool &from = left.count == 0 ? other : here;
  const Column &only = left.count == 0 ? right : left;
  if (left.count != 0 && right.count != 0)
    return join_sides({left, here.items(left)}, {right, other.items(right)}, both);
  *both = only;
  both->at = out->items_.size();
  out->items_.put_bytes(from.items(only));
  return out->ok();
}

bool TableUniter::renumber(const TablePool &pool, const Column &column, const Vector<uint32_t> &ids,
                           TablePool *out, Column *result) {
  *result = column;
  result->at = out->items_.size();
  if (column.count == 0) return true;
  bool shifted = true;
  for (uint64_t i = 1; i < ids.size(); ++i) shifted &= ids[i] - ids[0] == i;
  const auto there = [&](uint64_t id) { return ids[id]; };
  if (shifted) {
    out->items_.put_bytes(pool.items(column));
  } else {
    uint64_t value = column.first;
    joiner_.begin(&out->items_);
    if (!remap(pool.items(column), &value, there, &joiner_) || !joiner_.end()) return false;
  }
  result->first = there(column.first);
  result->last = there(column.last);
  result->size = out->items_.size() - result->at;
  return out->ok();
}

}  // namespace recorder
