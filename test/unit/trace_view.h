// SPDX-License-Identifier: BSD-3-Clause
// The smallest reader that recorder-format(5) allows, for tests of the writing side: sections, and every
// stream as the list of its signatures. It trusts the trace and throws when it may not.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "format/times_model.h"
#include "trace_builder.h"

namespace recorder::test {

inline void require(bool condition, const char *what) {
  if (!condition) throw std::runtime_error(what);
}

inline std::string inflate_all(const std::string &stored, uint64_t raw) {
  std::string out(raw, '\0');
  uLongf size = raw;
  Bytef nothing = 0;
  require(uncompress(raw ? reinterpret_cast<Bytef *>(&out[0]) : &nothing, &size,
                     reinterpret_cast<const Bytef *>(stored.data()), stored.size()) == Z_OK &&
              size == raw,
          "a zlib stream is damaged");
  return out;
}

struct TimesLine {
  uint64_t offset, stored, raw, calls;
};

struct StreamView {
  uint64_t thread;
  std::vector<std::string> signatures;
  std::vector<size_t> part_ends;  // in signatures
  std::string raw_times;          // as records, whatever the codec
  uint64_t calls;
  uint32_t codec;
};

// Records of the times that TimesModel codes.
class CodedTimes {
 public:
  CodedTimes(const StreamView &stream, const std::string &stored) {
    decoder_.begin(bytes_of(stored));
    size_t at = 0;
    for (const size_t end : stream.part_ends) {
      model_->begin_part();
      std::map<std::string, TimedCall> terminals;
      for (; at < end; ++at) add(stream.signatures[at], &terminals);
    }
    require(decoder_.ok() && decoder_.at_end(), "other times than calls");
  }
  const std::string &records() const { return records_; }

 private:
  void add(const std::string &signature, std::map<std::string, TimedCall> *terminals) {
    Cursor in(bytes_of(signature));
    uint64_t function = 0, depth = 0;
    if (!in.varint(&function) || !format::is_call(function) || !in.varint(&depth)) return;
    const TimedCall fresh{static_cast<uint32_t>(terminals->size()), static_cast<uint32_t>(function),
                          depth / 2};
    const TimedCall &call = terminals->emplace(signature, fresh).first->second;
    const bool contains_last = line_.contains_last(call);
    const uint64_t before = line_.last_end();
    const CallTimes times = line_.times_of(call, model_->code(decoder_, call, contains_last, {0, 0}));
    line_.add(call, times);
    put(to_zigzag(static_cast<int64_t>(times.start - before)), times.end - times.start);
  }
  void put(uint64_t gap, uint64_t duration) {
    const auto width = [](uint64_t v) {
      unsigned n = 0;
      for (; v != 0; v >>= 8) ++n;
      return n;
    };
    records_ += static_cast<char>(width(gap) | width(duration) << 4);
    for (const uint64_t v : {gap, duration})
      for (unsigned i = 0; i < width(v); ++i) records_ += static_cast<char>(v >> (8 * i));
  }

  RangeDecoder decoder_;
  std::unique_ptr<TimesModel> model_{new TimesModel()};
  TimeLine line_;
  std::string records_;
};

struct RankView {
  uint64_t pid;
  int64_t rank;
  std::string host, program, cwd;
  uint64_t start, tick_num, tick_den, dropped, lost;
  std::vector<uint64_t> tids;
  std::vector<StreamView> streams;
};

class TraceView {
 public:
  explicit TraceView(const std::string &file) : file_(file) {
    read_sections();
    read_strings();
    read_processes();
    read_index();
    read_times();
  }

  std::vector<std::pair<std::string, std::string>> sections;  // name, raw bytes
  std::map<std::string, Section> lines;
  std::map<std::string, std::string> metadata;
  std::vector<std::string> cst;
  std::vector<std::string> cfgs;
  uint64_t runs = 0;
  std::vector<RankView> ranks;

  const std::string &section(const std::string &name) const {
    for (const auto &section : sections)
      if (section.first == name) return section.second;
    throw std::runtime_error("no section " + name);
  }

  // The signatures of a CFG body, one for each terminal that it expands to.
  std::vector<std::string> expand(const std::string &body) const {
    Cursor in(bytes_of(body));
    std::vector<std::vector<std::pair<uint64_t, uint64_t>>> rules(number(&in));
    for (auto &rule : rules) {
      rule.resize(number(&in));
      for (auto &symbol : rule) {
        symbol.first = number(&in);
        symbol.second = number(&in);
      }
    }
    require(in.at_end(), "bytes after a CFG");
    std::vector<std::string> out;
    expand_rule(rules, 0, &out);
    return out;
  }

 private:
  using Rules = std::vector<std::vector<std::pair<uint64_t, uint64_t>>>;

  static uint64_t number(Cursor *in) {
    uint64_t value = 0;
    require(in->varint(&value), "a number is missing");
    return value;
  }
  static std::string text(Cursor *in) {
    Bytes value{};
    require(in->str(&value), "a string is missing");
    return text_of(value);
  }

  void expand_rule(const Rules &rules, uint64_t rule, std::vector<std::string> *out) const {
    for (const auto &symbol : rules.at(rule))
      for (uint64_t i = 0; i < symbol.second; ++i)
        if (symbol.first & 1)
          expand_rule(rules, symbol.first >> 1, out);
        else
          out->push_back(cst.at(symbol.first >> 1));
  }

  void read_sections() {
    require(file_.size() >= format::kHeaderSize + format::kTrailerSize, "too short");
    require(std::memcmp(file_.data(), format::kMagic, 8) == 0, "no header");
    const uint8_t *trailer = bytes_of(file_).data + file_.size() - format::kTrailerSize;
    require(std::memcmp(trailer + 24, format::kTrailerMagic, 8) == 0, "no trailer");
    const std::string table = file_.substr(read_u64le(trailer), read_u64le(trailer + 8));
    require(crc_of(bytes_of(table)) == read_u32le(trailer + 16), "the table is damaged");
    Cursor in(bytes_of(table));
    for (uint64_t left = number(&in); left > 0; --left) {
      Section line{};
      require(get_section(&in, &line), "the table is short");
      const std::string stored = file_.substr(line.offset, line.stored);
      require(stored.size() == line.stored && crc_of(bytes_of(stored)) == line.crc, "a section is damaged");
      sections.emplace_back(text_of(line.name),
                            line.codec == format::Codec::zlib ? inflate_all(stored, line.raw) : stored);
      line.name = {};
      lines[sections.back().first] = line;
    }
    require(in.at_end(), "bytes after the table");
  }

  void read_strings() {
    Cursor pairs(bytes_of(section("metadata")));
    for (uint64_t left = number(&pairs); left > 0; --left) {
      const std::string key = text(&pairs);
      require(metadata.emplace(key, text(&pairs)).second, "a key is there twice");
    }
    Cursor signatures(bytes_of(section("cst")));
    cst.resize(number(&signatures));
    for (std::string &signature : cst) signature = text(&signatures);
    Cursor bodies(bytes_of(section("cfg")));
    cfgs.resize(number(&bodies));
    for (std::string &body : cfgs) body = text(&bodies);
    require(pairs.at_end() && signatures.at_end() && bodies.at_end(), "bytes after a section");
  }

  void read_processes() {
    Cursor in(bytes_of(section("processes")));
    ranks.resize(number(&in));
    for (RankView &rank : ranks) {
      rank.pid = number(&in);
      require(in.zigzag(&rank.rank), "a rank is missing");
      rank.host = text(&in);
      rank.program = text(&in);
      rank.cwd = text(&in);
      rank.start = number(&in);
      rank.tick_num = number(&in);
      rank.tick_den = number(&in);
      rank.dropped = number(&in);
      rank.lost = number(&in);
      rank.tids.resize(number(&in));
      for (uint64_t &tid : rank.tids) tid = number(&in);
    }
    require(in.at_end(), "bytes after the processes");
  }

  void read_index() {
    Cursor in(bytes_of(section("cfg-index")));
    uint64_t rank = 0;
    runs = number(&in);
    for (uint64_t i = 0; i < runs; ++i) {
      const uint64_t nranks = number(&in);
      std::vector<StreamView> streams(number(&in));
      for (StreamView &stream : streams) {
        stream.thread = number(&in);
        for (uint64_t parts = number(&in); parts > 0; --parts) append_part(cfgs.at(number(&in)), &stream);
      }
      for (uint64_t k = 0; k < nranks; ++k) ranks.at(rank++).streams = streams;
    }
    require(in.at_end() && rank == ranks.size(), "the index does not fit the processes");
  }

  void append_part(const std::string &body, StreamView *stream) {
    for (std::string &signature : expand(body)) stream->signatures.push_back(signature);
    stream->part_ends.push_back(stream->signatures.size());
  }

  void read_times() {
    const std::string &index = section("times-index");
    const std::string &times = section("times");
    Cursor in(bytes_of(index));
    uint64_t next = 0;
    for (RankView &rank : ranks)
      for (StreamView &stream : rank.streams) {
        TimesLine line{};
        uint32_t crc = 0;
        require(in.u64le(&line.offset) && in.u64le(&line.stored) && in.u64le(&line.raw) &&
                    in.u64le(&line.calls) && in.u32le(&crc) && in.u32le(&stream.codec) && line.offset == next,
                "times-index is short");
        next += line.stored;
        const std::string stored = times.substr(line.offset, line.stored);
        require(crc_of(bytes_of(stored)) == crc, "times are damaged");
        stream.raw_times =
            stream.codec == 1 ? CodedTimes(stream, stored).records() : inflate_all(stored, line.raw);
        require(stream.codec != 1 || stream.raw_times.size() == line.raw, "times have another size");
        stream.calls = line.calls;
      }
    require(in.at_end() && next == times.size(), "more times than streams");
  }

  std::string file_;
};

}  // namespace recorder::test
