// SPDX-License-Identifier: BSD-3-Clause
// links: analysis reader
// What HDF5 selects: unions of slabs against a count element by element, and transfers of several datasets.
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>

#include "../support/handmade_trace.h"
#include "analysis/hyperslabs.h"
#include "analysis/survey.h"
#include "reader/access.h"

namespace {

using namespace recorder;
using namespace recorder::test;
using analysis::Slab;

using Elements = std::set<std::pair<uint64_t, uint64_t>>;

Elements one_by_one(const Slab &slab) {
  Elements all;
  for (uint64_t i = 0; i < slab[0].count; ++i)
    for (uint64_t j = 0; j < slab[0].block; ++j)
      for (uint64_t k = 0; k < slab[1].count; ++k)
        for (uint64_t l = 0; l < slab[1].block; ++l)
          all.emplace(slab[0].start + i * slab[0].stride + j, slab[1].start + k * slab[1].stride + l);
  return all;
}

TEST(SlabUnion, CountsEachElementOnceOrNotAtAll) {
  std::mt19937_64 random(7);
  uint64_t told = 0;
  for (int turn = 0; turn < 20000; ++turn) {
    analysis::SlabUnion slabs;
    Elements all;
    const uint64_t stride = 1 + random() % 6;
    for (int i = 0; i < 3; ++i) {
      Slab slab(2);
      for (auto &d : slab) {
        d = {random() % 16, random() % 4 == 0 ? 1 + random() % 6 : stride, 1 + random() % 3, 1};
        d.block = 1 + random() % d.stride;
      }
      if (!slabs.add(slab)) break;
      all.merge(one_by_one(slab));
      ASSERT_EQ(slabs.elements(), all.size());
      if (i != 0) ++told;
    }
  }
  EXPECT_GT(told, 4000u);
}

TEST(SlabUnion, SurvivesAbsurdNumbers) {
  const uint64_t most = UINT64_MAX;
  analysis::SlabUnion slabs;
  EXPECT_FALSE(slabs.add({{0, 1, most, 1}, {0, 1, 2, 1}}));
  EXPECT_FALSE(slabs.add({{0, 0, 2, 1}}));
  EXPECT_TRUE(slabs.add({{most - 1, most, 2, 1}}));
  EXPECT_FALSE(slabs.add({{3, most, 2, 1}}));
}

// 10 ints and 20 doubles in one call; then with a space that nobody knows.
TEST(Dataspaces, AddsUpSeveralDatasets) {
  enum : uint64_t { kSpace = 2, kWrite };
  TraceBuilder builder;
  builder.with_times = false;
  builder.function(kSpace, "H5Screate_simple", "hdf5", "handle+:H5S",
                   {{"rank", "int"}, {"dims", "[uint]"}, {"maxdims", "[uint]"}});
  builder.function(kWrite, "H5Dwrite_multi", "hdf5", "int",
                   {{"count", "uint"},
                    {"dset_id", "[handle:H5D]"},
                    {"mem_type_id", "[handle:H5T]"},
                    {"mem_space_id", "[handle:H5S]"},
                    {"file_space_id", "[handle:H5S]"}});
  builder.process().streams.resize(1);
  StreamData &stream = builder.processes[0].streams[0];
  for (uint64_t slot = 0; slot < 2; ++slot) builder.record(stream, bind("H5D", slot, 0, "/f/data"));
  builder.record(stream, bind("H5T", 0, 0, "H5T_NATIVE_INT"));
  builder.record(stream, bind("H5T", 1, 0, "H5T_NATIVE_DOUBLE"));
  for (uint64_t slot = 0; slot < 2; ++slot)
    builder.record(stream, call(kSpace).zigzag(1).head(1).varint(10 * (slot + 1)).varint(0).varint(slot + 1));
  const auto pair = [](Out &out, uint64_t a, uint64_t b) { out.head(2).varint(a).varint(b); };
  for (const uint64_t second : {2, 9}) {
    Out write = call(kWrite).varint(2);
    pair(write, 1, 2);
    pair(write, 1, 2);
    pair(write, 1, second);
    pair(write, 0, 0);
    builder.record(stream, write.zigzag(0));
  }
  builder.end_part(stream);
  const std::string bytes = builder.build();
  recorder_error error;
  recorder_trace *trace = recorder_open_memory(bytes.data(), bytes.size(), &error);
  ASSERT_NE(trace, nullptr) << error.message;
  analysis::SurveyOptions options;
  options.times = false;
  analysis::Survey sums(options);
  sums.add(reader::trace_of(trace), {}, {0, 0, 0});
  sums.finish();
  for (const analysis::FunctionSum &f : sums.functions()) {
    if (f.name != "H5Dwrite_multi") continue;
    EXPECT_EQ(f.sum.written, 10u * 4 + 20 * 8);
    EXPECT_EQ(f.sum.unknown, 1u);
  }
  EXPECT_EQ(sums.functions().size(), 2u);
  recorder_close(trace);
}

}  // namespace
