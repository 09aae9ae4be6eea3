// SPDX-License-Identifier: BSD-3-Clause
// Three digits that count, and a unit.
#include "report/units.h"

#include <cmath>
#include <cstdio>

namespace recorder::report {

namespace {

// 1.23, 12.3, 123, without zeros at the end.
std::string three_digits(double value) {
  char text[32];
  const int decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  std::string out = text;
  if (decimals == 0) return out;
  while (out.back() == '0') out.pop_back();
  if (out.back() == '.') out.pop_back();
  return out;
}

}  // namespace

std::string count_text(uint64_t count) {
  std::string digits = std::to_string(count);
  for (size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string count_text(uint64_t count, const char *one, const char *several) {
  return count_text(count) + " " + (count == 1 ? one : several);
}

std::string bytes_text(double bytes) {
  static constexpr const char *kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  size_t unit = 0;
  for (; bytes >= 1023.5 && unit + 1 < sizeof kUnits / sizeof kUnits[0]; ++unit) bytes /= 1024;
  return three_digits(unit == 0 ? std::round(bytes) : bytes) + " " + kUnits[unit];
}

std::string duration_text(double ns) {
  if (ns < 999.5) return three_digits(std::round(ns)) + " ns";
  if (ns < 999.5e3) return three_digits(ns / 1e3) + " µs";
  if (ns < 999.5e6) return three_digits(ns / 1e6) + " ms";
  if (ns < 119.5e9) return three_digits(ns / 1e9) + " s";
  if (ns < 7199.5e9) return three_digits(ns / 60e9) + " min";
  return three_digits(ns / 3600e9) + " h";
}

std::string percent_text(double share) {
  const double percent = share * 100;
  if (percent <= 0) return "0 %";
  if (percent < 0.1) return "less than 0.1 %";
  if (percent < 9.95) return three_digits(std::round(percent * 10) / 10) + " %";
  if (percent >= 99.5 && percent < 100) return "more than 99 %";
  return three_digits(std::round(percent)) + " %";
}

std::string percent_first(double share) {
  std::string text = percent_text(share);
  if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string times_text(double factor) { return three_digits(factor) + " times"; }

}  // namespace recorder::report
