// SPDX-License-Identifier: BSD-3-Clause
// How a text goes aside (see random_texts.h).
#include "session/random_texts.h"

#include <cstring>

#include "session/memory.h"
#include "session/stream.h"

namespace recorder {

void RandomTexts::retire() {
  if (history_ == nullptr) return;
  Memory::unmap(history_, sizeof(TextHistory));
  history_ = nullptr;
  retired_ = true;
}

void RandomTexts::put_numbers(Stream *stream, uint32_t fn, uint32_t argument,
                              const NamePatterns::Numbers &numbers) {
  for (uint32_t i = 0; i < numbers.count; ++i)
    stream->put_aside(fn, argument, TextHistory::number_element(i), numbers.values[i]);
}

void RandomTexts::put_in_full(Stream *stream, uint32_t fn, uint32_t argument, uint64_t key, Bytes text) {
  const Bytes last = history_->last_of(key);
  uint64_t common = 0;
  while (common < text.size && common < last.size && text.data[common] == last.data[common]) ++common;
  stream->put_aside(fn, argument, TextHistory::kCommon, common);
  stream->put_aside(fn, argument, TextHistory::kRest, text.size - common);
  for (uint64_t i = common; i < text.size; ++i)
    stream->put_aside(fn, argument, TextHistory::kBytes, text.data[i]);
}

uint64_t RandomTexts::way_of(Bytes text, const NamePatterns::Numbers &numbers) const {
  const Bytes last = history_->last();
  if (last.size == text.size && memcmp(last.data, text.data, text.size) == 0) return TextHistory::kLastOne;
  if (numbers.count != 0) return TextHistory::kNumbers + numbers.name;
  const uint32_t seen = history_->find(text);
  return seen != TextHistory::kNone ? TextHistory::kSeen + seen : TextHistory::kInFull;
}

// Names are when all their numbers count on by the same, others when they are the same.
bool RandomTexts::is_regular(Stream *stream, uint32_t fn, uint32_t argument,
                             const NamePatterns::Numbers &numbers, Bytes text) {
  if (numbers.count == 0) return stream->random.is_regular(fn, argument, TextHistory::hash_of(text), false);
  uint64_t sum = 0;
  for (uint32_t i = 0; i < numbers.count; ++i) sum = sum * 0x9E3779B97F4A7C15u + numbers.values[i];
  return stream->random.is_regular(fn, argument, sum, true);
}

RandomTexts::Told RandomTexts::put(Stream *stream, NamePatterns::Key key, Bytes text) {
  if (text.size > TextHistory::kMostText || retired_) return {Told::unknown, false};
  if (history_ == nullptr) history_ = static_cast<TextHistory *>(Memory::map(sizeof(TextHistory)));
  if (history_ == nullptr) return {Told::unknown, false};
  const uint32_t fn = key.argument >> 8, argument = key.argument & 0xFF;
  const auto *name = reinterpret_cast<const char *>(text.data);
  NamePatterns::Numbers numbers{};
  // All names are remembered, in whatever way they are told.
  if (stream->patterns.names) stream->names.take(key, name, text.size, &numbers);
  const uint64_t how = way_of(text, numbers);
  if (how == TextHistory::kInFull && !stream->random.takes_all_texts(fn, argument))
    return {Told::inside, is_regular(stream, fn, argument, numbers, text) || numbers.turns};
  stream->put_aside(fn, argument, 0, how);
  if (how == TextHistory::kInFull)
    put_in_full(stream, fn, argument, key.argument, text);
  else if (how >= TextHistory::kNumbers && how < TextHistory::kSeen)
    put_numbers(stream, fn, argument, numbers);
  history_->note(key.argument, text, how);
  return {Told::aside, is_regular(stream, fn, argument, numbers, text) || numbers.turns};
}

}  // namespace recorder
