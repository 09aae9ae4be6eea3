// SPDX-License-Identifier: BSD-3-Clause
// Hashing and comparing of whole strings; equality is always that of the bytes, never of the hash alone.
#include "merge/interner.h"

#include <cstring>

namespace recorder {
namespace {

constexpr uint64_t kFirstSlots = 256;

uint32_t hash_of(Bytes bytes) {
  uint64_t h = 0x9E3779B97F4A7C15u ^ bytes.size;
  const uint8_t *p = bytes.data;
  for (uint64_t left = bytes.size; left > 0;) {
    const uint64_t n = left < 8 ? left : 8;
    uint64_t word = 0;
    memcpy(&word, p, n);
    h = (h ^ word) * 0xD6E8FEB86659FD93u;
    h ^= h >> 32;
    p += n;
    left -= n;
  }
  h *= 0xD6E8FEB86659FD93u;
  return static_cast<uint32_t>(h >> 32);
}

}  // namespace

uint32_t Interner::add(Bytes bytes) {
  if (!indexed_ && !index()) return kNone;
  if (entries_.size() * 2 >= slots_.size() && !grow()) return kNone;
  const uint32_t hash = hash_of(bytes);
  const uint64_t mask = slots_.size() - 1;
  uint64_t slot = hash & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const uint32_t id = slots_[slot] - 1;
    if (entries_[id].hash != hash) continue;
    const Bytes there = at(id);
    if (there.size == bytes.size && (bytes.size == 0 || memcmp(there.data, bytes.data, bytes.size) == 0))
      return id;
  }
  if (count() >= kNone - 1) return kNone;
  const uint32_t id = count();
  const Entry entry{text_.size(), hash};
  text_.put_bytes(bytes);
  if (!text_.ok() || !entries_.push(entry)) return kNone;
  slots_[slot] = id + 1;
  return id;
}

bool Interner::grow() { return fill(slots_.empty() ? kFirstSlots : slots_.size() * 2); }

// Puts all strings into new slots.
bool Interner::fill(uint64_t size) {
  Vector<uint32_t> wider;
  if (!wider.resize(size)) return slots_.fail();
  for (uint32_t id = 0; id < count(); ++id) {
    uint64_t slot = entries_[id].hash & (size - 1);
    while (wider[slot] != 0) slot = (slot + 1) & (size - 1);
    wider[slot] = id + 1;
  }
  slots_.swap(wider);
  return true;
}

bool Interner::index() {
  for (uint32_t id = 0; id < count(); ++id) entries_[id].hash = hash_of(at(id));
  uint64_t size = slots_.empty() ? kFirstSlots : slots_.size();
  while (size < 2 * uint64_t{count()}) size *= 2;
  indexed_ = true;
  return fill(size);
}

void Interner::clear() {
  if (indexed_ && !entries_.empty() && !slots_.empty())
    memset(slots_.data(), 0, slots_.size() * sizeof(uint32_t));
  text_.clear();
  entries_.clear();
  indexed_ = true;
}

void Interner::swap(Interner &other) noexcept {
  text_.swap(other.text_);
  entries_.swap(other.entries_);
  slots_.swap(other.slots_);
  std::swap(indexed_, other.indexed_);
}

bool Interner::begins_with(const Interner &other) const {
  if (other.count() > count()) return false;
  const uint64_t size = other.text_.size();
  if (size != (other.count() == count() ? text_.size() : entries_[other.count()].offset)) return false;
  for (uint32_t id = 0; id < other.count(); ++id)
    if (entries_[id].offset != other.entries_[id].offset) return false;
  return size == 0 || memcmp(text_.data(), other.text_.data(), size) == 0;
}

void Interner::pack(Buffer *out) const {
  out->put_varint(count());
  for (uint32_t id = 0; id < count(); ++id) out->put_varint(at(id).size);
  out->put_bytes(text_.bytes());
}

bool Interner::unpack(Cursor *in) {
  uint64_t n = 0;
  uint64_t offset = 0;
  if (!in->count(&n) || n >= kNone || !entries_.reserve(n)) return false;
  for (uint64_t i = 0, size = 0; i < n; ++i, offset += size) {
    if (!in->varint(&size) || size > in->left() || !entries_.push({offset, 0})) return false;
    if (offset + size > in->left()) return false;
  }
  Bytes text;
  if (!in->bytes(offset, &text)) return false;
  text_.put_bytes(text);
  indexed_ = n == 0;
  return text_.ok();
}

}  // namespace recorder
