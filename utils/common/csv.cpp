// SPDX-License-Identifier: BSD-3-Clause
// Quoting.
#include "common/csv.h"

#include "common/text.h"

namespace recorder::tools {

namespace {

bool is_valid(std::string_view text) {
  while (!text.empty()) {
    const size_t n = utf8_length(text);
    if (n == 0) return false;
    text.remove_prefix(n);
  }
  return true;
}

std::string made_valid(std::string_view text) {
  std::string valid;
  while (!text.empty()) {
    const size_t n = utf8_length(text);
    if (n != 0) {
      valid.append(text.data(), n);
    } else {
      put_based(valid, "\\udc", static_cast<unsigned>(static_cast<unsigned char>(text[0])), 16);
    }
    text.remove_prefix(n != 0 ? n : 1);
  }
  return valid;
}

}  // namespace

void put_csv_quoted(std::string &out, std::string_view text) {
  for (size_t quote; (quote = text.find('"')) != std::string_view::npos; text.remove_prefix(quote + 1)) {
    out.append(text.data(), quote + 1);
    out += '"';
  }
  out += text;
}

void put_csv(std::string &out, std::string_view text, char separator) {
  if (!is_valid(text)) return put_csv(out, made_valid(text), separator);
  const char special[] = {separator, '"', '\r', '\n', '\0'};
  // Blanks at the ends of a field would get lost in some readers.
  const bool edged = !text.empty() && (text.front() == ' ' || text.back() == ' ');
  if (!edged && text.find_first_of(special, 0, 4) == std::string_view::npos) {
    out += text;
    return;
  }
  out += '"';
  put_csv_quoted(out, text);
  out += '"';
}

}  // namespace recorder::tools
