// SPDX-License-Identifier: BSD-3-Clause
// Predecessors of names, and names from them (see name_state.h).
#include "reader/name_state.h"

#include "format/name_pattern.h"
#include "reader/failure.h"

namespace recorder::reader {

void NameState::learn(const Function *function, uint8_t argument, std::string_view text) {
  NameFields fields;
  if (!fields.split(text.data(), text.size())) return;
  const uint64_t hash =
      (reinterpret_cast<uintptr_t>(function) ^ argument) * 0x9E3779B97F4A7C15u ^ fields.hash;
  const auto [from, to] = index_.equal_range(hash);
  for (auto at = from; at != to; ++at) {
    Known &known = known_[at->second];
    NameFields old;
    if (known.function != function || known.argument != argument) continue;
    old.split(known.text.data(), known.text.size());
    if (!NameFields::same_skeleton(known.text.data(), known.text.size(), old, text.data(), text.size(),
                                   fields))
      continue;
    known.text = text;
    return;
  }
  if (known_.size() == NameFields::kMostTemplates) return;
  index_.emplace(hash, static_cast<uint32_t>(known_.size()));
  known_.push_back({function, argument, std::string(text)});
}

std::string NameState::next(const NamePattern &pattern) {
  if (pattern.number >= known_.size()) damaged("a name refers to one that was never there");
  std::string &before = known_[static_cast<size_t>(pattern.number)].text;
  NameFields fields;
  fields.split(before.data(), before.size());
  std::string name;
  size_t at = 0;
  for (const NamePattern::Change &change : pattern.changes) {
    if (change.field >= fields.count || fields.fields[change.field].begin < at)
      damaged("a name changes a number that it does not have");
    const NameFields::Field &field = fields.fields[change.field];
    char digits[NameFields::kMostPrinted];
    const uint64_t value = field.value + static_cast<uint64_t>(change.difference);
    const uint32_t n = NameFields::print(value, change.is_padded ? field.size : 1, digits);
    name.append(before, at, field.begin - at).append(digits, n);
    at = field.begin + field.size;
  }
  name.append(before, at);
  if (name.size() > NameFields::kMostText || !fields.split(name.data(), name.size()))
    damaged("a name has impossible numbers");
  return before = std::move(name);
}

}  // namespace recorder::reader
