// SPDX-License-Identifier: BSD-3-Clause
// links: analysis reader
// The analysis of traces: loops that are gone through once give the same sums as all of their turns, for
// random programs of calls that nest; and the pieces that this is made of.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <string>

#include "../support/random_calls.h"
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

void show(std::ostream &out, const analysis::Direction &d) {
  out << d.calls << ' ' << d.failed << ' ' << d.unknown << ' ' << d.accesses << ' ' << d.bytes << ' '
      << d.largest << ' ' << d.placed << ' ' << d.consecutive << ' ' << d.sequential << ' '
      << d.unaligned_in_file << ' ' << d.last_byte << " sizes";
  for (const uint64_t size : d.sizes) out << ' ' << size;
  out << " times " << d.first_ns << ' ' << d.last_ns << ' ' << d.time_ns << ' ' << d.longest_ns << ' '
      << d.busy.total() << '\n';
}

std::string show(const analysis::Survey &survey) {
  std::ostringstream out;
  for (const analysis::FunctionSum &f : survey.functions()) {
    out << f.layer << ' ' << f.name << ' ' << f.sum.calls << ' ' << f.sum.read << ' ' << f.sum.written << ' '
        << f.sum.unknown << " times " << f.sum.time_ns << ' ' << f.own_ns << ' ' << f.outer_ns << '\n';
    std::map<std::string, std::string> below;
    for (const analysis::Below &b : f.below)
      below[survey.functions()[b.function].name] = std::to_string(b.calls) + " " + std::to_string(b.bytes) +
                                                   " times " + std::to_string(b.time_ns) + " " +
                                                   std::to_string(b.outer_ns);
    for (const auto &[name, counts] : below) out << "  caused " << name << ' ' << counts << '\n';
  }
  for (const analysis::RankSum &r : survey.ranks())
    out << r.calls << ' ' << r.bytes() << " times " << r.read_ns << ' ' << r.write_ns << ' ' << r.metadata_ns
        << ' ' << r.io_ns << ' ' << survey.reading().ns << ' ' << survey.writing().ns << '\n';
  for (const analysis::FileSum &file : survey.files()) {
    for (unsigned i = 0; i < analysis::kInterfaces; ++i) {
      const analysis::Interface *f = file.record->interfaces[i].get();
      if (f == nullptr) continue;
      out << file.path << ' ' << name_of(static_cast<analysis::InterfaceKind>(i)) << ' ' << f->switches;
      for (const uint64_t counter : f->counters) out << ' ' << counter;
      out << " times " << f->first_open_ns << ' ' << f->metadata_ns << ' ' << f->rank_seconds.mean << '\n';
      show(out, f->read);
      show(out, f->write);
      for (const auto *values : {&f->sizes, &f->strides})
        for (const auto &[value, count] : values->top(100)) out << value << " x " << count << "; ";
      out << '\n';
    }
  }
  return out.str();
}

std::string survey(const std::string &bytes, bool times, bool expand, uint64_t *events) {
  recorder_error error;
  recorder_trace *trace = recorder_open_memory(bytes.data(), bytes.size(), &error);
  EXPECT_NE(trace, nullptr) << error.message;
  if (trace == nullptr) return "";
  analysis::SurveyOptions options;
  options.times = times;
  options.files = true;
  options.expand = expand;
  analysis::Survey sums(options);
  sums.expect(reader::trace_of(trace), {});
  sums.add(reader::trace_of(trace), {}, {0, 0, 12345});
  sums.finish();
  std::string text = show(sums);
  *events = sums.events();
  recorder_close(trace);
  return text;
}

class Loops : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(With, Loops, testing::Bool(), [](const auto &of) {
  return of.param ? std::string("Times") : std::string("outTimes");
});

TEST_P(Loops, GiveTheSameSumsAsAllTurns) {
  const bool times = GetParam();
  uint64_t tried = 0, all_events = 0, few_events = 0;
  for (uint64_t seed = 1; tried < 400; ++seed) {
    const auto builder = random_program(seed, times);
    if (builder == nullptr) continue;
    ++tried;
    const std::string trace = builder->build();
    uint64_t expanded, looped;
    const std::string want = survey(trace, times, true, &expanded),
                      have = survey(trace, times, false, &looped);
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

// A datatype whose blocks the trace cut short has no size that it tells.
TEST(TypeSizes, AreNotThoseOfHalfAnArray) {
  constexpr uint64_t kIndexed = 20;
  for (const bool cut : {false, true}) {
    TraceBuilder builder;
    describe(builder);
    builder.with_times = false;
    builder.function(kIndexed, "MPI_Type_indexed", "mpi", "int",
                     {{"count", "int"},
                      {"array_of_blocklengths", "[int]"},
                      {"array_of_displacements", "[int]"},
                      {"oldtype", "handle:MPI_Datatype"},
                      {"newtype", "handle+:MPI_Datatype"}});
    builder.process().streams.resize(1);
    StreamData &stream = builder.processes[0].streams[0];
    builder.record(stream, bind("MPI_File", 0, 0, "/f/upper"));
    builder.record(stream, bind("MPI_Datatype", 0, 0, "MPI_INT"));
    Out indexed = call(kIndexed).zigzag(cut ? 4 : 2);
    for (int array = 0; array < 2; ++array) {
      (cut ? indexed.cut_head(2, 4) : indexed.head(2)).zigzag(10).zigzag(30);
    }
    builder.record(stream, indexed.varint(1).varint(2).zigzag(0));
    builder.record(stream, call(kUpperWrite).varint(1).zigzag(0).zigzag(1).varint(2).zigzag(0));
    builder.end_part(stream);
    uint64_t events;
    const std::string sums = survey(builder.build(), false, false, &events);
    const std::string want = cut ? "MPI_File_write_at 1 0 0 1 " : "MPI_File_write_at 1 0 160 0 ";
    EXPECT_NE(sums.find(want), sums.npos) << sums;
  }
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
