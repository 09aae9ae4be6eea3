// SPDX-License-Identifier: BSD-3-Clause
// Two passes over the values of a stream: what they have in common, then each (see side_encoder.h).
#include "merge/side_encoder.h"

#include "core/bytes.h"
#include "merge/times_encoder.h"

namespace recorder {

namespace {

constexpr const char *kNoMemory = "no memory for the values of random arguments";

uint64_t common_divisor(uint64_t a, uint64_t b) {
  while (b != 0) {
    const uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

}  // namespace

void SideEncoder::clear() {
  keys_.clear();
  if (index_ != nullptr) Memory::unmap(index_, kPlaces * sizeof *index_);
  index_ = nullptr;
  for (SideModel *&model : models_) {
    if (model != nullptr) Memory::unmap(model, sizeof *model);
    model = nullptr;
  }
}

uint32_t SideEncoder::find(uint32_t key, bool make) {
  uint32_t at = static_cast<uint32_t>(mix(key)) & (kPlaces - 1);
  for (; index_[at] != 0; at = (at + 1) & (kPlaces - 1))
    if (keys_[index_[at] - 1u].key == key) return index_[at] - 1u;
  if (!make || keys_.size() == kMostKeys || !keys_.push({key, {~uint64_t{0}, 0}, 0})) return kPlaces;
  index_[at] = static_cast<uint16_t>(keys_.size());
  return index_[at] - 1u;
}

// Distances to the first value have the divisor of all distances.
bool SideEncoder::learn(const Aside &aside) {
  const uint64_t known = keys_.size();
  const uint32_t number = find(aside.key, true);
  if (number == kPlaces) return false;
  Key &key = keys_[number];
  if (keys_.size() != known) key.first = aside.value;
  const uint64_t distance = aside.value < key.first ? key.first - aside.value : aside.value - key.first;
  key.numbers.divisor = common_divisor(key.numbers.divisor, distance);
  if (aside.value < key.numbers.least) key.numbers.least = aside.value;
  return true;
}

Status SideEncoder::scan(const StreamImage &stream) {
  clear();
  index_ = static_cast<uint16_t *>(Memory::map(kPlaces * sizeof *index_));
  if (index_ == nullptr) return Status::no_memory(kNoMemory);
  TimeRecords records;
  records.begin(stream);
  CallTimes times{};
  Aside aside{};
  uint64_t seen = complete_ = 0;
  do {
    complete_ = seen;
    for (; records.next_aside(&aside); ++seen)
      if (!learn(aside)) return Status::no_memory(kNoMemory);
  } while (records.next(&times));
  const uint64_t models = keys_.size() < SideKey::kMostModels ? keys_.size() : SideKey::kMostModels;
  for (uint64_t i = 0; i < models; ++i) {
    models_[i] = static_cast<SideModel *>(Memory::map(sizeof(SideModel)));
    if (models_[i] == nullptr) return Status::no_memory(kNoMemory);
  }
  for (Key &key : keys_)
    if (key.numbers.divisor == 0) key.numbers.divisor = 1;
  return Status::good();
}

Status SideEncoder::begin(const StreamImage &stream, RangeEncoder *out) {
  if (Status s = scan(stream); !s.ok()) return s;
  out->raw(keys_.size(), SideKey::kCountBits);
  for (const Key &key : keys_) {
    out->raw(key.numbers.least, 64);
    out->raw(key.numbers.divisor, 64);
  }
  return Status::good();
}

bool SideEncoder::put(const Aside &aside, RangeEncoder *out) {
  const uint32_t key = find(aside.key, false);
  if (key == kPlaces) return false;
  models_[key % SideKey::kMostModels]->encode(*out, number_of(aside, key));
  return true;
}

Status SideEncoder::begin(const StreamImage &stream, Buffer *out) {
  if (Status s = scan(stream); !s.ok()) return s;
  out->put_u32le(static_cast<uint32_t>(keys_.size()));
  for (const Key &key : keys_) {
    out->put_u64le(key.numbers.least);
    out->put_u64le(key.numbers.divisor);
  }
  return out->ok() ? Status::good() : Status::no_memory(kNoMemory);
}

bool SideEncoder::put(const Aside &aside, NumberPacker *out) {
  const uint32_t key = find(aside.key, false);
  if (key == kPlaces) return false;
  models_[key % SideKey::kMostModels]->code_packed(*out, key, number_of(aside, key));
  return true;
}

}  // namespace recorder
