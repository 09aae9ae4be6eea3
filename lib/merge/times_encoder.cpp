// SPDX-License-Identifier: BSD-3-Clause
// The walk through parts, grammars and records in step (see times_encoder.h). Memory depends on the largest
// part, never on how many calls there were.
#include "merge/times_encoder.h"

#include "core/time_buffer.h"
#include "format/cursor.h"
#include "format/format.h"
#include "format/varint.h"

namespace recorder {
namespace {

constexpr const char *kNoMemory = "no memory to compress the times";
constexpr const char *kDamaged = "a stream has other times than calls";
constexpr uint32_t kUnseen = UINT32_MAX;

// The number in so many bytes, 0 to 8, of those up to `end`. Nearly always all of a word may be loaded.
uint64_t number_of(const uint8_t *from, uint32_t size, const uint8_t *end) {
  if (__builtin_expect(end - from >= 8, 1))
    return read_u64le(from) & (size < 8 ? (uint64_t{1} << 8 * size) - 1 : ~uint64_t{0});
  uint64_t value = 0;
  for (uint32_t i = 0; i < size; ++i) value |= static_cast<uint64_t>(from[i]) << (8 * i);
  return value;
}

}  // namespace

bool TimeRecords::next(CallTimes *times) {
  if (at_ == end_ && at_end()) return false;
  const uint32_t gap = *at_ & 15;
  const uint32_t duration = *at_ >> 4;
  const uint32_t size = 1 + gap + duration;
  if (gap > 8 || duration > 8 || static_cast<uint64_t>(end_ - at_) < size) return false;
  times->start = last_end_ + static_cast<uint64_t>(from_zigzag(number_of(at_ + 1, gap, end_)));
  times->end = times->start + number_of(at_ + 1 + gap, duration, end_);
  last_end_ = times->end;
  at_ += size;
  bytes_ += size;
  return true;
}

bool TimeRecords::next_aside(Aside *aside) {
  if (at_ == end_ && at_end()) return false;
  const uint32_t width = *at_ >> 4;
  const uint32_t size = TimeBuffer::kAsideHead + width;
  if ((*at_ & 15) != TimeBuffer::kAside || width > 8 || static_cast<uint64_t>(end_ - at_) < size)
    return false;
  const uint32_t element = at_[4] < SideKey::kMostElements ? at_[4] : SideKey::kMostElements;
  aside->key =
      static_cast<uint32_t>(number_of(at_ + 1, 2, end_)) << 16 | static_cast<uint32_t>(at_[3]) << 8 | element;
  aside->value = number_of(at_ + TimeBuffer::kAsideHead, width, end_);
  at_ += size;
  bytes_ += size;
  return true;
}

bool TimeRecords::at_end() {
  while (at_ == end_ && chunk_ <= stream_->time_chunk_count) {
    if (chunk_ > 0) release(stream_->spool, stream_->time_chunks[chunk_ - 1]);
    if (chunk_++ == stream_->time_chunk_count) break;
    const Bytes chunk = stream_->time_chunks[chunk_ - 1];
    at_ = chunk.data;
    end_ = chunk.data + chunk.size;
  }
  return at_ == end_;
}

uint32_t LevelChooser::likeliest(const TimesModel::UsualLevel *usual, const TwoPaceModel *ranks,
                                 uint64_t length) const {
  constexpr uint32_t kNone = TimesModel::kUsualLevels;
  const uint64_t tolerance = levels_.tolerance(length);
  const uint64_t least = correction_ > 0 ? length : length - tolerance;
  const uint64_t most = correction_ < 0 ? length : length + tolerance;
  uint32_t best = kNone;
  uint64_t best_chance = 0;
  uint64_t rest = uint64_t{1} << 48;  // the chance of this rank and all behind it
  for (uint32_t i = 0; i < kNone && (best == kNone || rest > best_chance); ++i) {
    const uint64_t chance = (rest >> 16) * ranks[i].one();
    rest -= chance;
    if (usual[i].level == TimesModel::kExactly) continue;
    const uint64_t is = levels_.length(usual[i].level - 1u);
    if (is < least || is > most || (best != kNone && chance <= best_chance)) continue;
    best = i;
    best_chance = chance;
  }
  return best;
}

TimesModel::LevelChoice LevelChooser::choose(const TimesModel::UsualLevel *usual, const TwoPaceModel *ranks,
                                             uint64_t length) const {
  constexpr uint32_t kNone = TimesModel::kUsualLevels;
  if (static_cast<int64_t>(length) < 0 || length > longest_) return {kNone, TimesModel::kExactly};
  if (const uint32_t rank = likeliest(usual, ranks, length); rank != kNone) return {rank, usual[rank].level};
  const uint32_t below = levels_.below(length);
  if (levels_.length(below) == length || below + 1 == levels_.count()) return {kNone, below + 1};
  const bool below_is_nearer = length - levels_.length(below) <= levels_.length(below + 1) - length;
  const bool take_below = drift_ == 0 ? below_is_nearer : drift_ > 0;
  return {kNone, (take_below ? below : below + 1) + 1};
}

void LevelChooser::set_drift(int64_t drift) {
  drift_ = drift;
  const auto size = static_cast<uint64_t>(drift < 0 ? -drift : drift);
  if (size > most_)
    correction_ = drift > 0 ? -1 : 1;
  else if (correction_ != 0 && (drift > 0) != (correction_ < 0))
    correction_ = 0;
}

TimesEncoder::TimesEncoder(uint32_t percent, uint64_t most_drift)
    : chooser_(levels_, percent, most_drift), percent_(percent) {
  if (percent != 0) levels_.set(percent);
}

Status TimesEncoder::begin(const StreamImage &stream, ByteSink sink, void *self) {
  Memory::unmap(model_, sizeof *model_);
  model_ = static_cast<TimesModel *>(Memory::map(sizeof *model_));
  if (model_ == nullptr) return Status::no_memory(kNoMemory);
  codec_ = percent_ != 0 ? format::TimesCodec::bounded : format::TimesCodec::exact;
  coder_.begin(sink, self);
  chooser_.set_drift(0);
  return stream.has_asides ? side_.begin(stream, &coder_) : Status::good();
}

Status TimesEncoder::begin_packed(const StreamImage &stream, ByteSink sink, void *self) {
  codec_ = format::TimesCodec::packed;
  packed_ = PackedTimes();
  Buffer keys;
  if (stream.has_asides)
    if (Status s = side_.begin(stream, &keys); !s.ok()) return s;
  return packer_.begin(keys.bytes(), sink, self);
}

Status TimesEncoder::encode(const StreamImage &stream, ByteSink sink, void *self) {
  const bool packs = percent_ == 0 && stream.calls >= kPackedTimesFrom;
  if (Status s = packs ? begin_packed(stream, sink, self) : begin(stream, sink, self); !s.ok()) return s;
  records_.begin(stream);
  has_asides_ = stream.has_asides;
  line_ = stored_ = TimeLine();
  for (uint32_t i = 0; i < stream.part_count; ++i) {
    if (Status s = encode_part(stream.parts[i]); !s.ok()) return s;
    release(stream.spool, stream.parts[i].cst);
    release(stream.spool, stream.parts[i].cfg);
  }
  // A call that was never completed may have left values.
  for (Aside aside{}; records_.next_aside(&aside);) {
  }
  if (!records_.at_end()) return Status::corrupt(kDamaged);
  return is_packed() ? packer_.end() : coder_.end();
}

void TimesEncoder::begin_part() {
  if (is_packed())
    packed_.begin_part();
  else
    model_->begin_part();
}

Status TimesEncoder::read_terminals(Bytes cst) {
  terminals_.clear();
  terminals_seen_ = 0;
  Cursor in(cst);
  uint64_t count = 0;
  if (!in.count(&count)) return Status::corrupt("a stream's signatures are damaged");
  for (uint64_t i = 0; i < count; ++i) {
    Bytes signature{};
    uint64_t function = 0;
    uint64_t depth = 0;
    if (!in.str(&signature)) return Status::corrupt("a stream's signatures are damaged");
    Cursor fields(signature);
    if (!fields.varint(&function) || !fields.varint(&depth)) depth = 0;
    const TimedCall call{kUnseen, static_cast<uint32_t>(function), depth / 2};
    if (!terminals_.push({call, format::is_call(function)})) return Status::no_memory(kNoMemory);
  }
  return Status::good();
}

Status TimesEncoder::encode_part(const PartImage &part) {
  if (Status s = read_terminals(part.cst); !s.ok()) return s;
  if (Status s = walk_.begin(part.cfg, part.counts); !s.ok()) return s;
  begin_part();
  uint32_t number = 0;
  for (uint64_t times = 0; walk_.next(&number, &times);) {
    if (number >= terminals_.size()) return Status::corrupt("a stream's grammar is damaged");
    Terminal &terminal = terminals_[number];
    if (!terminal.is_call) continue;
    if (terminal.call.terminal == kUnseen) terminal.call.terminal = terminals_seen_++;
    for (; times > 0; --times)
      if (!put(terminal.call)) return Status::corrupt(kDamaged);
  }
  return walk_.status();
}

bool TimesEncoder::put_asides() {
  for (Aside aside{}; records_.next_aside(&aside);)
    if (!(is_packed() ? side_.put(aside, &packer_) : side_.put(aside, &coder_))) return false;
  return true;
}

bool TimesEncoder::put(const TimedCall &call) {
  CallTimes times{};
  if (has_asides_ && !put_asides()) return false;
  if (!records_.next(&times)) return false;
  if (percent_ != 0) {
    put_bounded(call, times);
    return true;
  }
  const bool contains_last = line_.contains_last(call);
  const TimeLine::Distances distances = line_.of(call, times);
  if (is_packed())
    packed_.code(packer_, call, contains_last, distances);
  else
    model_->code(coder_, call, contains_last, distances);
  line_.add(call, times);
  return true;
}

// The first distance moves the end of a call only where it is a gap.
void TimesEncoder::put_bounded(const TimedCall &call, const CallTimes &times) {
  const bool contains_last = line_.contains_last(call);
  const TimeLine::Distances is = line_.of(call, times);
  const auto drift = static_cast<int64_t>(stored_.last_end() - line_.last_end());
  const auto first = [&](const TimesModel::UsualLevel *usual, const TwoPaceModel *ranks, uint64_t length) {
    const TimesModel::LevelChoice choice = chooser_.choose(usual, ranks, length);
    if (!contains_last && choice.level != TimesModel::kExactly)
      chooser_.set_drift(drift + static_cast<int64_t>(levels_.length(choice.level - 1) - length));
    return choice;
  };
  const auto second = [&](const TimesModel::UsualLevel *usual, const TwoPaceModel *ranks, uint64_t length) {
    return chooser_.choose(usual, ranks, length);
  };
  const TimeLine::Distances kept =
      model_->code_levels(coder_, call, contains_last, is, levels_, first, second);
  const CallTimes shown = stored_.times_of(call, kept);
  line_.add(call, times);
  stored_.add(call, shown);
  chooser_.set_drift(static_cast<int64_t>(shown.end - times.end));
}

}  // namespace recorder
