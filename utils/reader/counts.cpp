// SPDX-License-Identifier: BSD-3-Clause
// Decoding as they are asked for.
#include "reader/counts.h"

#include "reader/failure.h"

namespace recorder::reader {

namespace {
constexpr size_t kBuffer = 16 * 1024;
}

CountReader::CountReader(const Source &source, const StoredRange &range)
    : in_(source, range, "the lengths of a stream's loops"), buffer_(kBuffer) {
  decoder_.begin(feed, this);
}

Bytes CountReader::feed(void *self) {
  CountReader &reader = *static_cast<CountReader *>(self);
  return {reader.buffer_.data(), reader.in_.read(reader.buffer_.data(), reader.buffer_.size())};
}

uint64_t CountReader::next_run(uint32_t key) {
  auto &model = models_[key % CountModel::kMostModels];
  if (model == nullptr) model.reset(static_cast<CountModel *>(calloc(1, sizeof(CountModel))));
  if (model == nullptr) fail(RECORDER_E_MEMORY, "no memory for the lengths of loops");
  const uint64_t length = model->decode(decoder_);
  if (!decoder_.ok()) damaged("it has fewer lengths of loops than loops");
  return length;
}

void CountReader::finish() {
  if (!decoder_.ok() || !decoder_.at_end()) damaged("it has more lengths of loops than loops");
}

}  // namespace recorder::reader
