// SPDX-License-Identifier: BSD-3-Clause
// Fields of a table as RFC 4180 has them: quoted where they must be, quotes in them doubled.
#pragma once

#include <string>
#include <string_view>

namespace recorder::tools {

// The inside of a quoted field.
void put_csv_quoted(std::string &out, std::string_view text);

// A whole field. Bytes that are no UTF-8 become \udcxx, six characters, so that every reader takes the file.
void put_csv(std::string &out, std::string_view text, char separator);

}  // namespace recorder::tools
