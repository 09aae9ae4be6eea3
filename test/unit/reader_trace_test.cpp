// SPDX-License-Identifier: BSD-3-Clause
// links: reader
// The shape of traces: call trees, threads, ranks, segments, late parts, long loops; and hostile files.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "../support/handmade_trace.h"
#include "reader/recorder-reader.h"

namespace {

using namespace recorder::test;

struct Close {
  void operator()(recorder_trace *t) const { recorder_close(t); }
  void operator()(recorder_calls *c) const { recorder_calls_close(c); }
};
using TracePtr = std::unique_ptr<recorder_trace, Close>;
using CallsPtr = std::unique_ptr<recorder_calls, Close>;

TracePtr open(const std::string &bytes, recorder_error *error) {
  return TracePtr(recorder_open_memory(bytes.data(), bytes.size(), error));
}

// "name@rank.thread/depth:start" for each call; what went wrong at the end.
std::string list(const std::string &bytes, recorder_order order = RECORDER_BY_RANK) {
  recorder_error error;
  const TracePtr trace = open(bytes, &error);
  if (trace == nullptr) return std::string("open: ") + error.message;
  const CallsPtr calls(recorder_calls_open(trace.get(), nullptr, order, &error));
  if (calls == nullptr) return std::string("calls: ") + error.message;
  std::string text;
  const recorder_call *c;
  recorder_status status;
  while ((status = recorder_calls_next(calls.get(), &c, &error)) == RECORDER_OK) {
    text += std::string(c->function->name) + "@" + std::to_string(c->rank) + "." + std::to_string(c->thread) +
            "/" + std::to_string(c->depth) + ":" + std::to_string(c->start_ns) + " ";
  }
  return status == RECORDER_END ? text : text + error.message;
}

class Trace : public testing::Test {
 protected:
  Trace() {
    builder.function(2, "a", "posix", "void", {});
    builder.function(3, "b", "mpiio", "void", {});
    builder.function(4, "chdir", "posix", "void", {{"path", "path"}});
  }
  StreamData &stream(size_t processes = 1, size_t threads = 1) {
    for (size_t i = 0; i < processes; ++i) {
      builder.process().mpi_rank = static_cast<int64_t>(i);
      builder.processes.back().streams.resize(threads);
      for (size_t k = 0; k < threads; ++k) builder.processes.back().streams[k].thread = k;
    }
    return builder.processes[0].streams[0];
  }
  TraceBuilder builder;
};

TEST_F(Trace, RootsComeBeforeWhatTheyCalled) {
  StreamData &s = stream();
  builder.record(s, call(2, 2), 12, 13);
  builder.record(s, call(2, 2), 14, 15);
  builder.record(s, call(2, 1), 11, 20);
  builder.record(s, call(2, 1), 21, 22);
  builder.record(s, call(3, 0), 10, 30);
  builder.record(s, call(2, 0), 40, 41);
  EXPECT_EQ(list(builder.build()), "b@0.0/0:10 a@0.0/1:11 a@0.0/2:12 a@0.0/2:14 a@0.0/1:21 a@0.0/0:40 ");
}

TEST_F(Trace, TiesKeepTheTree) {
  StreamData &s = stream();
  builder.record(s, call(2, 1), 10, 10);
  builder.record(s, call(2, 1), 10, 10);
  builder.record(s, call(3, 0), 10, 10);
  EXPECT_EQ(list(builder.build()), "b@0.0/0:10 a@0.0/1:10 a@0.0/1:10 ");
}

TEST_F(Trace, CallsWhoseParentNeverReturned) {
  StreamData &s = stream();
  builder.record(s, call(2, 1), 10, 11);
  builder.record(s, call(3, 0), 20, 21);
  builder.record(s, call(2, 3), 30, 31);
  EXPECT_EQ(list(builder.build()), "a@0.0/1:10 b@0.0/0:20 a@0.0/3:30 ");
}

TEST_F(Trace, RanksAndThreadsByTime) {
  stream(2, 2);
  builder.record(builder.processes[0].streams[0], call(2), 10, 11);
  builder.record(builder.processes[0].streams[0], call(2), 30, 31);
  builder.record(builder.processes[0].streams[1], call(2), 20, 21);
  builder.record(builder.processes[1].streams[0], call(3), 15, 16);
  builder.record(builder.processes[1].streams[1], call(3), 5, 6);
  const std::string bytes = builder.build();
  EXPECT_EQ(list(bytes), "a@0.0/0:10 a@0.1/0:20 a@0.0/0:30 b@1.1/0:5 b@1.0/0:15 ");
  EXPECT_EQ(list(bytes, RECORDER_BY_TIME), "b@1.1/0:5 a@0.0/0:10 b@1.0/0:15 a@0.1/0:20 a@0.0/0:30 ");
}

TEST_F(Trace, ClocksOfProcesses) {
  StreamData &s = stream(2);
  builder.processes[1].start_realtime += 1000;
  builder.processes[1].num = 1000000000;
  builder.processes[1].den = 3000000000;
  builder.metadata("start_realtime_ns", std::to_string(builder.processes[0].start_realtime));
  builder.record(s, call(2), 10, 11);
  builder.record(builder.processes[1].streams[0], call(2), 30, 33);
  // An hour and a half with a counter of 3 GHz, and then a year.
  builder.record(builder.processes[1].streams[0], call(2), 16200000000000, 16200000000003);
  builder.record(builder.processes[1].streams[0], call(2), 94608000000000000, 94608000000000003);
  EXPECT_EQ(list(builder.build()),
            "a@0.0/0:10 a@1.0/0:1010 a@1.0/0:5400000001000 a@1.0/0:31536000000001000 ");
}

TEST_F(Trace, SegmentsAndLatePartsContinueAStream) {
  builder.function(5, "open", "posix", "fd+", {{"path", "path"}});
  builder.function(6, "pwrite", "posix", "void", {{"fd", "fd"}, {"offset", "offset"}});
  StreamData &s = stream();
  builder.record(s, call(5).text("f").varint(1).zigzag(3), 1, 2);
  builder.record(s, call(6).varint(1).zigzag(8), 3, 4);
  builder.end_part(s);
  builder.record(s, call(6).varint(1).zigzag(8), 5, 6);

  TraceBuilder late;
  late.function(6, "pwrite", "posix", "void", {{"fd", "fd"}, {"offset", "offset"}});
  late.function(7, "other", "posix", "void", {});
  late.process().mpi_rank = 0;
  late.processes[0].streams.resize(2);
  late.processes[0].streams[1].thread = 4;
  late.continue_times_at(late.processes[0].streams[0], 6);
  late.record(late.processes[0].streams[0], call(6).varint(1).zigzag(8), 7, 8);
  late.record(late.processes[0].streams[1], call(7), 9, 10);
  builder.extra.emplace_back("late", late.build());
  const std::string bytes = builder.build();
  EXPECT_EQ(list(bytes), "open@0.0/0:1 pwrite@0.0/0:3 pwrite@0.0/0:5 pwrite@0.0/0:7 other@0.4/0:9 ");

  recorder_error error;
  const TracePtr trace = open(bytes, &error);
  const CallsPtr calls(recorder_calls_open(trace.get(), nullptr, RECORDER_BY_RANK, &error));
  const recorder_call *c;
  for (int i = 0; i < 4; ++i) ASSERT_EQ(recorder_calls_next(calls.get(), &c, &error), RECORDER_OK);
  EXPECT_EQ(c->arguments[1].v.i, 24);
  EXPECT_STREQ(c->file, "/home/f");
  recorder_process process;
  ASSERT_EQ(recorder_process_at(trace.get(), 0, &process, &error), RECORDER_OK);
  EXPECT_EQ(process.streams, 2u);
  EXPECT_EQ(recorder_stream_count(trace.get()), 2u);
  uint64_t counts[8];
  ASSERT_EQ(recorder_count_calls(trace.get(), counts, &error), RECORDER_OK);
  EXPECT_EQ(counts[4], 3u);
}

// Ranks that wrote traces of their own keep their numbers in MPI_COMM_WORLD.
TEST_F(Trace, OfOneRankHasItsNumber) {
  StreamData &s = stream();
  builder.processes[0].mpi_rank = 5;
  builder.record(s, call(2), 1, 2);
  TraceBuilder late;
  late.function(2, "a", "posix", "void", {});
  late.process().mpi_rank = 5;
  late.processes[0].streams.resize(1);
  late.continue_times_at(late.processes[0].streams[0], 2);
  late.record(late.processes[0].streams[0], call(2), 3, 4);
  builder.extra.emplace_back("late", late.build());
  const std::string bytes = builder.build();
  EXPECT_EQ(list(bytes), "a@5.0/0:1 a@5.0/0:3 ");

  recorder_error error;
  const TracePtr trace = open(bytes, &error);
  EXPECT_EQ(recorder_rank_count(trace.get()), 1u);
  EXPECT_EQ(recorder_first_rank(trace.get()), 5u);
  recorder_process process;
  EXPECT_EQ(recorder_process_at(trace.get(), 5, &process, &error), RECORDER_OK);
  EXPECT_EQ(recorder_process_at(trace.get(), 0, &process, &error), RECORDER_E_VALUE);
  EXPECT_EQ(recorder_process_at(trace.get(), 6, &process, &error), RECORDER_E_VALUE);
  recorder_class found;
  ASSERT_EQ(recorder_class_at(trace.get(), 0, &found, &error), RECORDER_OK);
  EXPECT_STREQ(found.members, "5");
  for (const char *wanted : {"0", "4-5", "5-6"}) {
    recorder_selection *selection = recorder_selection_new();
    recorder_select_ranks(selection, wanted, &error);
    EXPECT_EQ(CallsPtr(recorder_calls_open(trace.get(), selection, RECORDER_BY_RANK, &error)), nullptr)
        << wanted;
    EXPECT_NE(std::string(error.message).find("the trace has only rank 5"), std::string::npos)
        << error.message;
    recorder_selection_free(selection);
  }
}

TEST(Blocks, FollowEachOther) {
  TraceBuilder outer;
  outer.in_blocks = true;
  for (int i = 0; i < 3; ++i) {
    TraceBuilder block;
    block.with_times = false;
    block.function(static_cast<uint64_t>(2 + i), std::string(1, static_cast<char>('a' + i)), "posix", "void",
                   {});
    for (int64_t k = 0; k < 2; ++k) {
      block.process().mpi_rank = 2 * i + k;
      block.processes.back().streams.resize(1);
    }
    for (ProcessData &p : block.processes) block.record(p.streams[0], call(static_cast<uint64_t>(2 + i)));
    outer.extra.emplace_back("block", block.build());
  }
  const std::string bytes = outer.build();
  EXPECT_EQ(list(bytes), "a@0.0/0:0 a@1.0/0:0 b@2.0/0:0 b@3.0/0:0 c@4.0/0:0 c@5.0/0:0 ");
  recorder_error error;
  const TracePtr trace = open(bytes, &error);
  EXPECT_EQ(recorder_rank_count(trace.get()), 6u);
  EXPECT_EQ(recorder_class_count(trace.get()), 6u);
  for (uint64_t rank = 0; rank < 6; ++rank) {
    size_t index = 99;
    recorder_class found;
    recorder_process process;
    ASSERT_EQ(recorder_class_of(trace.get(), rank, &index, &error), RECORDER_OK);
    EXPECT_EQ(index, rank);
    ASSERT_EQ(recorder_class_at(trace.get(), index, &found, &error), RECORDER_OK);
    EXPECT_EQ(found.members, std::to_string(rank));
    ASSERT_EQ(recorder_process_at(trace.get(), rank, &process, &error), RECORDER_OK);
    EXPECT_EQ(process.mpi_rank, static_cast<int64_t>(rank));
  }
  uint64_t counts[3];
  ASSERT_EQ(recorder_count_calls(trace.get(), counts, &error), RECORDER_OK);
  EXPECT_EQ(counts[0] + counts[1] + counts[2], 6u);
}

// A body of rules: each a list of (symbol, exponent), where a symbol is 2*terminal or 2*rule+1.
std::string body(const std::vector<std::vector<std::pair<uint64_t, uint64_t>>> &rules) {
  Out out;
  out.varint(rules.size());
  for (const auto &rule : rules) {
    out.varint(rule.size());
    for (const auto &symbol : rule) out.varint(symbol.first).varint(symbol.second);
  }
  return out.bytes;
}

TEST_F(Trace, NestedLoops) {
  StreamData &s = stream();
  const uint64_t a = builder.terminal(call(2)), b = builder.terminal(call(3));
  // (a b^2)^3 a
  s.bodies.push_back(body({{{3, 3}, {2 * a, 1}}, {{2 * a, 1}, {2 * b, 2}}}));
  for (int i = 0; i < 10; ++i) builder.time(s, i, i);
  EXPECT_EQ(
      list(builder.build()),
      "a@0.0/0:0 b@0.0/0:1 b@0.0/0:2 a@0.0/0:3 b@0.0/0:4 b@0.0/0:5 a@0.0/0:6 b@0.0/0:7 b@0.0/0:8 a@0.0/0:9 ");
}

TEST_F(Trace, MillionsOfCallsAreCountedWithoutReadingThem) {
  StreamData &s = stream();
  const uint64_t a = builder.terminal(call(2));
  s.bodies.push_back(body({{{3, 1000000}}, {{5, 1000000}}, {{2 * a, 3}}}));
  builder.with_times = false;
  recorder_error error;
  const std::string bytes = builder.build();
  const TracePtr trace = open(bytes, &error);
  ASSERT_NE(trace, nullptr) << error.message;
  uint64_t counts[3];
  ASSERT_EQ(recorder_count_calls(trace.get(), counts, &error), RECORDER_OK) << error.message;
  EXPECT_EQ(counts[0], 3000000000000u);
  const CallsPtr calls(recorder_calls_open(trace.get(), nullptr, RECORDER_BY_RANK, &error));
  const recorder_call *c;
  EXPECT_EQ(recorder_calls_next(calls.get(), &c, &error), RECORDER_OK);
}

TEST_F(Trace, HostileGrammarsAreRefused) {
  const std::vector<std::vector<std::vector<std::pair<uint64_t, uint64_t>>>> bad = {
      {{{1, 1}}},                      // contains itself
      {{{3, 1}}, {{5, 1}}, {{3, 1}}},  // a longer cycle
      {{{3, 1}}},                      // no such rule
      {{{40, 1}}},                     // no such terminal
      {{{0, 0}}},                      // exponent 0
      {{{3, 1}}, {}},                  // an empty rule
      {{{3, UINT64_MAX}}, {{0, 2}}},   // too many calls
      {{{0, 2}}},                      // more calls than times
      {{{2, UINT64_MAX / 2}}},         // endless work without a call
  };
  for (size_t i = 0; i < bad.size(); ++i) {
    TraceBuilder b;
    b.function(2, "a", "posix", "void", {});
    b.process().streams.resize(1);
    b.terminal(call(2));
    b.terminal(cwd("/"));
    b.processes[0].streams[0].bodies.push_back(body(bad[i]));
    b.time(b.processes[0].streams[0], 0, 1);
    EXPECT_NE(list(b.build()).find("damaged trace"), std::string::npos) << i;
  }
}

// Chains and doublings that are small in the file: a step must stay cheap.
TEST_F(Trace, DeepGrammarsTakeNoTime) {
  StreamData &s = stream();
  const uint64_t a = builder.terminal(call(2));
  std::vector<std::vector<std::pair<uint64_t, uint64_t>>> rules;
  for (uint64_t i = 0; i < 100000; ++i) rules.push_back({{2 * (i + 1) + 1, i == 0 ? 5000u : 1u}});
  rules.push_back({{2 * a, 1}, {2 * a, 1}});
  s.bodies.push_back(body(rules));
  for (int i = 0; i < 10000; ++i) builder.time(s, i, i);
  EXPECT_EQ(list(builder.build()).size(), list(builder.build()).size());
}

TEST_F(Trace, ClocksOfNodes) {
  stream();
  recorder_error error;
  EXPECT_EQ(recorder_clock_count(open(builder.build(), &error).get()), 0u);
  const std::string rows =
      Out().str("n1").u8(0).u8(0).str("n2").u8(1).varint(5).zigzag(-7).varint(2).u8(0).bytes;
  builder.extra.emplace_back("clocks", Out().varint(2).raw(rows).bytes);
  const TracePtr trace = open(builder.build(), &error);
  ASSERT_EQ(recorder_clock_count(trace.get()), 2u);
  EXPECT_EQ(recorder_clock_at(trace.get(), 2), nullptr);
  const recorder_clock *clock = recorder_clock_at(trace.get(), 1);
  EXPECT_STREQ(clock->host, "n2");
  EXPECT_EQ(clock->end.known, 0);
  EXPECT_EQ(clock->start.at_ns, 5u);
  EXPECT_EQ(clock->start.ahead_ns, -7);
  EXPECT_EQ(clock->start.uncertainty_ns, 2u);
  builder.extra.back().second = Out().varint(3).raw(rows).bytes;
  EXPECT_EQ(open(builder.build(), &error), nullptr);
}

TEST_F(Trace, EveryFlippedBitIsNoticed) {
  StreamData &s = stream(2);
  builder.metadata("program", "x");
  for (int i = 0; i < 20; ++i) builder.record(s, call(2), 10 * i, 10 * i + 3);
  builder.record(builder.processes[1].streams[0], call(4).text("dir"), 1, 2);
  const std::string good = builder.build();
  recorder_error error;
  ASSERT_NE(open(good, &error), nullptr) << error.message;
  for (size_t i = 0; i < good.size() * 8; ++i) {
    std::string bad = good;
    bad[i / 8] = static_cast<char>(bad[i / 8] ^ (1 << i % 8));
    EXPECT_EQ(open(bad, &error), nullptr) << "bit " << i;
    EXPECT_STRNE(error.message, "");
    EXPECT_EQ(std::string(error.message).find('\n'), std::string::npos);
  }
  for (size_t n = 0; n < good.size(); ++n) {
    EXPECT_EQ(open(good.substr(0, n), &error), nullptr) << n << " bytes";
  }
}

TEST_F(Trace, WrongContentIsRefused) {
  stream();
  const auto with = [&](const std::string &replaced, const std::string &raw) {
    FileBuilder file;
    const std::pair<const char *, std::string> sections[] = {
        {"metadata", Out().varint(0).bytes},
        {"functions", Out().varint(1).varint(2).str("a").str("posix").str("void").varint(0).bytes},
        {"cst", Out().varint(1).str(call(2).bytes).bytes},
        {"cfg", Out().varint(1).str(Out().varint(1).varint(1).varint(0).varint(1).bytes).bytes},
        {"classes", Out()
                        .varint(1)
                        .varint(1)
                        .column({0})
                        .varint(1)
                        .varint(0)
                        .varint(1)
                        .varint(0)
                        .varint(1)
                        .column({0})
                        .varint(0)
                        .bytes},
        {"texts", Out().varint(0).bytes},
        {"processes", Out()
                          .varint(1)
                          .column({0})
                          .column({1})
                          .column({0})
                          .column({1})
                          .column({1})
                          .column({0})
                          .column({0})
                          .column({1})
                          .varint(0)
                          .str("h")
                          .varint(0)
                          .str("p")
                          .varint(0)
                          .str("/")
                          .column({0})
                          .column({4})
                          .bytes}};
    for (const auto &section : sections)
      file.add(section.first, section.first == replaced ? raw : section.second);
    return list(file.finish());
  };
  EXPECT_EQ(with("", ""), "a@0.0/0:0 ");
  for (const char *name : {"metadata", "functions", "cst", "cfg", "classes", "texts", "processes"}) {
    for (const std::string &raw :
         {std::string(), std::string(1, '\xff'), std::string("\x01"), std::string(12, '\xff'),
          std::string(40, '\x02'), std::string(40, '\x00')}) {
      if ((std::string(name) == "metadata" || std::string(name) == "texts") && raw[0] == '\0') continue;
      EXPECT_NE(with(name, raw).find("damaged trace"), std::string::npos) << name << " of " << raw.size();
    }
  }
  const auto kind = [&](const std::string &text) {
    return with(
        "functions",
        Out().varint(1).varint(2).str("a").str("posix").str("void").varint(1).str("x").str(text).bytes);
  };
  for (const char *text :
       {"",     "nothing", "[",    "[int", "[]",    "[void]", "?",      "{",      "{}",    "{a}",
        "{a=}", "{a=int",  "int]", "enum", "enum:", "handle", "path:x", "path:y", "int:x", "void"}) {
    EXPECT_EQ(with("", "").find("a@0"), 0u);
    EXPECT_NE(kind(text).find("open: "), std::string::npos) << text;
  }
  EXPECT_NE(kind(std::string(1000, '[') + "int" + std::string(1000, ']')).find("open: "), std::string::npos);
}

TEST(Files, WhatIsNoTrace) {
  recorder_error error;
  EXPECT_EQ(recorder_open("/nonexistent/x.recorder", &error), nullptr);
  EXPECT_EQ(error.status, RECORDER_E_SYSTEM);
  EXPECT_EQ(recorder_open("/", &error), nullptr);
  EXPECT_EQ(recorder_open("/dev/null", &error), nullptr);
  EXPECT_EQ(recorder_open("/proc/self/exe", &error), nullptr);
  EXPECT_NE(std::string(error.message).find("not a Recorder trace"), std::string::npos);
}

}  // namespace
