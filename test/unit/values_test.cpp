// SPDX-License-Identifier: BSD-3-Clause
// Values of random arguments from the merge to the reader, in streams with times, with statistics and with
// none. links: core format merge reader
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "merge/values_encoder.h"
#include "reader/recorder-reader.h"
#include "trace_builder.h"

namespace recorder::test {
namespace {

constexpr uint8_t kOffset = 3;  // of pwrite's arguments

Signature random_write() {
  return Signature(kPwrite).fd(0).varint(0).varint(8).byte(0x80).byte(0x00).zigzag(8);
}

// Writes at random offsets between calls without values, in two parts.
struct Program {
  Program(TimeMode mode, size_t writes) {
    process.time_mode = mode;
    Stream stream;
    std::mt19937_64 random(writes);
    uint64_t now = 0;
    const auto call = [&](const Signature &signature) {
      stream.call(signature, now + 10, now + 15);
      now += 20;
    };
    call(Signature(kOpen).str("f").varint(577).byte(1).varint(0644).new_fd(0, 3));
    for (size_t i = 0; i < writes; ++i) {
      if (random() % 4 == 0) call(Signature(kSync));
      offsets.push_back(static_cast<int64_t>(random() % 65536 * 512));
      stream.aside(kPwrite, kOffset, 0, static_cast<uint64_t>(offsets.back()));
      call(random_write());
      if (i == writes / 2) stream.next_part().cut_times();
    }
    process.streams.push_back(stream);
  }

  Process process;
  std::vector<int64_t> offsets;
};

struct Close {
  void operator()(recorder_trace *t) const { recorder_close(t); }
  void operator()(recorder_calls *c) const { recorder_calls_close(c); }
};

// Of all pwrites, as the reader has them; what it says where the trace is refused.
std::vector<int64_t> offsets_in(const std::string &trace, std::string *complaint) {
  std::vector<int64_t> offsets;
  recorder_error error = {};
  const std::unique_ptr<recorder_trace, Close> open(recorder_open_memory(trace.data(), trace.size(), &error));
  std::unique_ptr<recorder_calls, Close> calls;
  if (open != nullptr) calls.reset(recorder_calls_open(open.get(), nullptr, RECORDER_BY_RANK, &error));
  recorder_status status = RECORDER_E_FORMAT;
  const recorder_call *call = nullptr;
  while (calls != nullptr && (status = recorder_calls_next(calls.get(), &call, &error)) == RECORDER_OK)
    if (std::string(call->function->name) == "pwrite") offsets.push_back(call->arguments[kOffset].v.i);
  *complaint = status == RECORDER_END ? "" : error.message;
  return offsets;
}

constexpr TimeMode kModes[] = {TimeMode::exact, TimeMode::bounded, TimeMode::statistics, TimeMode::none};

TEST(Values, ReadBackInEveryMode) {
  for (const TimeMode mode : kModes) {
    Program program(mode, 3000);
    program.process.time_percent = mode == TimeMode::bounded ? 5 : 0;
    std::string complaint;
    EXPECT_EQ(offsets_in(trace_of(&program.process), &complaint), program.offsets);
    EXPECT_EQ(complaint, "");
  }
}

// Without times there is nothing but their own bits, 16 each, and some for what they have in common.
TEST(Values, CostTheirBits) {
  Program large(TimeMode::none, 20000), small(TimeMode::none, 10000);
  const uint64_t more = trace_of(&large.process).size() - trace_of(&small.process).size();
  EXPECT_LT(more, 10000u * 2 * 103 / 100 + 10000);  // which of the calls are syncs is in the grammar
  StreamImage image = large.process.streams[0].image();
  Buffer out;
  ValuesEncoder encoder;
  ASSERT_TRUE(encoder.encode(image, append_to_buffer, &out).ok());
  EXPECT_EQ(encoder.tail().stored_size(), out.size());
  EXPECT_EQ(encoder.tail().crc(), crc_of(out.bytes()));
  EXPECT_LT(out.size(), 20000u * 2 * 103 / 100);
}

TEST(Values, OfACallThatWasNeverCompleted) {
  for (const TimeMode mode : kModes) {
    Program program(mode, 100);
    program.process.time_percent = mode == TimeMode::bounded ? 5 : 0;
    for (uint64_t i = 0; i < 20; ++i) program.process.streams[0].aside(kPwrite, kOffset, 0, i * 4096);
    std::string complaint;
    EXPECT_EQ(offsets_in(trace_of(&program.process), &complaint), program.offsets);
    EXPECT_EQ(complaint, "");
  }
}

TEST(Values, OtherValuesThanCallsNeedAreRefused) {
  Program program(TimeMode::none, 500);
  std::string complaint;
  Process process = program.process;
  for (int i = 0; i < 20; ++i) process.streams[0].aside(kPwrite, kOffset, 0, uint64_t{1} << (i + 20));
  process.streams[0].call(Signature(kSync), 100000, 100001);
  offsets_in(trace_of(&process), &complaint);
  EXPECT_NE(complaint, "");
  process = program.process;
  for (int i = 0; i < 20; ++i) process.streams[0].call(random_write(), 100000, 100001);
  offsets_in(trace_of(&process), &complaint);
  EXPECT_NE(complaint, "");
}

}  // namespace
}  // namespace recorder::test
