// SPDX-License-Identifier: BSD-3-Clause
// Gaps and durations become ticks, ticks become nanoseconds, with every overflow refused.
#include "reader/times.h"

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
  if (stored.codec == format::TimesCodec::packed)
    begin_packed(stored);
  else if (stored.codec != format::TimesCodec::records)
    begin_coded(stored);
}

void TimeReader::begin_packed(const StoredTimes &stored) {
  unpacker_ = std::make_unique<NumberUnpacker>(in_);
  if (stored.has_asides) asides_.begin(in_);
}

void TimeReader::begin_coded(const StoredTimes &stored) {
  // Fresh pages cost nothing until a context is there that needs them.
  model_.reset(static_cast<TimesModel *>(calloc(1, sizeof(TimesModel))));
  if (model_ == nullptr) fail(RECORDER_E_MEMORY, "no memory to read the times");
  if (stored.codec == format::TimesCodec::bounded) {
    levels_ = std::make_unique<TimeLevels>();
    levels_->set(stored.percent);
  }
  decoder_.begin(feed, this);
  if (stored.has_asides) asides_.begin(decoder_);
}

uint64_t TimeReader::next_aside(const Function *function, uint8_t argument, uint32_t element) {
  return unpacker_ != nullptr ? asides_.next(*unpacker_, function, argument, element)
                              : asides_.next(decoder_, function, argument, element);
}

Bytes TimeReader::feed(void *self) {
  TimeReader &reader = *static_cast<TimeReader *>(self);
  const size_t n = reader.in_.read(reader.buffer_.data(), reader.buffer_.size());
  return {reader.buffer_.data(), n};
}

void TimeReader::begin_part() {
  if (model_ != nullptr) model_->begin_part();
  packed_.begin_part();
  calls_.clear();
  seen_ = 0;
}

void TimeReader::next(uint32_t terminal, uint64_t depth, int64_t *start, int64_t *end) {
  if (model_ != nullptr || unpacker_ != nullptr)
    next_coded(terminal, depth, start, end);
  else
    next_record(start, end);
}

// Terminals are numbered as they occur.
const TimedCall &TimeReader::call_of(uint32_t terminal, uint64_t depth) {
  if (__builtin_expect(terminal >= calls_.size(), 0)) calls_.resize(terminal + 1, TimedCall{kUnseen, 0, 0});
  TimedCall &call = calls_[terminal];
  if (__builtin_expect(call.terminal == kUnseen, 0))
    call = {seen_++, static_cast<uint32_t>(function_(terminal)), depth};
  return call;
}

TimeLine::Distances TimeReader::next_distances(const TimedCall &call, bool contains_last) {
  if (unpacker_ != nullptr) return packed_.code(*unpacker_, call, contains_last, {0, 0});
  const auto none = [](const TimesModel::UsualLevel *, const TwoPaceModel *, uint64_t) {
    return TimesModel::LevelChoice{0, 0};
  };
  const TimeLine::Distances distances =
      levels_ != nullptr ? model_->code_levels(decoder_, call, contains_last, {0, 0}, *levels_, none, none)
                         : model_->code(decoder_, call, contains_last, {0, 0});
  if (!decoder_.ok()) damaged("a stream has fewer times than calls");
  return distances;
}

void TimeReader::next_coded(uint32_t terminal, uint64_t depth, int64_t *start, int64_t *end) {
  const TimedCall &call = call_of(terminal, depth);
  const TimeLine::Distances distances = next_distances(call, line_.contains_last(call));
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
  if (unpacker_ != nullptr) {
    if (!unpacker_->at_end()) damaged("a stream has other times than calls");
    return;
  }
  if (model_ != nullptr) {
    if (!decoder_.ok() || !decoder_.at_end()) damaged("a stream has other times than calls");
    return;
  }
  if (at_ == filled_ && !ended_) refill();
  if (at_ != filled_) damaged("a stream has more times than calls");
}

}  // namespace recorder::reader
