// SPDX-License-Identifier: BSD-3-Clause
// Finding a name's predecessor and telling what changed (see name_patterns.h).
#include "core/name_patterns.h"

#include "core/bytes.h"
#include "format/format.h"
#include "session/memory.h"

namespace recorder {

bool NamePatterns::init() {
  if (tables_ != nullptr) return true;
  if (!retired_) tables_ = static_cast<Tables *>(Memory::map(sizeof(Tables)));
  // Nor later: readers number names from here on.
  retired_ = tables_ == nullptr;
  return !retired_;
}

void NamePatterns::retire() {
  if (tables_ == nullptr) return;
  Memory::unmap(tables_, sizeof(Tables));
  tables_ = nullptr;
  retired_ = true;
}

uint32_t NamePatterns::hash_of(Key key, const NameFields &fields) {
  return static_cast<uint32_t>(mix((uint64_t{key.argument} << 32 | fields.hash) ^ key.before));
}

// The template of the name's skeleton, or where a new one belongs.
NamePatterns::Template *NamePatterns::look_up(Key key, const char *text, uint64_t size,
                                              const NameFields &fields, uint32_t *place) {
  const uint32_t hash = hash_of(key, fields);
  for (*place = hash & (kPlaces - 1); tables_->index[*place] != 0; *place = (*place + 1) & (kPlaces - 1)) {
    Template &t = tables_->templates[tables_->index[*place] - 1];
    if (t.hash != hash || t.argument != key.argument || t.before != key.before) continue;
    NameFields old;
    old.split(t.text, t.size);
    if (NameFields::same_skeleton(t.text, t.size, old, text, size, fields)) return &t;
  }
  return nullptr;
}

NamePatterns::Template *NamePatterns::add(Key key, const NameFields &fields, uint32_t place) {
  if (tables_->count == NameFields::kMostTemplates) return nullptr;
  Template &t = tables_->templates[tables_->count++];
  tables_->index[place] = static_cast<uint16_t>(tables_->count);
  t.argument = key.argument;
  t.before = key.before;
  t.hash = hash_of(key, fields);
  return &t;
}

// The name's template; a `fresh` one while there is room, else nullptr.
NamePatterns::Template *NamePatterns::find(Key key, const char *text, uint64_t size, const NameFields &fields,
                                           bool *fresh) {
  uint32_t place;
  *fresh = false;
  if (Template *known = look_up(key, text, size, fields, &place)) return known;
  if (key.before != 0 && tables_->count >= NameFields::kMostWithBefore) {
    key.before = 0;
    if (Template *known = look_up(key, text, size, fields, &place)) return known;
  }
  *fresh = true;
  return add(key, fields, place);
}

// Which numbers are printed with a fixed width shows only while zeros are needed for it, so it is remembered.
// The others are taken for plain ones: then all ranks, and all turns of a loop, say the same.
void NamePatterns::note_padding(Template *known, const NameFields &fields, const char *text) {
  for (uint32_t i = 0; i < fields.count; ++i)
    if (fields.fields[i].size > 1 && text[fields.fields[i].begin] == '0')
      known->padded = static_cast<uint16_t>(known->padded | 1u << i);
}

// How wide the number is printed: none is no wider than it needs to be, and is preferred unless it
// `is_padded`.
NamePatterns::Width NamePatterns::width_of(const NameFields::Field &before, const NameFields::Field &now,
                                           bool is_padded, const char *text) {
  for (const bool padded : {is_padded, !is_padded}) {
    char digits[NameFields::kMostPrinted];
    const uint32_t n = NameFields::print(now.value, padded ? before.size : 1, digits);
    if (n == now.size && memcmp(digits, text + now.begin, n) == 0)
      return padded ? Width::before : Width::none;
  }
  return Width::other;
}

// False when neither the width of the number before nor none at all gives these digits.
bool NamePatterns::put_change(const NameFields::Field &before, const NameFields::Field &now, bool is_padded,
                              const char *text, uint32_t index, uint8_t **at) {
  const Width width = width_of(before, now, is_padded, text);
  if (width == Width::other) return false;
  *at = put_varint(*at, index << 1 | (width == Width::before ? 1u : 0u));
  *at = put_varint(*at, zigzag(static_cast<int64_t>(now.value - before.value)));
  return true;
}

uint8_t *NamePatterns::put_changes(const Template &before, const NameFields &old, const char *text,
                                   const NameFields &fields, uint8_t *at) {
  uint8_t *const count = at++;
  *count = 0;
  for (uint32_t i = 0; i < fields.count; ++i) {
    const NameFields::Field &was = old.fields[i];
    const NameFields::Field &is = fields.fields[i];
    if (was.size == is.size && memcmp(before.text + was.begin, text + is.begin, is.size) == 0) continue;
    if (!put_change(was, is, (before.padded >> i & 1) != 0, text, i, &at)) return nullptr;
    ++*count;
  }
  return at;
}

bool NamePatterns::is_same(const Template &before, const char *text, uint64_t size) {
  return before.size == size && memcmp(before.text, text, size) == 0;
}

void NamePatterns::replace(Template *known, const char *text, uint64_t size) {
  memcpy(known->text, text, size);
  known->size = static_cast<uint16_t>(size);
}

bool NamePatterns::number_of(const Template &before, const NameFields &old, const char *text,
                             const NameFields &fields, uint32_t i, uint64_t *value) {
  const NameFields::Field &now = fields.fields[i];
  const Width width = width_of(old.fields[i], now, (before.padded >> i & 1) != 0, text);
  const bool is_same = i != 0 && now.value == fields.fields[i - 1].value;
  *value = (is_same ? 0 : now.value + 1) << 1 | (width == Width::before ? 1u : 0u);
  return width != Width::other;
}

void NamePatterns::take(Key key, const char *text, uint64_t size, Numbers *numbers) {
  numbers->count = 0;
  numbers->turns = false;
  NameFields fields;
  if (!fields.split(text, size) || !init()) return;
  bool fresh = false;
  Template *known = find(key, text, size, fields, &fresh);
  if (known == nullptr) return;
  note_padding(known, fields, text);
  numbers->turns = !fresh && !known->varies;
  known->varies = true;
  NameFields old;
  if (!fresh && old.split(known->text, known->size)) {
    numbers->name = static_cast<uint32_t>(known - tables_->templates);
    numbers->count = fields.count;
    for (uint32_t i = 0; i < fields.count; ++i)
      if (!number_of(*known, old, text, fields, i, &numbers->values[i])) numbers->count = 0;
  }
  replace(known, text, size);
}

NamePatterns::Said NamePatterns::put(Key key, const char *text, uint64_t size, uint8_t *at) {
  NameFields fields;
  if (!fields.split(text, size)) return {nullptr, true, false};
  if (!init()) return {nullptr, retired_, false};
  bool fresh = false;
  Template *known = find(key, text, size, fields, &fresh);
  if (known == nullptr) return {nullptr, true, false};
  note_padding(known, fields, text);
  const bool varied = known->varies;
  known->varies = known->varies || (!fresh && !is_same(*known, text, size));
  uint8_t *end = nullptr;
  if (known->varies) {
    NameFields old;
    old.split(known->text, known->size);
    at[0] = format::kEscape[0];
    at[1] = format::kEscape[1];
    end = put_varint(at + 2, static_cast<uint64_t>(known - tables_->templates));
    end = put_changes(*known, old, text, fields, end);
  }
  replace(known, text, size);
  return {end, !known->varies, known->varies && !varied};
}

}  // namespace recorder
