// SPDX-License-Identifier: BSD-3-Clause
// A part's table has its calls in the order of their first use, which the grammar tells without being
// expanded.
#include "reader/time_statistics.h"

#include <algorithm>
#include <map>

#include "reader/failure.h"
#include "reader/part_reader.h"

namespace recorder::reader {

namespace {

static_assert(RECORDER_TIME_BINS == format::kTimeBins);

uint64_t add(uint64_t a, uint64_t b) {
  uint64_t sum;
  if (__builtin_add_overflow(a, b, &sum)) damaged("the statistics of its times overflow");
  return sum;
}

class Statistics {
 public:
  explicit Statistics(Trace &trace) : trace_(trace) {}

  void add_rank(uint64_t rank) {
    for (const Stream &stream : trace_.streams_of(rank))
      for (const Piece &piece : stream.pieces) add_piece(piece);
  }
  std::vector<recorder_statistics> take() {
    std::vector<recorder_statistics> list;
    for (auto &entry : found_) list.push_back(entry.second);
    return list;
  }

 private:
  void add_piece(const Piece &piece) {
    if (!piece.times->has_section_times()) return;
    const StoredTimes stored = piece.times->times_of(piece.stream);
    if (stored.codec != format::TimesCodec::statistics) return;
    const Process process = piece.file->process(piece.rank);
    const TickScale scale(process.tick_num, process.tick_den, 0);
    const std::string bytes = load(piece.times->container().source(), stored.range);
    Input in(bytes, "the statistics of a stream");
    const RankClass &of = *piece.member.of;
    for (size_t i = piece.plan->first; i < piece.plan->last; ++i) {
      PartReader part(*piece.file, of.parts[i], piece.member.index);
      add_part(part, of.parts[i].terminals, scale, in);
    }
    in.expect_end();
  }

  static std::string load(const Source &source, const StoredRange &range) {
    Inflater inflater(source, range, "the statistics of a stream");
    std::string bytes;
    uint8_t block[4096];
    while (const size_t n = inflater.read(block, sizeof block))
      bytes.append(reinterpret_cast<char *>(block), n);
    return bytes;
  }

  void add_part(PartReader &part, uint64_t terminals, const TickScale &scale, Input &in) {
    uint64_t left = in.count();
    for (const uint32_t terminal : part.grammar().by_first_use(terminals)) {
      if (part.decode(terminal).what != Template::What::call) continue;
      if (left-- == 0) damaged("it has statistics of fewer calls than there are");
      add_call(entry_of(part, terminal), scale, in);
    }
    if (left != 0) damaged("it has statistics of more calls than there are");
  }

  recorder_statistics &entry_of(PartReader &part, uint32_t terminal) {
    const auto found = found_.try_emplace(part.shape_of(terminal));
    recorder_statistics &entry = found.first->second;
    if (!found.second) return entry;
    const Template &decoded = part.decode(terminal);
    entry.function = &decoded.function->described;
    entry.shape = part.shape_of(terminal);
    entry.depth = decoded.depth;
    return entry;
  }

  static void add_call(recorder_statistics &entry, const TickScale &scale, Input &in) {
    const uint64_t calls = in.varint();
    const bool is_first = entry.calls == 0;
    entry.calls = add(entry.calls, calls);
    for (recorder_lengths *lengths : {&entry.duration, &entry.gap})
      add_lengths(*lengths, is_first, calls, scale, in);
  }

  static void add_lengths(recorder_lengths &to, bool is_first, uint64_t calls, const TickScale &scale,
                          Input &in) {
    to.sum_ns = add(to.sum_ns, ns(in.varint(), scale));
    const uint64_t least = ns(in.varint(), scale), most = ns(in.varint(), scale);
    to.least_ns = is_first ? least : std::min(to.least_ns, least);
    to.most_ns = std::max(to.most_ns, most);
    const uint64_t first = in.varint(), bins = in.varint();
    if (first > format::kTimeBins || bins > format::kTimeBins - first)
      damaged("it has statistics of unknown lengths");
    uint64_t sum = 0;
    for (uint64_t i = first; i < first + bins; ++i) {
      const uint64_t count = in.varint();
      to.bins[i] = add(to.bins[i], count);
      sum = add(sum, count);
    }
    if (sum != calls) damaged("it has other statistics than calls");
  }

  static uint64_t ns(uint64_t ticks, const TickScale &scale) {
    if (ticks > INT64_MAX) damaged("the statistics of its times overflow");
    return static_cast<uint64_t>(scale.to_ns(static_cast<int64_t>(ticks)));
  }

  Trace &trace_;
  std::map<uint64_t, recorder_statistics> found_;  // by shape
};

}  // namespace

std::vector<recorder_statistics> read_statistics(Trace &trace) {
  Statistics statistics(trace);
  for (uint64_t rank = trace.first_rank(); rank < trace.end_rank(); ++rank) statistics.add_rank(rank);
  return statistics.take();
}

}  // namespace recorder::reader
