// SPDX-License-Identifier: BSD-3-Clause
// Numbering the names of a row group.
#include "dataset/names.h"

#include <cstdio>

#include "common/text.h"
#include "dataset/failure.h"

namespace recorder::tools::dataset {

void put_utf8(std::string &out, std::string_view text) {
  while (!text.empty()) {
    size_t good = 0;
    while (const size_t n = good < text.size() ? utf8_length(text.substr(good)) : 0) good += n;
    out.append(text, 0, good);
    text.remove_prefix(good);
    if (text.empty()) return;
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\x%02x", static_cast<unsigned char>(text[0]));
    out += escape;
    text.remove_prefix(1);
  }
}

void NameColumn::reserve(int64_t rows) { check(numbers_.Reserve(rows)); }

int32_t NameColumn::number_of(const char *name) {
  const auto known = by_pointer_.find(name);
  if (known != by_pointer_.end()) return known->second;
  std::string text;
  put_utf8(text, name);
  const auto [entry, fresh] = by_text_.try_emplace(std::move(text), static_cast<int32_t>(by_text_.size()));
  if (fresh) check(names_.Append(entry->first));
  by_pointer_.emplace(name, entry->second);
  return entry->second;
}

void NameColumn::append(const char *name, int64_t rows) {
  if (name == nullptr) return check(numbers_.AppendNulls(rows));
  const int32_t number = number_of(name);
  for (int64_t i = 0; i < rows; ++i) numbers_.UnsafeAppend(number);
}

arrow::Result<std::shared_ptr<arrow::Array>> NameColumn::finish() {
  std::shared_ptr<arrow::Array> numbers, names;
  ARROW_RETURN_NOT_OK(numbers_.Finish(&numbers));
  ARROW_RETURN_NOT_OK(names_.Finish(&names));
  by_text_.clear();
  forget_pointers();
  ++row_group_;
  return arrow::DictionaryArray::FromArrays(arrow::dictionary(arrow::int32(), arrow::utf8()), numbers, names);
}

}  // namespace recorder::tools::dataset
