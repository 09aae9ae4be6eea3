// SPDX-License-Identifier: BSD-3-Clause
// The names that a stream's calls had, so that the next ones can be told by their differences
// (recorder-format(5), "Name patterns"): the reader's half of lib/core/name_patterns.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "reader/signature.h"

namespace recorder::reader {

class NameState {
 public:
  // A name that the trace holds in full.
  void learn(const Function *function, uint8_t argument, std::string_view text);
  // The name that the pattern tells; a Failure when it tells none.
  std::string next(const NamePattern &pattern);

 private:
  struct Known {
    const Function *function;
    uint8_t argument;
    std::string text;
  };
  std::vector<Known> known_;
  std::unordered_multimap<uint64_t, uint32_t> index_;  // by function, argument and skeleton
};

}  // namespace recorder::reader
