// SPDX-License-Identifier: BSD-3-Clause
// The records of one stream as the merge takes them: signatures, a grammar and times.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/grammar.h"
#include "core/time_buffer.h"
#include "filter/spool.h"
#include "merge/image.h"

namespace recorder::filter {

// A finished stream, which lies in the spool. What its image points to is its own and the spool's, and stays
// where it is when it is moved.
struct StreamRecords {
  struct Part {
    Extent cst, cfg, counts;
  };
  std::deque<Part> parts;
  std::deque<Extent> times;
  uint64_t calls = 0;

  // After spool.map().
  StreamImage image(const Spool &spool, uint32_t thread, uint32_t tid);

 private:
  std::vector<PartImage> part_images_;
  std::vector<Bytes> time_images_;
};

class RecordWriter {
 public:
  explicit RecordWriter(Spool &spool);
  ~RecordWriter() { grammar_.destroy(); }
  RecordWriter(const RecordWriter &) = delete;

  // A record that is no call, or a call, whose times follow.
  void add(const std::string &signature);
  // In ticks.
  void add_times(uint64_t start, uint64_t end);
  // All since the last finish().
  StreamRecords finish();

 private:
  // What does not fit into so many nodes goes on in a part of its own.
  static constexpr uint32_t kNodes = 1 << 20;
  static constexpr size_t kCounts = 1 << 20;
  static constexpr size_t kTimeChunk = 1 << 20;

  void begin_times();
  void end_chunk();
  void end_part();

  Extent keep(const std::string &bytes) { return spool_.put(bytes.data(), bytes.size()); }

  Spool &spool_;
  std::unique_ptr<Grammar::Node[]> nodes_;
  std::unique_ptr<Grammar::Rule[]> rules_;
  std::vector<uint8_t> counts_;
  Grammar grammar_{};  // zeros, as the runtime's memory is
  std::unordered_map<std::string, uint32_t> terminals_;
  std::string cst_;
  TimeBuffer times_{};
  std::vector<uint8_t> window_;
  StreamRecords records_;
};

}  // namespace recorder::filter
