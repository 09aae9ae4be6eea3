// SPDX-License-Identifier: BSD-3-Clause
// Predecessors of names, and names from them (see name_state.h).
#include "reader/name_state.h"

#include "reader/failure.h"

namespace recorder::reader {

uint64_t NameState::hash_of(const Known &known, const NameFields &fields) {
  return (reinterpret_cast<uintptr_t>(known.function) ^ known.argument) * 0x9E3779B97F4A7C15u ^ known.before ^
         fields.hash;
}

NameState::Known *NameState::find(const Known &like, const NameFields &fields) {
  const auto [from, to] = index_.equal_range(hash_of(like, fields));
  for (auto at = from; at != to; ++at) {
    Known &known = known_[at->second];
    if (known.function != like.function || known.argument != like.argument || known.before != like.before)
      continue;
    NameFields old;
    old.split(known.text.data(), known.text.size());
    if (NameFields::same_skeleton(known.text.data(), known.text.size(), old, like.text.data(),
                                  like.text.size(), fields))
      return &known;
  }
  return nullptr;
}

void NameState::learn(const Function *function, uint8_t argument, uint64_t before, std::string_view text) {
  NameFields fields;
  if (!fields.split(text.data(), text.size())) return;
  Known name{function, argument, before, std::string(text)};
  Known *known = find(name, fields);
  if (known == nullptr && before != 0 && known_.size() >= NameFields::kMostWithBefore) {
    name.before = 0;
    known = find(name, fields);
  }
  if (known != nullptr) {
    known->text = std::move(name.text);
  } else if (known_.size() != NameFields::kMostTemplates) {
    index_.emplace(hash_of(name, fields), static_cast<uint32_t>(known_.size()));
    known_.push_back(std::move(name));
  }
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

// Each number that the name has, as NamePatterns::take() puts it.
std::string NameState::by_numbers(uint64_t number, const Values &value) const {
  if (number >= known_.size()) damaged("a name refers to one that was never there");
  const std::string &before = known_[static_cast<size_t>(number)].text;
  NameFields fields;
  fields.split(before.data(), before.size());
  std::string name;
  size_t at = 0;
  uint64_t last = 0;
  for (uint32_t i = 0; i < fields.count; ++i) {
    const NameFields::Field &field = fields.fields[i];
    const uint64_t told = value(TextHistory::number_element(i));
    if (told >> 1 != 0) last = (told >> 1) - 1;
    char digits[NameFields::kMostPrinted];
    const uint32_t n = NameFields::print(last, (told & 1) != 0 ? field.size : 1, digits);
    name.append(before, at, field.begin - at).append(digits, n);
    at = field.begin + field.size;
  }
  return name.append(before, at);
}

std::string NameState::in_full(Bytes last, const Values &value) const {
  const uint64_t common = value(TextHistory::kCommon);
  const uint64_t rest = value(TextHistory::kRest);
  if (common > last.size || rest > TextHistory::kMostText - common)
    damaged("a text that is aside is too long");
  std::string text(reinterpret_cast<const char *>(last.data), static_cast<size_t>(common));
  for (uint64_t i = 0; i < rest; ++i) text += static_cast<char>(value(TextHistory::kBytes));
  return text;
}

std::string NameState::next(const Function *function, uint8_t argument, uint64_t before,
                            const Values &value) {
  if (history_ == nullptr) history_ = std::make_unique<TextHistory>();
  const auto text_of = [](Bytes bytes) {
    return std::string(reinterpret_cast<const char *>(bytes.data), static_cast<size_t>(bytes.size));
  };
  const uint64_t key = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(function)) << 8 | argument;
  const uint64_t how = value(0);
  std::string text;
  if (how == TextHistory::kInFull)
    text = in_full(history_->last_of(key), value);
  else if (how == TextHistory::kLastOne)
    text = text_of(history_->last());
  else if (how < TextHistory::kSeen)
    text = by_numbers(how - TextHistory::kNumbers, value);
  else if (how - TextHistory::kSeen < history_->count())
    text = text_of(history_->at(static_cast<uint32_t>(how - TextHistory::kSeen)));
  else
    damaged("a text refers to one that was never there");
  if (text.size() > TextHistory::kMostText) damaged("a text that is aside is too long");
  history_->note(key, {reinterpret_cast<const uint8_t *>(text.data()), text.size()}, how);
  learn(function, argument, before, text);
  return text;
}

}  // namespace recorder::reader
