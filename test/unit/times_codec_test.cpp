// SPDX-License-Identifier: BSD-3-Clause
// The codec of times: streams of random call trees, with more contexts than there are models, through the
// merge's encoder and back; bounded errors; the walk through grammars.
// links: core format merge reader
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>

#include "merge/grammar_walk.h"
#include "merge/times_encoder.h"
#include "reader/number_unpacker.h"
#include "reader/source.h"
#include "trace_builder.h"

namespace recorder::test {
namespace {

struct Event {
  size_t part;
  Signature signature;
  TimedCall call;
  CallTimes times;
};

// A random program: calls in calls, in the order in which they return.
class Program {
 public:
  Program(uint64_t seed, uint64_t functions, uint64_t variants, size_t calls)
      : random_(seed), functions_(functions), variants_(variants) {
    stream.note(Signature::cwd("/"));
    while (events.size() < calls) {
      if (random_() % 2000 == 0) next_part();
      make(0);
      now_ += random_() % 300;
    }
  }

  Stream stream;
  std::vector<Event> events;

 private:
  void next_part() {
    stream.next_part();
    ++part_;
    numbers_.clear();
  }
  void make(uint64_t depth) {
    const uint64_t function = 2 + random_() % functions_;
    const uint64_t start = now_;
    now_ += random_() % 50;
    for (uint64_t inner = depth < 70 ? random_() % 3 : 0; inner > 1; --inner) make(depth + 1 + random_() % 2);
    now_ += (function * 100 + random_() % 30) << (random_() % 500 == 0 ? 30 : 0);
    Signature signature(function, depth);
    signature.varint(random_() % variants_);
    stream.call(signature, start, now_);
    const auto number = static_cast<uint32_t>(numbers_.size());
    const TimedCall call{numbers_.emplace(signature.bytes(), number).first->second,
                         static_cast<uint32_t>(function), depth};
    events.push_back({part_, signature, call, {start, now_}});
  }

  std::mt19937_64 random_;
  uint64_t functions_, variants_;
  uint64_t now_ = 0;
  size_t part_ = 0;
  std::map<std::string, uint32_t> numbers_;
};

std::vector<uint8_t> encode(Program *program, uint32_t percent, uint64_t drift) {
  Buffer out;
  TimesEncoder encoder(percent, drift);
  const StreamImage image = program->stream.image();
  EXPECT_TRUE(encoder.encode(image, append_to_buffer, &out).ok());
  EXPECT_EQ(encoder.stored_size(), out.size());
  EXPECT_EQ(encoder.crc(), crc_of(out.bytes()));
  return {out.data(), out.data() + out.size()};
}

// What a reader makes of the bytes, call by call.
std::vector<CallTimes> decode(const Program &program, const std::vector<uint8_t> &bytes, uint32_t percent,
                              bool *sound) {
  std::vector<CallTimes> times;
  std::unique_ptr<TimesModel> model(new TimesModel());
  TimeLevels levels;
  if (percent != 0) levels.set(percent);
  RangeDecoder decoder;
  decoder.begin(Bytes{bytes.data(), bytes.size()});
  TimeLine line;
  size_t part = SIZE_MAX;
  const auto none = [](const TimesModel::UsualLevel *, const TwoPaceModel *, uint64_t) {
    return TimesModel::LevelChoice{0, 0};
  };
  for (const Event &event : program.events) {
    if (event.part != part) model->begin_part();
    part = event.part;
    const bool contains_last = line.contains_last(event.call);
    const TimeLine::Distances d =
        percent != 0 ? model->code_levels(decoder, event.call, contains_last, {0, 0}, levels, none, none)
                     : model->code(decoder, event.call, contains_last, {0, 0});
    times.push_back(line.times_of(event.call, d));
    line.add(event.call, times.back());
  }
  *sound = decoder.ok() && decoder.at_end();
  return times;
}

// The same of a stream that is long enough to be packed.
void expect_packed(Program program) {
  Buffer out;
  TimesEncoder encoder;
  ASSERT_TRUE(encoder.encode(program.stream.image(), append_to_buffer, &out).ok());
  ASSERT_EQ(encoder.codec(), format::TimesCodec::packed);
  ASSERT_EQ(encoder.stored_size(), out.size());
  const auto source = reader::Source::borrow(out.data(), out.size());
  reader::Inflater in(*source, {0, out.size(), out.size(), encoder.crc(), false}, "times");
  reader::NumberUnpacker numbers(in);
  PackedTimes packed;
  TimeLine line;
  size_t part = SIZE_MAX;
  for (const Event &event : program.events) {
    if (event.part != part) packed.begin_part();
    part = event.part;
    const CallTimes times =
        line.times_of(event.call, packed.code(numbers, event.call, line.contains_last(event.call), {0, 0}));
    ASSERT_EQ(times.start, event.times.start);
    ASSERT_EQ(times.end, event.times.end);
    line.add(event.call, times);
  }
  EXPECT_TRUE(numbers.at_end());
}

void expect_exact(Program program) {
  bool sound = false;
  const std::vector<CallTimes> times = decode(program, encode(&program, 0, 0), 0, &sound);
  EXPECT_TRUE(sound);
  for (size_t i = 0; i < times.size(); ++i) {
    ASSERT_EQ(times[i].start, program.events[i].times.start) << i;
    ASSERT_EQ(times[i].end, program.events[i].times.end) << i;
  }
}

TEST(TimesCodec, RandomTreesReadBackExactly) {
  for (uint64_t seed = 0; seed < 20; ++seed)
    expect_exact(Program(seed, 1 + seed, 1 + seed % 3, 1 + seed * 300));
}

TEST(TimesCodec, MoreContextsThanModels) {
  expect_exact(Program(1, 40, 200, 30000));
  expect_exact(Program(2, 2000, 1, 30000));
  expect_exact(Program(3, 3, 60000, 20000));
}

TEST(TimesCodec, LongStreamsArePacked) {
  expect_packed(Program(1, 40, 200, kPackedTimesFrom));
  expect_packed(Program(2, 2000, 1, 60000));
  expect_packed(Program(3, 3, 60000, 100000));
  expect_packed(Program(4, 2, 1, 200000));
}

TEST(TimesCodec, BoundedErrorsHold) {
  for (const uint32_t percent : {1u, 5u, 50u}) {
    Program program(percent, 6, 2, 20000);
    bool sound = false;
    const std::vector<CallTimes> times = decode(program, encode(&program, percent, 10000), percent, &sound);
    EXPECT_TRUE(sound);
    uint64_t last = 0, shown_last = 0, drift = 0;
    const auto near = [&](uint64_t have, uint64_t want) {
      const auto off = std::abs(static_cast<int64_t>(have - want));
      const auto length = std::abs(static_cast<int64_t>(want));
      return off * 100 <= length * percent;
    };
    for (size_t i = 0; i < times.size(); ++i) {
      const CallTimes &is = program.events[i].times;
      ASSERT_TRUE(near(times[i].start - shown_last, is.start - last)) << i;
      ASSERT_TRUE(near(times[i].end - times[i].start, is.end - is.start)) << i;
      drift = std::max<uint64_t>(drift, std::abs(static_cast<int64_t>(times[i].end - is.end)));
      last = is.end;
      shown_last = times[i].end;
    }
    EXPECT_LE(drift, 12500u);
  }
}

// A loop whose calls are fast or slow for a while, gaps and durations together, with noise of more than the
// percentage: its entropy at 5 % is that of when it changes and of which of two levels the noise needs.
TEST(TimesCodec, BoundedErrorsOfALoopCostLittle) {
  std::mt19937_64 random(3);
  std::normal_distribution<> noise(1, 0.02);
  Stream stream;
  constexpr size_t kCalls = 100000;
  uint64_t now = 0;
  bool slow = false;
  for (size_t i = 0; i < kCalls; ++i) {
    if (random() % 50 == 0) slow = !slow;
    const auto start = now + static_cast<uint64_t>((slow ? 90 : 60) * noise(random));
    now = start + static_cast<uint64_t>((slow ? 300 : 240) * noise(random));
    stream.call(Signature(kPwrite).fd(0), start, now);
  }
  Buffer out;
  ASSERT_TRUE(TimesEncoder(5, 100000).encode(stream.image(), append_to_buffer, &out).ok());
  EXPECT_LT(out.size(), kCalls / 5);
}

TEST(TimesCodec, DamagedBytesEnd) {
  Program program(9, 5, 3, 3000);
  const std::vector<uint8_t> bytes = encode(&program, 0, 0);
  std::mt19937_64 random(9);
  for (int round = 0; round < 100; ++round) {
    std::vector<uint8_t> changed = bytes;
    if (round % 2 != 0) changed.resize(random() % changed.size());
    for (uint64_t n = random() % 4; n > 0 && !changed.empty(); --n)
      changed[random() % changed.size()] = static_cast<uint8_t>(random());
    bool sound = true;
    decode(program, changed, round % 3 == 0 ? 5 : 0, &sound);
    if (changed.size() + 16 < bytes.size() && round % 3 != 0) {
      EXPECT_FALSE(sound);
    }
  }
}

TEST(TimesCodec, OtherTimesThanCallsAreRefused) {
  Program program(4, 3, 2, 100);
  StreamImage image = program.stream.image();
  Buffer out;
  image.time_chunk_count = 0;
  EXPECT_FALSE(TimesEncoder().encode(image, append_to_buffer, &out).ok());
  image = program.stream.image();
  image.part_count = 0;
  EXPECT_FALSE(TimesEncoder().encode(image, append_to_buffer, &out).ok());
}

TEST(GrammarWalk, RefusesWhatIsDamaged) {
  const auto walk = [](std::vector<uint8_t> body) {
    GrammarWalk walk;
    uint32_t terminal = 0;
    uint64_t times = 0;
    if (!walk.begin({body.data(), body.size()}).ok()) return false;
    for (int steps = 0; walk.next(&terminal, &times); ++steps)
      if (steps == 1000) return false;
    return walk.status().ok();
  };
  EXPECT_TRUE(walk({2, 2, 3, 5, 0, 1, 1, 2, 7}));  // 5 times rule 1, terminal 0; rule 1: terminal 1, 7 times
  EXPECT_FALSE(walk({}));
  EXPECT_FALSE(walk({0}));
  EXPECT_FALSE(walk({1, 1, 3, 1}));           // no such rule
  EXPECT_FALSE(walk({1, 1, 1, 1}));           // contains itself
  EXPECT_FALSE(walk({2, 1, 3, 1}));           // ends early
  EXPECT_FALSE(walk({2, 1, 3, 0, 1, 0, 1}));  // no times
}

}  // namespace
}  // namespace recorder::test
