// SPDX-License-Identifier: BSD-3-Clause
// Writes the seeds of the reader's fuzz target into a folder: small traces that use every part of the format.
// Their sections are not compressed, so that mutations meet the content.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

#include "../support/handmade_trace.h"

namespace {

using namespace recorder::test;

void describe(TraceBuilder &builder) {
  builder.compress = false;
  builder.metadata("program", "seed");
  builder.metadata("start_realtime_ns", "1700000000000000000");
  builder.function(2, "open", "posix", "fd+",
                   {{"dirfd", "fd"}, {"path", "path:dirfd"}, {"flags", "flags:open"}, {"mode", "?mode"}});
  builder.function(3, "pwritev", "posix", "int",
                   {{"fd", "fd"}, {"iov", "[{base=ptr,len=uint}]"}, {"n", "int"}, {"offset", "offset"}});
  builder.function(4, "lseek", "posix", "offset",
                   {{"fd", "fd"}, {"offset", "offset"}, {"whence", "enum:whence"}});
  builder.function(5, "printf", "stdio", "int",
                   {{"stream", "handle:FILE"}, {"format", "str"}, {"args", "[any]"}});
  builder.function(6, "fopen", "stdio", "handle+:FILE", {{"path", "path"}, {"mode", "str"}});
  builder.function(7, "mmap", "posix", "map+", {{"addr", "map"}, {"fd", "fd"}, {"x", "double"}});
}

StreamData &stream(TraceBuilder &builder, size_t processes, size_t threads) {
  for (size_t i = 0; i < processes; ++i) {
    builder.process().streams.resize(threads);
    for (size_t k = 0; k < threads; ++k) builder.processes.back().streams[k].thread = k;
  }
  return builder.processes[0].streams[0];
}

void posix(TraceBuilder &builder, StreamData &s) {
  builder.record(
      s, call(2).varint(0).zigzag(-100).text("dir/f").varint(66).u8(1).varint(0644).varint(1).zigzag(3), 1,
      2);
  for (int i = 0; i < 3; ++i) {
    builder.record(
        s, call(3).varint(1).head(2).varint(0).varint(8).varint(5).varint(9).zigzag(2).zigzag(17).zigzag(17),
        10 + i, 11 + i);
  }
  builder.record(s, failed(4, 22).varint(1).zigzag(-8).zigzag(0).zigzag(-1), 20, 30);
  builder.record(s, call(7).varint(0).varint(1).real(1.5).varint(1), 31, 33);
  builder.record(s, call(7).varint(1).zigzag(64).varint(1).real(0).varint(0), 34, 36);
}

void stdio(TraceBuilder &builder, StreamData &s) {
  builder.record(s, cwd("/scratch"));
  builder.record(s, bind("FILE", 0, 0, "/scratch/out"));
  builder.record(s, call(3, 1).varint(0).zigzag(4).varint(0).zigzag(0).zigzag(1).zigzag(5), 44, 46);
  const Out values = Out()
                         .head(5)
                         .u8(1)
                         .zigzag(-3)
                         .u8(3)
                         .real(2.5)
                         .u8(4)
                         .text("s")
                         .u8(5)
                         .varint(9)
                         .u8(6)
                         .varint(1)
                         .u8(2)
                         .varint(7);
  builder.record(s, call(5).varint(1).text("%d").raw(values.bytes).zigzag(9), 40, 50);
  builder.record(s, call(6).text("../g").cut_head(1, 3).raw("w").varint(2), 60, 61);
}

std::string loops() {
  TraceBuilder builder;
  describe(builder);
  StreamData &s = stream(builder, 1, 1);
  const uint64_t a = builder.terminal(call(4).varint(0).zigzag(3).zigzag(1).zigzag(0).zigzag(1));
  s.bodies.push_back(Out()
                         .varint(3)
                         .varint(2)
                         .varint(3)
                         .varint(3)
                         .varint(2 * a)
                         .varint(2)  // R1^3 a^2
                         .varint(1)
                         .varint(5)
                         .varint(2)  // R1 = R2^2
                         .varint(2)
                         .varint(2 * a)
                         .varint(1)
                         .varint(2 * a)
                         .varint(4)
                         .bytes);  // R2 = a a^4
  for (int i = 0; i < 32; ++i) builder.time(s, i * 1000, i * 1000 + 10);
  return builder.build();
}

std::string everything() {
  TraceBuilder builder, late;
  describe(builder);
  describe(late);
  StreamData &s = stream(builder, 2, 2);
  posix(builder, s);
  builder.end_part(s);
  stdio(builder, s);
  stdio(builder, builder.processes[1].streams[1]);
  late.process().mpi_rank = 0;
  late.processes[0].streams.resize(1);
  stdio(late, late.processes[0].streams[0]);
  builder.extra.emplace_back("clocks",
                             Out().varint(1).str("n1").u8(1).varint(5).zigzag(-7).varint(2).u8(0).bytes);
  builder.extra.emplace_back("late", late.build());
  return builder.build();
}

std::string one(void (*fill)(TraceBuilder &, StreamData &)) {
  TraceBuilder builder;
  describe(builder);
  fill(builder, stream(builder, 1, 1));
  return builder.build();
}

// Without times, values that are aside stand alone: one key, then the offsets 4096, 512 and 2^30.
void values(TraceBuilder &builder, StreamData &s) {
  const std::string coded(
      "\x00\x00\xff\xff\xff\xff\xff\xff\x01\xff\xff\xff\xfe\x00\x00\x00\x0e\x00\xfc\x36\xaa\xca\xc0", 23);
  s.tail = Out().raw(coded).fixed(coded.size(), 8).fixed(checksum(coded), 4).bytes;
  s.way = uint32_t{1} << 31 | 4;
  const Out write = call(3).varint(1).head(1).varint(0).varint(8).zigzag(1).u8(0x80).u8(0).zigzag(8);
  for (int i = 0; i < 3; ++i) builder.record(s, write);
}

// The same offsets among packed times: the key, then one block of 11 numbers.
void packed(TraceBuilder &builder, StreamData &s) {
  const Out write = call(3).varint(1).head(1).varint(0).varint(8).zigzag(1).u8(0x80).u8(0).zigzag(8);
  for (int i = 0; i < 3; ++i) builder.record(s, write, 10, 17);
  s.times = std::string(
      "\x01\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x0b\x00\x00\x00"
      "\x1c\x00\x00\x00\x6e\x00\x00\x00\x44\x01\x58\x15\x00\x06\x00\xc0\x55\x01\x30\x00\x00\x08\x80\x00"
      "\x18\x00\x00\x04\x40\x04\x00\x02\x80\x96\x89\x03\x00\x00\xf4\x63\x80\x0f\x40\x01\x01\xe0\xca\xfd"
      "\xd4\xff\x5f\x08",
      76);
  s.way = uint32_t{1} << 31 | 5;
}

// Every third of the ranks, again and again: a repeat.
Out periodic(uint64_t first, int64_t step, uint64_t turns) {
  const Out turn = Out().varint(2 << 1).zigzag(step).varint(1 << 1).zigzag(-2 * step);
  const Out items = Out().varint(turns << 1 | 1).str(turn.bytes);
  return Out().zigzag(static_cast<int64_t>(first)).str(items.bytes);
}

// One class of four ranks, which differ in a name, an offset and a loop.
std::string class_of_four() {
  const std::vector<uint64_t> ranks = {0, 1, 2, 3};
  const Out name = Out().varint(1).str("out.0000").varint(4).column(ranks);
  const Out path = Out().varint(0).varint(0).varint(2).varint(4).raw(name.bytes);
  const Out offset = Out().varint(0).varint(1).varint(3).varint(2).raw(periodic(0, 4096, 1).bytes);
  const Out loop = Out().varint(0).varint(2).varint(1).varint(0).column({5, 6, 7, 9});
  return Out()
      .varint(4)
      .column(ranks)
      .varint(1)
      .varint(0)
      .varint(1)
      .varint(0)
      .varint(2)
      .column({0, 1})
      .varint(3)
      .raw(path.bytes)
      .raw(offset.bytes)
      .raw(loop.bytes)
      .bytes;
}

std::string four_processes() {
  Out out;
  out.varint(4).column({0, 1, 2, 3}).column({100, 101, 107, 103});
  for (const uint64_t same : {7u, 1u, 1u, 0u, 0u, 1u}) out.column({same, same, same, same});
  out.varint(2).column({0, 0, 1, 1});                                   // host
  out.varint(1).str("/bin/p7").varint(1).raw(periodic(7, 1, 1).bytes);  // program
  out.varint(0).str("/home");
  return out.column({0, 0, 0, 0}).column({0, 0, 0, 0}).bytes;
}

std::string columns() {
  const Out open = Out().varint(2).str("open").str("posix").str("fd+").varint(2).str("path").str("path");
  const Out write = Out().varint(3).str("pwrite").str("posix").str("int").varint(2).str("fd").str("fd");
  const Out functions =
      Out().varint(2).raw(open.bytes).str("flags").str("uint").raw(write.bytes).str("offset").str("offset");
  const Out cst = Out()
                      .varint(2)
                      .str(call(2).text("out.0000").varint(577).varint(1).zigzag(3).bytes)
                      .str(call(3).varint(1).zigzag(0).zigzag(8).bytes);
  const Out body = Out().varint(1).varint(2).varint(0).varint(1).varint(2).varint(5);
  FileBuilder file;
  file.add("metadata", Out().varint(0).bytes);
  file.add("functions", functions.bytes);
  file.add("cst", cst.bytes);
  file.add("cfg", Out().varint(1).str(body.bytes).bytes);
  file.add("classes", Out().varint(1).raw(class_of_four()).bytes);
  file.add("processes", four_processes());
  file.add("texts", Out().varint(2).str("node1").str("other").bytes);
  return file.finish();
}

std::string blocks() {
  TraceBuilder outer, plain;
  outer.in_blocks = true;
  describe(plain);
  plain.with_times = false;
  posix(plain, stream(plain, 1, 1));
  outer.extra.emplace_back("block", columns());
  outer.extra.emplace_back("block", plain.build());
  outer.extra.emplace_back("block", columns());
  return outer.build();
}

bool write(const std::string &folder, const char *name, const std::string &bytes) {
  std::ofstream out(folder + "/" + name, std::ios::binary);
  out << bytes;
  return static_cast<bool>(out.flush());
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 2) return std::fprintf(stderr, "usage: make_seeds FOLDER\n"), 2;
  const bool good =
      write(argv[1], "posix.recorder", one(posix)) && write(argv[1], "stdio.recorder", one(stdio)) &&
      write(argv[1], "loops.recorder", loops()) && write(argv[1], "everything.recorder", everything()) &&
      write(argv[1], "values.recorder", one(values)) && write(argv[1], "columns.recorder", columns()) &&
      write(argv[1], "packed.recorder", one(packed)) && write(argv[1], "blocks.recorder", blocks());
  if (!good) std::fprintf(stderr, "make_seeds: cannot write to %s\n", argv[1]);
  return good ? 0 : 1;
}
