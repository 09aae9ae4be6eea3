// SPDX-License-Identifier: BSD-3-Clause
// RFC 4180: each table with a line of names; several are told apart by their first column.
#include "summary/table.h"

namespace recorder::tools {

namespace {

void put_text(std::string &out, const std::string &text) {
  if (text.find_first_of("\",\r\n") == std::string::npos) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

void put_table(const Table &table, bool named, Output &output) {
  std::string &out = output.buffer();
  if (named) out += "table";
  for (size_t i = 0; i < table.columns.size(); ++i) {
    if (named || i != 0) out += ',';
    out += table.columns[i].key;
  }
  out += "\r\n";
  for (size_t r = 0; r < table.rows; ++r) {
    if (named) out += table.key;
    const Row row = table.row(r);
    for (size_t i = 0; i < row.size(); ++i) {
      if (named || i != 0) out += ',';
      put_cell(out, row[i], "", put_text);
    }
    out += "\r\n";
    output.flush_if_full();
  }
}

}  // namespace

void print_csv(const std::vector<Table> &tables, Output &output) {
  for (const Table &table : tables) put_table(table, tables.size() > 1, output);
}

}  // namespace recorder::tools
