// SPDX-License-Identifier: BSD-3-Clause
// What the report shows is the same whether loops are gone through once or turn by turn, for random programs.
// links: report
#include <gtest/gtest.h>

#include "../support/random_calls.h"
#include "reader/access.h"
#include "report/model_json.h"
#include "report/trace_events.h"

namespace recorder::report {
namespace {

// Without the accesses that were chosen for the charts: of these, but how many there were.
std::string shown(const std::string &bytes, bool times, bool turn_by_turn) {
  recorder_error error;
  recorder_trace *trace = recorder_open_memory(bytes.data(), bytes.size(), &error);
  EXPECT_NE(trace, nullptr) << error.message;
  if (trace == nullptr) return "";
  reader::Selection selection;
  if (turn_by_turn) selection.from_ns = INT64_MIN + 1;
  // Long enough: bytes of calls between two bins are rounded anew where bins become wider.
  Model model(0, 2, 0, 100000000);
  std::atomic<uint64_t> met{0};
  read_events(reader::trace_of(trace), selection, {1, 777}, times, model, met);
  EXPECT_EQ(met.load(), model.calls());
  recorder_close(trace);
  Json json = to_json(model);
  for (Json &file : json.at("offsets")) file.erase("shown");
  return json.dump(1);
}

TEST(ReportModel, LoopsShowWhatTheirTurnsShow) {
  uint64_t tried = 0;
  for (uint64_t seed = 1; tried < 200; ++seed) {
    const auto builder = test::random_program(seed, true);
    if (builder == nullptr) continue;
    ++tried;
    const std::string trace = builder->build();
    ASSERT_EQ(shown(trace, true, false), shown(trace, true, true)) << "seed " << seed;
  }
}

}  // namespace
}  // namespace recorder::report
