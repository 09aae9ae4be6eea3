// SPDX-License-Identifier: BSD-3-Clause
// The bytes of the trace format: primitives, sections, whole files, and the example in the manual.
// links: core format merge
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>

#include "trace_builder.h"
#include "trace_view.h"

namespace recorder::test {
namespace {

TEST(Varint, EveryLengthReadsBack) {
  Buffer out;
  std::vector<uint64_t> values = {0, 1, 127, 128, 16383, 16384, UINT32_MAX, UINT64_MAX, UINT64_MAX - 1};
  for (int bit = 0; bit < 64; ++bit) values.push_back(uint64_t{1} << bit);
  for (const uint64_t value : values) {
    const uint64_t before = out.size();
    out.put_varint(value);
    EXPECT_EQ(out.size() - before, varint_size(value));
  }
  Cursor in(out.bytes());
  for (const uint64_t value : values) {
    uint64_t read = 0;
    ASSERT_TRUE(in.varint(&read));
    EXPECT_EQ(read, value);
  }
  EXPECT_TRUE(in.at_end());
}

TEST(Varint, ZigzagKeepsTheSign) {
  Buffer out;
  const int64_t values[] = {0, -1, 1, -64, 63, 64, INT64_MAX, INT64_MIN};
  for (const int64_t value : values) out.put_zigzag(value);
  EXPECT_EQ(out.data()[1], 1);  // -1
  Cursor in(out.bytes());
  for (const int64_t value : values) {
    int64_t read = 1;
    ASSERT_TRUE(in.zigzag(&read));
    EXPECT_EQ(read, value);
  }
}

TEST(Varint, RefusesMoreThan64BitsAndMissingBytes) {
  uint64_t value = 77;
  const uint8_t wide[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02};
  const uint8_t endless[] = {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00};
  const uint8_t most[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01};
  EXPECT_FALSE(Cursor(wide, sizeof wide).varint(&value));
  EXPECT_FALSE(Cursor(endless, sizeof endless).varint(&value));
  for (uint64_t size = 0; size < sizeof most; ++size) EXPECT_FALSE(Cursor(most, size).varint(&value));
  EXPECT_EQ(value, 77u);
  EXPECT_TRUE(Cursor(most, sizeof most).varint(&value));
  EXPECT_EQ(value, UINT64_MAX);
}

TEST(Cursor, StaysWhereItIsWhenAStepFails) {
  const uint8_t bytes[] = {5, 'a', 'b'};
  Cursor in(bytes, sizeof bytes);
  Bytes text{};
  uint32_t word = 0;
  uint64_t wide = 0;
  EXPECT_FALSE(in.str(&text));
  EXPECT_FALSE(in.u32le(&word));
  EXPECT_FALSE(in.u64le(&wide));
  EXPECT_FALSE(in.bytes(4, &text));
  EXPECT_FALSE(in.bytes(UINT64_MAX, &text));
  EXPECT_FALSE(in.count(&wide));
  EXPECT_EQ(in.offset(), 0u);
  EXPECT_TRUE(in.skip(3));
  uint8_t byte = 0;
  EXPECT_FALSE(in.u8(&byte));
  EXPECT_TRUE(in.at_end());
  EXPECT_FALSE(Cursor().varint(&wide));
}

TEST(Cursor, EveryPrefixOfARecordIsRefused) {
  Buffer out;
  out.put_str("name");
  out.put_u64le(0x1122334455667788);
  out.put_u32le(0x99aabbcc);
  const auto read = [](Cursor in) {
    Bytes text{};
    uint64_t wide = 0;
    uint32_t word = 0;
    return in.str(&text) && in.u64le(&wide) && in.u32le(&word) && wide == 0x1122334455667788 &&
           word == 0x99aabbcc;
  };
  for (uint64_t size = 0; size < out.size(); ++size) EXPECT_FALSE(read(Cursor(out.data(), size)));
  EXPECT_TRUE(read(Cursor(out.bytes())));
}

TEST(Buffer, WithoutMemoryItSaysSoAndGoesOn) {
  Buffer out;
  out.put_str("x");
  EXPECT_EQ(out.extend(uint64_t{1} << 60), nullptr);
  EXPECT_FALSE(out.ok());
  out.put_varint(1);
  EXPECT_EQ(out.size(), 2u);
}

TEST(Memory, IsGivenBack) {
  const uint64_t before = Memory::used();
  {
    Vector<uint64_t> vector;
    for (uint64_t i = 0; i < 100000; ++i) ASSERT_TRUE(vector.push(i));
    for (uint64_t i = 0; i < 100000; ++i) ASSERT_EQ(vector[i], i);
    Vector<uint64_t> other(std::move(vector));
    EXPECT_EQ(vector.size(), 0u);
    EXPECT_EQ(other.size(), 100000u);
    Arena arena;
    for (uint64_t i = 1; i < 300; ++i) {
      char *p = static_cast<char *>(arena.take(i * 1000));
      ASSERT_NE(p, nullptr);
      p[0] = p[i * 1000 - 1] = 1;
    }
  }
  EXPECT_EQ(Memory::used(), before);
}

TEST(Sys, LeavesErrnoAlone) {
  errno = 4321;
  EXPECT_EQ(sys::open("/no/such/file", O_RDONLY), -ENOENT);
  struct stat there;
  EXPECT_EQ(sys::stat("/", &there), 0);
  EXPECT_TRUE(S_ISDIR(there.st_mode));
  EXPECT_EQ(sys::getpid(), getpid());
  char host[65];
  char expected[65];
  EXPECT_EQ(sys::gethostname(host, sizeof host), 0);
  EXPECT_EQ(errno, 4321);
  gethostname(expected, sizeof expected);
  EXPECT_STREQ(host, expected);
}

TEST(Crc, IsThatOfZipAndCombines) {
  const std::string digits = "123456789";
  EXPECT_EQ(crc_of(bytes_of(digits)), 0xcbf43926u);
  EXPECT_EQ(crc_of({nullptr, 0}), 0u);
  const std::string left = "1234";
  const std::string right = "56789";
  EXPECT_EQ(crc_of_both(crc_of(bytes_of(left)), crc_of(bytes_of(right)), right.size()), 0xcbf43926u);
  EXPECT_EQ(crc_of(bytes_of(right), crc_of(bytes_of(left))), 0xcbf43926u);
}

TEST(Deflater, MakesManyStreamsInTheSameMemory) {
  std::mt19937_64 random(1);
  Deflater deflater(3);
  uint64_t used = 0;
  for (int round = 0; round < 20; ++round) {
    std::string raw(round * 40000, '\0');
    for (char &c : raw) c = static_cast<char>(random() % 5);
    Buffer out;
    ASSERT_TRUE(deflater.begin(append_to_buffer, &out).ok());
    for (uint64_t at = 0; at < raw.size(); at += 999)
      ASSERT_TRUE(deflater.put(bytes_of(raw.substr(at, 999))).ok());
    ASSERT_TRUE(deflater.end().ok());
    EXPECT_EQ(inflate_all(text_of(out.bytes()), raw.size()), raw);
    EXPECT_EQ(deflater.crc(), crc_of(out.bytes()));
    EXPECT_EQ(deflater.stored_size(), out.size());
    out = Buffer();
    if (round == 0) used = Memory::used();
    EXPECT_EQ(Memory::used(), used);
  }
}

std::string write_sections(const std::vector<std::pair<std::string, std::string>> &sections,
                           format::Codec codec) {
  MemoryFile file;
  TraceWriter writer(file.sink());
  EXPECT_TRUE(writer.begin().ok());
  for (const auto &section : sections) {
    writer.open(section.first.c_str(), codec);
    for (uint64_t at = 0; at < section.second.size(); at += 10000)
      writer.put(bytes_of(section.second.substr(at, 10000)));
    EXPECT_TRUE(writer.close().ok());
  }
  EXPECT_TRUE(writer.finish().ok());
  EXPECT_EQ(writer.size(), file.bytes.size());
  return file.bytes;
}

TEST(TraceWriter, SectionsOfAnySizeReadBack) {
  std::mt19937_64 random(2);
  std::string noise(300000, '\0');
  for (char &c : noise) c = static_cast<char>(random());
  const std::vector<std::pair<std::string, std::string>> sections = {
      {"empty", ""}, {"short", "abc"}, {"even", std::string(200000, 'x')}, {"noise", noise}};
  for (const format::Codec codec : {format::Codec::none, format::Codec::zlib}) {
    const std::string file = write_sections(sections, codec);
    Cursor table(bytes_of(file));
    const uint8_t *trailer = bytes_of(file).data + file.size() - format::kTrailerSize;
    ASSERT_TRUE(table.skip(read_u64le(trailer)));
    uint64_t count = 0;
    ASSERT_TRUE(table.varint(&count));
    ASSERT_EQ(count, sections.size());
    for (const auto &section : sections) {
      Section line{};
      ASSERT_TRUE(get_section(&table, &line));
      EXPECT_EQ(text_of(line.name), section.first);
      EXPECT_EQ(line.raw, section.second.size());
      std::string stored = file.substr(line.offset, line.stored);
      EXPECT_EQ(crc_of(bytes_of(stored)), line.crc);
      if (line.codec == format::Codec::zlib) stored = inflate_all(stored, line.raw);
      EXPECT_EQ(stored, section.second);
    }
  }
}

int no_room(void *written, const void *, uint64_t size, uint64_t) {
  uint64_t *left = static_cast<uint64_t *>(written);
  if (size > *left) return -ENOSPC;
  *left -= size;
  return 0;
}

TEST(TraceWriter, AFailureAnywhereIsReported) {
  Process process = tiny_process();
  const uint64_t size = trace_of(&process).size();
  TraceOptions options;
  options.functions = test_functions;
  for (uint64_t room = 0; room < size; ++room) {
    uint64_t left = room;
    const Status status = write_process_trace(process.image(), options, {no_room, &left});
    ASSERT_EQ(status.error_number, ENOSPC) << room;
  }
}

TEST(ProcessTrace, HoldsEverything) {
  Process process = tiny_process();
  process.dropped = 3;
  process.metadata.push_back({"ranks", "wrong: the merge knows"});
  const TraceView view(trace_of(&process));
  EXPECT_EQ(view.metadata.at("program"), "/bin/w");
  EXPECT_EQ(view.metadata.at("ranks"), "1");
  EXPECT_EQ(view.metadata.at("dropped"), "3");
  EXPECT_EQ(view.metadata.at("start_realtime_ns"), "1000000000");
  EXPECT_EQ(view.metadata.at("end_realtime_ns"), "2000000000");
  ASSERT_EQ(view.ranks.size(), 1u);
  const RankView &rank = view.ranks[0];
  EXPECT_EQ(rank.rank, -1);
  EXPECT_EQ(rank.pid, 42u);
  EXPECT_EQ(rank.host + rank.program + rank.cwd, "n1/bin/w/d");
  EXPECT_EQ(rank.tids, std::vector<uint64_t>{42});
  ASSERT_EQ(rank.streams.size(), 1u);
  EXPECT_EQ(rank.streams[0].calls, 5u);
  EXPECT_EQ(rank.streams[0].signatures.size(), 5u);
  EXPECT_EQ(rank.streams[0].signatures[2], rank.streams[0].signatures[3]);
}

TEST(ProcessTrace, NoStreamsAndEmptyStreams) {
  Process process;
  EXPECT_EQ(TraceView(trace_of(&process)).ranks[0].streams.size(), 0u);
  process.streams.emplace_back(0, 1);
  process.streams.emplace_back(1, 2);
  const TraceView view(trace_of(&process));
  ASSERT_EQ(view.ranks[0].streams.size(), 2u);
  EXPECT_EQ(view.ranks[0].streams[1].signatures.size(), 0u);
}

TEST(ProcessTrace, FunctionTableNamesWhatIsUsed) {
  Process process = tiny_process();
  const TraceView view(trace_of(&process));
  Cursor in(bytes_of(view.section("functions")));
  uint64_t count = 0;
  uint64_t fn = 0;
  Bytes text{};
  ASSERT_TRUE(in.varint(&count) && in.varint(&fn));
  EXPECT_EQ(count, 3u);
  EXPECT_EQ(fn, kOpen);
  std::string all;
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(in.str(&text));
    all += text_of(text) + " ";
  }
  EXPECT_EQ(all, "open posix fd+ ");
  ASSERT_TRUE(in.varint(&count));
  EXPECT_EQ(count, 3u);
  ASSERT_TRUE(in.str(&text));
  EXPECT_EQ(text_of(text), "pathname");
  ASSERT_TRUE(in.str(&text));
  EXPECT_EQ(text_of(text), "path");
}

class Files : public ::testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/recorder-format-XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    folder_ = name;
    options_.functions = test_functions;
  }
  void TearDown() override { ASSERT_EQ(std::system(("rm -rf " + folder_).c_str()), 0); }

  std::string path(const char *name) const { return folder_ + "/" + name; }
  static std::string contents(const std::string &path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
  }
  unsigned files() const {
    unsigned n = 0;
    const int fd = open(folder_.c_str(), O_RDONLY | O_DIRECTORY);
    char entries[4096];
    for (ssize_t size; (size = sys::getdents64(fd, entries, sizeof entries)) > 0;)
      for (ssize_t at = 0; at < size; at += *reinterpret_cast<uint16_t *>(entries + at + 16)) ++n;
    close(fd);
    return n - 2;
  }

  std::string folder_;
  TraceOptions options_;
};

TEST_F(Files, AreThereWhenTheyAreComplete) {
  Process process = tiny_process();
  ASSERT_TRUE(write_process_trace_file(process.image(), options_, path("t").c_str()).ok());
  EXPECT_EQ(TraceView(contents(path("t"))).ranks.size(), 1u);
  EXPECT_EQ(files(), 1u);
}

TEST_F(Files, AreNotReplacedWhenTheyMustNot) {
  Process process = tiny_process();
  options_.if_exists = IfExists::fail;
  ASSERT_TRUE(write_process_trace_file(process.image(), options_, path("t").c_str()).ok());
  const std::string first = contents(path("t"));
  process.pid = 43;
  EXPECT_EQ(write_process_trace_file(process.image(), options_, path("t").c_str()).error_number, EEXIST);
  EXPECT_EQ(contents(path("t")), first);
  options_.if_exists = IfExists::replace;
  EXPECT_TRUE(write_process_trace_file(process.image(), options_, path("t").c_str()).ok());
  EXPECT_NE(contents(path("t")), first);
  EXPECT_EQ(files(), 1u);
}

TEST_F(Files, WhereTheyCannotBeSayWhy) {
  Process process = tiny_process();
  const ProcessImage image = process.image();
  EXPECT_EQ(write_process_trace_file(image, options_, path("no/t").c_str()).error_number, ENOENT);
  EXPECT_EQ(write_process_trace_file(image, options_, "/dev/null").error, Error::argument);
  EXPECT_EQ(write_process_trace_file(image, options_, folder_.c_str()).error, Error::argument);
  EXPECT_EQ(files(), 0u);
}

TEST_F(Files, AbandonedOnesLeaveNothing) {
  {
    TraceFile file;
    ASSERT_TRUE(file.create(path("t").c_str(), IfExists::replace).ok());
    EXPECT_EQ(files(), 1u);
  }
  EXPECT_EQ(files(), 0u);
}

TEST_F(Files, LateSectionsAreAppended) {
  Process process = tiny_process();
  ASSERT_TRUE(write_process_trace_file(process.image(), options_, path("t").c_str()).ok());
  for (uint32_t i = 0; i < 3; ++i) {
    Process late = tiny_process();
    late.pid = 100 + i;
    ASSERT_TRUE(append_late(late.image(), options_, path("t").c_str()).ok());
  }
  const TraceView view(contents(path("t")));
  EXPECT_EQ(view.ranks[0].pid, 42u);
  uint32_t found = 0;
  for (const auto &section : view.sections)
    if (section.first == "late") {
      EXPECT_EQ(TraceView(section.second).ranks[0].pid, 100 + found);
      ++found;
    }
  EXPECT_EQ(found, 3u);
}

TEST_F(Files, LateSectionsOfManyProcessesDoNotMeet) {
  Process process = tiny_process();
  ASSERT_TRUE(write_process_trace_file(process.image(), options_, path("t").c_str()).ok());
  std::vector<pid_t> children;
  for (int i = 0; i < 8; ++i) {
    const pid_t child = fork();
    if (child == 0) _exit(append_late(process.image(), options_, path("t").c_str()).ok() ? 0 : 1);
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(TraceView(contents(path("t"))).sections.size(), 9u + 8u);
}

TEST_F(Files, NothingIsAppendedToWhatIsNotATrace) {
  Process process = tiny_process();
  EXPECT_EQ(append_late(process.image(), options_, path("t").c_str()).error_number, ENOENT);
  const std::string whole = trace_of(&process);
  for (const uint64_t size : {uint64_t{0}, uint64_t{10}, whole.size() / 2, whole.size() - 1}) {
    std::ofstream(path("t"), std::ios::binary) << whole.substr(0, size);
    EXPECT_EQ(append_late(process.image(), options_, path("t").c_str()).error, Error::corrupt);
    EXPECT_EQ(contents(path("t")).size(), size);
  }
}

// The manual's example

// Not compressed: zlib's output may differ from version to version.
std::string example() {
  Process process = tiny_process();
  return trace_of(&process, 0);
}

std::string hexdump(const std::string &bytes) {
  std::ostringstream out;
  for (uint64_t at = 0; at < bytes.size(); at += 16) {
    char word[16];
    std::snprintf(word, sizeof word, "%04x ", static_cast<unsigned>(at));
    out << word;
    for (uint64_t i = at; i < at + 16 && i < bytes.size(); ++i) {
      const unsigned char c = static_cast<unsigned char>(bytes[i]);
      std::snprintf(word, sizeof word, "%s%02x", i == at + 8 ? "  " : " ", c);
      out << word;
    }
    out << '\n';
  }
  return out.str();
}

// What stands between the two comments in the page.
std::string dump_in_manual(const std::string &path) {
  std::ifstream in(path);
  std::string line;
  std::string out;
  bool inside = false;
  while (std::getline(in, line)) {
    if (line == ".\\\" end of the dump") inside = false;
    if (inside && line[0] != '.') out += line + "\n";
    if (line == ".\\\" begin of the dump") inside = true;
  }
  return out;
}

TEST(Manual, ShowsTheExampleAsItIs) {
  const char *srcdir = std::getenv("srcdir");
  std::string path = std::string(srcdir ? srcdir : ".") + "/man/recorder-format.5";
  for (int i = 0; i < 4 && access(path.c_str(), R_OK) != 0 && !srcdir; ++i) path = "../" + path;
  ASSERT_EQ(access(path.c_str(), R_OK), 0) << path;
  EXPECT_EQ(dump_in_manual(path), hexdump(example()));
}

}  // namespace
}  // namespace recorder::test
