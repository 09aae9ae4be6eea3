// SPDX-License-Identifier: BSD-3-Clause
// Keys are counted as they occur, models are made as they are needed.
#include "reader/asides.h"

#include <algorithm>

#include "reader/failure.h"

namespace recorder::reader {

namespace {
constexpr size_t kBuffer = 16 * 1024;
}

void AsideDecoder::begin(RangeDecoder &in) {
  keys_.resize(in.raw(SideKey::kCountBits));
  for (SideKey &key : keys_) {
    key.least = in.raw(64);
    key.divisor = in.raw(64);
    if (key.divisor == 0) damaged("a random argument has an impossible divisor");
  }
  if (!in.ok()) damaged("the values of a stream end early");
}

size_t AsideDecoder::KeyHash::operator()(const Key &key) const {
  const uint64_t word =
      reinterpret_cast<uintptr_t>(key.function) ^ static_cast<uint64_t>(key.argument) << 8 ^ key.element;
  return static_cast<size_t>(word * 0x9E3779B97F4A7C15u >> 20);
}

uint64_t AsideDecoder::next(RangeDecoder &in, const Function *function, uint8_t argument, uint32_t element) {
  const auto of = static_cast<uint8_t>(std::min(element, SideKey::kMostElements));
  const auto [place, is_new] =
      numbers_.try_emplace({function, argument, of}, static_cast<uint32_t>(numbers_.size()));
  const uint32_t number = place->second;
  if (number >= keys_.size()) damaged("a random argument has no values");
  auto &model = models_[number % SideKey::kMostModels];
  if (model == nullptr) model.reset(static_cast<SideModel *>(calloc(1, sizeof(SideModel))));
  if (model == nullptr) fail(RECORDER_E_MEMORY, "no memory for the values of random arguments");
  const uint64_t value = model->decode(in);
  if (!in.ok()) damaged("a stream has fewer values than calls need");
  return keys_[number].least + value * keys_[number].divisor;
}

AsideReader::AsideReader(const Source &source, const StoredRange &range)
    : in_(source, range, "the values of a stream's random arguments"), buffer_(kBuffer) {
  decoder_.begin(feed, this);
  asides_.begin(decoder_);
}

Bytes AsideReader::feed(void *self) {
  AsideReader &reader = *static_cast<AsideReader *>(self);
  return {reader.buffer_.data(), reader.in_.read(reader.buffer_.data(), reader.buffer_.size())};
}

uint64_t AsideReader::next_aside(const Function *function, uint8_t argument, uint32_t element) {
  return asides_.next(decoder_, function, argument, element);
}

void AsideReader::finish() {
  if (!decoder_.ok() || !decoder_.at_end()) damaged("a stream has more values than calls need");
}

}  // namespace recorder::reader
