// SPDX-License-Identifier: BSD-3-Clause
// The lengths of a stream's runs that vary, coded behind its times in the order in which the runs begin
// (recorder-format(5), "Runs that vary").
#pragma once

#include <cstdint>

#include "format/count_model.h"
#include "merge/coded_tail.h"
#include "merge/grammar_walk.h"
#include "merge/image.h"
#include "session/memory.h"
#include "session/status.h"

namespace recorder {

class CountsEncoder {
 public:
  CountsEncoder() = default;
  CountsEncoder(const CountsEncoder &) = delete;
  CountsEncoder &operator=(const CountsEncoder &) = delete;
  ~CountsEncoder() { clear(); }

  static bool has_counts(const StreamImage &stream);
  Status encode(const StreamImage &stream, ByteSink sink, void *self);
  // What the last stream's are, with what says how many bytes.
  const CodedTail &tail() const { return tail_; }

 private:
  void clear();
  static void put(void *self, uint32_t key, uint64_t length);

  CodedTail tail_;
  GrammarWalk walk_;
  CountModel *models_[CountModel::kMostModels] = {};
  bool no_memory_ = false;
};

}  // namespace recorder
