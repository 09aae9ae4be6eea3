// SPDX-License-Identifier: BSD-3-Clause
// The names that a stream's calls had, so that the next ones can be told by their differences
// (recorder-format(5), "Name patterns"): the reader's half of lib/core/name_patterns.h.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "format/name_pattern.h"
#include "format/text_history.h"
#include "reader/signature.h"

namespace recorder::reader {

class NameState {
 public:
  // A name that the trace holds in full; `before`: NameFields::before() of the text right before it in the
  // call, if that stands in full.
  void learn(const Function *function, uint8_t argument, uint64_t before, std::string_view text);
  // The name that the pattern tells; a Failure when it tells none.
  std::string next(const NamePattern &pattern);
  // The text that the values tell ("Texts that are aside"): `value` gives the next one, of this element.
  using Values = std::function<uint64_t(uint32_t element)>;
  std::string next(const Function *function, uint8_t argument, uint64_t before, const Values &value);

 private:
  std::string by_numbers(uint64_t number, const Values &value) const;
  std::string in_full(Bytes last, const Values &value) const;
  struct Known {
    const Function *function;
    uint8_t argument;
    uint64_t before;
    std::string text;
  };
  Known *find(const Known &like, const NameFields &fields);
  static uint64_t hash_of(const Known &known, const NameFields &fields);
  std::vector<Known> known_;
  std::unordered_multimap<uint64_t, uint32_t> index_;  // by all that tells them apart
  std::unique_ptr<TextHistory> history_;               // once a text was aside
};

}  // namespace recorder::reader
