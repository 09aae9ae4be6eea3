// SPDX-License-Identifier: BSD-3-Clause
// Names for numbers: errno values, and the sets of enums and flags of the function table.
#pragma once

#include <cstdint>
#include <string>

namespace recorder::tools {

// "ENOENT"; the number when it has no name.
void put_errno(std::string &out, int64_t error);

// "SEEK_SET", "F_SETLK"; the number when the set or the value is unknown.
void put_enum(std::string &out, const char *set, int64_t value);

// "O_WRONLY|O_CREAT|0x80000000"; hexadecimal when the set is unknown.
void put_flags(std::string &out, const char *set, uint64_t value);

}  // namespace recorder::tools
