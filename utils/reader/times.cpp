// SPDX-License-Identifier: BSD-3-Clause
// Gaps and durations become ticks, ticks become nanoseconds, with every overflow refused.
#include "reader/times.h"

#include <algorithm>
#include <cstring>

#include "format/varint.h"
#include "reader/failure.h"

namespace recorder::reader {

namespace {
[[noreturn]] void impossible() { damaged("a call has an impossible time"); }
}  // namespace

TickScale::TickScale(uint64_t numerator, uint64_t denominator, int64_t origin_ns)
    : whole_(numerator / denominator),
      rest_(numerator % denominator),
      denominator_(denominator),
      reciprocal_(static_cast<uint64_t>((static_cast<unsigned __int128>(rest_) << 64) / denominator)),
      origin_(origin_ns) {}

void TickScale::impossible() { reader::impossible(); }

TimeReader::TimeReader(const Source &source, const StoredTimes &stored, int64_t last_end,
                       FunctionNumber function)
    : in_(source, stored.range, "the times of a stream"),
      buffer_(kBuffer),
      last_end_(last_end),
      line_(static_cast<uint64_t>(last_end)),
      function_(std::move(function)) {
  if (stored.codec == format::TimesCodec::records) return;
  // Fresh pages cost nothing until a context is there that needs them.
  model_.reset(static_cast<TimesModel *>(calloc(1, sizeof(TimesModel))));
  if (model_ == nullptr) fail(RECORDER_E_MEMORY, "no memory to read the times");
  if (stored.codec == format::TimesCodec::bounded) {
    levels_ = std::make_unique<TimeLevels>();
    levels_->set(stored.percent);
  }
  decoder_.begin(feed, this);
  if (stored.has_asides) read_side_keys();
}

void TimeReader::read_side_keys() {
  side_keys_.resize(decoder_.raw(SideKey::kCountBits));
  for (SideKey &key : side_keys_) {
    key.least = decoder_.raw(64);
    key.divisor = decoder_.raw(64);
    if (key.divisor == 0) damaged("a random argument has an impossible divisor");
  }
  if (!decoder_.ok()) damaged("the times of a stream end early");
}

size_t TimeReader::KeyHash::operator()(const Key &key) const {
  const uint64_t word =
      reinterpret_cast<uintptr_t>(key.function) ^ static_cast<uint64_t>(key.argument) << 8 ^ key.element;
  return static_cast<size_t>(word * 0x9E3779B97F4A7C15u >> 20);
}

uint64_t TimeReader::next_aside(const Function *function, uint8_t argument, uint32_t element) {
  const auto of = static_cast<uint8_t>(std::min(element, SideKey::kMostElements));
  const auto [place, is_new] =
      side_numbers_.try_emplace({function, argument, of}, static_cast<uint32_t>(side_numbers_.size()));
  const uint32_t number = place->second;
  if (number >= side_keys_.size()) damaged("a random argument has no values");
  auto &model = side_models_[number % SideKey::kMostModels];
  if (model == nullptr) model.reset(static_cast<SideModel *>(calloc(1, sizeof(SideModel))));
  if (model == nullptr) fail(RECORDER_E_MEMORY, "no memory for the values of random arguments");
  const uint64_t value = model->decode(decoder_);
  if (!decoder_.ok()) damaged("a stream has fewer values than calls need");
  return side_keys_[number].least + value * side_keys_[number].divisor;
}

Bytes TimeReader::feed(void *self) {
  TimeReader &reader = *static_cast<TimeReader *>(self);
  const size_t n = reader.in_.read(reader.buffer_.data(), reader.buffer_.size());
  return {reader.buffer_.data(), n};
}

void TimeReader::begin_part() {
  if (model_ == nullptr) return;
  model_->begin_part();
  calls_.clear();
  last_call_ = nullptr;
}

void TimeReader::next(uint32_t terminal, uint64_t depth, int64_t *start, int64_t *end) {
  if (model_ != nullptr)
    next_coded(terminal, depth, start, end);
  else
    next_record(start, end);
}

void TimeReader::next_coded(uint32_t terminal, uint64_t depth, int64_t *start, int64_t *end) {
  if (last_call_ == nullptr || terminal != last_terminal_) {
    const auto found = calls_.try_emplace(terminal);
    last_call_ = &found.first->second;
    last_terminal_ = terminal;
    if (found.second) {
      *last_call_ = {static_cast<uint32_t>(calls_.size() - 1), static_cast<uint32_t>(function_(terminal)),
                     depth};
    }
  }
  const TimedCall &call = *last_call_;
  const bool contains_last = line_.contains_last(call);
  const auto none = [](const TimesModel::UsualLevel *, uint64_t) { return TimesModel::LevelChoice{0, 0}; };
  const TimeLine::Distances distances =
      levels_ != nullptr ? model_->code_levels(decoder_, call, contains_last, {0, 0}, *levels_, none, none)
                         : model_->code(decoder_, call, contains_last, {0, 0});
  if (!decoder_.ok()) damaged("a stream has fewer times than calls");
  const CallTimes times = line_.times_of(call, distances);
  line_.add(call, times);
  *start = static_cast<int64_t>(times.start);
  *end = static_cast<int64_t>(times.end);
  int64_t duration;
  if (__builtin_sub_overflow(*end, *start, &duration) || duration < 0) impossible();
  last_end_ = *end;
}

void TimeReader::refill() {
  filled_ -= at_;
  memmove(buffer_.data(), buffer_.data() + at_, filled_);
  at_ = 0;
  while (!ended_ && filled_ < kMostRecord) {
    const size_t n = in_.read(buffer_.data() + filled_, buffer_.size() - filled_);
    ended_ = n == 0;
    filled_ += n;
  }
}

uint64_t TimeReader::load(const uint8_t *from, unsigned bytes) {
  uint64_t value = 0;
  for (unsigned i = 0; i < bytes; ++i) value |= static_cast<uint64_t>(from[i]) << (8 * i);
  return value;
}

void TimeReader::next_record(int64_t *start, int64_t *end) {
  if (filled_ - at_ < kMostRecord && !ended_) refill();
  if (at_ == filled_) damaged("a stream has fewer times than calls");
  const unsigned gap_bytes = buffer_[at_] & 15, duration_bytes = buffer_[at_] >> 4;
  if (gap_bytes > 8 || duration_bytes > 8 || filled_ - at_ < 1 + gap_bytes + duration_bytes) impossible();
  const int64_t gap = from_zigzag(load(&buffer_[at_] + 1, gap_bytes));
  const uint64_t duration = load(&buffer_[at_] + 1 + gap_bytes, duration_bytes);
  at_ += 1 + gap_bytes + duration_bytes;
  if (duration > INT64_MAX || __builtin_add_overflow(last_end_, gap, start) ||
      __builtin_add_overflow(*start, static_cast<int64_t>(duration), end)) {
    impossible();
  }
  last_end_ = *end;
}

void TimeReader::finish() {
  if (model_ != nullptr) {
    if (!decoder_.ok() || !decoder_.at_end()) damaged("a stream has other times than calls");
    return;
  }
  if (at_ == filled_ && !ended_) refill();
  if (at_ != filled_) damaged("a stream has more times than calls");
}

}  // namespace recorder::reader
