// SPDX-License-Identifier: BSD-3-Clause
// A column of names: each is kept once in a row group, and every row has its number.
#pragma once

#include <arrow/api.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace recorder::tools::dataset {

// Appends `text` as UTF-8, which Parquet's strings must be: a byte that is no part of a character becomes
// \xff, a backslash, x and two hexadecimal digits.
void put_utf8(std::string &out, std::string_view text);

class NameColumn {
 public:
  // A name's number, for whoever meets the same name again and again; good for one row group.
  struct Place {
    uint64_t row_group = 0;
    int32_t number = 0;
  };

  void reserve(int64_t rows);
  void append(Place &place, const char *name) {
    if (place.row_group != row_group_) place = {row_group_, number_of(name)};
    numbers_.UnsafeAppend(place.number);
  }
  // Equal names that are equal pointers are found fast. Null for none.
  void append(const char *name) {
    if (name == nullptr) return numbers_.UnsafeAppendNull();
    if (name != last_) {
      last_ = name;
      last_number_ = number_of(name);
    }
    numbers_.UnsafeAppend(last_number_);
  }

  // `rows` times.
  void append(const char *name, int64_t rows);

  // The column of the row group that ends here.
  arrow::Result<std::shared_ptr<arrow::Array>> finish();
  // Bytes of the names of this row group.
  int64_t memory() const { return names_.value_data_length(); }
  // What pointers mean changes with the trace.
  void forget_pointers() {
    by_pointer_.clear();
    last_ = nullptr;
  }

 private:
  int32_t number_of(const char *name);

  arrow::Int32Builder numbers_;
  arrow::StringBuilder names_;
  std::unordered_map<const char *, int32_t> by_pointer_;
  std::unordered_map<std::string, int32_t> by_text_;  // different pointers may have equal texts
  const char *last_ = nullptr;
  int32_t last_number_ = 0;
  uint64_t row_group_ = 1;
};

}  // namespace recorder::tools::dataset
