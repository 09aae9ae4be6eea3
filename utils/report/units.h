// SPDX-License-Identifier: BSD-3-Clause
// Figures for people: 12.3 MiB, 1.2 ms, 87 %, 1,234,567.
#pragma once

#include <cstdint>
#include <string>

namespace recorder::report {

std::string count_text(uint64_t count);
// "1 file", "1,234 files"
std::string count_text(uint64_t count, const char *one, const char *several);
std::string bytes_text(double bytes);
std::string duration_text(double ns);
// Of 0 to 1; what is not all never becomes 100 %, what is not nothing never 0 %.
std::string percent_text(double share);
// The same at the beginning of a sentence.
std::string percent_first(double share);
// "2.4 times"
std::string times_text(double factor);

}  // namespace recorder::report
