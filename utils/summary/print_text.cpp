// SPDX-License-Identifier: BSD-3-Clause
// For people: columns that are as wide as what is in them, bytes in units, times in seconds.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "common/text.h"
#include "summary/table.h"

namespace recorder::tools {

namespace {

std::string in_units(double bytes) {
  static const char *const kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  size_t unit = 0;
  while (bytes >= 1024 && unit + 1 < std::size(kUnits)) bytes /= 1024, ++unit;
  char text[48];
  std::snprintf(text, sizeof text, unit == 0 ? "%.0f %s" : "%.2f %s", bytes, kUnits[unit]);
  return text;
}

std::string in_seconds(int64_t ns) {
  char text[48];
  std::snprintf(text, sizeof text, "%.6f", static_cast<double>(ns) / 1e9);
  return text;
}

std::string printable(const std::string &text) {
  std::string shown = text;
  for (char &c : shown)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  return shown;
}

std::string show(const Cell &cell, Column::Kind kind) {
  if (const auto *text = std::get_if<std::string>(&cell)) return printable(*text);
  if (const auto *count = std::get_if<uint64_t>(&cell))
    return kind == Column::bytes ? in_units(static_cast<double>(*count)) : std::to_string(*count);
  if (const auto *number = std::get_if<int64_t>(&cell))
    return kind == Column::ns      ? in_seconds(*number)
           : kind == Column::bytes ? in_units(static_cast<double>(*number))
                                   : std::to_string(*number);
  const auto *value = std::get_if<double>(&cell);
  if (value == nullptr || !std::isfinite(*value)) return "-";
  if (kind == Column::rate) return in_units(*value) + "/s";
  char text[48];
  std::snprintf(text, sizeof text, "%.3g", *value);
  return text;
}

bool is_nothing(const Cell &cell) {
  const auto *count = std::get_if<uint64_t>(&cell);
  const auto *text = std::get_if<std::string>(&cell);
  return cell.index() == 0 || (count != nullptr && *count == 0) || (text != nullptr && text->empty());
}

void put_padded(std::string &out, const std::string &text, size_t width, bool right) {
  // Characters, not bytes, take room.
  const auto length =
      static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
  const std::string space(width > length ? width - length : 0, ' ');
  out += right ? space + text : text + space;
}

// Columns in which something is told, as text.
struct Grid {
  std::vector<std::vector<std::string>> rows;
  std::vector<size_t> columns, widths;
};

// Lines are measured in runs, so that a long table is not in memory as a whole.
constexpr size_t kRun = 1000;

Grid grid_of(const Table &table, size_t from, size_t to) {
  Grid grid;
  std::vector<bool> told(table.columns.size());
  std::vector<Row> rows;
  for (size_t r = from; r < to; ++r) {
    rows.push_back(table.row(r));
    for (size_t i = 0; i < told.size(); ++i) told[i] = told[i] || !is_nothing(rows.back()[i]);
  }
  for (size_t i = 0; i < told.size(); ++i) {
    if (!told[i] || table.columns[i].heading == nullptr) continue;
    grid.columns.push_back(i);
    grid.widths.push_back(std::string(table.columns[i].heading).size());
  }
  for (const Row &row : rows) {
    auto &line = grid.rows.emplace_back();
    for (size_t c = 0; c < grid.columns.size(); ++c) {
      line.push_back(show(row[grid.columns[c]], table.columns[grid.columns[c]].kind));
      grid.widths[c] = std::max(grid.widths[c], line.back().size());
    }
  }
  return grid;
}

void put_lines(const Table &table, size_t from, size_t to, Output &output) {
  std::string &out = output.buffer();
  const Grid grid = grid_of(table, from, to);
  const auto right = [&](size_t c) { return table.columns[grid.columns[c]].kind != Column::text; };
  const auto put = [&](size_t c, const std::string &text) {
    const bool last = c + 1 == grid.columns.size();
    out += "  ";
    put_padded(out, text, last && !right(c) ? 0 : grid.widths[c], right(c));
  };
  for (size_t c = 0; c < grid.columns.size(); ++c) put(c, table.columns[grid.columns[c]].heading);
  out += '\n';
  for (const auto &line : grid.rows) {
    for (size_t c = 0; c < line.size(); ++c) put(c, line[c]);
    out += '\n';
  }
}

void put_blocks(const Table &table, Output &output) {
  std::string &out = output.buffer();
  for (size_t r = 0; r < table.rows; ++r) {
    if (r != 0) out += '\n';
    const Row row = table.row(r);
    for (size_t i = 0; i < row.size(); ++i) {
      if (is_nothing(row[i]) || table.columns[i].heading == nullptr) continue;
      out += "  ";
      put_padded(out, table.columns[i].heading, 36, false);
      out += ' ' + show(row[i], table.columns[i].kind);
      if (table.columns[i].kind == Column::ns) out += " s";
      out += '\n';
    }
    output.flush_if_full();
  }
}

}  // namespace

void print_text(const std::vector<Table> &tables, Output &output) {
  std::string &out = output.buffer();
  bool first = true;
  for (const Table &table : tables) {
    if (table.rows == 0) continue;
    if (!first) out += '\n';
    first = false;
    out += table.title;
    if (table.all_rows > table.rows)
      out += " (" + std::to_string(table.rows) + " of " + std::to_string(table.all_rows) + ")";
    out += '\n';
    if (table.style == Table::blocks) {
      put_blocks(table, output);
      continue;
    }
    for (size_t from = 0; from < table.rows; from += kRun) {
      put_lines(table, from, std::min(table.rows, from + kRun), output);
      output.flush_if_full();
    }
  }
}

}  // namespace recorder::tools
