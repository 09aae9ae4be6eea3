// SPDX-License-Identifier: BSD-3-Clause
// The values of a stream's random arguments, one after the other (recorder-format(5), "Values that are
// aside").
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <unordered_map>
#include <vector>

#include "format/range_coder.h"
#include "format/side_model.h"
#include "reader/inflater.h"
#include "reader/number_unpacker.h"
#include "reader/signature.h"

namespace recorder::reader {

// From a decoder that is at their beginning and that others may use between two values.
class AsideDecoder {
 public:
  void begin(RangeDecoder &in);
  // The keys stand before packed numbers.
  void begin(Inflater &in);
  uint64_t next(RangeDecoder &in, const Function *function, uint8_t argument, uint32_t element);
  uint64_t next(NumberUnpacker &in, const Function *function, uint8_t argument, uint32_t element);

 private:
  struct Key {
    const Function *function;
    uint8_t argument;
    uint8_t element;
    bool operator==(const Key &o) const {
      return function == o.function && argument == o.argument && element == o.element;
    }
  };
  struct KeyHash {
    size_t operator()(const Key &key) const;
  };
  struct Free {
    void operator()(SideModel *model) const { free(model); }
  };
  void add_key(uint64_t least, uint64_t divisor);
  // The key of the next value, and its model.
  struct Of {
    const SideKey &key;
    SideModel &model;
    uint32_t number;
  };
  Of find(const Function *function, uint8_t argument, uint32_t element);

  std::vector<SideKey> keys_;
  std::unordered_map<Key, uint32_t, KeyHash> numbers_;
  std::unique_ptr<SideModel, Free> models_[SideKey::kMostModels];
};

// Of a stream whose calls have no times: the values are alone.
class AsideReader : public AsideSource {
 public:
  AsideReader(const Source &source, const StoredRange &range);

  uint64_t next_aside(const Function *function, uint8_t argument, uint32_t element) override;
  // After the last one: nothing may be left, and the checksum must be right.
  void finish();

 private:
  static Bytes feed(void *self);

  Inflater in_;
  std::vector<uint8_t> buffer_;
  RangeDecoder decoder_;
  AsideDecoder asides_;
};

}  // namespace recorder::reader
