// SPDX-License-Identifier: BSD-3-Clause
// What the times of traces take beside what they would take elsewhere: the baseline of two 4-byte time stamps
// a call and zlib, of 4-byte differences and zlib, and the entropy given the call. Has a main() of its own.
// usage: times_bench [--json FILE] TRACE...
// links: reader
#include <zlib.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <unordered_map>
#include <vector>

#include "reader/grammar.h"
#include "reader/part_reader.h"
#include "reader/piece_times.h"
#include "reader/trace.h"

namespace recorder {
namespace {

using reader::Piece;

struct Call {
  uint32_t terminal;
  uint32_t before;  // the terminal of the call before it
  int64_t start;
  int64_t end;
  int64_t last_end;
};

class Zlib {
 public:
  Zlib() { deflateInit(&stream_, 6); }
  ~Zlib() { deflateEnd(&stream_); }
  Zlib(const Zlib &) = delete;
  Zlib &operator=(const Zlib &) = delete;
  void put(int64_t value) {
    for (int i = 0; i < 4; ++i) in_.push_back(static_cast<uint8_t>(value >> (8 * i)));
    if (in_.size() >= 1 << 16) run(Z_NO_FLUSH);
  }
  uint64_t end() {
    run(Z_FINISH);
    return stream_.total_out;
  }

 private:
  void run(int flush) {
    uint8_t out[1 << 16];
    stream_.next_in = in_.data();
    stream_.avail_in = static_cast<uInt>(in_.size());
    do {
      stream_.next_out = out;
      stream_.avail_out = sizeof out;
      deflate(&stream_, flush);
    } while (stream_.avail_out == 0);
    in_.clear();
  }
  z_stream stream_ = {};
  std::vector<uint8_t> in_;
};

// The mean information of a value given its key, from how often each was there. It is too low where a key has
// few calls (a value that is there once costs nothing in it), and blind to what comes in a sequence, by which
// a coder that adapts can go below it.
class Entropy {
 public:
  void add(uint64_t key, uint64_t value) {
    ++values_[key][value];
    ++calls_[key];
  }
  double bits() const {
    double sum = 0;
    for (const auto &key : values_) {
      const auto n = static_cast<double>(calls_.at(key.first));
      for (const auto &value : key.second)
        sum -= static_cast<double>(value.second) * std::log2(static_cast<double>(value.second) / n);
    }
    return sum;
  }

 private:
  std::unordered_map<uint64_t, std::unordered_map<uint64_t, uint64_t>> values_;
  std::unordered_map<uint64_t, uint64_t> calls_;
};

struct Result {
  uint64_t calls = 0, stored = 0, stamps = 0, differences = 0;
  double entropy = 0;
};

template <class See>
void each_call(reader::Trace &trace, const Piece &piece, See see) {
  reader::TraceFile &file = *piece.file;
  const reader::RankClass &of = *piece.member.of;
  std::unique_ptr<reader::PartReader> part;
  reader::StreamState state(trace.dictionary().names, file.process(piece.rank).cwd);
  reader::PieceTimes beside;
  beside.open(trace, piece, state, [&](uint32_t terminal) { return part->function_number(terminal); });
  if (beside.times() == nullptr) return;
  reader::Outcome outcome;
  Call call{0, UINT32_MAX, 0, 0, 0};
  for (size_t i = piece.plan->first; i < piece.plan->last; ++i) {
    part = std::make_unique<reader::PartReader>(file, of.parts[i], piece.member.index);
    reader::Expansion records(part->grammar(), beside.counts());
    beside.begin_part();
    while (records.next(&call.terminal)) {
      const reader::Template &record = part->decode(call.terminal);
      if (record.what == reader::Template::What::site) continue;
      outcome.clear();
      state.apply(record, beside.asides(), outcome);  // values that are aside stand before the times
      if (record.what != reader::Template::What::call) continue;
      beside.times()->next(call.terminal, record.depth, &call.start, &call.end);
      see(call);
      call.before = call.terminal;
      call.last_end = call.end;
    }
  }
}

void add_piece(reader::Trace &trace, const Piece &piece, Result *result) {
  Zlib stamps, differences;
  Entropy gaps, durations;
  uint64_t calls = 0;
  each_call(trace, piece, [&](const Call &call) {
    ++calls;
    stamps.put(call.start);
    stamps.put(call.end);
    differences.put(call.start - call.last_end);
    differences.put(call.end - call.start);
    gaps.add(static_cast<uint64_t>(call.before) << 32 | call.terminal,
             static_cast<uint64_t>(call.start - call.last_end));
    durations.add(call.terminal, static_cast<uint64_t>(call.end - call.start));
  });
  result->calls += calls;
  result->stored += piece.times->times_of(piece.stream).range.stored_bytes;
  result->stamps += stamps.end();
  result->differences += differences.end();
  result->entropy += (gaps.bits() + durations.bits()) / 8;
}

Result measure(const char *path) {
  reader::Trace trace(reader::Source::open_file(path));
  Result result;
  for (uint64_t rank = trace.first_rank(); rank < trace.end_rank(); ++rank)
    for (const reader::Stream &stream : trace.streams_of(rank))
      for (const Piece &piece : stream.pieces) add_piece(trace, piece, &result);
  return result;
}

const char *base_name(const char *path) {
  const char *slash = std::strrchr(path, '/');
  return slash != nullptr ? slash + 1 : path;
}

void print(const char *path, const Result &r, FILE *json, bool first) {
  const double calls = r.calls != 0 ? static_cast<double>(r.calls) : 1;
  const auto each = [&](uint64_t bytes) { return static_cast<double>(bytes) / calls; };
  const double share =
      r.stamps != 0 ? 100.0 * static_cast<double>(r.stored) / static_cast<double>(r.stamps) : 0;
  std::printf("%-28s %9llu %9.3f %9.3f %9.3f %9.3f %8.1f %%\n", base_name(path),
              static_cast<unsigned long long>(r.calls), each(r.stored), each(r.stamps), each(r.differences),
              r.entropy / calls, share);
  if (json == nullptr) return;
  std::fprintf(json,
               "%s\n  {\"trace\": \"%s\", \"calls\": %llu, \"bytes\": %llu, \"stamps_zlib\": %llu, "
               "\"differences_zlib\": %llu, \"entropy_bytes\": %.0f}",
               first ? "" : ",", base_name(path), static_cast<unsigned long long>(r.calls),
               static_cast<unsigned long long>(r.stored), static_cast<unsigned long long>(r.stamps),
               static_cast<unsigned long long>(r.differences), r.entropy);
}

}  // namespace
}  // namespace recorder

int main(int argc, char **argv) {
  int first = 1;
  FILE *json = nullptr;
  if (argc > 2 && std::strcmp(argv[1], "--json") == 0) {
    json = std::fopen(argv[2], "w");
    first = 3;
  }
  if (json != nullptr) std::fputc('[', json);
  std::printf("times, bytes a call              calls    stored  stamps+z   diffs+z   entropy  of stamps\n");
  for (int i = first; i < argc; ++i) {
    try {
      recorder::print(argv[i], recorder::measure(argv[i]), json, i == first);
    } catch (const std::exception &failure) {
      std::fprintf(stderr, "times_bench: %s: %s\n", argv[i], failure.what());
      return 1;
    }
  }
  if (json != nullptr) {
    std::fputs("\n]\n", json);
    std::fclose(json);
  }
  return 0;
}
