// SPDX-License-Identifier: BSD-3-Clause
// The merge without MPI: any tree gives the same trace, ranks that behave alike cost nothing, nothing is
// lost. links: core format merge
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "merge/blocks.h"
#include "merge/emit.h"
#include "merge/summary.h"
#include "trace_builder.h"
#include "trace_view.h"

namespace recorder::test {
namespace {

// A rank that opens, writes `blocks` blocks of `size` bytes and closes, in each of `threads` threads.
Process simple_rank(int64_t rank, uint64_t blocks, uint64_t size, uint32_t threads = 1) {
  Process process(rank);
  process.pid = static_cast<uint32_t>(5000 + rank);
  process.start_realtime_ns += static_cast<uint64_t>(rank % 7) * 100;
  process.end_realtime_ns += static_cast<uint64_t>(rank % 5) * 100;
  for (uint32_t thread = 0; thread < threads; ++thread) {
    Stream stream(thread, process.pid + thread);
    uint64_t now = 10;
    stream.call(Signature(kOpen).str("f").varint(577).byte(0).new_fd(0, 3), now, now + 5);
    for (uint64_t i = 0; i < blocks; ++i, now += 20)
      stream.call(Signature(kPwrite)
                      .fd(0)
                      .varint(0)
                      .varint(size)
                      .zigzag(i ? static_cast<int64_t>(size) : 0)
                      .zigzag(8),
                  now + 10, now + 15);
    stream.call(Signature(kClose).fd(0).zigzag(0), now + 10, now + 12);
    process.streams.push_back(std::move(stream));
  }
  return process;
}

Process random_rank(int64_t rank, std::mt19937_64 *random) {
  Process process(rank);
  const auto below = [&](uint64_t n) { return (*random)() % n; };
  process.pid = static_cast<uint32_t>(below(100000));
  process.host = "node" + std::to_string(rank / 4);
  process.start_realtime_ns = 1000000000 + below(1000);
  process.end_realtime_ns = 2000000000 + below(1000);
  process.dropped = below(3);
  process.lost = below(2);
  process.metadata = {{"program", "app" + std::to_string(rank)}};
  const uint64_t threads = below(4);
  for (uint32_t thread = 0; thread < threads; ++thread) {
    Stream stream(thread * 3, process.pid + thread);
    uint64_t now = 0;
    for (uint64_t i = below(30); i > 0; --i) {
      const uint64_t kind = below(12);
      now += below(1000);
      if (kind == 0)
        stream.next_part();
      else if (kind == 1)
        stream.cut_times();
      else if (kind == 2)
        stream.note(Signature::cwd("/d" + std::to_string(below(3))));
      else if (kind == 3)
        stream.call(Signature(kOpen).str("f" + std::to_string(below(12))).varint(577).byte(0).new_fd(0, 3),
                    now, now + 1);
      else
        stream.call(Signature(kPwrite, below(2)).fd(below(2)).varint(below(3)).zigzag(0).zigzag(1), now,
                    now + below(300));
    }
    process.streams.push_back(std::move(stream));
  }
  return process;
}

// What a stream says by itself, to compare with what comes out of the merge.
std::vector<std::string> signatures_of(const StreamImage &stream) {
  std::vector<std::string> out;
  for (uint32_t k = 0; k < stream.part_count; ++k) {
    Cursor in(stream.parts[k].cst);
    uint64_t n = 0;
    in.varint(&n);
    std::vector<std::string> cst;
    for (Bytes bytes{}; n > 0 && in.str(&bytes); --n) cst.push_back(text_of(bytes));
    Cursor cfg(stream.parts[k].cfg);
    uint64_t rules = 0, symbols = 0, symbol = 0, exponent = 0;
    for (cfg.varint(&rules), cfg.varint(&symbols); symbols > 0; --symbols) {
      cfg.varint(&symbol);
      cfg.varint(&exponent);
      out.insert(out.end(), exponent, cst.at(symbol >> 1));
    }
  }
  return out;
}

std::string times_of(const StreamImage &stream) {
  std::string out;
  for (uint32_t k = 0; k < stream.time_chunk_count; ++k) out += text_of(stream.time_chunks[k]);
  return out;
}

// The part of each rank in a file that all of them write: what the MPI transport does, in one process.
struct Parts {
  std::string times;
  std::string index;

  void add(const ProcessImage &image, Summary *leaf) {
    Buffer stored;
    Buffer lines;
    TimesPart part;
    ASSERT_TRUE(part.compress(image, 1, append_to_buffer, &stored).ok());
    ASSERT_TRUE(part.make_index(times.size(), &lines).ok());
    leaf->set_times(part.totals());
    times += text_of(stored.bytes());
    index += text_of(lines.bytes());
  }
};

std::string file_of(const Summary &all, const Parts &parts) {
  Buffer packed;
  packed.put_varint(0);
  RunFacts().pack(&packed);
  packed.put_varint(1);
  all.pack(&packed);
  Share share;
  share.begin(0, test_functions);
  Layout layout;
  if (!share.unite(packed.bytes()).ok() || !share.finish().ok() ||
      !lay_out(share, test_functions, {nullptr, 0}, &layout).ok())
    return {};
  EXPECT_EQ(layout.times_offset, layout.head.size());
  EXPECT_EQ(layout.index_offset, layout.times_offset + parts.times.size());
  EXPECT_EQ(layout.tail_offset, layout.index_offset + parts.index.size());
  return text_of(layout.head.bytes()) + parts.times + parts.index + text_of(layout.tail.bytes());
}

// Left to right in a binomial tree, packed and unpacked at each step as between processes.
void unite_as_tree(std::vector<Summary> *leaves) {
  for (uint64_t step = 1; step < leaves->size(); step *= 2)
    for (uint64_t i = 0; i + step < leaves->size(); i += 2 * step) {
      Buffer packed;
      Summary right;
      (*leaves)[i + step].pack(&packed);
      ASSERT_TRUE(right.unpack(packed.bytes()).ok());
      ASSERT_TRUE(unite((*leaves)[i], right).ok());
    }
}

std::string packed(const Summary &summary) {
  Buffer out;
  summary.pack(&out);
  return text_of(out.bytes());
}

// What a summary says, however its columns are spelled.
std::string contents(const Summary &summary) {
  MemoryFile file;
  TraceWriter writer(file.sink(), 0);
  EXPECT_TRUE(writer.begin().ok() && emit_summary(summary, test_functions, &writer).ok());
  EXPECT_TRUE(writer.add(format::kTimes, {}, format::Codec::none).ok());
  EXPECT_TRUE(writer.add(format::kTimesIndex, {}, format::Codec::none).ok());
  EXPECT_TRUE(writer.finish().ok());
  const TraceView view(file.bytes, false);
  std::string out =
      view.section("metadata") + view.section("functions") + view.section("cst") + view.section("cfg");
  for (uint64_t i = 0; i < view.ranks.size(); ++i) {
    const RankView &rank = view.ranks[i];
    out += std::to_string(view.class_of[i]) + " " + std::to_string(rank.rank) + " " +
           std::to_string(rank.pid) + rank.host + rank.program + rank.cwd + std::to_string(rank.start) + " " +
           std::to_string(rank.dropped) + " " + std::to_string(rank.lost) + "\n";
    for (uint64_t k = 0; k < rank.streams.size(); ++k) {
      out += std::to_string(rank.streams[k].thread) + ":" + std::to_string(rank.tids[k]) + "\n";
      for (const std::string &signature : rank.streams[k].signatures) out += signature + "\n";
    }
  }
  return out;
}

void expect_same_ranks(const TraceView &view, std::vector<Process> *ranks) {
  ASSERT_EQ(view.ranks.size(), ranks->size());
  for (uint64_t i = 0; i < ranks->size(); ++i) {
    const ProcessImage image = (*ranks)[i].image();
    const RankView &rank = view.ranks[i];
    EXPECT_EQ(rank.rank, image.rank);
    EXPECT_EQ(rank.pid, image.pid);
    EXPECT_EQ(rank.host, image.host);
    EXPECT_EQ(rank.start, image.start_realtime_ns);
    EXPECT_EQ(rank.dropped, image.dropped);
    EXPECT_EQ(rank.lost, image.lost);
    ASSERT_EQ(rank.streams.size(), image.stream_count);
    for (uint32_t k = 0; k < image.stream_count; ++k) {
      EXPECT_EQ(rank.tids[k], image.streams[k].tid);
      EXPECT_EQ(rank.streams[k].thread, image.streams[k].thread);
      EXPECT_EQ(rank.streams[k].calls, image.streams[k].calls);
      EXPECT_EQ(rank.streams[k].signatures, signatures_of(image.streams[k]));
      EXPECT_EQ(rank.streams[k].raw_times, times_of(image.streams[k]));
    }
  }
}

TEST(Interner, NumbersInOrderOfFirstUse) {
  Interner set;
  std::mt19937_64 random(3);
  std::map<std::string, uint32_t> expected;
  for (int i = 0; i < 20000; ++i) {
    std::string text(random() % 20, '\0');
    for (char &c : text) c = static_cast<char>(random() % 3);
    const auto known = expected.emplace(text, static_cast<uint32_t>(expected.size()));
    ASSERT_EQ(set.add(bytes_of(text)), known.first->second);
  }
  EXPECT_EQ(set.count(), expected.size());
  for (const auto &pair : expected) EXPECT_EQ(text_of(set.at(pair.second)), pair.first);
  set.clear();
  EXPECT_EQ(set.add(bytes_of("again")), 0u);
}

TEST(Summary, UnitingIsTheSameAsAddingRankByRank) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 30; ++round) {
    const uint64_t count = 1 + random() % 9;
    std::vector<Process> ranks;
    std::vector<Summary> leaves(count);
    Summary all;
    for (uint64_t i = 0; i < count; ++i) {
      ranks.push_back(random_rank(static_cast<int64_t>(i), &random));
      ASSERT_TRUE(all.add(ranks.back().image()).ok());
      ASSERT_TRUE(leaves[i].add(ranks.back().image()).ok());
    }
    unite_as_tree(&leaves);
    EXPECT_EQ(contents(leaves[0]), contents(all));
  }
}

TEST(Summary, AnyCutGivesTheSame) {
  std::mt19937_64 random(5);
  Summary leaves[3];
  Summary again[3];
  for (int i = 0; i < 3; ++i) {
    Process rank = random_rank(i, &random);
    ASSERT_TRUE(leaves[i].add(rank.image()).ok());
    ASSERT_TRUE(again[i].unpack(bytes_of(packed(leaves[i]))).ok());
  }
  ASSERT_TRUE(unite(leaves[0], leaves[1]).ok());
  ASSERT_TRUE(unite(leaves[0], leaves[2]).ok());
  ASSERT_TRUE(unite(again[1], again[2]).ok());
  ASSERT_TRUE(unite(again[0], again[1]).ok());
  EXPECT_EQ(contents(leaves[0]), contents(again[0]));
}

TEST(Merge, RandomRanksReadBackExactly) {
  std::mt19937_64 random(6);
  for (int round = 0; round < 40; ++round) {
    const uint64_t count = 1 + random() % 12;
    std::vector<Process> ranks;
    std::vector<Summary> leaves(count);
    Parts parts;
    for (uint64_t i = 0; i < count; ++i) {
      ranks.push_back(random_rank(static_cast<int64_t>(i), &random));
      const ProcessImage image = ranks.back().image();
      ASSERT_TRUE(leaves[i].add(image).ok());
      parts.add(image, &leaves[i]);
    }
    unite_as_tree(&leaves);
    const TraceView view(file_of(leaves[0], parts));
    expect_same_ranks(view, &ranks);
    EXPECT_EQ(view.metadata.at("ranks"), std::to_string(count));
    EXPECT_EQ(view.metadata.at("program"), "app0");
  }
}

TEST(Merge, OneRankIsTheSameBothWays) {
  Process rank = simple_rank(0, 100, 8);
  Summary summary;
  Parts parts;
  ASSERT_TRUE(summary.add(rank.image()).ok());
  Buffer stored;
  Buffer index;
  TimesPart part;
  ASSERT_TRUE(part.compress(rank.image(), 6, append_to_buffer, &stored).ok());
  ASSERT_TRUE(part.make_index(0, &index).ok());
  summary.set_times(part.totals());
  parts.times = text_of(stored.bytes());
  parts.index = text_of(index.bytes());
  EXPECT_EQ(file_of(summary, parts), trace_of(&rank));
}

// Sections of a trace without times.
std::map<std::string, std::string> sections_of(const Summary &all) {
  MemoryFile file;
  TraceWriter writer(file.sink(), 0);  // not compressed: what lies between two offsets is the section
  EXPECT_TRUE(writer.begin().ok() && emit_summary(all, test_functions, &writer).ok() && writer.finish().ok());
  Cursor table(bytes_of(file.bytes));
  table.skip(read_u64le(bytes_of(file.bytes).data + file.bytes.size() - format::kTrailerSize));
  std::map<std::string, std::string> sections;
  uint64_t n = 0;
  Section line{};
  for (table.varint(&n); n > 0 && get_section(&table, &line); --n)
    sections[text_of(line.name)] = file.bytes.substr(line.offset, line.stored);
  return sections;
}

std::map<std::string, std::string> sections_of_alike(int64_t count) {
  Summary all;
  for (int64_t i = 0; i < count; ++i) EXPECT_TRUE(all.add(simple_rank(i, 50, 4096, 2).image()).ok());
  return sections_of(all);
}

constexpr uint64_t kOwnFunction = 4096;
bool plugin_functions(uint64_t fn, FunctionText *text) {
  if (fn != kOwnFunction) return test_functions(fn, text);
  *text = {"gzopen", "zlib", "int", "path=path\0", 1};
  return true;
}

// Only some ranks have a plugin, and the one that writes the table has not.
TEST(Merge, FunctionsThatTheWriterDoesNotKnow) {
  std::vector<Summary> leaves(4);
  for (int64_t i = 0; i < 4; ++i) {
    Process rank = simple_rank(i, 3, 8);
    if (i == 2) {
      rank.own_functions = kOwnFunction;
      rank.functions = plugin_functions;
      rank.streams[0].call(Signature(kOwnFunction).str("f").zigzag(0), 5000, 5001);
    }
    ASSERT_TRUE(leaves[static_cast<size_t>(i)].add(rank.image()).ok());
  }
  unite_as_tree(&leaves);
  EXPECT_EQ(leaves[0].functions().count(), 1u);
  const std::string table = sections_of(leaves[0]).at("functions");
  EXPECT_NE(table.find("gzopen"), std::string::npos);
  EXPECT_NE(table.find("pwrite"), std::string::npos);
}

TEST(Merge, RanksThatBehaveAlikeCostNothing) {
  const auto few = sections_of_alike(2);
  const auto many = sections_of_alike(4096);
  for (const char *section : {"cst", "cfg", "functions", "texts"})
    EXPECT_EQ(many.at(section), few.at(section));
  EXPECT_LE(many.at("classes").size(), few.at("classes").size() + 3);  // 4096 is a longer number than 2
}

// Any number of leaves in a tree of one process: at most one summary of each height is alive.
class Tree {
 public:
  void add(const ProcessImage &image) {
    carry_.clear();
    ASSERT_TRUE(carry_.add(image).ok());
    unsigned height = 0;
    for (; heights_[height].nranks() != 0; ++height) {
      ASSERT_TRUE(unite(heights_[height], carry_).ok());
      carry_.swap(heights_[height]);
      heights_[height].clear();
    }
    heights_[height].swap(carry_);
  }
  Summary &finish() {
    carry_.clear();
    for (Summary &left : heights_) {
      if (left.nranks() == 0) continue;
      EXPECT_TRUE(unite(left, carry_).ok());
      carry_.swap(left);
      left.clear();
    }
    return carry_;
  }

 private:
  Summary heights_[24];
  Summary carry_;
};

TEST(Merge, AMillionRanksInATreeOfOneProcess) {
  constexpr uint64_t kRanks = 1000000;
  Process rank = simple_rank(0, 50, 4096);
  ProcessImage image = rank.image();
  Tree tree;
  for (uint64_t i = 0; i < kRanks; ++i) {
    image.rank = static_cast<int64_t>(i);
    image.pid = static_cast<uint32_t>(i + 1);
    tree.add(image);
  }
  const Summary &all = tree.finish();
  EXPECT_EQ(all.nranks(), kRanks);
  EXPECT_EQ(all.shapes().count(), 1u);
  EXPECT_EQ(all.bodies().count(), 1u);
  Buffer out;
  all.pack(&out);
  EXPECT_LT(out.size(), 1000u);
}

TEST(Merge, ARankThatDiffersCostsItself) {
  Summary all;
  for (int64_t i = 0; i < 300; ++i) {
    Process rank = simple_rank(i, 50, 4096);
    if (i == 100) rank.streams[0].call(Signature(kSync), 5000, 5001);
    ASSERT_TRUE(all.add(rank.image()).ok());
  }
  EXPECT_EQ(all.shapes().count(), 2u);
  EXPECT_EQ(all.bodies().count(), 2u);
  EXPECT_EQ(all.signatures().count(), 4u);
}

TEST(Merge, OtherNumbersAreTheSameBehaviour) {
  Tree tree;
  std::vector<Process> ranks;
  Parts parts;
  std::vector<Summary> leaves(200);
  for (uint64_t i = 0; i < leaves.size(); ++i) {
    const int64_t rank = static_cast<int64_t>(i);
    const int64_t x = rank % 5, y = rank / 5 % 8, z = rank / 40;
    ranks.push_back(simple_rank(rank, 50 + i % 3, 4096));
    Stream &stream = ranks.back().streams[0];
    stream.call(Signature(kPwrite).fd(i % 4).varint(0).varint(7 * i).zigzag(4096 * rank).zigzag(-1), 3000,
                3001);
    stream.call(Signature(kPwrite).fd(0).varint(0).varint(8).zigzag((x + 1) % 5 + 5 * (y + 8 * z)).zigzag(x),
                3002, 3003);
    char name[40];
    snprintf(name, sizeof name, "out.%05d/%d.h5", static_cast<int>(rank), static_cast<int>(y));
    stream.call(Signature(kOpen).str(name).varint(577).byte(0).new_fd(0, 3), 3004, 3005);
    stream.call(Signature(kOpen).str(i % 2 ? "odd" : "even7").varint(577).byte(0).new_fd(0, 3), 3006, 3007);
    const ProcessImage image = ranks.back().image();
    ASSERT_TRUE(leaves[i].add(image).ok());
    parts.add(image, &leaves[i]);
  }
  unite_as_tree(&leaves);
  EXPECT_EQ(leaves[0].shapes().count(), 1u);
  EXPECT_LT(sections_of(leaves[0]).at("classes").size(), 500u);
  expect_same_ranks(TraceView(file_of(leaves[0], parts)), &ranks);
}

// As between processes: each keeps the blocks that it has sealed, and the file has them in the order of
// ranks.
TEST(Merge, WhatIsTooLargeForOneProcessBecomesBlocks) {
  std::mt19937_64 random(7);
  for (const uint64_t limit : {0u, 1000u, 4000u, 20000u, 1u << 30}) {
    const uint64_t count = 1 + random() % 40;
    std::vector<Process> ranks;
    std::vector<Share> shares(count);
    Parts parts;
    for (uint64_t i = 0; i < count; ++i) {
      ranks.push_back(random_rank(static_cast<int64_t>(i), &random));
      const ProcessImage image = ranks.back().image();
      Summary times;
      parts.add(image, &times);
      shares[i].begin(i, test_functions, limit);
      ASSERT_TRUE(shares[i].add(image, times.times()).ok());
    }
    for (uint64_t step = 1; step < count; step *= 2)
      for (uint64_t i = 0; i + step < count; i += 2 * step) {
        Buffer packed;
        ASSERT_TRUE(shares[i + step].pack(&packed).ok());
        for (uint64_t size = 0; size < packed.size(); size += 97) {
          Share other;
          other.begin(0, test_functions);
          EXPECT_FALSE(other.unite({packed.data(), size}).ok());
        }
        ASSERT_TRUE(shares[i].unite(packed.bytes()).ok());
      }
    ASSERT_TRUE(shares[0].finish().ok());
    Layout layout;
    ASSERT_TRUE(lay_out(shares[0], test_functions, {nullptr, 0}, &layout).ok());
    std::string file = text_of(layout.head.bytes());
    EXPECT_TRUE(shares[0].references().empty() || layout.blocks_offset == file.size());
    for (const Share &share : shares) file += text_of(share.blocks().bytes());
    file += parts.times + parts.index + text_of(layout.tail.bytes());
    const TraceView view(file);
    EXPECT_EQ(view.blocks, shares[0].references().size());
    EXPECT_TRUE(limit != 0 || view.blocks == count);
    expect_same_ranks(view, &ranks);
    EXPECT_EQ(view.metadata.at("ranks"), std::to_string(count));
    EXPECT_EQ(view.metadata.at("program"), "app0");
  }
}

TEST(Merge, NamesOfEveryWidth) {
  const std::vector<std::vector<std::string>> groups = {{"a.8", "a.9", "a.10", "a.11"},     // natural
                                                        {"a.08", "a.09", "a.10", "a.100"},  // %02d
                                                        {"a.08", "a.9", "a.10"},    // no width prints these
                                                        {"a1b2", "a2b1", "a10b1"},  // two numbers
                                                        {"x", "x", "y"},            // no number
                                                        {"n1", "n", "n2"},          // other skeletons
                                                        {"0", "1", "00"},  // 0 of one digit and of two
                                                        {"1234567890123456789", "1234567890123456780", "7"}};
  for (const auto &names : groups) {
    std::vector<Process> ranks;
    std::vector<Summary> leaves(names.size() * 3);
    Parts parts;
    for (uint64_t i = 0; i < leaves.size(); ++i) {
      Process rank(static_cast<int64_t>(i));
      rank.host = names[i / 3];
      rank.streams.emplace_back();
      rank.streams[0].note(Signature::cwd("/" + names[i % names.size()]));
      rank.streams[0].call(Signature(kOpen).str(names[i / 3]).varint(577).byte(0).new_fd(0, 3), 1, 2);
      ranks.push_back(rank);
      const ProcessImage image = ranks.back().image();
      ASSERT_TRUE(leaves[i].add(image).ok());
      parts.add(image, &leaves[i]);
    }
    unite_as_tree(&leaves);
    EXPECT_EQ(leaves[0].shapes().count(), 1u);
    expect_same_ranks(TraceView(file_of(leaves[0], parts)), &ranks);
  }
}

TEST(Merge, DamagedStreamsAreRefused) {
  const auto status_of = [](const std::string &cst, const std::string &cfg) {
    const PartImage part = {bytes_of(cst), bytes_of(cfg), {nullptr, 0}};
    const StreamImage stream = {0, 1, 1, &part, 0, 0, nullptr, false};
    ProcessImage image = Process().image();
    image.host = image.program = image.cwd = "";
    image.stream_count = 1;
    image.streams = &stream;
    Summary summary;
    return summary.add(image).error;
  };
  const std::string cst("\x01\x02\x05\x00", 4);
  EXPECT_EQ(status_of(cst, std::string("\x01\x01\x00\x05", 4)), Error::none);
  EXPECT_EQ(status_of("", std::string("\x01\x00", 2)), Error::corrupt);
  EXPECT_EQ(status_of(cst.substr(0, 3), std::string("\x01\x00", 2)), Error::corrupt);
  EXPECT_EQ(status_of(cst, ""), Error::corrupt);
  EXPECT_EQ(status_of(cst, std::string("\x01\x01\x02\x05", 4)), Error::corrupt);  // no such terminal
  EXPECT_EQ(status_of(cst, std::string("\x01\x01\x03\x05", 4)), Error::corrupt);  // no such rule
  EXPECT_EQ(status_of(cst, std::string("\x01\x02\x00\x05", 4)), Error::corrupt);  // symbols missing
  EXPECT_EQ(status_of(cst, std::string("\x01\x01\x00\x05\x00", 5)), Error::corrupt);
  EXPECT_EQ(status_of(cst, std::string("\x01\x01\x00\x00\x01\x00\x05", 7)),
            Error::none);  // a run that varies
}

TEST(Merge, DamagedSummariesAreRefused) {
  Summary summary;
  for (int64_t i = 0; i < 3; ++i) ASSERT_TRUE(summary.add(simple_rank(i, 5, 8, 2).image()).ok());
  const std::string whole = packed(summary);
  Summary read;
  EXPECT_TRUE(read.unpack(bytes_of(whole)).ok());
  EXPECT_EQ(packed(read), whole);
  for (uint64_t size = 0; size < whole.size(); ++size)
    ASSERT_FALSE(read.unpack(bytes_of(whole.substr(0, size))).ok()) << size;
}

TEST(Merge, GivesItsMemoryBack) {
  const uint64_t before = Memory::used();
  {
    Summary left;
    Summary right;
    for (int64_t i = 0; i < 100; ++i) {
      ASSERT_TRUE(left.add(simple_rank(i, static_cast<uint64_t>(i), 8).image()).ok());
      ASSERT_TRUE(right.add(simple_rank(100 + i, static_cast<uint64_t>(i) + 1, 8).image()).ok());
    }
    ASSERT_TRUE(unite(left, right).ok());
    EXPECT_EQ(left.shapes().count(), 3u);
  }
  EXPECT_EQ(Memory::used(), before);
}

}  // namespace
}  // namespace recorder::test
