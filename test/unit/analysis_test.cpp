// SPDX-License-Identifier: BSD-3-Clause
// links: analysis reader
// The analysis of traces: loops that are gone through once give the same sums as all of their turns, for
// random programs of calls that nest; and the pieces that this is made of.
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <sstream>
#include <string>

#include "../support/handmade_trace.h"
#include "analysis/alignment.h"
#include "analysis/common_values.h"
#include "analysis/dataspaces.h"
#include "analysis/intervals.h"
#include "analysis/loop_memory.h"
#include "analysis/sizes.h"
#include "analysis/survey.h"
#include "reader/access.h"

namespace {

using namespace recorder;
using namespace recorder::test;
using analysis::Budget;
using analysis::Intervals;
using analysis::LoopMemory;
using analysis::Remembered;
using analysis::Step;

enum : uint64_t { kOpen = 2, kPwrite, kPread, kWrite, kLseek, kUpperWrite, kUpperRead };

void describe(TraceBuilder &builder) {
  builder.function(kOpen, "open", "posix", "fd+", {{"pathname", "path"}, {"flags", "flags:open"}});
  for (const auto &[id, name] : {std::pair(kPwrite, "pwrite"), std::pair(kPread, "pread")})
    builder.function(id, name, "posix", "int",
                     {{"fd", "fd"}, {"buf", "ptr"}, {"count", "uint"}, {"offset", "offset"}});
  builder.function(kWrite, "write", "posix", "int", {{"fd", "fd"}, {"buf", "ptr"}, {"count", "uint"}});
  builder.function(kLseek, "lseek", "posix", "offset",
                   {{"fd", "fd"}, {"offset", "offset"}, {"whence", "enum:whence"}});
  for (const auto &[id, name] :
       {std::pair(kUpperWrite, "MPI_File_write_at"), std::pair(kUpperRead, "MPI_File_read_at_all")})
    builder.function(id, name, "mpiio", "int",
                     {{"fh", "handle:MPI_File"},
                      {"offset", "offset"},
                      {"count", "int"},
                      {"datatype", "handle:MPI_Datatype"}});
}

Out placed(uint64_t function, uint64_t depth, uint64_t slot, int64_t distance, uint64_t bytes) {
  return call(function, depth)
      .varint(slot + 1)
      .varint(1)
      .varint(bytes)
      .zigzag(distance)
      .zigzag(static_cast<int64_t>(bytes));
}

Out upper(uint64_t function, uint64_t depth, int64_t distance, int64_t count) {
  return call(function, depth).varint(1).zigzag(distance).zigzag(count).varint(1).zigzag(0);
}

// A stream without times of random rules over these calls. Null when it would be too long.
std::unique_ptr<TraceBuilder> random_program(uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto one_of = [&random](std::initializer_list<int64_t> list) {
    return list.begin()[random() % list.size()];
  };
  auto builder = std::make_unique<TraceBuilder>();
  describe(*builder);
  builder->with_times = false;
  builder->process().streams.resize(1);
  StreamData &stream = builder->processes[0].streams[0];
  builder->record(stream, bind("MPI_File", 0, 0, "/f/upper"));
  builder->record(stream, bind("MPI_Datatype", 0, 0, "MPI_INT"));
  for (uint64_t slot = 0; slot < 2; ++slot)
    builder->record(stream, call(kOpen)
                                .text("/f/" + std::to_string(slot))
                                .varint(2)
                                .varint(slot + 1)
                                .zigzag(3 + static_cast<int64_t>(slot)));
  builder->end_part(stream);

  std::vector<uint64_t> terminals;
  for (int i = 0; i < 5; ++i) {
    const auto depth = static_cast<uint64_t>(one_of({0, 1, 1, 2}));
    const uint64_t slot = random() % 2;
    switch (random() % 5) {
      case 0:
      case 1:
        terminals.push_back(builder->terminal(placed(random() % 2 != 0 ? kPwrite : kPread, depth, slot,
                                                     one_of({0, 8, 100, 4096, -64}), 8 + random() % 3 * 92)));
        break;
      case 2:
        terminals.push_back(
            builder->terminal(call(kWrite, depth).varint(slot + 1).varint(1).varint(64).zigzag(64)));
        break;
      case 3:
        terminals.push_back(builder->terminal(
            call(kLseek, depth).varint(slot + 1).zigzag(16).zigzag(1).zigzag(one_of({16, 80}))));
        break;
      default:
        terminals.push_back(builder->terminal(
            upper(random() % 2 != 0 ? kUpperWrite : kUpperRead, depth % 2, one_of({0, 32}), 16)));
    }
  }
  constexpr uint64_t kRules = 4;
  std::vector<uint64_t> lengths(kRules);
  std::string rules[kRules];
  for (uint64_t rule = kRules; rule-- > 0;) {
    const uint64_t symbols = 2 + random() % 4;
    Out body;
    body.varint(symbols);
    for (uint64_t i = 0; i < symbols; ++i) {
      const bool is_rule = rule + 1 < kRules && random() % 2 != 0;
      const uint64_t id =
          is_rule ? rule + 1 + random() % (kRules - rule - 1) : terminals[random() % terminals.size()];
      const auto exponent = static_cast<uint64_t>(one_of({1, 1, 2, 7, 13, 40}));
      body.varint(id << 1 | (is_rule ? 1 : 0)).varint(exponent);
      lengths[rule] += exponent * (is_rule ? lengths[id] : 1);
    }
    rules[rule] = body.bytes;
  }
  if (lengths[0] > 20000) return nullptr;
  Out grammar;
  grammar.varint(kRules);
  for (const std::string &rule : rules) grammar.raw(rule);
  stream.bodies.push_back(grammar.bytes);
  return builder;
}

void show(std::ostream &out, const analysis::Direction &d) {
  out << d.calls << ' ' << d.failed << ' ' << d.unknown << ' ' << d.accesses << ' ' << d.bytes << ' '
      << d.largest << ' ' << d.placed << ' ' << d.consecutive << ' ' << d.sequential << ' '
      << d.unaligned_in_file << ' ' << d.last_byte << " sizes";
  for (const uint64_t size : d.sizes) out << ' ' << size;
  out << '\n';
}

std::string show(const analysis::Survey &survey) {
  std::ostringstream out;
  for (const analysis::FunctionSum &f : survey.functions()) {
    out << f.layer << ' ' << f.name << ' ' << f.sum.calls << ' ' << f.sum.read << ' ' << f.sum.written << ' '
        << f.sum.unknown << '\n';
    std::map<std::string, std::string> below;
    for (const analysis::Below &b : f.below)
      below[survey.functions()[b.function].name] = std::to_string(b.calls) + " " + std::to_string(b.bytes);
    for (const auto &[name, counts] : below) out << "  caused " << name << ' ' << counts << '\n';
  }
  for (const analysis::FileSum &file : survey.files()) {
    for (unsigned i = 0; i < analysis::kInterfaces; ++i) {
      const analysis::Interface *f = file.record->interfaces[i].get();
      if (f == nullptr) continue;
      out << file.path << ' ' << name_of(static_cast<analysis::InterfaceKind>(i)) << ' ' << f->switches;
      for (const uint64_t counter : f->counters) out << ' ' << counter;
      out << '\n';
      show(out, f->read);
      show(out, f->write);
      for (const auto *values : {&f->sizes, &f->strides})
        for (const auto &[value, count] : values->top(100)) out << value << " x " << count << "; ";
      out << '\n';
    }
  }
  return out.str();
}

std::string survey(const std::string &bytes, bool expand, uint64_t *events) {
  recorder_error error;
  recorder_trace *trace = recorder_open_memory(bytes.data(), bytes.size(), &error);
  EXPECT_NE(trace, nullptr) << error.message;
  if (trace == nullptr) return "";
  analysis::SurveyOptions options;
  options.times = options.records.times = false;
  options.files = true;
  options.expand = expand;
  analysis::Survey sums(options);
  sums.expect(reader::trace_of(trace), {});
  sums.add(reader::trace_of(trace), {}, 0);
  sums.finish();
  std::string text = show(sums);
  *events = sums.events();
  recorder_close(trace);
  return text;
}

TEST(Loops, GivesTheSameSumsAsAllTurns) {
  uint64_t tried = 0, all_events = 0, few_events = 0;
  for (uint64_t seed = 1; tried < 400; ++seed) {
    const auto builder = random_program(seed);
    if (builder == nullptr) continue;
    ++tried;
    const std::string trace = builder->build();
    uint64_t expanded, looped;
    const std::string want = survey(trace, true, &expanded), have = survey(trace, false, &looped);
    ASSERT_EQ(have, want) << "seed " << seed;
    all_events += expanded;
    few_events += looped;
  }
  EXPECT_LT(few_events * 2, all_events) << "loops were expanded";
}

TEST(LoopMemory, MovesNumbersOnAsOneTurnDid) {
  LoopMemory memory;
  Remembered end;
  memory.set(end, 100);
  memory.loop_begins();  // 1000 turns, each sets 110, 120, ...
  memory.set(end, 105);
  memory.set(end, 110);
  memory.loop_ends(1000);
  EXPECT_EQ(end.value, 100 + 1000 * 10);
}

TEST(LoopMemory, LoopsInLoops) {
  LoopMemory memory;
  Remembered end;
  memory.set(end, 0);
  memory.loop_begins();
  memory.set(end, 1);
  memory.loop_begins();
  memory.set(end, 3);
  memory.loop_ends(10);  // by 2 each: 21
  memory.loop_ends(5);
  EXPECT_EQ(end.value, 5 * 21);
}

TEST(Alignment, CountsAsALoopWould) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 3000; ++i) {
    const uint64_t alignment = 1 + random() % 40;
    const auto base = static_cast<int64_t>(random() % 200) - 100;
    std::vector<Step> steps(random() % 4);
    for (Step &step : steps) step = {1 + random() % 12, static_cast<int64_t>(random() % 60) - 30};
    uint64_t want = 0, turns = 1;
    for (const Step &step : steps) turns *= step.times;
    for (uint64_t turn = 0; turn < turns; ++turn) {
      int64_t offset = base;
      uint64_t rest = turn;
      for (const Step &step : steps) {
        offset += static_cast<int64_t>(rest % step.times) * step.distance;
        rest /= step.times;
      }
      if (offset % static_cast<int64_t>(alignment) == 0) ++want;
    }
    ASSERT_EQ(analysis::aligned_offsets(base, steps.data(), steps.size(), alignment), want);
  }
}

TEST(Alignment, TakesNoTimeByTurn) {
  const Step steps[] = {{uint64_t{1} << 40, 512}, {3, 1}};
  EXPECT_EQ(analysis::aligned_offsets(0, steps, 2, 4096), uint64_t{1} << 37);
}

TEST(IntervalsTest, IsTheUnion) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 50; ++round) {
    Budget budget(1 << 20);
    Intervals intervals;
    std::vector<bool> busy(5000);
    for (int i = 0; i < 600; ++i) {
      const uint64_t from = random() % 4900, length = random() % 20;
      intervals.add(static_cast<int64_t>(from), static_cast<int64_t>(from + length), budget);
      for (uint64_t t = from; t < from + length; ++t) busy[t] = true;
    }
    intervals.finish(budget);
    EXPECT_EQ(intervals.total(), std::count(busy.begin(), busy.end(), true));
    EXPECT_EQ(intervals.slack(), 0);
  }
}

TEST(IntervalsTest, SaysHowMuchItDoesNotKnow) {
  Budget budget(1000);
  Intervals intervals;
  for (int64_t i = 0; i < 100000; ++i) intervals.add(10 * i, 10 * i + 3 + i % 2, budget);
  intervals.finish(budget);
  EXPECT_GE(intervals.total(), 350000);
  EXPECT_LE(intervals.total() - intervals.slack(), 350000);
}

TEST(IntervalsTest, UnitesSeveral) {
  Budget budget(1 << 20);
  Intervals a, b, none;
  for (int64_t i = 0; i < 10000; ++i) a.add(10 * i, 10 * i + 4, budget);
  for (int64_t i = 0; i < 10000; ++i) b.add(10 * i + 2, 10 * i + 7, budget);
  for (Intervals *each : {&a, &b, &none}) each->finish(budget);
  EXPECT_EQ(Intervals::total_of({&a, &none, &b}), 70000);
  EXPECT_EQ(Intervals::total_of({&none}), 0);
}

// As streams of several ranks come: each from the beginning of time.
TEST(IntervalsTest, TakesStreamsOneAfterAnother) {
  Budget budget(1 << 20);
  Intervals intervals;
  for (int64_t rank = 0; rank < 8; ++rank)
    for (int64_t i = 0; i < 20000; ++i) intervals.add(100 * i + 10 * rank, 100 * i + 10 * rank + 5, budget);
  intervals.finish(budget);
  EXPECT_EQ(intervals.total(), 8 * 20000 * 5);
  EXPECT_EQ(intervals.slack(), 0);
}

TEST(CommonValuesTest, ShowsTheMostCommonFirst) {
  Budget budget(3);
  analysis::CommonValues values;
  for (const auto &[value, times] : {std::pair(8, 5), std::pair(4096, 7), std::pair(16, 5), std::pair(1, 9)})
    values.add(value, static_cast<uint64_t>(times), budget);
  const std::vector<analysis::CommonValues::Count> want = {{4096, 7}, {8, 5}};
  EXPECT_EQ(values.top(2), want);
  EXPECT_EQ(values.others(), 9u);
}

TEST(SizeClasses, HaveDarshansEdges) {
  EXPECT_STREQ(analysis::name_of_size_class(analysis::size_class(0)), "0-100");
  EXPECT_STREQ(analysis::name_of_size_class(analysis::size_class(100)), "0-100");
  EXPECT_STREQ(analysis::name_of_size_class(analysis::size_class(101)), "100-1K");
  EXPECT_STREQ(analysis::name_of_size_class(analysis::size_class(1 << 20)), "100K-1M");
  EXPECT_STREQ(analysis::name_of_size_class(analysis::size_class((1 << 20) + 1)), "1M-4M");
  EXPECT_STREQ(analysis::name_of_size_class(analysis::size_class(UINT64_MAX)), "1G+");
}

TEST(TypeSizes, AreThoseOfTheNames) {
  EXPECT_EQ(analysis::size_of_datatype("MPI_DOUBLE"), 8u);
  EXPECT_EQ(analysis::size_of_hdf5_type("H5T_NATIVE_INT"), 4u);
  EXPECT_EQ(analysis::size_of_hdf5_type("H5T_STD_I16BE"), 2u);
  EXPECT_EQ(analysis::size_of_hdf5_type("H5T_IEEE_F64LE"), 8u);
  EXPECT_EQ(analysis::size_of_hdf5_type("H5T_COMPOUND 88"), 88u);
  EXPECT_FALSE(analysis::size_of_hdf5_type("H5T_STD_SOMETHING").has_value());
}

TEST(Meaning, FormsOfOneFunctionMeanTheSame) {
  for (const char *name : {"__pread64_chk", "pread64", "pread", "__pread_chk"})
    EXPECT_EQ(analysis::plain_name(name), "pread");
  EXPECT_EQ(analysis::plain_name("__open64_2"), "open");
  EXPECT_EQ(analysis::plain_name("__isoc99_fscanf"), "fscanf");
  EXPECT_EQ(analysis::plain_name("getdents64"), "getdents64");
}

}  // namespace
