// SPDX-License-Identifier: BSD-3-Clause
// Keys are counted as they occur, models are made as they are needed.
#include "reader/asides.h"

#include <algorithm>

#include "format/varint.h"
#include "reader/failure.h"

namespace recorder::reader {

namespace {
constexpr size_t kBuffer = 16 * 1024;
}

void AsideDecoder::add_key(uint64_t least, uint64_t divisor) {
  if (divisor == 0) damaged("a random argument has an impossible divisor");
  keys_.push_back({least, divisor});
}

void AsideDecoder::begin(RangeDecoder &in) {
  for (uint64_t left = in.raw(SideKey::kCountBits); left > 0; --left) {
    const uint64_t least = in.raw(64);
    add_key(least, in.raw(64));
  }
  if (!in.ok()) damaged("the values of a stream end early");
}

void AsideDecoder::begin(Inflater &in) {
  uint8_t bytes[16];
  in.read_all(bytes, 4);
  const uint32_t count = read_u32le(bytes);
  if (count >> SideKey::kCountBits != 0) damaged("a stream has too many random arguments");
  for (uint32_t i = 0; i < count; ++i) {
    in.read_all(bytes, sizeof bytes);
    add_key(read_u64le(bytes), read_u64le(bytes + 8));
  }
}

size_t AsideDecoder::KeyHash::operator()(const Key &key) const {
  const uint64_t word =
      reinterpret_cast<uintptr_t>(key.function) ^ static_cast<uint64_t>(key.argument) << 8 ^ key.element;
  return static_cast<size_t>(word * 0x9E3779B97F4A7C15u >> 20);
}

AsideDecoder::Of AsideDecoder::find(const Function *function, uint8_t argument, uint32_t element) {
  const auto of = static_cast<uint8_t>(std::min(element, SideKey::kMostElements));
  const auto [place, is_new] =
      numbers_.try_emplace({function, argument, of}, static_cast<uint32_t>(numbers_.size()));
  const uint32_t number = place->second;
  if (number >= keys_.size()) damaged("a random argument has no values");
  auto &model = models_[number % SideKey::kMostModels];
  if (model == nullptr) model.reset(static_cast<SideModel *>(calloc(1, sizeof(SideModel))));
  if (model == nullptr) fail(RECORDER_E_MEMORY, "no memory for the values of random arguments");
  return {keys_[number], *model, number};
}

uint64_t AsideDecoder::next(RangeDecoder &in, const Function *function, uint8_t argument, uint32_t element) {
  const Of of = find(function, argument, element);
  const uint64_t value = of.model.decode(in);
  if (!in.ok()) damaged("a stream has fewer values than calls need");
  return of.key.least + value * of.key.divisor;
}

uint64_t AsideDecoder::next(NumberUnpacker &in, const Function *function, uint8_t argument,
                            uint32_t element) {
  const Of of = find(function, argument, element);
  return of.key.least + of.model.code_packed(in, of.number, 0) * of.key.divisor;
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
