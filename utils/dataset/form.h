// SPDX-License-Identifier: BSD-3-Clause
// What calls of one shape have in common, made once: the text of their arguments with holes, and the result
// unless it varies.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/shapes.h"
#include "dataset/names.h"

namespace recorder::tools::dataset {

struct Form {
  Line arguments;
  NameColumn::Place layer, function;
  bool result_varies = false;
  std::optional<int64_t> result;
  std::string result_json;          // of a result that is no integer of 64 bits with a sign; else empty
  const char *operation = nullptr;  // null for calls that are no I/O
  NameColumn::Place operation_place;

  size_t memory() const { return arguments.memory() + result_json.capacity(); }
};

void make_form(const recorder_call &call, Form &form);

// A value as recorder2json prints it, but for bytes that are no UTF-8: put_utf8() tells how they look.
void put_argument(std::string &out, const recorder_value &value);

// The result in one of the two columns that it may be in.
void read_result(const recorder_value &value, std::optional<int64_t> &number, std::string &json);

}  // namespace recorder::tools::dataset
