// SPDX-License-Identifier: BSD-3-Clause
// The timestamps of one stream, one call after the other, and what a tick is in nanoseconds.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <vector>

#include "format/format.h"
#include "format/packed_times.h"
#include "format/times_model.h"
#include "reader/asides.h"
#include "reader/inflater.h"
#include "reader/number_unpacker.h"
#include "reader/stream_state.h"

namespace recorder::reader {

class TickScale {
 public:
  TickScale() = default;
  TickScale(uint64_t numerator, uint64_t denominator, int64_t origin_ns);

  // Nanoseconds since the trace's start: exactly ticks x numerator / denominator, without a division. The
  // reciprocal gives a quotient that is at most one too small, which what is left over then tells.
  int64_t to_ns(int64_t ticks) const {
    using Wide = unsigned __int128;
    const uint64_t magnitude = ticks < 0 ? 0 - static_cast<uint64_t>(ticks) : static_cast<uint64_t>(ticks);
    auto part = static_cast<uint64_t>(static_cast<Wide>(magnitude) * reciprocal_ >> 64);
    const Wide left = static_cast<Wide>(magnitude) * rest_ - static_cast<Wide>(part) * denominator_;
    part += left >= denominator_;
    uint64_t sum;
    int64_t result;
    if (__builtin_mul_overflow(magnitude, whole_, &sum) || __builtin_add_overflow(sum, part, &sum) ||
        sum > INT64_MAX) {
      impossible();
    }
    result = ticks < 0 ? -static_cast<int64_t>(sum) : static_cast<int64_t>(sum);
    if (__builtin_add_overflow(result, origin_, &result)) impossible();
    return result;
  }

 private:
  [[noreturn]] static void impossible();

  // The ratio is whole_ + rest_ / denominator_, and reciprocal_ the latter fraction in 1/2^64.
  uint64_t whole_ = 1;
  uint64_t rest_ = 0;
  uint64_t denominator_ = 1;
  uint64_t reciprocal_ = 0;
  int64_t origin_ = 0;
};

// How the times of one stream are stored.
struct StoredTimes {
  StoredRange range;
  uint64_t calls;
  format::TimesCodec codec;
  uint32_t percent;    // of bounded
  bool has_asides;     // values of random arguments among them, or behind them where calls have none
  bool plain_offsets;  // offsets are there themselves, and not as differences
  StoredRange asides;  // where these are behind them
  StoredRange counts;  // lengths of runs that vary, which stand behind all that
  bool has_counts;

  bool per_call() const { return format::has_times(codec); }
  bool asides_alone() const { return has_asides && !per_call(); }
};

class TimeReader : public AsideSource {
 public:
  // The number that the file has for the function of a terminal.
  using FunctionNumber = std::function<uint64_t(uint32_t terminal)>;

  // `last_end`: where the stream's earlier part ended, 0 at its start.
  TimeReader(const Source &source, const StoredTimes &stored, int64_t last_end, FunctionNumber function);

  void begin_part();
  // The next call's start and end in ticks since the process's start. The context of coded times is the
  // terminal, and how deep its call was.
  void next(uint32_t terminal, uint64_t depth, int64_t *start, int64_t *end);
  uint64_t next_aside(const Function *function, uint8_t argument, uint32_t element) override;
  // After the last call: nothing may be left, and the checksum must be right.
  void finish();
  int64_t last_end() const { return last_end_; }

 private:
  void next_record(int64_t *start, int64_t *end);
  void begin_packed(const StoredTimes &stored);
  void begin_coded(const StoredTimes &stored);
  const TimedCall &call_of(uint32_t terminal, uint64_t depth);
  TimeLine::Distances next_distances(const TimedCall &call, bool contains_last);
  void next_coded(uint32_t terminal, uint64_t depth, int64_t *start, int64_t *end);
  void refill();
  static uint64_t load(const uint8_t *from, unsigned bytes);
  static Bytes feed(void *self);

  static constexpr size_t kMostRecord = 17;
  static constexpr size_t kBuffer = 32 * 1024;

  Inflater in_;
  std::vector<uint8_t> buffer_;
  size_t at_ = 0;
  size_t filled_ = 0;
  bool ended_ = false;
  int64_t last_end_;

  // Of coded times
  struct Free {
    void operator()(TimesModel *model) const { free(model); }
  };
  RangeDecoder decoder_;
  std::unique_ptr<TimesModel, Free> model_;
  std::unique_ptr<TimeLevels> levels_;        // of bounded ones
  std::unique_ptr<NumberUnpacker> unpacker_;  // of packed ones, which have no model
  PackedTimes packed_;
  TimeLine line_;
  FunctionNumber function_;
  static constexpr uint32_t kUnseen = UINT32_MAX;
  std::vector<TimedCall> calls_;  // by terminal, of this part
  uint32_t seen_ = 0;             // how many have occurred

  AsideDecoder asides_;
};

}  // namespace recorder::reader
