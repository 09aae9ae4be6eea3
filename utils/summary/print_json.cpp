// SPDX-License-Identifier: BSD-3-Clause
// One object: each table an array of objects, by its key.
#include <cmath>

#include "common/text.h"
#include "summary/table.h"

namespace recorder::tools {

namespace {

void put_cell(std::string &out, const Cell &cell) {
  if (const auto *count = std::get_if<uint64_t>(&cell)) {
    put_number(out, *count);
  } else if (const auto *number = std::get_if<int64_t>(&cell)) {
    put_number(out, *number);
  } else if (const auto *text = std::get_if<std::string>(&cell)) {
    put_json_string(out, *text);
  } else if (const auto *value = std::get_if<double>(&cell); value != nullptr && std::isfinite(*value)) {
    put_double(out, *value);
  } else {
    out += "null";
  }
}

void put_row(std::string &out, const Table &table, const Row &row) {
  out += '{';
  for (size_t i = 0; i < row.size(); ++i) {
    if (i != 0) out += ',';
    put_json_string(out, table.columns[i].key);
    out += ':';
    put_cell(out, row[i]);
  }
  out += '}';
}

}  // namespace

void print_json(const std::vector<Table> &tables, Output &output) {
  std::string &out = output.buffer();
  out += "{\n";
  for (size_t t = 0; t < tables.size(); ++t) {
    put_json_string(out, tables[t].key);
    out += ":[";
    for (size_t i = 0; i < tables[t].rows; ++i) {
      out += i == 0 ? "\n  " : ",\n  ";
      put_row(out, tables[t], tables[t].row(i));
      output.flush_if_full();
    }
    out += t + 1 != tables.size() ? "\n],\n" : "\n]\n";
  }
  out += "}\n";
}

}  // namespace recorder::tools
