// SPDX-License-Identifier: BSD-3-Clause
// Rows and cells of the tables of a survey: what those tables have in common.
#pragma once

#include <utility>
#include <vector>

#include "analysis/survey.h"
#include "summary/table.h"

namespace recorder::tools {

inline Cell time_cell(bool times, int64_t ns) { return times ? Cell(ns) : Cell(); }

// Whether the bytes of any call are known; where they are not, there is no number and not 0.
inline bool any_known(const analysis::FunctionSum &function) {
  return function.sum.bytes() != 0 || function.sum.unknown == 0;
}

template <class Make>
Table ordered(Table &&table, std::vector<size_t> &&order, size_t all, Make make) {
  table.rows = order.size();
  table.all_rows = all;
  table.row = [order = std::move(order), make](size_t i) { return make(order[i]); };
  return std::move(table);
}

// Rows that are few and already there.
inline Table filled(Table &&table, std::vector<Row> &&rows) {
  table.rows = table.all_rows = rows.size();
  table.row = [rows = std::move(rows)](size_t i) { return rows[i]; };
  return std::move(table);
}

}  // namespace recorder::tools
