// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/common_values.h"

#include <algorithm>

namespace recorder::analysis {

std::vector<CommonValues::Count> CommonValues::top(size_t most) const {
  std::vector<Count> all(counts_.begin(), counts_.end());
  const auto first = [](const Count &a, const Count &b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  };
  most = std::min(most, all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<ptrdiff_t>(most), all.end(), first);
  all.resize(most);
  return all;
}

unsigned size_class(uint64_t bytes) {
  static constexpr uint64_t kEnds[kSizeClasses - 1] = {
      100,      1 << 10,  10 << 10,   100 << 10,          1 << 20,
      4 << 20, 10 << 20, 100 << 20, uint64_t{1} << 30};
  unsigned index = 0;
  while (index + 1 < kSizeClasses && bytes > kEnds[index]) ++index;
  return index;
}

const char *name_of_size_class(unsigned index) {
  static const char *const kNames[kSizeClasses] = {"0-100", "100-1K", "1K-10K",   "10K-100K", "100K-1M",
                                                   "1M-4M", "4M-10M", "10M-100M", "100M-1G",  "1G+"};
  return kNames[index];
}

}  // namespace recorder::analysis
