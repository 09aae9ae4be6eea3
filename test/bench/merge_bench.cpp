// SPDX-License-Identifier: BSD-3-Clause
// The merge of simulated ranks, in one process and on one core, as a tree over all of them: time, memory and
// bytes by section for what ranks have in common, from 64 ranks to a million. Prints a table, then JSON.
// links: core format merge
//   merge_bench [--quick] [pattern...]
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "../unit/trace_builder.h"
#include "merge/blocks.h"
#include "merge/emit.h"
#include "merge/summary.h"

namespace recorder::test {
namespace {

// One rank's image, kept so that the time is that of the merge and not of making ranks.
struct Rank {
  Process process;
  ProcessImage image;
};

// A checkpointer: per-rank file, strided writes, halo exchange in a grid.
Process checkpointer(uint64_t rank, uint64_t seed) {
  Process process(static_cast<int64_t>(rank));
  Stream stream(0, 1000);
  uint64_t now = 10;
  const auto tick = [&] { return now += 10; };
  for (uint64_t file = 0; file < 4; ++file) {
    stream.call(Signature(kOpen).str("plt_" + std::to_string(file)).varint(577).byte(0).new_fd(0, 3), tick(),
                tick());
    for (uint64_t block = 0; block < 10; ++block)
      stream.call(Signature(kPwrite)
                      .fd(0)
                      .varint(0)
                      .varint(4096)
                      .zigzag(block ? 4096 : 0)
                      .zigzag(4096 + static_cast<int64_t>(seed)),
                  tick(), tick());
    stream.call(Signature(kClose).fd(0).zigzag(0), tick(), tick());
  }
  process.streams.push_back(std::move(stream));
  return process;
}

using Make = Process (*)(uint64_t rank, uint64_t ranks);

Process spmd(uint64_t rank, uint64_t) { return checkpointer(rank, 0); }

Process lines(uint64_t rank, uint64_t) {
  Process process = checkpointer(rank, 0);
  char name[32];
  snprintf(name, sizeof name, "out.%05llu", static_cast<unsigned long long>(rank));
  process.streams[0].call(Signature(kOpen).str(name).varint(577).byte(0).new_fd(0, 3), 9000, 9001);
  process.streams[0].call(
      Signature(kPwrite).fd(0).varint(0).varint(512).zigzag(static_cast<int64_t>(rank * 65536)).zigzag(512),
      9002, 9003);
  return process;
}

// rank = x + px (y + py z), with periodic neighbours
Process grid(uint64_t rank, uint64_t ranks) {
  uint64_t px = 1;
  while (px * px * px < ranks) ++px;
  const uint64_t py = px;
  const uint64_t pz = (ranks + px * py - 1) / (px * py);
  const uint64_t x = rank % px, y = rank / px % py, z = rank / px / py;
  const auto at = [&](uint64_t i, uint64_t k, uint64_t l) {
    return static_cast<int64_t>(i % px + px * (k % py + py * (l % pz)));
  };
  Process process = checkpointer(rank, 0);
  const int64_t neighbours[] = {at(x + 1, y, z),      at(x + px - 1, y, z), at(x, y + 1, z),
                                at(x, y + py - 1, z), at(x, y, z + 1),      at(x, y, z + pz - 1)};
  uint64_t now = 9000;
  const auto write = [&](uint64_t slot, int64_t offset) {
    now += 2;
    process.streams[0].call(Signature(kPwrite).fd(slot).varint(0).varint(8).zigzag(offset).zigzag(8), now,
                            now + 1);
  };
  for (const int64_t neighbour : neighbours) write(7, neighbour);
  write(0, static_cast<int64_t>(x * 64 + y * 4096 + z * 1000000));
  return process;
}

Process aggregators(uint64_t rank, uint64_t ranks) {
  Process process = checkpointer(rank, 0);
  const uint64_t every = ranks / 32;
  if (rank % every == 0)
    process.streams[0].call(Signature(kPwrite)
                                .fd(1)
                                .varint(0)
                                .varint(1 << 20)
                                .zigzag(static_cast<int64_t>(rank / every) << 20)
                                .zigzag(1),
                            9000, 9001);
  return process;
}

// Calls, their number and their arguments are the rank's own.
Process different(uint64_t rank, uint64_t) {
  Process process(static_cast<int64_t>(rank));
  Stream stream(0, 1000);
  uint64_t state = rank * 0x9E3779B97F4A7C15u + 1;
  const auto random = [&] {
    return state = state * 6364136223846793005u + 1442695040888963407u, state >> 33;
  };
  for (uint64_t i = 0, n = 20 + random() % 40; i < n; ++i) {
    if (random() % 4 == 0)
      stream.call(Signature(kOpen).str("f" + std::to_string(random())).varint(577).byte(0).new_fd(0, 3), 1,
                  2);
    else
      stream.call(Signature(kPwrite)
                      .fd(random() % 3)
                      .varint(0)
                      .varint(random())
                      .zigzag(static_cast<int64_t>(random()))
                      .zigzag(1),
                  1, 2);
  }
  process.streams.push_back(std::move(stream));
  return process;
}

struct Pattern {
  const char *name;
  Make make;
  uint64_t most;
};
constexpr Pattern kPatterns[] = {{"spmd", spmd, 1000000},
                                 {"a*rank+b", lines, 1000000},
                                 {"3-D torus", grid, 1000000},
                                 {"32 aggregators", aggregators, 1000000},
                                 {"all different", different, 100000}};

struct Result {
  double seconds;    // of the merge alone
  uint64_t memory;   // most resident, KiB
  uint64_t classes;  // when there are no blocks
  uint64_t blocks;
  uint64_t block_bytes;
  uint64_t sections[6];
};
constexpr const char *kSections[] = {"functions", "classes", "cst", "cfg", "processes", "texts"};

double now() {
  return [] {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
  }();
}

// The tree as a binary counter: at most one share of each height is alive. Blocks that a process seals stay
// with it, and count as soon as they are there.
struct Tree {
  Share heights[32];
  uint64_t held[32] = {};  // ranks
  Share carry;
  Buffer packed;
  uint64_t blocks = 0;

  static void need(const Status &status) {
    if (status.ok()) return;
    fprintf(stderr, "merge_bench: %s\n", status.what);
    _exit(1);
  }
  void drop(Share *share) {
    blocks += share->blocks().size();
    share->drop_blocks();
  }
  void unite(Share *left, Share *right) {
    packed.clear();
    need(right->pack(&packed));
    need(left->unite(packed.bytes()));
    drop(left);
  }
  void add(const ProcessImage &image) {
    const uint64_t owner = static_cast<uint64_t>(image.rank);
    carry.begin(owner, test_functions);
    need(carry.add(image, {}));
    drop(&carry);
    uint64_t ranks = 1;
    unsigned height = 0;
    for (; held[height] != 0; ++height) {
      unite(&heights[height], &carry);
      ranks += held[height];
      held[height] = 0;
      carry.swap(heights[height]);
    }
    carry.swap(heights[height]);
    held[height] = ranks;
  }
  void finish() {
    carry.begin(0, test_functions);
    for (unsigned i = 0; i < 32; ++i) {
      if (held[i] == 0) continue;
      unite(&heights[i], &carry);
      carry.swap(heights[i]);
    }
    need(carry.finish());
    drop(&carry);
  }
};

void count_sections(const Share &all, uint64_t *sizes) {
  if (!all.references().empty()) return;
  MemoryFile file;
  TraceWriter writer(file.sink());
  if (!writer.begin().ok() || !emit_summary(all.open(), test_functions, &writer).ok() ||
      !writer.finish().ok())
    _exit(1);
  Cursor table(bytes_of(file.bytes));
  table.skip(read_u64le(bytes_of(file.bytes).data + file.bytes.size() - format::kTrailerSize));
  uint64_t n = 0;
  Section line{};
  for (table.varint(&n); n > 0 && get_section(&table, &line); --n)
    for (unsigned i = 0; i < 6; ++i)
      if (text_of(line.name) == kSections[i]) sizes[i] = line.stored;
}

Result measure(const Pattern &pattern, uint64_t ranks) {
  Result result{};
  Tree tree;
  for (uint64_t rank = 0; rank < ranks; ++rank) {
    Process process = pattern.make(rank, ranks);
    process.pid = static_cast<uint32_t>(1000 + rank);
    process.host = "node" + std::to_string(10000 + rank / 64);
    const ProcessImage image = process.image();
    const double start = now();
    tree.add(image);
    result.seconds += now() - start;
  }
  const double start = now();
  tree.finish();
  count_sections(tree.carry, result.sections);
  result.seconds += now() - start;
  result.classes = tree.carry.open().shapes().count();
  result.blocks = tree.carry.references().size();
  result.block_bytes = tree.blocks;
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  result.memory = static_cast<uint64_t>(usage.ru_maxrss);
  return result;
}

// In a process of its own, whose memory is that of this merge.
Result measure_apart(const Pattern &pattern, uint64_t ranks) {
  Result result{};
  int ends[2];
  if (pipe(ends) != 0) return result;
  const pid_t child = fork();
  if (child == 0) {
    result = measure(pattern, ranks);
    _exit(write(ends[1], &result, sizeof result) == sizeof result ? 0 : 1);
  }
  close(ends[1]);
  if (read(ends[0], &result, sizeof result) != sizeof result)
    fprintf(stderr, "merge_bench: %s failed\n", pattern.name);
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return result;
}

bool wanted(int argc, char **argv, const char *name) {
  bool any = false;
  for (int i = 1; i < argc; ++i) {
    if (argv[i][0] == '-') continue;
    any = true;
    if (strcmp(argv[i], name) == 0) return true;
  }
  return !any;
}

int run(int argc, char **argv) {
  const bool quick = argc > 1 && strcmp(argv[1], "--quick") == 0;
  std::string json;
  printf("%-16s %9s %9s %11s %9s %7s %11s", "pattern", "ranks", "time/s", "memory/MiB", "classes", "blocks",
         "their bytes");
  for (const char *section : kSections) printf(" %10s", section);
  printf("\n");
  for (const Pattern &pattern : kPatterns) {
    if (!wanted(argc, argv, pattern.name)) continue;
    for (const uint64_t ranks : {64u, 1024u, 16384u, 100000u, 1000000u}) {
      if (ranks > pattern.most || (quick && ranks > 16384)) continue;
      const Result r = measure_apart(pattern, ranks);
      printf("%-16s %9llu %9.3f %11.1f %9llu %7llu %11llu", pattern.name,
             static_cast<unsigned long long>(ranks), r.seconds, static_cast<double>(r.memory) / 1024,
             static_cast<unsigned long long>(r.classes), static_cast<unsigned long long>(r.blocks),
             static_cast<unsigned long long>(r.block_bytes));
      json += std::string(json.empty() ? "" : ",\n ") + "{\"pattern\": \"" + pattern.name +
              "\", \"ranks\": " + std::to_string(ranks) + ", \"seconds\": " + std::to_string(r.seconds) +
              ", \"memory_kib\": " + std::to_string(r.memory) +
              ", \"classes\": " + std::to_string(r.classes) + ", \"blocks\": " + std::to_string(r.blocks) +
              ", \"block_bytes\": " + std::to_string(r.block_bytes) + ", \"sections\": {";
      for (unsigned i = 0; i < 6; ++i) {
        printf(" %10llu", static_cast<unsigned long long>(r.sections[i]));
        json += std::string(i ? ", \"" : "\"") + kSections[i] + "\": " + std::to_string(r.sections[i]);
      }
      json += "}}";
      printf("\n");
      fflush(stdout);
    }
  }
  printf("[%s]\n", json.c_str());
  return 0;
}

}  // namespace
}  // namespace recorder::test

int main(int argc, char **argv) { return recorder::test::run(argc, argv); }
