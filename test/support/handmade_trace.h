// SPDX-License-Identifier: BSD-3-Clause
// Makes traces by hand, byte by byte from recorder-format(5) and with no code of the library, so that tests
// and fuzz seeds check the reader against the format and not against our own writer.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace recorder::test {

class Out {
 public:
  Out &u8(uint8_t v) { return bytes += static_cast<char>(v), *this; }
  Out &varint(uint64_t v) {
    for (; v >= 0x80; v >>= 7) u8(static_cast<uint8_t>(v | 0x80));
    return u8(static_cast<uint8_t>(v));
  }
  Out &zigzag(int64_t v) { return varint((static_cast<uint64_t>(v) << 1) ^ static_cast<uint64_t>(v >> 63)); }
  Out &fixed(uint64_t v, int size) {
    for (int i = 0; i < size; ++i) u8(static_cast<uint8_t>(v >> (8 * i)));
    return *this;
  }
  Out &raw(const std::string &s) { return bytes += s, *this; }
  Out &str(const std::string &s) { return varint(s.size()).raw(s); }
  Out &real(double v) {
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return fixed(bits, 8);
  }
  // A string or array of a signature: its head.
  Out &head(uint64_t stored) { return varint((stored << 1) + 1); }
  Out &cut_head(uint64_t stored, uint64_t full) { return varint((stored << 1 | 1) + 1).varint(full); }
  Out &text(const std::string &s) { return head(s.size()).raw(s); }
  // Numbers over ranks: one run for each difference, and one for equal ones.
  Out &column(const std::vector<uint64_t> &values) {
    Out items;
    for (size_t i = 1; i < values.size();) {
      size_t end = i + 1;
      while (end < values.size() && values[end] - values[end - 1] == values[i] - values[i - 1]) ++end;
      items.varint((end - i) << 1).zigzag(static_cast<int64_t>(values[i] - values[i - 1]));
      i = end;
    }
    return zigzag(static_cast<int64_t>(values.at(0))).str(items.bytes);
  }

  std::string bytes;
};

inline Out call(uint64_t fn, uint64_t depth = 0) { return Out().varint(fn).varint(depth << 1); }
inline Out failed(uint64_t fn, uint64_t error, uint64_t depth = 0) {
  return Out().varint(fn).varint(depth << 1 | 1).varint(error);
}
inline Out bind(const std::string &handle_class, uint64_t slot, int64_t number, const std::string &name) {
  return Out().varint(0).text(handle_class).varint(slot).zigzag(number).text(name);
}
inline Out cwd(const std::string &path) { return Out().varint(1).text(path); }

inline std::string deflated(const std::string &raw, int level = 6) {
  uLongf size = compressBound(raw.size());
  std::string out(size, '\0');
  compress2(reinterpret_cast<Bytef *>(out.data()), &size, reinterpret_cast<const Bytef *>(raw.data()),
            raw.size(), level);
  out.resize(size);
  return out;
}

inline uint32_t checksum(const std::string &bytes) {
  return static_cast<uint32_t>(
      crc32(0, reinterpret_cast<const Bytef *>(bytes.data()), static_cast<uInt>(bytes.size())));
}

// A file of sections.
class FileBuilder {
 public:
  void add(const std::string &name, const std::string &raw, bool compressed = false) {
    const std::string stored = compressed ? deflated(raw) : raw;
    table_.str(name).varint(file_.size()).varint(stored.size()).varint(raw.size()).varint(compressed);
    table_.fixed(checksum(stored), 4);
    file_ += stored;
    ++count_;
  }
  std::string finish() const {
    const std::string table = Out().varint(count_).raw(table_.bytes).bytes;
    Out trailer;
    trailer.fixed(file_.size(), 8)
        .fixed(table.size(), 8)
        .fixed(checksum(table), 4)
        .fixed(0, 4)
        .raw("RECTRLR\n");
    return file_ + table + trailer.bytes;
  }

 private:
  std::string file_ = Out().raw("\x89RECORD\n").fixed(1, 4).fixed(0, 4).bytes;
  Out table_;
  uint64_t count_ = 0;
};

struct StreamData {
  uint64_t thread = 0;
  std::vector<std::string> bodies;  // one CFG body a part
  std::string times;                // raw
  std::string tail;                 // stored behind them
  uint32_t way = 0;                 // the last word in times-index; 0: records, 4: none
  uint64_t calls = 0;
};

struct ProcessData {
  int64_t mpi_rank = -1;
  uint64_t pid = 4711;
  std::string host = "node1", program = "/bin/prog", cwd = "/home";
  uint64_t start_realtime = 1'700'000'000'000'000'000u;
  uint64_t num = 1, den = 1;
  uint64_t dropped = 0, lost = 0;
  std::vector<StreamData> streams;
};

class TraceBuilder {
 public:
  using Arguments = std::vector<std::pair<std::string, std::string>>;

  void function(uint64_t id, const std::string &name, const std::string &layer, const std::string &result,
                const Arguments &arguments) {
    functions_.varint(id).str(name).str(layer).str(result).varint(arguments.size());
    for (const auto &argument : arguments) functions_.str(argument.first).str(argument.second);
    ++function_count_;
  }

  // The terminal of a signature, the same for equal ones.
  uint64_t terminal(const Out &signature) {
    const auto found = terminals_.emplace(signature.bytes, terminals_.size());
    if (found.second) cst_.str(signature.bytes);
    return found.first->second;
  }

  ProcessData &process() {
    processes.emplace_back();
    return processes.back();
  }

  // The way that s.way tells: nothing, packed numbers as they are, or a zlib stream.
  std::string stored_times(const StreamData &s) const {
    const uint32_t way = s.way & 0xff;
    return way == 4 ? "" : way == 5 ? s.times : deflated(s.times, compress ? 6 : 0);
  }

  // Appends a record to the last part of a stream, as a rule of single symbols, with times (ticks) when it is
  // a call.
  void record(StreamData &stream, const Out &signature, int64_t start = 0, int64_t end = 0) {
    Plain &plain = plain_[&stream];
    plain.symbols.varint(terminal(signature) << 1).varint(1);
    ++plain.count;
    if (static_cast<uint8_t>(signature.bytes[0]) < 2) return;
    if (stream.way != 0)
      ++stream.calls;
    else
      time(stream, start, end);
  }
  void time(StreamData &stream, int64_t start, int64_t end) {
    Plain &plain = plain_[&stream];
    const int64_t gap = start - plain.last_end;
    Out zig;
    const uint64_t zigzag = (static_cast<uint64_t>(gap) << 1) ^ static_cast<uint64_t>(gap >> 63);
    const uint64_t duration = static_cast<uint64_t>(end - start);
    stream.times += Out()
                        .u8(static_cast<uint8_t>(width(zigzag) | width(duration) << 4))
                        .fixed(zigzag, width(zigzag))
                        .fixed(duration, width(duration))
                        .bytes;
    plain.last_end = end;
    ++stream.calls;
  }
  // What was recorded becomes a part.
  void end_part(StreamData &stream) {
    Plain &plain = plain_[&stream];
    stream.bodies.push_back(Out().varint(1).varint(plain.count).raw(plain.symbols.bytes).bytes);
    plain.symbols = Out();
    plain.count = 0;
  }
  void continue_times_at(StreamData &stream, int64_t end) { plain_[&stream].last_end = end; }

  // Every rank is a class of its own.
  std::string build() {
    FileBuilder file;
    Out metadata, cfg, classes, times_index;
    std::string times;
    metadata.varint(metadata_.size());
    for (const auto &pair : metadata_) metadata.str(pair.first).str(pair.second);
    std::vector<std::string> bodies;
    for (ProcessData &p : processes) {
      for (StreamData &s : p.streams)
        if (plain_[&s].count != 0 || s.bodies.empty()) end_part(s);
    }
    classes.varint(processes.size());
    for (size_t rank = 0; rank < processes.size(); ++rank) {
      classes.varint(1).column({rank}).varint(processes[rank].streams.size());
      for (StreamData &s : processes[rank].streams) {
        classes.varint(s.thread).varint(s.bodies.size());
        for (const std::string &body : s.bodies) {
          classes.varint(bodies.size()).varint(terminals_.size());
          std::vector<uint64_t> map(terminals_.size());
          for (size_t t = 0; t < map.size(); ++t) map[t] = t;
          if (!map.empty()) classes.column(map);
          bodies.push_back(body);
        }
        const std::string stored = stored_times(s);
        times_index.fixed(times.size(), 8).fixed(stored.size() + s.tail.size(), 8);
        times_index.fixed(s.times.size(), 8).fixed(s.calls, 8).fixed(checksum(stored), 4).fixed(s.way, 4);
        times += stored + s.tail;
      }
      classes.varint(0);
    }
    cfg.varint(bodies.size());
    for (const std::string &body : bodies) cfg.str(body);
    file.add("metadata", metadata.bytes);
    if (in_blocks) {
      for (const auto &section : extra) file.add(section.first, section.second);
      return file.finish();
    }
    std::vector<std::string> texts;
    const std::string process_table = processes_section(texts);
    file.add("functions", Out().varint(function_count_).raw(functions_.bytes).bytes, compress);
    file.add("cst", Out().varint(terminals_.size()).raw(cst_.bytes).bytes, compress);
    file.add("cfg", cfg.bytes);
    file.add("classes", classes.bytes);
    file.add("processes", process_table);
    Out words;
    words.varint(texts.size());
    for (const std::string &text : texts) words.str(text);
    file.add("texts", words.bytes);
    if (with_times) {
      file.add("times", times);
      file.add("times-index", times_index.bytes);
    }
    for (const auto &section : extra) file.add(section.first, section.second);
    return file.finish();
  }

  void metadata(const std::string &key, const std::string &value) { metadata_.emplace_back(key, value); }

  std::vector<ProcessData> processes;
  std::vector<std::pair<std::string, std::string>> extra;  // more sections
  bool with_times = true;
  bool in_blocks = false;  // only metadata and `extra`, which has the blocks
  bool compress = true;

 private:
  struct Plain {
    Out symbols;
    uint64_t count = 0;
    int64_t last_end = 0;
  };
  std::string processes_section(std::vector<std::string> &texts) const {
    std::vector<std::vector<uint64_t>> numbers(8);
    std::vector<uint64_t> classes, threads;
    for (const ProcessData &p : processes) {
      const uint64_t row[] = {static_cast<uint64_t>(p.mpi_rank),
                              p.pid,
                              p.start_realtime,
                              p.num,
                              p.den,
                              p.dropped,
                              p.lost,
                              p.streams.size()};
      for (size_t i = 0; i < numbers.size(); ++i) numbers[i].push_back(row[i]);
      for (const StreamData &s : p.streams) threads.push_back(1000 + s.thread - p.pid);
      classes.push_back(classes.size());
    }
    Out out;
    out.varint(processes.size());
    for (const auto &column : numbers) out.column(column);
    for (const auto field : {&ProcessData::host, &ProcessData::program, &ProcessData::cwd}) {
      std::vector<uint64_t> ids;
      for (const ProcessData &p : processes) {
        ids.push_back(texts.size());
        texts.push_back(p.*field);
      }
      out.varint(2).column(ids);
    }
    out.column(classes);
    if (!threads.empty()) out.column(threads);
    return out.bytes;
  }

  static int width(uint64_t v) {
    int n = 0;
    for (; v != 0; v >>= 8) ++n;
    return n;
  }

  Out functions_, cst_;
  uint64_t function_count_ = 0;
  std::map<std::string, uint64_t> terminals_;
  std::map<const StreamData *, Plain> plain_;  // so streams must not move once they have records
  std::vector<std::pair<std::string, std::string>> metadata_;
};

}  // namespace recorder::test
