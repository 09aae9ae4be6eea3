// SPDX-License-Identifier: BSD-3-Clause
// One object: each table an array of objects, by its key.
#include "summary/table.h"

namespace recorder::tools {

namespace {

void put_row(std::string &out, const Table &table, const Row &row) {
  out += '{';
  for (size_t i = 0; i < row.size(); ++i) {
    if (i != 0) out += ',';
    put_json_string(out, table.columns[i].key);
    out += ':';
    put_cell(out, row[i], "null", put_json_string);
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
