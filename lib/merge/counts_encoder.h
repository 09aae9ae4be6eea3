// SPDX-License-Identifier: BSD-3-Clause
// The lengths of a stream's runs that vary, coded behind its times in the order in which the runs begin
// (recorder-format(5), "Runs that vary").
#pragma once

#include <cstdint>

#include "format/count_model.h"
#include "format/range_coder.h"
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
  // Writes the coded lengths and what says how many bytes they are.
  Status encode(const StreamImage &stream, ByteSink sink, void *self);
  // Of the last stream.
  uint64_t stored_size() const { return coder_.stored_size() + sizeof trailer_; }
  uint32_t crc() const;

 private:
  void clear();
  static void put(void *self, uint32_t key, uint64_t length);

  RangeEncoder coder_;
  GrammarWalk walk_;
  CountModel *models_[CountModel::kMostModels] = {};
  bool no_memory_ = false;
  uint8_t trailer_[12];  // as format::kCountsTrailer says
};

}  // namespace recorder
