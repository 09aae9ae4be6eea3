// SPDX-License-Identifier: BSD-3-Clause
// A function for each chart; each looks for what is worth a word and falls back on the plain figure.
#include "report/advice.h"

#include <algorithm>

#include "report/units.h"

namespace recorder::report {

namespace {

using namespace thresholds;

double share(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}
double ratio(uint64_t a, uint64_t b) {
  return static_cast<double>(a) / static_cast<double>(std::max<uint64_t>(b, 1));
}

class Adviser {
 public:
  Adviser(const Model &model, const Run &run)
      : model_(model),
        run_(run),
        base_(model.base()),
        base_activity_(model.activity(static_cast<unsigned>(base_))) {}

  std::vector<Sentence> all() {
    put("behaviours", behaviours());
    put("functions", functions());
    put("ranks", ranks());
    put("files_by_rank", files_by_rank());
    put("sizes", sizes());
    put("activity", activity());
    put("bandwidth", bandwidth());
    put("offsets", offsets());
    put("metadata", metadata());
    put("slowest", slowest());
    put("mpiio", mpiio());
    return std::move(list_);
  }

 private:
  struct Word {
    Severity severity;
    std::string text;
  };
  void put(const char *chart, Word word) { list_.push_back({chart, word.severity, std::move(word.text)}); }

  Word behaviours() const {
    const uint64_t ranks = model_.rank_count();
    if (ranks == 1) return {Severity::fine, "One process made all calls."};
    if (!run_.is_one_job)
      return {Severity::fine, "The " + count_text(run_.traces) + " traces are of " + count_text(ranks) +
                                  " processes of several programs or runs."};
    if (run_.behaviours == 1)
      return {Severity::fine,
              "All " + count_text(ranks) + " ranks made the same calls, but for numbers in them."};
    if (run_.behaviours == ranks)
      return {Severity::fine, "Each of the " + count_text(ranks) + " ranks behaves in a way of its own."};
    return {Severity::fine,
            "The " + count_text(ranks) + " ranks behave in " + count_text(run_.behaviours) +
                " ways: ranks of one behaviour made the same calls, but for numbers in them."};
  }

  Word functions() const {
    const FunctionTotals *failing = nullptr, *slowest = nullptr, *most = nullptr;
    for (const FunctionTotals &f : model_.functions()) {
      if (most == nullptr || f.calls > most->calls) most = &f;
      if (f.operation == Operation::none) continue;
      if (slowest == nullptr || f.time_ns > slowest->time_ns) slowest = &f;
      const bool worth = f.calls >= kFewCalls && share(f.failed, f.calls) >= kFailed;
      if (worth && (failing == nullptr || f.failed > failing->failed)) failing = &f;
    }
    if (most == nullptr) return {Severity::fine, "No calls were recorded."};
    std::string text;
    if (run_.has_times && slowest != nullptr && model_.io_ns() != 0) {
      text = slowest->name + " takes the most time of all I/O functions: " +
             duration_text(static_cast<double>(slowest->time_ns)) + " over all ranks, " +
             percent_text(std::min(1.0, share(slowest->time_ns, model_.io_ns()))) +
             " of the time in I/O calls.";
    } else {
      text = most->name + " makes up " + percent_text(share(most->calls, model_.calls())) + " of the calls.";
    }
    if (failing == nullptr) return {Severity::fine, text};
    const std::string part = failing->failed == failing->calls
                                 ? "All"
                                 : percent_first(share(failing->failed, failing->calls)) + " of the";
    return {Severity::notice, text + " " + part + " " + count_text(failing->calls) + " calls of " +
                                  failing->name +
                                  " failed: the program, or a library, looks for what is not there."};
  }

  Word ranks() const {
    const Spread calls = spread_of(of_ranks(&RankTotals::calls));
    if (model_.rank_count() == 1)
      return {Severity::fine, "One rank made " + count_text(calls.sum, "call", "calls") + "."};
    if (calls.most == calls.least)
      return {Severity::fine, "Every rank made " + count_text(calls.most, "call", "calls") + "."};
    const std::string range = "ranks made " + count_text(calls.least) + " to " + count_text(calls.most) +
                              " calls, the median rank " + count_text(calls.median) + ".";
    if (run_.is_one_job && ratio(calls.most, calls.median) >= kUneven)
      return {Severity::notice, "Rank " + count_text(calls.most_at) + " made " +
                                    times_text(ratio(calls.most, calls.median)) +
                                    " the calls of the median rank: the work is not spread evenly; " + range};
    return {Severity::fine, "Nothing unusual: " + range};
  }

  Word files_by_rank() const {
    const Spread files = spread_of(of_ranks(&RankTotals::files));
    size_t all = 0, shared = 0, everywhere = 0;
    for (const FileTotals &file : model_.files().all()) {
      ++all;
      shared += file.ranks > 1;
      everywhere += file.ranks == model_.rank_count();
    }
    if (all == 0) return {Severity::fine, "No call named a file."};
    if (model_.rank_count() == 1)
      return {Severity::fine, "The process used " + count_text(all, "file", "files") + "."};
    const std::string text = "A rank used " + count_text(files.median) + " files (median), " +
                             count_text(all) + " in all; " + count_text(everywhere) +
                             " of them were used by every rank, " + count_text(all - shared) +
                             " by one rank alone.";
    if (all - shared >= kManyFiles * model_.rank_count())
      return {Severity::notice, text +
                                    " Many files of one rank each burden the metadata servers of a parallel "
                                    "file system; shared files with collective I/O do not."};
    return {Severity::fine, text};
  }

  Word sizes() const {
    const SizeHistogram reads = model_.sizes(base_, false), writes = model_.sizes(base_, true);
    if (reads.calls + writes.calls == 0) return {Severity::fine, "No data was read or written."};
    const bool worse_writes =
        share(writes.below(kSmall), writes.calls) >= share(reads.below(kSmall), reads.calls);
    const Word first = small(worse_writes ? writes : reads, worse_writes ? "writes" : "reads");
    Word word = first.severity != Severity::fine
                    ? first
                    : small(writes.calls != 0 ? writes : reads, writes.calls != 0 ? "writes" : "reads");
    const std::string border = unaligned();
    if (!border.empty()) {
      word.text += " " + border;
      word.severity = std::max(word.severity, Severity::notice);
    }
    return word;
  }

  Word small(const SizeHistogram &sizes, const char *what) const {
    const double part = share(sizes.below(kSmall), sizes.calls);
    const std::string text = percent_first(part) + " of the " + count_text(sizes.calls) + " " + what +
                             " are below 4 KiB; the mean is " +
                             bytes_text(static_cast<double>(sizes.bytes) / static_cast<double>(sizes.calls)) +
                             ".";
    if (sizes.calls < kFewCalls || part < kSmallNotice) return {Severity::fine, text};
    const bool shared = model_.rank_count() > 1 && model_.activity(static_cast<unsigned>(Level::mpiio)).any;
    return {part >= kSmallWarning ? Severity::warning : Severity::notice,
            text + (shared ? " Consider collective I/O, which combines the accesses of many ranks."
                           : " Consider larger buffers, or fewer calls that move more.")};
  }

  std::string unaligned() const {
    if (base_ != Level::system) return "";
    uint64_t off[2] = {}, placed[2] = {};
    for (const LayerTotals &layer : model_.layers()) {
      if (layer.name != "posix") continue;
      off[0] = layer.unaligned_reads, placed[0] = layer.placed_reads;
      off[1] = layer.unaligned_writes, placed[1] = layer.placed_writes;
    }
    const bool writes = off[1] >= off[0];
    if (placed[writes] < kFewCalls || share(off[writes], placed[writes]) < kUnaligned) return "";
    return percent_first(share(off[writes], placed[writes])) + " of POSIX " + (writes ? "writes" : "reads") +
           " do not begin at a multiple of 4 KiB, so that the file system touches blocks that it need not.";
  }

  Word activity() const {
    if (!run_.has_times) return no_times();
    const double part = all_time() == 0 ? 0 : static_cast<double>(model_.io_ns()) / all_time();
    const Spread io = spread_of(of_ranks(&RankTotals::io_ns));
    std::string text = "The ranks spend " + percent_text(std::min(part, 1.0)) + " of the run in I/O calls (" +
                       duration_text(static_cast<double>(io.median)) + " of " +
                       duration_text(static_cast<double>(run_.duration_ns)) + " for the median rank).";
    if (model_.rank_count() == 1)
      text = "The process spends " + percent_text(std::min(part, 1.0)) + " of the run in I/O calls (" +
             duration_text(static_cast<double>(io.sum)) + " of " +
             duration_text(static_cast<double>(run_.duration_ns)) + ").";
    Severity severity = part >= kIoWarning  ? Severity::warning
                        : part >= kIoNotice ? Severity::notice
                                            : Severity::fine;
    if (run_.is_one_job && model_.rank_count() > 1 && io.median != 0 &&
        ratio(io.most, io.median) >= kUneven &&
        static_cast<double>(io.most) > 0.01 * static_cast<double>(run_.duration_ns)) {
      text += " Rank " + count_text(io.most_at) + " spends " + times_text(ratio(io.most, io.median)) +
              " as long as the median rank; others may wait for it.";
      severity = std::max(severity, Severity::notice);
    }
    return {severity, text};
  }

  const char *nothing_moved() const {
    for (const LayerTotals &layer : model_.layers())
      if (layer.unsized_reads + layer.unsized_writes != 0)
        return "The trace does not tell how much data was moved.";
    return "No data was moved.";
  }

  Word bandwidth() const {
    if (!run_.has_times) return no_times();
    std::vector<uint64_t> moved(TimeAxis::kBins);
    uint64_t total = 0;
    if (base_activity_.any) {
      for (const Grid *grid : {&base_activity_.read_bytes, &base_activity_.written_bytes})
        for (uint64_t row = 0; row < grid->rows(); ++row)
          for (uint64_t bin = 0; bin < grid->bins(); ++bin)
            moved[bin] += grid->at(row, bin), total += grid->at(row, bin);
    }
    if (total == 0) return {Severity::fine, nothing_moved()};
    const double width_s = static_cast<double>(model_.axis().width_ns()) / 1e9;
    const uint64_t peak = *std::max_element(moved.begin(), moved.end());
    std::sort(moved.rbegin(), moved.rend());
    size_t busiest = 0;
    for (uint64_t sum = 0; busiest < moved.size() && sum < total - total / 10; ++busiest)
      sum += moved[busiest];
    const double part =
        static_cast<double>(busiest) * width_s * 1e9 / std::max(1.0, static_cast<double>(run_.duration_ns));
    const std::string text = "At its peak the run moves " + bytes_text(static_cast<double>(peak) / width_s) +
                             "/s (over " + duration_text(width_s * 1e9) + "), on average " +
                             bytes_text(static_cast<double>(total) * 1e9 /
                                        std::max<double>(1, static_cast<double>(run_.duration_ns))) +
                             "/s.";
    if (part <= kBurst && busiest > 0)
      return {Severity::notice, text + " 90 % of the bytes move in " + percent_text(part) +
                                    " of the run: such bursts can be hidden behind computation."};
    return {Severity::fine, text};
  }

  Word offsets() const {
    uint64_t placed = 0, consecutive = 0;
    for (const FileTotals &file : model_.files().all())
      placed += file.placed, consecutive += file.consecutive;
    if (placed == 0) return {Severity::fine, "No access to a file has a known offset."};
    const uint64_t jumps = placed - consecutive;
    if (placed >= kFewCalls && share(jumps, placed) > kJumping)
      return {Severity::notice, percent_first(share(jumps, placed)) + " of " + count_text(placed) +
                                    " accesses do not begin where the rank's last one to that file ended: "
                                    "neither read-ahead nor write-behind of the file system helps much."};
    return {Severity::fine, percent_first(share(consecutive, placed)) + " of " + count_text(placed) +
                                " accesses begin where the rank's last one to that file ended."};
  }

  Word metadata() const {
    std::vector<uint64_t> times, calls;
    uint64_t data_ns = 0;
    for (const RankTraffic &rank : base_activity_.ranks) {
      times.push_back(rank.metadata_ns);
      calls.push_back(rank.metadata_calls);
      data_ns += rank.read_ns + rank.write_ns;
    }
    if (times.empty()) return {Severity::fine, "No metadata operations were recorded."};
    const Spread time = spread_of(run_.has_times ? times : calls), count = spread_of(calls);
    if (count.sum == 0) return {Severity::fine, "No metadata operations were recorded."};
    const double part = share(time.sum, time.sum + data_ns);
    std::string text = count_text(count.sum, "metadata operation", "metadata operations");
    Severity severity = Severity::fine;
    if (run_.has_times) {
      text += " take " + percent_text(part) + " of the time in " + name_of(base_) + " (" +
              duration_text(static_cast<double>(time.sum)) + " over all ranks).";
      if (count.sum >= kFewCalls && part >= kMetadataNotice)
        severity = part >= kMetadataWarning ? Severity::warning : Severity::notice;
    } else {
      text += " were made.";
    }
    text += " " + commonest();
    if (run_.is_one_job && times.size() > 1 && time.median != 0 && ratio(time.most, time.median) >= kUneven) {
      text += " Rank " + count_text(time.most_at) + (run_.has_times ? " spends " : " makes ") +
              times_text(ratio(time.most, time.median)) + " the median rank's" +
              (run_.has_times ? " time in metadata." : " number.");
      severity = std::max(severity, Severity::notice);
    }
    return {severity, text};
  }

  std::string commonest() const {
    unsigned most = 0, longest = 0;
    uint64_t all = 0, time = 0;
    for (unsigned i = 0; i < kOperations; ++i) {
      if (!is_metadata(static_cast<Operation>(i))) continue;
      all += base_activity_.operation_calls[i];
      time += base_activity_.operation_ns[i];
      if (most == 0 || base_activity_.operation_calls[i] > base_activity_.operation_calls[most]) most = i;
      if (longest == 0 || base_activity_.operation_ns[i] > base_activity_.operation_ns[longest]) longest = i;
    }
    const std::string text = std::string("The commonest are ") + plural_of(static_cast<Operation>(most)) +
                             " (" + percent_text(share(base_activity_.operation_calls[most], all)) + ")";
    if (!run_.has_times || time == 0 || longest == most) return text + ".";
    return text + ", most time goes to " + plural_of(static_cast<Operation>(longest)) + " (" +
           percent_text(share(base_activity_.operation_ns[longest], time)) + ").";
  }
  Word slowest() const {
    if (!run_.has_times) return no_times();
    std::vector<std::pair<uint64_t, const FileTotals *>> times;
    uint64_t sum = 0;
    for (const FileTotals &file : model_.files().all()) {
      times.emplace_back(file.traffic[file.base()].time_ns(), &file);
      sum += times.back().first;
    }
    if (sum == 0) return {Severity::fine, "No time was spent on files."};
    std::sort(times.begin(), times.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    const size_t shown = std::min<size_t>(3, times.size());
    uint64_t top = 0;
    for (size_t i = 0; i < shown; ++i) top += times[i].first;
    if (times.size() <= 3)
      return {Severity::fine, last_part(times[0].second->name) + " takes " +
                                  percent_text(share(times[0].first, sum)) + " of the time spent on files, " +
                                  duration_text(static_cast<double>(times[0].first)) + "."};
    const std::string text = "The slowest 3 of " + count_text(times.size()) + " files take " +
                             percent_text(share(top, sum)) + " of the time; " +
                             last_part(times[0].second->name) + " alone " +
                             percent_text(share(times[0].first, sum)) + ".";
    return {share(top, sum) >= kFewFiles && times.size() > 6 ? Severity::notice : Severity::fine, text};
  }

  Word mpiio() const {
    uint64_t calls = 0, alone = 0, asked[2] = {};
    for (unsigned writes = 0; writes < 2; ++writes) {
      for (unsigned i = 0; i < kManners; ++i) {
        const MannerTotals &manner = model_.manners()[writes][i];
        calls += manner.calls;
        asked[writes] += manner.bytes;
        if (static_cast<Manner>(i) == Manner::independent || static_cast<Manner>(i) == Manner::nonblocking)
          alone += manner.calls;
      }
    }
    if (calls == 0) return {Severity::fine, "The program does not read or write through MPI-IO."};
    Word word{Severity::fine, alone == 0 ? "All " + count_text(calls) + " MPI-IO transfers are collective."
                              : alone == calls
                                  ? "All " + count_text(calls) + " MPI-IO transfers are independent."
                                  : percent_first(share(alone, calls)) + " of " + count_text(calls) +
                                        " MPI-IO transfers are independent, the others collective."};
    if (model_.rank_count() > 1 && calls >= kFewCalls && share(alone, calls) >= kIndependent) {
      word.severity = Severity::warning;
      word.text += " Collective calls such as MPI_File_write_all let the ranks combine their accesses.";
    }
    const std::string more = amplified(asked);
    if (!more.empty()) word = {std::max(word.severity, Severity::notice), word.text + " " + more};
    return word;
  }

  std::string amplified(const uint64_t (&asked)[2]) const {
    uint64_t moved[2] = {};
    for (const FileTotals &file : model_.files().all()) {
      if (file.traffic[static_cast<unsigned>(Level::mpiio)].bytes() == 0) continue;
      moved[0] += file.traffic[0].read_bytes;
      moved[1] += file.traffic[0].written_bytes;
    }
    const bool reads_for_writes =
        asked[1] != 0 && moved[0] > asked[0] && share(moved[0] - asked[0], asked[1]) >= kAmplified - 1;
    if (reads_for_writes)
      return "POSIX reads " + bytes_text(static_cast<double>(moved[0])) +
             " of these files where MPI-IO was asked for " + bytes_text(static_cast<double>(asked[0])) +
             ": that is data sieving; hints or collective calls avoid it.";
    for (const unsigned writes : {0u, 1u})
      if (asked[writes] != 0 && share(moved[writes], asked[writes]) >= kAmplified)
        return "POSIX moves " + times_text(share(moved[writes], asked[writes])) +
               " the bytes that MPI-IO was asked to " + (writes ? "write" : "read") + ".";
    return "";
  }

  Word no_times() const { return {Severity::fine, run_.why_no_times}; }
  double all_time() const {
    return static_cast<double>(run_.duration_ns) * static_cast<double>(model_.rank_count());
  }
  std::vector<uint64_t> of_ranks(uint64_t RankTotals::*member) const {
    std::vector<uint64_t> values;
    for (const RankTotals &rank : model_.ranks())
      if (rank.seen) values.push_back(rank.*member);
    if (values.empty()) values.push_back(0);
    return values;
  }

  const Model &model_;
  const Run &run_;
  Level base_;
  const Activity &base_activity_;
  std::vector<Sentence> list_;
};

}  // namespace

std::vector<Sentence> advise(const Model &model, const Run &run) { return Adviser(model, run).all(); }

}  // namespace recorder::report
