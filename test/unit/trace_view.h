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
  explicit TraceView(const std::string &file, bool with_times = true) : file_(file) {
    read_sections();
    read_metadata();
    for (const auto &section : sections)
      if (section.first == "block") add_block(section.second);
    if (blocks == 0) {
      read_strings();
      read_classes();
      read_processes();
    }
    if (with_times) read_times();
  }

  std::vector<std::pair<std::string, std::string>> sections;  // name, raw bytes
  std::map<std::string, Section> lines;
  std::map<std::string, std::string> metadata;
  std::vector<std::string> cst;
  std::vector<std::string> cfgs;
  std::vector<std::string> texts;
  std::vector<uint64_t> class_of;  // by rank
  uint64_t classes = 0;
  uint64_t blocks = 0;
  std::vector<RankView> ranks;

  const std::string &section(const std::string &name) const {
    for (const auto &section : sections)
      if (section.first == name) return section.second;
    throw std::runtime_error("no section " + name);
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

  // The signatures that the rules stand for, in order.
  static void expand_rule(const Rules &rules, uint64_t rule, const std::vector<std::string> &signatures,
                          std::vector<std::string> *out) {
    for (const auto &symbol : rules.at(rule))
      for (uint64_t i = 0; i < symbol.second; ++i)
        if (symbol.first & 1)
          expand_rule(rules, symbol.first >> 1, signatures, out);
        else
          out->push_back(signatures.at(symbol.first >> 1));
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

  void add_block(const std::string &bytes) {
    const TraceView block(bytes, false);
    for (const uint64_t number : block.class_of) class_of.push_back(classes + number);
    ranks.insert(ranks.end(), block.ranks.begin(), block.ranks.end());
    classes += block.classes;
    ++blocks;
  }

  void read_metadata() {
    Cursor pairs(bytes_of(section("metadata")));
    for (uint64_t left = number(&pairs); left > 0; --left) {
      const std::string key = text(&pairs);
      require(metadata.emplace(key, text(&pairs)).second, "a key is there twice");
    }
    require(pairs.at_end(), "bytes after the metadata");
  }

  void read_strings() {
    Cursor signatures(bytes_of(section("cst")));
    cst.resize(number(&signatures));
    for (std::string &signature : cst) signature = text(&signatures);
    Cursor bodies(bytes_of(section("cfg")));
    cfgs.resize(number(&bodies));
    for (std::string &body : cfgs) body = text(&bodies);
    Cursor words(bytes_of(section("texts")));
    texts.resize(number(&words));
    for (std::string &word : texts) word = text(&words);
    require(signatures.at_end() && bodies.at_end() && words.at_end(), "bytes after a section");
  }

  using Values = std::vector<uint64_t>;

  static void steps(const std::string &items, Values *out) {
    for (Cursor in(bytes_of(items)); !in.at_end();) {
      const uint64_t head = number(&in);
      const std::string body = head & 1 ? text(&in) : std::string();
      int64_t step = 0;
      require(head >= 2 && (head & 1 || in.zigzag(&step)), "a column is damaged");
      for (uint64_t i = 0; i < head >> 1; ++i)
        if (head & 1)
          steps(body, out);
        else
          out->push_back(out->back() + static_cast<uint64_t>(step));
    }
  }
  static Values column(Cursor *in, uint64_t count) {
    int64_t first = 0;
    require(in->zigzag(&first), "a column is missing");
    Values out = {static_cast<uint64_t>(first)};
    steps(text(in), &out);
    require(out.size() == count, "a column has another length");
    return out;
  }
  std::vector<std::string> text_column(Cursor *in, uint64_t count) const {
    const uint64_t form = number(in);
    if (form == 0) return std::vector<std::string>(count, text(in));
    std::vector<std::string> out(count);
    if (form == 2) {
      const Values ids = column(in, count);
      for (uint64_t i = 0; i < count; ++i) out[i] = texts.at(ids[i]);
      return out;
    }
    require(form == 1, "a text has an unknown form");
    const std::string first = text(in);
    for (size_t i = 0; i < first.size();) {
      size_t end = i;
      while (end < first.size() && isdigit(static_cast<unsigned char>(first[end]))) ++end;
      if (end == i || end - i > 18) {
        if (end == i) ++end;
        for (std::string &one : out) one += first.substr(i, end - i);
      } else {
        const uint64_t width = number(in);
        const Values values = column(in, count);
        for (uint64_t k = 0; k < count; ++k) {
          const std::string digits = std::to_string(values[k]);
          out[k] += std::string(digits.size() < width ? width - digits.size() : 0, '0') + digits;
        }
      }
      i = end;
    }
    return out;
  }

  // A value that differs between the ranks of a class.
  struct Place {
    uint64_t part, terminal, offset, type;
    Values numbers;
    std::vector<std::string> texts;
  };
  struct PartView {
    uint64_t cfg;
    Values terminals;
  };
  struct ClassView {
    Values ranks;
    std::vector<std::pair<uint64_t, std::vector<PartView>>> streams;
    std::vector<Place> places;
  };

  ClassView read_class(Cursor *in) const {
    ClassView out;
    const uint64_t count = number(in);
    out.ranks = column(in, count);
    out.streams.resize(number(in));
    for (auto &stream : out.streams) {
      stream.first = number(in);
      stream.second.resize(number(in));
      for (PartView &part : stream.second) {
        part.cfg = number(in);
        const uint64_t terminals = number(in);
        if (terminals != 0) part.terminals = column(in, terminals);
      }
    }
    uint64_t part = 0;
    out.places.resize(number(in));
    for (Place &place : out.places) {
      part += number(in);
      place = {part, number(in), number(in), number(in), {}, {}};
      if (place.type == 4)
        place.texts = text_column(in, count);
      else
        place.numbers = column(in, count);
    }
    return out;
  }

  // The bytes of one value as a signature has it.
  static std::string value_of(const Place &place, uint64_t i) {
    Signature out;
    if (place.type == 4) return Signature().str(place.texts[i]).bytes();
    if (place.type == 1) return Signature().varint(place.numbers[i]).bytes();
    if (place.type == 2) return Signature().zigzag(static_cast<int64_t>(place.numbers[i])).bytes();
    for (int k = 0; k < 8; ++k) out.byte(static_cast<uint8_t>(place.numbers[i] >> (8 * k)));
    return out.bytes();
  }
  // Puts the values of the ith rank of a class where those of the first are.
  static void substitute(const ClassView &view, uint64_t part, uint64_t i,
                         std::vector<std::string> *signatures, Rules *rules) {
    for (auto place = view.places.rbegin(); place != view.places.rend(); ++place) {
      if (place->part != part) continue;
      if (place->terminal == signatures->size()) {
        uint64_t left = place->offset;
        for (auto &rule : *rules) {
          if (left < rule.size()) rule[left].second = place->numbers[i];
          left = left < rule.size() ? UINT64_MAX : left == UINT64_MAX ? left : left - rule.size();
        }
      } else {
        (*signatures)[place->terminal].replace(place->offset, value_of(*place, 0).size(),
                                               value_of(*place, i));
      }
    }
  }

  Rules rules_of(const std::string &body) const {
    Cursor in(bytes_of(body));
    Rules rules(number(&in));
    for (auto &rule : rules) {
      rule.resize(number(&in));
      for (auto &symbol : rule) {
        symbol.first = number(&in);
        symbol.second = number(&in);
      }
    }
    require(in.at_end(), "bytes after a CFG");
    return rules;
  }

  RankView rank_of(const ClassView &view, uint64_t i) const {
    RankView rank{};
    uint64_t part = 0;
    for (const auto &stream : view.streams) {
      rank.streams.push_back({stream.first, {}, {}, {}, 0, 0});
      for (const PartView &one : stream.second) {
        std::vector<std::string> signatures;
        for (const uint64_t terminal : one.terminals) signatures.push_back(cst.at(terminal));
        Rules rules = rules_of(cfgs.at(one.cfg));
        substitute(view, part++, i, &signatures, &rules);
        StreamView &into = rank.streams.back();
        expand_rule(rules, 0, signatures, &into.signatures);
        into.part_ends.push_back(into.signatures.size());
      }
    }
    return rank;
  }

  void read_classes() {
    Cursor in(bytes_of(section("classes")));
    std::map<uint64_t, RankView> all;
    classes = number(&in);
    for (uint64_t i = 0; i < classes; ++i) {
      const ClassView view = read_class(&in);
      for (uint64_t k = 0; k < view.ranks.size(); ++k) {
        require(all.emplace(view.ranks[k], rank_of(view, k)).second, "a rank is in two classes");
        if (view.ranks[k] >= class_of.size()) class_of.resize(view.ranks[k] + 1);
        class_of[view.ranks[k]] = i;
      }
    }
    require(in.at_end() && class_of.size() == all.size(), "the classes have gaps");
    for (auto &rank : all) ranks.push_back(std::move(rank.second));
  }

  void read_processes() {
    Cursor in(bytes_of(section("processes")));
    const uint64_t n = number(&in);
    require(n == ranks.size(), "there are other processes than ranks");
    uint64_t streams = 0;
    std::vector<Values> numbers;
    for (int i = 0; i < 8; ++i) numbers.push_back(column(&in, n));
    std::vector<std::vector<std::string>> words;
    for (int i = 0; i < 3; ++i) words.push_back(text_column(&in, n));
    require(column(&in, n) == class_of, "the classes disagree");
    for (const uint64_t count : numbers[7]) streams += count;
    const Values threads = streams != 0 ? column(&in, streams) : Values();
    uint64_t next = 0;
    for (uint64_t i = 0; i < n; ++i) {
      RankView &rank = ranks[i];
      require(rank.streams.size() == numbers[7][i], "a rank has other streams");
      rank.rank = static_cast<int64_t>(numbers[0][i]);
      rank.pid = numbers[1][i];
      rank.start = numbers[2][i];
      rank.tick_num = numbers[3][i];
      rank.tick_den = numbers[4][i];
      rank.dropped = numbers[5][i];
      rank.lost = numbers[6][i];
      rank.host = words[0][i];
      rank.program = words[1][i];
      rank.cwd = words[2][i];
      for (uint64_t k = 0; k < numbers[7][i]; ++k) rank.tids.push_back(rank.pid + threads[next++]);
    }
    require(in.at_end(), "bytes after the processes");
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
