// SPDX-License-Identifier: BSD-3-Clause
// The whole reader over one trace in memory: as it is, and with its checksums repaired. libFuzzer's entry
// point; replay.cpp calls it for files.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/json.h"
#include "common/plain.h"
#include "reader/recorder-reader.h"
#include "repair.h"

namespace {

// A few bytes can honestly stand for 2^60 calls.
constexpr int kMostCalls = 20000;
constexpr size_t kMostText = 1 << 20;

void look_at(const recorder::tools::Plain &plain, const recorder_value &value) {
  if (value.size > 100000) return;
  std::string text;
  recorder::tools::put_json(text, value);
  plain(text, value);
}

void read_calls(recorder_trace *trace, recorder_order order) {
  recorder_error error;
  recorder_calls *calls = recorder_calls_open(trace, nullptr, order, &error);
  if (calls == nullptr) return;
  const recorder::tools::Plain plain(trace);
  const recorder_call *call;
  for (int i = 0; i < kMostCalls && recorder_calls_next(calls, &call, &error) == RECORDER_OK; ++i) {
    for (uint32_t k = 0; k < call->function->arguments; ++k) look_at(plain, call->arguments[k]);
    look_at(plain, *call->result);
  }
  recorder_calls_close(calls);
}

void read_facts(recorder_trace *trace) {
  recorder_error error;
  recorder_process process;
  recorder_stream stream;
  const uint64_t first = recorder_first_rank(trace);
  const uint64_t ranks = std::min<uint64_t>(recorder_rank_count(trace), 100);
  for (uint64_t rank = first; rank < first + ranks; ++rank) {
    if (recorder_process_at(trace, rank, &process, &error) != RECORDER_OK) continue;
    for (uint64_t i = 0; i < std::min<uint64_t>(process.streams, 100); ++i) {
      recorder_stream_at(trace, rank, i, &stream, &error);
    }
  }
  std::vector<uint64_t> counts(recorder_function_count(trace) + 1);
  recorder_count_calls(trace, counts.data(), &error);
}

void read(const std::string &bytes) {
  recorder_error error;
  recorder_trace *trace = recorder_open_memory(bytes.data(), bytes.size(), &error);
  if (trace == nullptr) return;
  read_facts(trace);
  read_calls(trace, RECORDER_BY_RANK);
  read_calls(trace, RECORDER_BY_TIME);
  recorder_close(trace);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > kMostText) return 0;
  std::string bytes(reinterpret_cast<const char *>(data), size);
  read(bytes);
  recorder::fuzz::Repair(bytes).run();
  read(bytes);
  return 0;
}
