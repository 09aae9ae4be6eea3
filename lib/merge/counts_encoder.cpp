// SPDX-License-Identifier: BSD-3-Clause
// One more walk through the grammars that have runs that vary (see counts_encoder.h).
#include "merge/counts_encoder.h"

namespace recorder {

bool CountsEncoder::has_counts(const StreamImage &stream) {
  for (uint32_t i = 0; i < stream.part_count; ++i)
    if (stream.parts[i].counts.size != 0) return true;
  return false;
}

void CountsEncoder::clear() {
  for (CountModel *&model : models_) {
    if (model != nullptr) Memory::unmap(model, sizeof *model);
    model = nullptr;
  }
}

void CountsEncoder::put(void *self, uint32_t key, uint64_t length) {
  auto *encoder = static_cast<CountsEncoder *>(self);
  CountModel *&model = encoder->models_[key % CountModel::kMostModels];
  if (model == nullptr) model = static_cast<CountModel *>(Memory::map(sizeof *model));
  if (model != nullptr)
    model->encode(encoder->tail_.coder(), length);
  else
    encoder->no_memory_ = true;
}

Status CountsEncoder::encode(const StreamImage &stream, ByteSink sink, void *self) {
  clear();
  no_memory_ = false;
  tail_.begin(sink, self);
  walk_.listen(put, this);
  for (uint32_t i = 0; i < stream.part_count; ++i) {
    const PartImage &part = stream.parts[i];
    if (part.counts.size == 0) continue;
    if (Status s = walk_.begin(part.cfg, part.counts); !s.ok()) return s;
    uint32_t terminal = 0;
    for (uint64_t times = 0; walk_.next(&terminal, &times);) {
    }
    if (!walk_.status().ok()) return walk_.status();
  }
  if (no_memory_) return Status::no_memory("no memory for the lengths of loops");
  return tail_.end();
}

}  // namespace recorder
