// SPDX-License-Identifier: BSD-3-Clause
// Tables as bytes, on their way between processes of a run.
#include "merge/table.h"

namespace recorder {

void TablePool::pack_column(const Column &column, Bytes items, Buffer *out) {
  out->put_varint(column.first);
  out->put_str(items);
}

bool TablePool::unpack_column(Cursor *in, uint64_t count, Column *column) {
  Bytes items{};
  uint64_t steps = 0;
  uint64_t sum = 0;
  *column = {count, 0, 0, items_.size(), 0};
  if (!in->varint(&column->first) || !in->str(&items)) return false;
  if (!count_steps(items, &steps, &sum) || steps != (count == 0 ? 0 : count - 1)) return false;
  column->last = column->first + sum;
  column->size = items.size;
  items_.put_bytes(items);
  return items_.ok();
}

void TablePool::pack(Buffer *out) const {
  out->put_varint(tables_.size());
  for (const Table &table : tables_) {
    out->put_varint(table.rows);
    out->put_varint(table.numbers);
    out->put_varint(table.texts);
    out->put_varint(table.varying);
    for (uint64_t i = 0; i < table.numbers; ++i) out->put_varint(numbers(table)[i]);
    for (uint64_t i = 0; i < table.texts; ++i) out->put_varint(texts(table)[i]);
    for (uint64_t i = 0; i < table.varying; ++i) {
      const Varying &v = varying(table)[i];
      for (const uint64_t number : {uint64_t{v.kind}, uint64_t{v.least}, uint64_t{v.most}, v.token})
        out->put_varint(number);
      pack_column(v.column, items(v.column), out);
    }
  }
}

bool TablePool::unpack_varying(Cursor *in, const Table &table, uint64_t texts, Varying *out) {
  uint32_t kind = 0;
  if (!in->varint32(&kind) || !in->varint32(&out->least) || !in->varint32(&out->most) ||
      !in->varint(&out->token) || kind > Varying::text)
    return false;
  out->kind = static_cast<Varying::Kind>(kind);
  if (out->token >= (kind == Varying::number ? table.numbers : table.texts)) return false;
  if (!unpack_column(in, table.rows, &out->column)) return false;
  if (kind != Varying::text) return out->most <= 18;
  StepIterator at(out->column.first, items(out->column));
  do
    if (at.value() >= texts) return false;
  while (at.next());
  return true;
}

bool TablePool::unpack_table(Cursor *in, uint64_t texts) {
  Table table{};
  table.numbers_at = numbers_.size();
  table.texts_at = texts_.size();
  table.varying_at = varying_.size();
  if (!in->varint(&table.rows) || table.rows == 0 || !in->count(&table.numbers) || !in->count(&table.texts) ||
      !in->count(&table.varying, 6))
    return false;
  uint64_t *const numbers = numbers_.room(table.numbers);
  if (!numbers && table.numbers != 0) return false;
  for (uint64_t i = 0; i < table.numbers; ++i)
    if (!in->varint(&numbers[i])) return false;
  numbers_.take(table.numbers);
  for (uint64_t i = 0; i < table.texts; ++i) {
    uint32_t id = 0;
    if (!in->varint32(&id) || id >= texts || !texts_.push(id)) return false;
  }
  for (uint64_t i = 0; i < table.varying; ++i) {
    Varying v{};
    if (!unpack_varying(in, table, texts, &v) || !varying_.push(v)) return false;
  }
  return tables_.push(table);
}

bool TablePool::unpack(Cursor *in, uint64_t texts) {
  uint64_t n = 0;
  if (!in->count(&n, 4)) return false;
  for (uint64_t i = 0; i < n; ++i)
    if (!unpack_table(in, texts)) return false;
  return ok();
}

}  // namespace recorder
