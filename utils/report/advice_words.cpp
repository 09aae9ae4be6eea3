// SPDX-License-Identifier: BSD-3-Clause
// Words and figures that the sentences are made of.
#include <algorithm>
#include <numeric>

#include "report/advice.h"

namespace recorder::report {

const char *name_of(Severity severity) {
  static constexpr const char *kNames[] = {"fine", "notice", "warning"};
  return kNames[static_cast<unsigned>(severity)];
}

Spread spread_of(const std::vector<uint64_t> &values) {
  Spread spread;
  std::vector<uint64_t> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  spread.median = sorted[(sorted.size() - 1) / 2];
  spread.least = sorted.front();
  spread.most = sorted.back();
  spread.sum = std::accumulate(values.begin(), values.end(), uint64_t{0});
  spread.most_at = static_cast<size_t>(std::max_element(values.begin(), values.end()) - values.begin());
  return spread;
}

const char *plural_of(Operation operation) {
  switch (operation) {
    case Operation::open:
      return "opens";
    case Operation::close:
      return "closes";
    case Operation::seek:
      return "seeks";
    case Operation::query:
      return "queries such as stat";
    case Operation::change:
      return "changes such as unlink and rename";
    case Operation::directory:
      return "operations on directories";
    case Operation::sync:
      return "syncs";
    case Operation::map:
      return "memory maps";
    case Operation::lock:
      return "locks";
    default:
      return "controls such as fcntl";
  }
}

std::string last_part(const std::string &path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos || slash + 1 == path.size() ? path : path.substr(slash + 1);
}

}  // namespace recorder::report
