// SPDX-License-Identifier: BSD-3-Clause
// Tables whose rows are ranks and whose columns are the tokens of what these ranks did. Ranks of one table
// differ in few tokens: the first row is kept whole, and beside it only the columns that vary.
#pragma once

#include <cstdint>

#include "format/buffer.h"
#include "format/cursor.h"
#include "merge/digits.h"
#include "merge/interner.h"
#include "merge/steps.h"

namespace recorder {

// `count` numbers; the items (steps.h) lie in a buffer of the owner.
struct Column {
  uint64_t count;
  uint64_t first;
  uint64_t last;
  uint64_t at;
  uint64_t size;
};

// A token of a table that differs between its rows.
struct Varying {
  enum Kind : uint32_t {
    number,
    digits,  // one run of digits of a text whose rest is the same in all rows; the runs follow each other
    text,    // whole texts by their numbers
  };
  Kind kind;
  uint32_t least, most;  // digits: widths with which %0*d prints all of them
  uint64_t token;        // number or text of the row
  Column column;
};

struct Table {
  uint64_t rows;
  uint64_t numbers_at, numbers;  // of the first row
  uint64_t texts_at, texts;
  uint64_t varying_at, varying;  // numbers first, each kind by increasing token
};

// Tables, and columns that belong to no table, over memory that they share. What changes is built anew in
// another pool, which costs no more than the tables are big.
class TablePool {
 public:
  void clear();
  void swap(TablePool &other) noexcept;
  bool ok() const { return tables_.ok() && numbers_.ok() && texts_.ok() && varying_.ok() && items_.ok(); }

  uint64_t count() const { return tables_.size(); }
  const Table &at(uint64_t i) const { return tables_[i]; }
  const uint64_t *numbers(const Table &table) const { return numbers_.data() + table.numbers_at; }
  const uint32_t *texts(const Table &table) const { return texts_.data() + table.texts_at; }
  const Varying *varying(const Table &table) const { return varying_.data() + table.varying_at; }
  Bytes items(const Column &column) const { return {items_.data() + column.at, column.size}; }
  uint64_t bytes() const {
    return items_.size() + numbers_.size() * 8 + texts_.size() * 4 + varying_.size() * sizeof(Varying);
  }

  // A table of one row.
  bool add_row(const uint64_t *numbers, uint64_t count, const uint32_t *texts, uint64_t text_count);
  // Places a column that belongs to no table.
  bool add_items(Bytes items, Column *column);
  // Column of the number: of one that does not vary, too.
  bool column_of(const Table &table, uint64_t number, Column *column, Buffer *items) const;

  void pack(Buffer *out) const;
  bool unpack(Cursor *in, uint64_t texts);
  static void pack_column(const Column &column, Bytes items, Buffer *out);
  bool unpack_column(Cursor *in, uint64_t count, Column *column);

 private:
  friend class TableUniter;
  bool unpack_table(Cursor *in, uint64_t texts);
  bool unpack_varying(Cursor *in, const Table &table, uint64_t texts, Varying *out);

  Vector<Table> tables_;
  Vector<uint64_t> numbers_;
  Vector<uint32_t> texts_;
  Vector<Varying> varying_;
  Buffer items_;
};

// Texts of one set by their numbers in another, which gets only those that are asked for: of ranks that are
// alike one text is enough.
class TextMap {
 public:
  void begin(const Interner *from, Interner *to);
  Bytes text(uint32_t id) const { return from_->at(id); }
  uint32_t there(uint32_t id);  // Interner::kNone without memory

 private:
  const Interner *from_ = nullptr;
  Interner *to_ = nullptr;
  Vector<uint32_t> ids_;  // 1 + number, 0 not known yet
};

// Unites tables of two pools in a third one.
class TableUniter {
 public:
  // What the other side's rows become here.
  struct Other {
    const TablePool *pool;
    TextMap *texts;
    uint64_t shift;  // added to its first number: the rows that come before
  };

  // All return false without memory. `all` are the texts of this side, to which new ones may be added. Either
  // table may be missing.
  bool unite(const TablePool &here, const Table *left, const Other &other, const Table *right, Interner *all,
             TablePool *out);

  // Columns without a table. Either may be empty.
  bool join(const TablePool &here, const Column &left, const TablePool &other, const Column &right,
            TablePool *out, Column *both);
  // The column with other numbers: ids[v] for v.
  bool renumber(const TablePool &pool, const Column &column, const Vector<uint32_t> &ids, TablePool *out,
                Column *result);

 private:
  // A column on its way into a join.
  struct Side {
    Column column;
    Bytes items;
  };
  // One side's form of a text.
  struct Text {
    uint32_t id;  // of the first row
    uint64_t rows;
    const TablePool *pool;
    const Varying *varying;  // `runs` of them; none: the same in all rows
    uint64_t runs;
    TextMap *map;  // null: the text is one of all_
  };
  // An item list of a constant.
  struct Room {
    uint8_t bytes[2 * kVarintMost];
  };

  bool copy(const TablePool &from, const Table &table, const Other *other);
  bool copy_varying(const TablePool &from, const Varying &varying, const Other *other);
  bool put(const Varying &like, const Side &left, const Side &right);
  bool join_sides(const Side &left, const Side &right, Column *both);
  static Side constant(uint64_t value, uint64_t count, Room *room);
  bool unite_numbers(const TablePool &here, const Table &left, const Other &other, const Table &right);
  bool unite_texts(const TablePool &here, const Table &left, const Other &other, const Table &right);
  bool unite_text(uint64_t token, const Text &left, const Text &right);
  bool unite_digits(uint64_t token, const Text &left, const Text &right);
  bool widths_agree(const Text &left, const Text &right) const;
  Bytes first_of(const Text &text) const { return text.map ? text.map->text(text.id) : all_->at(text.id); }
  static void widths(const Text &text, uint64_t run, Bytes first, const Digits &digits, Varying *out);
  static Side run_of(const Text &text, uint64_t run, Bytes first, const Digits &digits, Room *room);
  bool whole_texts(const Text &text, Buffer *items, Room *room, Side *side);
  bool render_rows(const Text &text, Column *column);
  uint32_t intern_row(Bytes first, const Vector<StepIterator> &runs, const Text &text);
  template <class Map>
  bool remap(Bytes items, uint64_t *value, Map map, StepJoiner *to);
  template <class Map>
  bool remap_repeat(const StepItem &item, uint64_t *value, Map map, StepJoiner *to);

  StepJoiner joiner_;
  Interner *all_ = nullptr;
  TablePool *out_ = nullptr;
  Buffer left_items_;
  Buffer right_items_;
  Buffer first_;
  Buffer row_;
};

}  // namespace recorder
