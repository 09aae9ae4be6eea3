// SPDX-License-Identifier: BSD-3-Clause
// links: reader
// Every kind of value, as the C API gives it; slots, offsets, files and directories over a stream.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "../support/handmade_trace.h"
#include "common/json.h"
#include "reader/recorder-reader.h"

namespace {

using namespace recorder::test;

struct Seen {
  std::string func, args, ret, file;
  uint64_t depth;
  int64_t start, end, error;
  bool failed;
};

std::string json_of(const recorder_value &value) {
  std::string out;
  recorder::tools::put_json(out, value);
  return out;
}

std::vector<Seen> read_all(const std::string &bytes, const recorder_selection *selection = nullptr) {
  std::vector<Seen> seen;
  recorder_error error;
  recorder_trace *trace = recorder_open_memory(bytes.data(), bytes.size(), &error);
  EXPECT_NE(trace, nullptr) << error.message;
  if (trace == nullptr) return seen;
  recorder_calls *calls = recorder_calls_open(trace, selection, RECORDER_BY_RANK, &error);
  EXPECT_NE(calls, nullptr) << error.message;
  const recorder_call *c;
  recorder_status status = RECORDER_E_VALUE;
  while (calls != nullptr && (status = recorder_calls_next(calls, &c, &error)) == RECORDER_OK) {
    std::string args;
    for (uint32_t i = 0; i < c->function->arguments; ++i)
      args += (i != 0 ? " " : "") + json_of(c->arguments[i]);
    seen.push_back({c->function->name, args, json_of(*c->result), c->file != nullptr ? c->file : "-",
                    c->depth, c->start_ns, c->end_ns, c->error, c->failed != 0});
  }
  EXPECT_EQ(status, RECORDER_END) << error.message;
  recorder_calls_close(calls);
  recorder_close(trace);
  return seen;
}

// What reading all calls ends with.
recorder_status end_of(const std::string &bytes) {
  recorder_error error;
  recorder_trace *trace = recorder_open_memory(bytes.data(), bytes.size(), &error);
  recorder_calls *calls = recorder_calls_open(trace, nullptr, RECORDER_BY_RANK, &error);
  const recorder_call *c;
  recorder_status status;
  while ((status = recorder_calls_next(calls, &c, &error)) == RECORDER_OK) {
  }
  recorder_calls_close(calls);
  recorder_close(trace);
  return status;
}

class Values : public testing::Test {
 protected:
  Values() {
    ProcessData &p = builder.process();
    p.streams.resize(1);
    stream = &builder.processes[0].streams[0];
  }
  void add(const Out &signature) {
    builder.record(*stream, signature, now, now + 5);
    now += 10;
  }
  // The one argument of a function of kind `kind`.
  std::string decode(const std::string &kind, const Out &value) {
    TraceBuilder one;
    one.function(2, "f", "posix", "void", {{"a", kind}});
    one.process().streams.resize(1);
    Out signature = call(2);
    signature.raw(value.bytes);
    one.record(one.processes[0].streams[0], signature, 1, 2);
    const std::vector<Seen> seen = read_all(one.build());
    return seen.size() == 1 ? seen[0].args : "?";
  }

  TraceBuilder builder;
  StreamData *stream;
  int64_t now = 0;
};

TEST_F(Values, Numbers) {
  EXPECT_EQ(decode("int", Out().zigzag(-5)), "-5");
  EXPECT_EQ(decode("int", Out().zigzag(INT64_MIN)), "-9223372036854775808");
  EXPECT_EQ(decode("uint", Out().varint(UINT64_MAX)), "18446744073709551615");
  EXPECT_EQ(decode("enum:whence", Out().zigzag(2)), "2");
  EXPECT_EQ(decode("flags:open", Out().varint(65)), "65");
  EXPECT_EQ(decode("mode", Out().varint(0644)), "420");
  EXPECT_EQ(decode("double", Out().real(0.1)), "0.1");
  EXPECT_EQ(decode("double", Out().real(-INFINITY)), "\"-inf\"");
  EXPECT_EQ(decode("double", Out().real(NAN)), "\"nan\"");
}

TEST_F(Values, Strings) {
  EXPECT_EQ(decode("str", Out().varint(0)), "null");
  EXPECT_EQ(decode("str", Out().text("")), "\"\"");
  EXPECT_EQ(decode("str", Out().text("a\"\n\\\x01")), "\"a\\\"\\n\\\\\\u0001\"");
  EXPECT_EQ(decode("str", Out().text("\xc3\xa4\xff")), "\"\xc3\xa4\\udcff\"");
  EXPECT_EQ(decode("str", Out().cut_head(2, 9).raw("ab")), "{\"cut\":\"ab\",\"length\":9}");
}

TEST_F(Values, Pointers) {
  EXPECT_EQ(decode("ptr", Out().varint(0)), "null");
  EXPECT_EQ(decode("ptr", Out().varint(1)), "null");
  EXPECT_EQ(decode("ptr", Out().varint(0x1001)), "\"0x1000\"");
}

TEST_F(Values, Compound) {
  EXPECT_EQ(decode("[int]", Out().head(3).zigzag(1).zigzag(-2).zigzag(3)), "[1,-2,3]");
  EXPECT_EQ(decode("[int]", Out().varint(0)), "null");
  EXPECT_EQ(decode("[int]", Out().cut_head(1, 4).zigzag(1)), "{\"cut\":[1],\"length\":4}");
  EXPECT_EQ(decode("?mode", Out().u8(0)), "null");
  EXPECT_EQ(decode("?mode", Out().u8(1).varint(8)), "8");
  EXPECT_EQ(decode("[{base=ptr,len=uint}]", Out().head(2).varint(0).varint(7).varint(0).varint(8)),
            "[{\"base\":null,\"len\":7},{\"base\":null,\"len\":8}]");
  EXPECT_EQ(decode("?{a=int,b=[str]}", Out().u8(1).zigzag(1).head(1).text("x")), "{\"a\":1,\"b\":[\"x\"]}");
}

TEST_F(Values, Any) {
  const Out list = Out().u8(6).varint(3).u8(1).zigzag(-1).u8(4).text("s").u8(6).varint(1).u8(0);
  EXPECT_EQ(decode("any", list), "[-1,\"s\",[null]]");
  EXPECT_EQ(decode("[any]", Out().head(2).u8(2).varint(7).u8(3).real(1.5)), "[7,1.5]");
  EXPECT_EQ(decode("any", Out().u8(5).varint(1)), "null");
}

TEST_F(Values, DescriptorsFollowTheirFile) {
  builder.function(2, "openat", "posix", "fd+",
                   {{"dirfd", "fd"}, {"path", "path:dirfd"}, {"flags", "flags:open"}});
  builder.function(3, "close", "posix", "int", {{"fd", "fd"}});
  builder.function(4, "dup", "posix", "fd+", {{"fd", "fd"}});
  add(call(2).varint(0).zigzag(-100).text("dir").varint(0).varint(1).zigzag(3));  // slot 0 = 3
  add(call(2).varint(1).text("../x//./y").varint(0).varint(2).zigzag(4));         // relative to slot 0
  add(call(4).varint(2).varint(3).zigzag(9));                                     // dup of slot 1
  add(call(3).varint(3).zigzag(0));
  add(failed(2, 2).varint(0).zigzag(-100).text("/nowhere").varint(0).varint(0).zigzag(-1));
  add(failed(3, 9).varint(0).zigzag(77).zigzag(-1));
  add(call(2).varint(0).zigzag(55).text("lost").varint(0).varint(1).zigzag(3));
  const auto seen = read_all(builder.build());
  ASSERT_EQ(seen.size(), 7u);
  EXPECT_EQ(seen[0].file, "/home/dir");
  EXPECT_EQ(seen[0].ret, "3");
  EXPECT_EQ(seen[1].file, "/home/x/y");
  EXPECT_EQ(seen[1].args, "3 \"../x//./y\" 0");
  EXPECT_EQ(seen[2].file, "/home/x/y");
  EXPECT_EQ(seen[2].ret, "9");
  EXPECT_EQ(seen[3].args, "9");
  EXPECT_EQ(seen[3].file, "/home/x/y");
  EXPECT_EQ(seen[4].file, "/nowhere");
  EXPECT_EQ(seen[4].error, 2);
  EXPECT_TRUE(seen[4].failed);
  EXPECT_EQ(seen[5].args, "77");
  EXPECT_EQ(seen[5].file, "-");
  EXPECT_EQ(seen[6].file, "-");  // relative to a descriptor that nobody knows
}

TEST_F(Values, HandlesMapsAndBindings) {
  builder.function(2, "fopen", "stdio", "handle+:FILE", {{"path", "path"}, {"mode", "str"}});
  builder.function(3, "fileno", "stdio", "fd", {{"stream", "handle:FILE"}});
  builder.function(4, "mmap", "posix", "map+", {{"fd", "fd"}});
  builder.function(5, "msync", "posix", "int", {{"addr", "map"}});
  builder.function(6, "MPI_File_open", "mpiio", "int",
                   {{"comm", "handle:MPI_Comm"}, {"name", "path"}, {"fh", "handle+:MPI_File"}});
  add(call(2).text("a").text("r").varint(1));
  add(bind("fd", 0, 12, "/home/a"));
  add(call(3).varint(1).varint(1));
  add(call(4).varint(1).varint(3));
  add(call(5).varint(3).zigzag(4096).zigzag(0));
  add(call(5).varint(3).zigzag(0).zigzag(0));
  add(call(2).text("").text("r").varint(0));
  add(bind("MPI_Comm", 4, 0, "MPI_COMM_WORLD"));
  add(cwd("/else/where"));
  add(call(6).varint(5).text("ufs:out").varint(1).zigzag(0));
  add(bind("fd", 0, 5, "pipe:[77]"));
  add(call(3).varint(0).varint(1));
  const auto seen = read_all(builder.build());
  ASSERT_EQ(seen.size(), 8u);
  EXPECT_EQ(seen[0].ret, "{\"slot\":0}");
  EXPECT_EQ(seen[1].args, "{\"slot\":0}");
  EXPECT_EQ(seen[1].ret, "12");
  EXPECT_EQ(seen[1].file, "/home/a");
  EXPECT_EQ(seen[2].ret, "{\"slot\":2}");
  EXPECT_EQ(seen[3].args, "{\"slot\":2,\"offset\":4096}");
  EXPECT_EQ(seen[3].file, "/home/a");
  EXPECT_EQ(seen[4].args, "{\"slot\":2}");
  EXPECT_EQ(seen[5].ret, "null");
  EXPECT_EQ(seen[5].file, "-");
  EXPECT_EQ(seen[6].args, "{\"slot\":4} \"ufs:out\" {\"slot\":0}");
  EXPECT_EQ(seen[6].file, "/else/where/out");
  EXPECT_EQ(seen[7].args, "null");
  EXPECT_EQ(seen[7].ret, "5");
  EXPECT_EQ(seen[7].file, "-");  // a pipe is no file
}

// Slots that are told by their distance from the end of those that calls filled.
TEST_F(Values, SlotsNearTheEnd) {
  const auto near = [](uint8_t from_end) {
    return Out().u8(static_cast<uint8_t>(0x81 + from_end)).u8(0).bytes;
  };
  builder.function(2, "MPI_Info_create", "mpi", "handle+:MPI_Info", {});
  builder.function(3, "MPI_Info_set", "mpi", "int", {{"info", "handle:MPI_Info"}, {"n", "offset"}});
  builder.function(4, "H5Oopen", "hdf5", "handle+:H5G|H5D", {{"file", "handle:H5F|H5G|H5D"}});
  builder.function(5, "MPI_Info_dup", "mpi", "int",
                   {{"info", "handle:MPI_Info"}, {"newinfo", "handle+:MPI_Info"}});
  const Out create = call(2).raw(near(0));
  const Out set = call(3).raw(near(1)).zigzag(5).zigzag(0);
  add(call(2).varint(10));
  add(create);
  add(set);
  add(bind("MPI_Info", 40, 0, "MPI_INFO_ENV"));  // is made by no call
  add(set);
  add(create);
  add(set);
  add(call(3).raw(near(3)).zigzag(7).zigzag(0));
  add(call(5).raw(near(1)).raw(near(12)).zigzag(0));  // not the highest
  add(call(5).raw(near(11)).raw(near(0)).zigzag(0));
  add(call(4).varint(1).varint(0).varint(1).varint(1));
  add(call(4).raw(near(1)).varint(2).raw(near(0)).varint(1));
  const auto seen = read_all(builder.build());
  ASSERT_EQ(seen.size(), 11u);
  EXPECT_EQ(seen[0].ret, "{\"slot\":9}");
  EXPECT_EQ(seen[1].ret, "{\"slot\":10}");
  EXPECT_EQ(seen[2].args, "{\"slot\":10} 5");
  EXPECT_EQ(seen[3].args, "{\"slot\":10} 10");
  EXPECT_EQ(seen[4].ret, "{\"slot\":11}");
  EXPECT_EQ(seen[5].args, "{\"slot\":11} 5");
  EXPECT_EQ(seen[6].args, "{\"slot\":9} 7");
  EXPECT_EQ(seen[7].args, "{\"slot\":11} {\"slot\":0}");
  EXPECT_EQ(seen[8].args, "{\"slot\":1} {\"slot\":12}");
  EXPECT_EQ(seen[10].args, "{\"slot\":0,\"class\":\"H5D\"}");
  EXPECT_EQ(seen[10].ret, "{\"slot\":1,\"class\":\"H5D\"}");
}

TEST_F(Values, NothingIsNearNone) {
  builder.function(2, "MPI_Info_create", "mpi", "handle+:MPI_Info", {});
  add(call(2).u8(0x82).u8(0));
  EXPECT_EQ(end_of(builder.build()), RECORDER_E_FORMAT);
}

TEST_F(Values, OffsetsAreDifferences) {
  builder.function(2, "open", "posix", "fd+", {{"path", "path"}});
  builder.function(3, "pwrite", "posix", "int", {{"fd", "fd"}, {"offset", "offset"}});
  builder.function(4, "lseek", "posix", "offset", {{"fd", "fd"}, {"offset", "offset"}});
  const Out open = call(2).text("f").varint(1).zigzag(3);
  const Out write = call(3).varint(1).zigzag(100).zigzag(1);
  add(open);
  add(write);                                               // 100
  add(write);                                               // 200
  add(call(4).varint(1).zigzag(7).zigzag(7));               // another function counts for itself
  add(failed(4, 22).varint(1).zigzag(1).zigzag(-1));        // a failed result is raw
  add(call(4).varint(1).zigzag(0).zigzag(1));               // and was not counted from
  add(write);                                               // 300
  add(call(3).varint(0).zigzag(99).zigzag(100).zigzag(1));  // no slot: its own count
  add(call(3).varint(0).zigzag(98).zigzag(100).zigzag(1));
  add(open);   // a new file in the slot: counted from where the last one began
  add(write);  // 200
  add(bind("fd", 0, 8, "/g"));
  add(write);  // 300
  const auto seen = read_all(builder.build());
  ASSERT_EQ(seen.size(), 12u);
  EXPECT_EQ(seen[1].args, "3 100");
  EXPECT_EQ(seen[2].args, "3 200");
  EXPECT_EQ(seen[3].args + "=" + seen[3].ret, "3 7=7");
  EXPECT_EQ(seen[4].args + "=" + seen[4].ret, "3 8=-1");
  EXPECT_EQ(seen[5].args + "=" + seen[5].ret, "3 8=8");
  EXPECT_EQ(seen[6].args, "3 300");
  EXPECT_EQ(seen[7].args, "99 100");
  EXPECT_EQ(seen[8].args, "98 200");
  EXPECT_EQ(seen[10].args, "3 200");
  EXPECT_EQ(seen[11].args, "8 300");
  EXPECT_EQ(seen[11].file, "/g");
}

TEST_F(Values, OffsetsOnTracks) {
  builder.function(2, "open", "posix", "fd+", {{"path", "path"}});
  builder.function(3, "pwrite", "posix", "int", {{"fd", "fd"}, {"offset", "offset"}});
  const Out open = call(2).text("f").varint(1).zigzag(3);
  const Out header = call(3).varint(1).zigzag(0).zigzag(1);
  const Out data = call(3).varint(1).u8(0x81).u8(0).zigzag(100).zigzag(1);
  add(open);
  for (int i = 0; i < 2; ++i) {
    add(header);
    add(data);
  }
  add(call(3).varint(1).u8(0x87).u8(0).zigzag(5).zigzag(1));
  add(open);  // counted from where the last one began on the track
  add(data);
  add(header);
  const auto seen = read_all(builder.build());
  ASSERT_EQ(seen.size(), 9u);
  std::string all;
  for (const Seen &one : seen) all += one.func == "pwrite" ? one.args + "," : "";
  EXPECT_EQ(all, "3 0,3 100,3 0,3 200,3 5,3 200,3 0,");
}

TEST_F(Values, NumbersThatCount) {
  builder.function(2, "open", "posix", "fd+", {{"path", "path"}});
  builder.function(3, "f", "posix", "uint", {{"n", "int"}, {"list", "[uint]"}, {"fd", "fd"}});
  const Out open = call(2).text("f").varint(1).zigzag(3);
  const auto told = [](int64_t n, uint64_t between, int64_t last, int64_t result) {
    return call(3)
        .u8(0x81)
        .u8(0)
        .zigzag(n)
        .head(3)
        .varint(9)
        .varint(between)
        .u8(0x82)
        .u8(0)
        .zigzag(last)
        .varint(1)
        .u8(0x81)
        .u8(0)
        .zigzag(result);
  };
  add(open);
  add(told(7, 1, 1, 10));
  add(told(7, 2, 1, -1));
  add(call(3).zigzag(50).head(1).varint(60).varint(1).varint(70));  // numbers that stand for themselves
  add(told(7, 3, 1, -1));
  add(open);
  add(told(7, 4, 1, 2));
  const auto seen = read_all(builder.build());
  ASSERT_EQ(seen.size(), 7u);
  EXPECT_EQ(seen[1].args + "=" + seen[1].ret, "7 [9,1,1] 3=10");
  EXPECT_EQ(seen[2].args + "=" + seen[2].ret, "14 [9,2,2] 3=9");
  EXPECT_EQ(seen[3].args + "=" + seen[3].ret, "50 [60] 3=70");
  EXPECT_EQ(seen[4].args + "=" + seen[4].ret, "21 [9,3,3] 3=8");
  // A new handle's numbers count from where those of the one before it began, before it in the call, too.
  EXPECT_EQ(seen[6].args + "=" + seen[6].ret, "14 [9,4,2] 3=12");
}

TEST_F(Values, NamePatterns) {
  builder.function(2, "open", "posix", "fd+", {{"path", "path"}});
  builder.function(3, "puts", "stdio", "void", {{"s", "str"}});
  const auto open = [](const Out &name) { return call(2).raw(name.bytes).varint(1).zigzag(3); };
  const auto pattern = [](uint64_t number, uint64_t n) {
    return Out().raw(std::string("\x80\0", 2)).varint(number).varint(n);
  };
  add(open(Out().text("chk_09")));
  add(open(Out().text("/d/plt9.h5")));
  add(open(pattern(0, 1).varint(1).zigzag(1)));                      // padded
  add(open(pattern(1, 2).varint(0).zigzag(1).varint(2).zigzag(0)));  // one that grows, one that stays
  add(call(3).text("line 1"));
  add(call(3).raw(pattern(2, 1).varint(0).zigzag(-1).bytes));
  add(open(pattern(0, 1).varint(1).zigzag(-2)));
  const auto seen = read_all(builder.build());
  ASSERT_EQ(seen.size(), 7u);
  EXPECT_EQ(seen[2].args, "\"chk_10\"");
  EXPECT_EQ(seen[2].file, "/home/chk_10");
  EXPECT_EQ(seen[3].args, "\"/d/plt10.h5\"");
  EXPECT_EQ(seen[3].file, "/d/plt10.h5");
  EXPECT_EQ(seen[5].args, "\"line 0\"");
  EXPECT_EQ(seen[6].args, "\"chk_08\"");
}

// What writers do not remember, as it is no value of kind str, must not count as a name either.
TEST_F(Values, OtherTextsAreNoNames) {
  builder.function(2, "fill", "netcdf", "void", {{"value", "any"}, {"name", "str"}});
  add(call(2).raw("\4").text("9").text("a7"));
  add(call(2).raw("\4").text("v8").raw(std::string("\x80\0", 2)).varint(0).varint(1).varint(0).zigzag(5));
  const auto seen = read_all(builder.build());
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[1].args, "\"v8\" \"a12\"");
}

// From the 33rd on, offsets of rows are told by the row before; of nothing that is null.
TEST_F(Values, OffsetsInRows) {
  builder.function(2, "put", "pnetcdf", "void", {{"starts", "[[offset]]"}});
  Out rows = call(2).varint(2 * 20 + 1);
  for (int row = 0; row < 20; ++row) {
    rows.varint(row == 18 ? 0 : 2 * 2 + 1);
    if (row != 18) rows.zigzag(row < 16 ? 10 : 1).zigzag(row < 16 ? 100 * row : -7);
  }
  add(rows);
  const auto seen = read_all(builder.build());
  ASSERT_EQ(seen.size(), 1u);
  const std::string &args = seen[0].args;
  EXPECT_NE(args.find("[10,1500],[11,1493],[12,1486],null,[13,1479]]"), std::string::npos) << args;
}

TEST_F(Values, DamagedNamePatterns) {
  const auto decoded = [](uint64_t number, uint64_t field) {
    TraceBuilder one;
    one.function(2, "f", "posix", "void", {{"a", "str"}});
    one.process().streams.resize(1);
    one.record(one.processes[0].streams[0], call(2).text("n1"), 1, 2);
    one.record(one.processes[0].streams[0],
               call(2).raw(std::string("\x80\0", 2)).varint(number).varint(1).varint(field).zigzag(1), 3, 4);
    return end_of(one.build());
  };
  EXPECT_EQ(decoded(0, 0), RECORDER_END);
  EXPECT_EQ(decoded(1, 0), RECORDER_E_FORMAT);
  EXPECT_EQ(decoded(0, 2), RECORDER_E_FORMAT);
}

TEST_F(Values, NestedHandlesAndOffsets) {
  builder.function(2, "open", "posix", "fd+", {{"path", "path"}});
  builder.function(3, "lio", "posix", "int", {{"list", "[?{fd=fd,offset=offset}]"}});
  add(call(2).text("f").varint(1).zigzag(3));
  const Out lio = call(3).head(2).u8(1).varint(1).zigzag(10).u8(1).varint(1).zigzag(10).zigzag(0);
  add(lio);
  add(lio);
  const auto seen = read_all(builder.build());
  ASSERT_EQ(seen.size(), 3u);
  // Each element counts from its own previous value, not from its neighbour (recorder-format(5), Offsets).
  EXPECT_EQ(seen[1].args, "[{\"fd\":3,\"offset\":10},{\"fd\":3,\"offset\":10}]");
  EXPECT_EQ(seen[2].args, "[{\"fd\":3,\"offset\":20},{\"fd\":3,\"offset\":20}]");
  EXPECT_EQ(seen[2].file, "/home/f");
}

TEST_F(Values, Selection) {
  builder.function(2, "open", "posix", "fd+", {{"path", "path"}});
  builder.function(3, "pwrite", "posix", "int", {{"fd", "fd"}, {"offset", "offset"}});
  add(call(2).text("/a/f").varint(1).zigzag(3));   // 0..5
  add(call(3).varint(1).zigzag(1).zigzag(1));      // 10..15
  add(call(2).text("/ab/g").varint(2).zigzag(4));  // 20..25
  add(call(3).varint(2).zigzag(1).zigzag(1));      // 30..35
  add(call(3).varint(1).zigzag(1).zigzag(1));      // 40..45
  const std::string bytes = builder.build();
  const auto count = [&](auto select, const char *text) {
    recorder_selection *selection = recorder_selection_new();
    recorder_error error;
    EXPECT_EQ(select(selection, text, &error), RECORDER_OK) << error.message;
    const auto seen = read_all(bytes, selection);
    recorder_selection_free(selection);
    return seen.size();
  };
  EXPECT_EQ(count(recorder_select_functions, "pwr*"), 3u);
  EXPECT_EQ(count(recorder_select_functions, "open,nothing"), 2u);
  EXPECT_EQ(count(recorder_select_layers, "posix"), 5u);
  EXPECT_EQ(count(recorder_select_layers, "stdio"), 0u);
  EXPECT_EQ(count(recorder_select_file, "/a"), 3u);
  EXPECT_EQ(count(recorder_select_file, "/a/"), 3u);
  EXPECT_EQ(count(recorder_select_file, "*/g"), 2u);
  EXPECT_EQ(count(recorder_select_time, "0.000000015:0.00000003"), 3u);
  EXPECT_EQ(count(recorder_select_time, ":0.000000009"), 1u);
  EXPECT_EQ(count(recorder_select_threads, "1-4"), 0u);
  EXPECT_EQ(count(recorder_select_ranks, "0"), 5u);
}

TEST(Selections, BadOnesSayWhy) {
  recorder_selection *selection = recorder_selection_new();
  recorder_error error;
  for (const char *text : {"", "3-1", "x", "1,,2", "1-", "99999999999999999999"}) {
    EXPECT_EQ(recorder_select_ranks(selection, text, &error), RECORDER_E_VALUE) << text;
    EXPECT_STRNE(error.message, "");
  }
  for (const char *text : {"", "5", "2:1", "a:b", "1.0000000001:"}) {
    EXPECT_EQ(recorder_select_time(selection, text, &error), RECORDER_E_VALUE) << text;
  }
  recorder_selection_free(selection);
}

}  // namespace
