// SPDX-License-Identifier: BSD-3-Clause
// What a stream's earlier records mean for its next one: which handle is in which slot, its name and number,
// the previous offsets, the working directory.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "reader/signature.h"

namespace recorder::reader {

// The outcome of a Use.
struct Filled {
  int64_t number;     // descriptor number or offset
  const Name *label;  // of a handle
  bool known;         // the handle was bound
};

class StreamState {
 public:
  StreamState(Names &names, const Name *cwd) : names_(names), cwd_(cwd) {}

  // Must see every record of the stream in order. Appends one Filled for each of the template's uses and
  // returns the call's file, or null.
  const Name *apply(const Template &record, std::vector<Filled> &out);

 private:
  struct Slot {
    bool bound = false;
    int64_t number = 0;
    const Name *name = nullptr;
    uint64_t generation = 0;  // counts creations: offsets of an earlier one are forgotten
  };
  // Real slots are dense and small; others cost a hash, so that a slot number cannot claim memory.
  struct SlotTable {
    std::vector<Slot> low;
    std::unordered_map<uint64_t, Slot> high;
  };
  struct OffsetKey {
    const Function *function;
    uint64_t slot;
    uint32_t handle_class;
    uint8_t argument;
    uint8_t element;
    bool operator==(const OffsetKey &o) const {
      return function == o.function && slot == o.slot && handle_class == o.handle_class &&
             argument == o.argument && element == o.element;
    }
  };
  struct OffsetHash {
    size_t operator()(const OffsetKey &key) const;
  };
  struct Offset {
    uint64_t generation = 0;
    uint64_t value = 0;
  };

  const Slot *find(uint32_t handle_class, uint64_t slot) const;
  Slot &make(uint32_t handle_class, uint64_t slot);
  void bind(const Creation &creation, const Name *name);
  int64_t next_offset(const Function *function, const Use &use);
  const Name *file_of(const Template &record, const std::vector<Filled> &filled, size_t first) const;
  const Name *from_path(const Template &record) const;

  Names &names_;
  const Name *cwd_;
  std::vector<SlotTable> tables_;  // by class
  std::unordered_map<OffsetKey, Offset, OffsetHash> offsets_;
  uint64_t last_offset_ = 0;  // of the record that is being applied
};

}  // namespace recorder::reader
