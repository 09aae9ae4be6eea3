// SPDX-License-Identifier: BSD-3-Clause
// Arrow's failures as the tools report theirs.
#pragma once

#include <arrow/result.h>
#include <arrow/status.h>

#include <new>
#include <string>

#include "common/program.h"

namespace recorder::tools::dataset {

// `what`: what failed, a file's name; empty where only memory can.
inline void check(const arrow::Status &status, const std::string &what = "") {
  if (status.ok()) return;
  if (status.IsOutOfMemory()) throw std::bad_alloc();
  throw ProgramError(what.empty() ? status.message() : what + ": " + status.message());
}

template <class Value>
Value check(arrow::Result<Value> result, const std::string &what = "") {
  check(result.status(), what);
  return std::move(result).ValueUnsafe();
}

}  // namespace recorder::tools::dataset
