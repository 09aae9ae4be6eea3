// SPDX-License-Identifier: BSD-3-Clause
// The lengths of a stream's runs that vary, one after the other (recorder-format(5), "Runs that vary").
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "format/count_model.h"
#include "reader/grammar.h"
#include "reader/inflater.h"

namespace recorder::reader {

class CountReader : public RunSource {
 public:
  CountReader(const Source &source, const StoredRange &range);

  uint64_t next_run(uint32_t key) override;
  // After the last one: nothing may be left, and the checksum must be right.
  void finish();

 private:
  static Bytes feed(void *self);

  struct Free {
    void operator()(CountModel *model) const { free(model); }
  };
  Inflater in_;
  std::vector<uint8_t> buffer_;
  RangeDecoder decoder_;
  std::unique_ptr<CountModel, Free> models_[CountModel::kMostModels];
};

}  // namespace recorder::reader
