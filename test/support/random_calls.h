// SPDX-License-Identifier: BSD-3-Clause
// Traces of random rules over calls of POSIX and MPI-IO that nest, for tests of what is computed from loops.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "handmade_trace.h"

namespace recorder::test {

enum : uint64_t { kOpen = 2, kPwrite, kPread, kWrite, kLseek, kUpperWrite, kUpperRead };

inline void describe(TraceBuilder &builder) {
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

inline Out placed(uint64_t function, uint64_t depth, uint64_t slot, int64_t distance, uint64_t bytes) {
  return call(function, depth)
      .varint(slot + 1)
      .varint(1)
      .varint(bytes)
      .zigzag(distance)
      .zigzag(static_cast<int64_t>(bytes));
}

inline Out upper(uint64_t function, uint64_t depth, int64_t distance, int64_t count) {
  return call(function, depth).varint(1).zigzag(distance).zigzag(count).varint(1).zigzag(0);
}

// Times of calls that come in the order of their returns. A call began before those that it made, which are
// all deeper ones since; but some terminals are of calls whose parents never returned.
class Clock {
 public:
  explicit Clock(uint64_t seed) : random_(seed) {}

  void call(TraceBuilder &builder, StreamData &stream, uint64_t terminal, uint64_t depth) {
    int64_t start = now_ += 1 + static_cast<int64_t>(random_() % 1000);
    while (!pending_.empty() && pending_.back().depth > depth) {
      if (terminal % 4 != 0) start = pending_.back().start - 1;
      pending_.pop_back();
    }
    now_ += 1 + static_cast<int64_t>(random_() % (random_() % 50 == 0 ? 100000 : 300));
    pending_.push_back({depth, start});
    builder.time(stream, start, now_);
  }

 private:
  struct Pending {
    uint64_t depth;
    int64_t start;
  };
  std::mt19937_64 random_;
  int64_t now_ = 1000;
  std::vector<Pending> pending_;
};

struct RandomSymbol {
  bool is_rule;
  uint64_t id, exponent;
};

// A stream of random rules over these calls. Null when it would be too long.
inline std::unique_ptr<TraceBuilder> random_program(uint64_t seed, bool with_times) {
  std::mt19937_64 random(seed);
  const auto one_of = [&random](std::initializer_list<int64_t> list) {
    return list.begin()[random() % list.size()];
  };
  auto builder = std::make_unique<TraceBuilder>();
  describe(*builder);
  builder->with_times = with_times;
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
  std::map<uint64_t, uint64_t> depths;  // by terminal
  for (int i = 0; i < 5; ++i) {
    auto depth = static_cast<uint64_t>(one_of({0, 1, 1, 2}));
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
        depth %= 2;
        terminals.push_back(builder->terminal(
            upper(random() % 2 != 0 ? kUpperWrite : kUpperRead, depth, one_of({0, 32}), 16)));
    }
    depths[terminals.back()] = depth;
  }
  constexpr uint64_t kRules = 4;
  std::vector<uint64_t> lengths(kRules);
  std::vector<RandomSymbol> rules[kRules];
  std::string bodies[kRules];
  for (uint64_t rule = kRules; rule-- > 0;) {
    const uint64_t symbols = 2 + random() % 4;
    Out body;
    body.varint(symbols);
    for (uint64_t i = 0; i < symbols; ++i) {
      const bool is_rule = rule + 1 < kRules && random() % 2 != 0;
      const uint64_t id =
          is_rule ? rule + 1 + random() % (kRules - rule - 1) : terminals[random() % terminals.size()];
      const auto exponent = static_cast<uint64_t>(one_of({1, 1, 2, 7, 13, 40, 100}));
      rules[rule].push_back({is_rule, id, exponent});
      body.varint(id << 1 | (is_rule ? 1 : 0)).varint(exponent);
      lengths[rule] += exponent * (is_rule ? lengths[id] : 1);
    }
    bodies[rule] = body.bytes;
  }
  if (lengths[0] > 20000) return nullptr;
  Out grammar;
  grammar.varint(kRules);
  for (const std::string &body : bodies) grammar.raw(body);
  stream.bodies.push_back(grammar.bytes);
  Clock clock(seed);
  const std::function<void(uint64_t)> expand = [&](uint64_t rule) {
    for (const RandomSymbol &symbol : rules[rule])
      for (uint64_t i = 0; i < symbol.exponent; ++i)
        symbol.is_rule ? expand(symbol.id) : clock.call(*builder, stream, symbol.id, depths[symbol.id]);
  };
  expand(0);
  return builder;
}

}  // namespace recorder::test
