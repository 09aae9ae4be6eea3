// SPDX-License-Identifier: BSD-3-Clause
// What recorder-summary prints: tables, which each format prints in its way. Rows are made when they are
// printed, so that no table is ever in memory as a whole.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "common/output.h"
#include "common/text.h"

namespace recorder::tools {

struct Column {
  enum Kind : uint8_t {
    text,
    count,   // uint64_t; where it is 0 in all rows, text leaves it out
    number,  // int64_t
    bytes,   // uint64_t
    ns,      // int64_t, a length of time or a time since the start; text shows seconds
    rate,    // double, bytes in a second
    ratio,   // double
  };
  const char *key;      // in JSON and CSV
  const char *heading;  // in text; null: not shown there
  Kind kind;
};

// Empty where there is nothing to say. A count of 0 says nothing to people either; an int64_t of 0 does: a
// rank, a time, a byte of the file, a size.
using Cell = std::variant<std::monostate, uint64_t, int64_t, double, std::string>;
using Row = std::vector<Cell>;

struct Table {
  enum Style : uint8_t {
    lines,   // a line for each row
    blocks,  // a line for each cell that is not empty or 0
  };
  Table(std::string table_key, std::string table_title, std::vector<Column> table_columns)
      : key(std::move(table_key)), title(std::move(table_title)), columns(std::move(table_columns)) {}

  std::string key, title;
  std::vector<Column> columns;
  size_t rows = 0;
  size_t all_rows = 0;  // with those that --top leaves out
  std::function<Row(size_t)> row;
  Style style = lines;
};

// A cell for programs: put_text(out, text) quotes, and `nothing` stands for an empty one.
template <class PutText>
void put_cell(std::string &out, const Cell &cell, const char *nothing, PutText put_text) {
  if (const auto *count = std::get_if<uint64_t>(&cell)) {
    put_number(out, *count);
  } else if (const auto *number = std::get_if<int64_t>(&cell)) {
    put_number(out, *number);
  } else if (const auto *text = std::get_if<std::string>(&cell)) {
    put_text(out, *text);
  } else if (const auto *value = std::get_if<double>(&cell); value != nullptr && std::isfinite(*value)) {
    put_double(out, *value);
  } else {
    out += nothing;
  }
}

void print_text(const std::vector<Table> &tables, Output &output);
void print_json(const std::vector<Table> &tables, Output &output);
void print_csv(const std::vector<Table> &tables, Output &output);

}  // namespace recorder::tools
