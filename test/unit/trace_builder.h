// SPDX-License-Identifier: BSD-3-Clause
// Streams, ranks and traces made by hand, for the unit tests of the format, the merge and the reader. Nothing
// here uses the runtime's encoder or grammar, so that both are tested against a second opinion.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "format/trace_writer.h"
#include "merge/image.h"
#include "merge/trace_file.h"

namespace recorder::test {

// A call signature, argument by argument; the kinds are those of recorder-format(5).
class Signature {
 public:
  Signature() = default;
  explicit Signature(uint64_t fn, uint64_t depth = 0) { varint(fn).varint(depth << 1); }
  static Signature failed(uint64_t fn, uint64_t error_number, uint64_t depth = 0) {
    return Signature().varint(fn).varint(depth << 1 | 1).varint(error_number);
  }
  static Signature bind(const std::string &handle_class, uint64_t slot, int64_t number,
                        const std::string &name) {
    return Signature().varint(format::kFnBind).str(handle_class).varint(slot).zigzag(number).str(name);
  }
  static Signature cwd(const std::string &path) { return Signature().varint(format::kFnCwd).str(path); }

  Signature &varint(uint64_t value) {
    for (; value >= 0x80; value >>= 7) byte(static_cast<uint8_t>(value | 0x80));
    return byte(static_cast<uint8_t>(value));
  }
  Signature &zigzag(int64_t value) {
    return varint((static_cast<uint64_t>(value) << 1) ^ (value < 0 ? ~uint64_t{0} : 0));
  }
  Signature &byte(uint8_t value) {
    bytes_.push_back(static_cast<char>(value));
    return *this;
  }
  Signature &real(double value) {
    uint64_t word;
    std::memcpy(&word, &value, sizeof word);
    for (int i = 0; i < 8; ++i) byte(static_cast<uint8_t>(word >> (8 * i)));
    return *this;
  }
  // varint length and bytes, as in sections
  Signature &text(const std::string &value) {
    varint(value.size());
    bytes_ += value;
    return *this;
  }
  // kinds str and path
  Signature &str(const std::string &value) {
    varint((value.size() << 1) + 1);
    bytes_ += value;
    return *this;
  }
  Signature &null() { return varint(0); }
  Signature &fd(uint64_t slot) { return varint(slot + 1); }
  Signature &raw_fd(int64_t value) { return varint(0).zigzag(value); }
  Signature &new_fd(uint64_t slot, int64_t number) { return varint(slot + 1).zigzag(number); }
  Signature &no_fd(int64_t value) { return varint(0).zigzag(value); }

  const std::string &bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// One part of a stream: signatures in the order of their first use and one flat rule over them.
struct Part {
  std::vector<std::string> cst;
  std::vector<std::pair<uint64_t, uint64_t>> symbols;  // terminal, exponent
  std::string cfg;                                     // instead of `symbols`, when not empty
  std::string packed_cst;
  std::string packed_cfg;
};

class Stream {
 public:
  explicit Stream(uint32_t thread = 0, uint32_t tid = 1000) : thread_(thread), tid_(tid) {
    parts_.emplace_back();
  }

  // A real call; ticks.
  Stream &call(const Signature &signature, uint64_t start, uint64_t end) {
    append(signature.bytes());
    const uint64_t gap = zigzag(static_cast<int64_t>(start - last_end_));
    times_ += static_cast<char>(width(gap) | width(end - start) << 4);
    put_word(gap);
    put_word(end - start);
    last_end_ = end;
    ++calls_;
    return *this;
  }
  // A value of an argument of the next call, whose signature has 80 00 in its place.
  Stream &aside(uint64_t fn, uint8_t argument, uint8_t element, uint64_t value) {
    times_ += static_cast<char>(15 | width(value) << 4);
    times_ += static_cast<char>(fn);
    times_ += static_cast<char>(fn >> 8);
    times_ += static_cast<char>(argument);
    times_ += static_cast<char>(element);
    put_word(value);
    has_asides_ = true;
    return *this;
  }
  // @bind or @cwd
  Stream &note(const Signature &signature) {
    append(signature.bytes());
    return *this;
  }
  Stream &next_part() {
    parts_.emplace_back();
    return *this;
  }
  // Gives the current part a grammar of its own: rules of symbols (id << 1 | is_rule, exponent).
  Stream &grammar(const std::vector<std::vector<std::pair<uint64_t, uint64_t>>> &rules) {
    Signature out;
    out.varint(rules.size());
    for (const auto &rule : rules) {
      out.varint(rule.size());
      for (const auto &symbol : rule) out.varint(symbol.first).varint(symbol.second);
    }
    parts_.back().cfg = out.bytes();
    return *this;
  }
  // The image has a new time chunk from here on.
  Stream &cut_times() {
    cuts_.push_back(times_.size());
    return *this;
  }

  // Points into this stream: valid until it changes.
  StreamImage image();

 private:
  static uint64_t zigzag(int64_t v) { return (static_cast<uint64_t>(v) << 1) ^ (v < 0 ? ~uint64_t{0} : 0); }
  static unsigned width(uint64_t v) {
    unsigned n = 0;
    for (; v != 0; v >>= 8) ++n;
    return n;
  }
  void put_word(uint64_t v) {
    for (; v != 0; v >>= 8) times_ += static_cast<char>(v);
  }
  void append(const std::string &bytes) {
    Part &part = parts_.back();
    uint64_t id = 0;
    while (id < part.cst.size() && part.cst[id] != bytes) ++id;
    if (id == part.cst.size()) part.cst.push_back(bytes);
    if (!part.symbols.empty() && part.symbols.back().first == id)
      ++part.symbols.back().second;
    else
      part.symbols.emplace_back(id, 1);
  }

  uint32_t thread_;
  uint32_t tid_;
  std::vector<Part> parts_;
  std::string times_;
  std::vector<uint64_t> cuts_;
  uint64_t calls_ = 0;
  bool has_asides_ = false;
  uint64_t last_end_ = 0;
  std::vector<PartImage> part_images_;
  std::vector<Bytes> chunks_;
};

inline Bytes bytes_of(const std::string &text) {
  return {reinterpret_cast<const uint8_t *>(text.data()), text.size()};
}
inline std::string text_of(Bytes bytes) {
  return bytes.size == 0 ? std::string()
                         : std::string(reinterpret_cast<const char *>(bytes.data), bytes.size);
}

inline StreamImage Stream::image() {
  part_images_.clear();
  chunks_.clear();
  for (Part &part : parts_) {
    Signature cst;
    cst.varint(part.cst.size());
    for (const std::string &signature : part.cst) cst.text(signature);
    part.packed_cst = cst.bytes();
    part.packed_cfg = part.cfg;
    if (part.cfg.empty()) {
      Signature cfg;
      cfg.varint(1).varint(part.symbols.size());
      for (const auto &symbol : part.symbols) cfg.varint(symbol.first << 1).varint(symbol.second);
      part.packed_cfg = cfg.bytes();
    }
    part_images_.push_back({bytes_of(part.packed_cst), bytes_of(part.packed_cfg), {nullptr, 0}});
  }
  uint64_t from = 0;
  std::vector<uint64_t> cuts = cuts_;
  cuts.push_back(times_.size());
  for (const uint64_t to : cuts) {
    chunks_.push_back({reinterpret_cast<const uint8_t *>(times_.data()) + from, to - from});
    from = to;
  }
  return {thread_,
          tid_,
          static_cast<uint32_t>(part_images_.size()),
          part_images_.data(),
          calls_,
          static_cast<uint32_t>(chunks_.size()),
          chunks_.data(),
          has_asides_};
}

// A small function table: numbers as good as any.
enum TestFn : uint64_t { kOpen = 2, kPwrite = 3, kClose = 4, kSync = 5 };

inline bool test_functions(uint64_t fn, FunctionText *text) {
  switch (fn) {
    case kOpen:
      *text = {"open", "posix", "fd+", "pathname=path\0flags=flags:open\0mode=?mode\0", 3};
      return true;
    case kPwrite:
      *text = {"pwrite", "posix", "int", "fd=fd\0buf=ptr\0count=uint\0offset=offset\0", 4};
      return true;
    case kClose:
      *text = {"close", "posix", "int", "fd=fd\0", 1};
      return true;
    case kSync:
      *text = {"sync", "posix", "void", "", 0};
      return true;
    default:
      return false;
  }
}

class Process {
 public:
  explicit Process(int64_t rank = -1) : rank_(rank) {}

  int64_t rank_;
  uint32_t pid = 4711;
  std::string host = "node1";
  std::string program = "/bin/app";
  std::string cwd = "/data";
  uint64_t start_realtime_ns = 1000000000;
  uint64_t end_realtime_ns = 2000000000;
  uint64_t tick_num = 1;
  uint64_t tick_den = 1;
  uint64_t dropped = 0;
  uint64_t lost = 0;
  std::vector<Stream> streams;
  std::vector<std::pair<std::string, std::string>> metadata;
  uint64_t own_functions = 0;
  FunctionLookup functions = test_functions;
  bool ranks_apart = false;
  TimeMode time_mode = TimeMode::exact;
  uint32_t time_percent = 0;

  // Points into this process: valid until it changes.
  ProcessImage image() {
    images_.clear();
    pairs_.clear();
    for (Stream &stream : streams) images_.push_back(stream.image());
    for (const auto &pair : metadata) pairs_.push_back({pair.first.c_str(), pair.second.c_str()});
    return {rank_,
            pid,
            host.c_str(),
            program.c_str(),
            cwd.c_str(),
            start_realtime_ns,
            end_realtime_ns,
            tick_num,
            tick_den,
            dropped,
            lost,
            static_cast<uint32_t>(images_.size()),
            images_.data(),
            static_cast<uint32_t>(pairs_.size()),
            pairs_.data(),
            own_functions,
            functions,
            ranks_apart,
            time_mode,
            time_percent};
  }

 private:
  std::vector<StreamImage> images_;
  std::vector<Pair> pairs_;
};

// A TraceSink that keeps the bytes of the trace.
struct MemoryFile {
  std::string bytes;

  TraceSink sink() { return {write, this}; }
  static int write(void *self, const void *data, uint64_t size, uint64_t offset) {
    std::string &bytes = static_cast<MemoryFile *>(self)->bytes;
    if (bytes.size() < offset + size) bytes.resize(offset + size);
    bytes.replace(offset, size, static_cast<const char *>(data), size);
    return 0;
  }
};

inline std::string trace_of(Process *process, int level = 6) {
  MemoryFile file;
  TraceOptions options;
  options.functions = test_functions;
  options.times_level = options.sections_level = level;
  if (!write_process_trace(process->image(), options, file.sink()).ok()) return {};
  return file.bytes;
}

// The trace of recorder-format(5)'s worked example: a rank-less process that opens a file, writes three
// blocks and closes it.
inline Process tiny_process() {
  Process process;
  process.pid = 42;
  process.host = "n1";
  process.program = "/bin/w";
  process.cwd = "/d";
  process.metadata = {{"program", "/bin/w"}};
  Stream stream(0, 42);
  stream.call(Signature(kOpen).str("f").varint(577).byte(1).varint(0644).new_fd(0, 3), 100, 130);
  stream.call(Signature(kPwrite).fd(0).varint(0).varint(8).zigzag(0).zigzag(8), 140, 150);
  stream.call(Signature(kPwrite).fd(0).varint(0).varint(8).zigzag(8).zigzag(8), 160, 170);
  stream.call(Signature(kPwrite).fd(0).varint(0).varint(8).zigzag(8).zigzag(8), 180, 192);
  stream.call(Signature(kClose).fd(0).zigzag(0), 500, 505);
  process.streams.push_back(stream);
  return process;
}

}  // namespace recorder::test
