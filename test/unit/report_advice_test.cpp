// SPDX-License-Identifier: BSD-3-Clause
// The sentences of recorder-report: each on both sides of its threshold.
// links: report
#include <gtest/gtest.h>

#include <deque>

#include "report/advice.h"
#include "report/units.h"

namespace recorder::report {
namespace {

constexpr int64_t kSecond = 1000000000;

// A run that is made up call by call.
class Story {
 public:
  explicit Story(uint64_t ranks) : model_(0, ranks, 0, 10 * kSecond) {
    for (uint64_t rank = 0; rank < ranks; ++rank) model_.begin_stream(rank);
  }

  Story &rank(uint64_t rank) {
    model_.begin_stream(rank);
    return *this;
  }
  // `count` calls, one after another.
  Story &calls(uint64_t count, const char *layer, const char *name, int64_t duration, uint64_t bytes = 0,
               int64_t offset = -1, int64_t stride = 0) {
    Event event;
    event.function = function(layer, name);
    const analysis::Meaning meaning = analysis::meaning_of(*event.function);
    event.operation = meaning.operation;
    event.manner = meaning.manner;
    event.file = &files_.back();
    event.has_bytes = moves_data(meaning.operation);
    event.bytes = bytes;
    event.has_offset = offset >= 0;
    event.failed = failing_;
    for (uint64_t i = 0; i < count; ++i) {
      const analysis::Moment moment = {now_, now_ + duration};
      event.moments = &moment;
      event.start_ns = moment.start_ns;
      event.end_ns = moment.end_ns;
      event.time_ns = event.longest_ns = duration;
      event.offset = offset + static_cast<int64_t>(i) * stride;
      now_ += duration;
      model_.add(event);
    }
    return *this;
  }
  Story &failing(bool failing) {
    failing_ = failing;
    return *this;
  }
  Story &file(const char *path) {
    files_.push_back({path, true});
    return *this;
  }

  Sentence about(const std::string &chart, bool has_times = true, bool is_one_job = true) const {
    Run run;
    run.has_times = has_times;
    run.is_one_job = is_one_job;
    run.duration_ns = 10 * kSecond;
    for (const Sentence &sentence : advise(model_, run))
      if (sentence.chart == chart) return sentence;
    return {};
  }
  const Model &model() const { return model_; }

 private:
  const recorder_function *function(const char *layer, const char *name) {
    for (const recorder_function &known : functions_)
      if (std::string(known.layer) == layer && std::string(known.name) == name) return &known;
    functions_.push_back({static_cast<uint32_t>(functions_.size()), name, layer, "int", 0, nullptr, nullptr});
    return &functions_.back();
  }

  Model model_;
  std::deque<recorder_function> functions_;
  std::deque<reader::Name> files_ = {{"/scratch/data", true}};
  int64_t now_ = 0;
  bool failing_ = false;
};

TEST(Units, AreForPeople) {
  EXPECT_EQ(bytes_text(0), "0 B");
  EXPECT_EQ(bytes_text(1023), "1023 B");
  EXPECT_EQ(bytes_text(1024), "1 KiB");
  EXPECT_EQ(bytes_text(12.34 * 1024 * 1024), "12.3 MiB");
  EXPECT_EQ(duration_text(999), "999 ns");
  EXPECT_EQ(duration_text(1500), "1.5 µs");
  EXPECT_EQ(duration_text(90e9), "90 s");
  EXPECT_EQ(duration_text(7200e9), "2 h");
  EXPECT_EQ(percent_text(0.005), "0.5 %");
  EXPECT_EQ(percent_text(0.9999), "more than 99 %");
  EXPECT_EQ(percent_text(1), "100 %");
  EXPECT_EQ(count_text(1234567), "1,234,567");
}

TEST(Advice, SmallWrites) {
  const Sentence small =
      Story(1).calls(870, "posix", "write", 10, 100).calls(130, "posix", "write", 10, 1 << 20).about("sizes");
  EXPECT_EQ(small.severity, Severity::warning);
  EXPECT_NE(small.text.find("87 % of the 1,000 writes are below 4 KiB"), std::string::npos) << small.text;
  EXPECT_EQ(Story(1).calls(1000, "posix", "write", 10, 4096, 0, 4096).about("sizes").severity,
            Severity::fine);
  EXPECT_EQ(Story(1)
                .calls(200, "posix", "write", 10, 10)
                .calls(800, "posix", "write", 10, 4096)
                .about("sizes")
                .severity,
            Severity::notice);
  // A few small writes mean nothing.
  EXPECT_EQ(Story(1).calls(99, "posix", "write", 10, 1).about("sizes").severity, Severity::fine);
}

TEST(Advice, WritesOffBlocks) {
  const Sentence off = Story(1).calls(1000, "posix", "pwrite", 10, 8192, 100, 8192).about("sizes");
  EXPECT_EQ(off.severity, Severity::notice);
  EXPECT_NE(off.text.find("100 % of POSIX writes do not begin at a multiple of 4 KiB"), std::string::npos)
      << off.text;
}

TEST(Advice, OneRankInMetadata) {
  Story story(8);
  for (uint64_t rank = 0; rank < 8; ++rank)
    story.rank(rank).calls(rank == 0 ? 120 : 10, "posix", "stat", 1000);
  const Sentence uneven = story.about("metadata");
  EXPECT_NE(uneven.text.find("Rank 0 spends 12 times the median rank's time in metadata"), std::string::npos)
      << uneven.text;
  EXPECT_EQ(uneven.severity, Severity::warning);  // nothing but metadata
}

TEST(Advice, ProcessesOfSeveralJobsAreNotCompared) {
  Story story(8);
  for (uint64_t rank = 0; rank < 8; ++rank)
    story.rank(rank).calls(rank == 0 ? 1200 : 10, "posix", "pread", kSecond / 1000, 65536);
  EXPECT_NE(story.about("ranks").text.find("not spread evenly"), std::string::npos);
  EXPECT_NE(story.about("activity").text.find("Rank 0 spends"), std::string::npos);
  EXPECT_EQ(story.about("ranks", true, false).severity, Severity::fine);
  EXPECT_EQ(story.about("activity", true, false).text.find("Rank 0"), std::string::npos);
  EXPECT_NE(story.about("behaviours", true, false).text.find("several programs or runs"), std::string::npos);
}

TEST(Advice, FewFilesTakeTheTime) {
  Story story(1);
  for (const char *path : {"/a", "/b", "/c", "/d", "/e", "/f", "/g"})
    story.file(path).calls(1, "posix", "write", path[1] < 'd' ? 300 : 25, 1);
  const Sentence slowest = story.about("slowest");
  EXPECT_EQ(slowest.severity, Severity::notice);
  EXPECT_NE(slowest.text.find("The slowest 3 of 7 files take 90 % of the time"), std::string::npos)
      << slowest.text;
}

TEST(Advice, IndependentTransfers) {
  Story story(2);
  for (uint64_t rank = 0; rank < 2; ++rank)
    story.rank(rank)
        .calls(92, "mpiio", "MPI_File_write_at", 10, 65536)
        .calls(8, "mpiio", "MPI_File_write_at_all", 10, 65536);
  EXPECT_EQ(story.about("mpiio").severity, Severity::warning);
  EXPECT_NE(story.about("mpiio").text.find("92 % of 200 MPI-IO transfers are independent"),
            std::string::npos);
  EXPECT_EQ(Story(2).about("mpiio").text, "The program does not read or write through MPI-IO.");
}

TEST(Advice, DataSieving) {
  Story story(1);
  story.calls(200, "mpiio", "MPI_File_write_all", 10, 1000)
      .calls(200, "posix", "pread", 10, 100000)
      .calls(200, "posix", "pwrite", 10, 100000);
  EXPECT_NE(story.about("mpiio").text.find("data sieving"), std::string::npos) << story.about("mpiio").text;
}

TEST(Advice, FailedCalls) {
  const Sentence failed = Story(1)
                              .calls(500, "posix", "open", 10)
                              .failing(true)
                              .calls(500, "posix", "open", 10)
                              .about("functions");
  EXPECT_EQ(failed.severity, Severity::notice);
  EXPECT_NE(failed.text.find("50 % of the 1,000 calls of open failed"), std::string::npos) << failed.text;
}

TEST(Advice, TimeInCalls) {
  EXPECT_EQ(Story(1).calls(1, "posix", "write", kSecond / 2, 1).about("activity").severity, Severity::fine);
  EXPECT_EQ(Story(1).calls(1, "posix", "write", 2 * kSecond, 1).about("activity").severity, Severity::notice);
  EXPECT_EQ(Story(1).calls(1, "posix", "write", 4 * kSecond, 1).about("activity").severity,
            Severity::warning);
  EXPECT_EQ(Story(1).about("activity", false).text, "The trace was recorded without times.");
}

TEST(Model, LoopsCountAsTheirCalls) {
  const analysis::Step steps[] = {{1000, 512}};
  recorder_function pwrite = {0, "pwrite", "posix", "int", 0, nullptr, nullptr};
  const reader::Name file = {"/f", true};
  Event loop;
  loop.function = &pwrite;
  loop.operation = Operation::write;
  loop.file = &file;
  loop.has_bytes = loop.has_offset = true;
  loop.bytes = 512;
  loop.times = 1000;
  loop.steps = steps;
  loop.loops = 1;
  Model model(0, 1, 0, 0);
  model.begin_stream(0);
  model.add(loop);
  const LayerTotals &posix = *model.layer("posix");
  EXPECT_EQ(model.calls(), 1000u);
  EXPECT_EQ(posix.writes.bytes, 512000u);
  EXPECT_EQ(posix.unaligned_writes, 875u);  // one in eight begins at a block
  EXPECT_EQ(model.files().all()[0].consecutive, 1000u);
  EXPECT_EQ(model.files().all()[0].samples[0].seen(), 1000u);
}

TEST(Model, BinsWidenWhenTheRunIsLonger) {
  Story story(1);
  story.calls(1, "posix", "write", 25 * kSecond, 1000000);
  const Activity &activity = story.model().activity(0);
  uint64_t sum = 0;
  for (uint64_t bin = 0; bin < TimeAxis::kBins; ++bin) sum += activity.written_bytes.at(0, bin);
  EXPECT_EQ(sum, 1000000u);
  EXPECT_TRUE(story.model().axis().contains(25 * kSecond));
}

TEST(Model, FilesBeyondALimitAreCountedByDirectory) {
  FileTable table;
  std::deque<reader::Name> names;
  for (size_t i = 0; i < FileTable::kMostFiles + 10; ++i) {
    names.push_back({"/d" + std::to_string(i % 3) + "/" + std::to_string(i), true});
    table.of(&names.back());
  }
  EXPECT_EQ(table.all().size(), FileTable::kMostFiles + 3);
  EXPECT_TRUE(table.of(&names.back()).several);
}

}  // namespace
}  // namespace recorder::report
