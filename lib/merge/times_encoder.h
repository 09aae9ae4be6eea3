// SPDX-License-Identifier: BSD-3-Clause
// The times of one stream, from the records of its chunks to coded bytes: each call's in the context of its
// terminal, which a walk through the grammars finds again.
#pragma once

#include <cstdint>

#include "format/format.h"
#include "format/packed_times.h"
#include "format/range_coder.h"
#include "format/times_model.h"
#include "merge/grammar_walk.h"
#include "merge/image.h"
#include "merge/side_encoder.h"
#include "session/memory.h"
#include "session/status.h"

namespace recorder {

// The records of a stream's chunks, one after another.
class TimeRecords {
 public:
  void begin(const StreamImage &stream) {
    *this = TimeRecords{};
    stream_ = &stream;
  }
  // False where there is none or where it makes no sense.
  bool next(CallTimes *times);
  // A value that stands before the times of its call.
  bool next_aside(Aside *aside);
  bool at_end();
  uint64_t bytes() const { return bytes_; }

 private:
  const StreamImage *stream_ = nullptr;
  uint32_t chunk_ = 0;
  const uint8_t *at_ = nullptr;
  const uint8_t *end_ = nullptr;
  uint64_t last_end_ = 0;
  uint64_t bytes_ = 0;
};

// Which level stands for a length: the usual one that costs least of those that may, unless the sum of all
// errors so far has to come down. Where none of them may, the level that brings the sum down.
class LevelChooser {
 public:
  LevelChooser(const TimeLevels &levels, uint32_t percent, uint64_t most_drift)
      : levels_(levels),
        most_(most_drift),
        longest_(percent != 0 ? most_drift / kShare * 100 / percent : 0) {}

  TimesModel::LevelChoice choose(const TimesModel::UsualLevel *usual, const TwoPaceModel *ranks,
                                 uint64_t length) const;
  // The stored times are ahead of the true ones by so many ticks.
  void set_drift(int64_t drift);

 private:
  // A length whose error could be more than this share of the drift is kept exactly: it takes a few bytes,
  // and to make up for its error would spoil the choice for thousands of calls.
  static constexpr uint64_t kShare = 4;

  // The number of the usual level that has the best chance in the model, kUsualLevels if none may be taken.
  uint32_t likeliest(const TimesModel::UsualLevel *usual, const TwoPaceModel *ranks, uint64_t length) const;

  const TimeLevels &levels_;
  uint64_t most_;
  uint64_t longest_;
  int64_t drift_ = 0;
  int correction_ = 0;  // -1: lengths must come out too short, 1: too long
};

class TimesEncoder {
 public:
  // `percent` 0: exact. `most_drift` in ticks.
  explicit TimesEncoder(uint32_t percent = 0, uint64_t most_drift = 0);
  TimesEncoder(const TimesEncoder &) = delete;
  TimesEncoder &operator=(const TimesEncoder &) = delete;
  ~TimesEncoder() { Memory::unmap(model_, sizeof *model_); }

  Status encode(const StreamImage &stream, ByteSink sink, void *self);

  // Of the last stream.
  format::TimesCodec codec() const { return codec_; }
  uint64_t raw_size() const { return records_.bytes(); }
  uint64_t stored_size() const { return is_packed() ? packer_.stored_size() : coder_.stored_size(); }
  uint32_t crc() const { return is_packed() ? packer_.crc() : coder_.crc(); }

 private:
  struct Terminal {
    TimedCall call;
    bool is_call;
  };

  bool is_packed() const { return codec_ == format::TimesCodec::packed; }
  Status begin(const StreamImage &stream, ByteSink sink, void *self);
  Status begin_packed(const StreamImage &stream, ByteSink sink, void *self);
  void begin_part();
  Status read_terminals(Bytes cst);
  Status encode_part(const PartImage &part);
  bool put(const TimedCall &call);
  bool put_asides();
  void put_bounded(const TimedCall &call, const CallTimes &times);

  format::TimesCodec codec_ = format::TimesCodec::exact;
  RangeEncoder coder_;
  NumberPacker packer_;
  PackedTimes packed_;
  SideEncoder side_;
  TimeRecords records_;
  bool has_asides_ = false;  // of the stream
  TimesModel *model_ = nullptr;
  TimeLine line_;    // as it was
  TimeLine stored_;  // as readers will see it, where that differs
  TimeLevels levels_;
  LevelChooser chooser_;
  uint32_t percent_;
  GrammarWalk walk_;
  Vector<Terminal> terminals_;
  uint32_t terminals_seen_ = 0;  // in this part
};

}  // namespace recorder
