// SPDX-License-Identifier: BSD-3-Clause
// When ranks differ, what they did does not fit on one process: a summary that has grown large is sealed. It
// becomes a block, a trace file of its own for these ranks, which the process that has it writes to its
// place, and only a reference goes up the tree.
#pragma once

#include <cstdint>

#include "merge/emit.h"
#include "merge/summary.h"

namespace recorder {

// A block of consecutive ranks; blocks follow each other in the order of the ranks.
struct BlockReference {
  uint64_t owner;   // the process that keeps it
  uint64_t offset;  // among the bytes that the owner keeps
  uint64_t bytes;
  uint32_t crc;
};

// One process's share of the merge: references to blocks, then an open summary of the ranks after these.
class Share {
 public:
  static constexpr uint64_t kLimit = 4 << 20;  // of a summary that is sent on

  void swap(Share &other) noexcept;
  // `limit` is for tests.
  void begin(uint64_t owner, FunctionLookup functions, uint64_t limit = kLimit);

  Status add(const ProcessImage &image, const TimesTotals &times);
  // The ranks after those that are here, as another process packed them.
  Status unite(Bytes packed);
  Status pack(Buffer *out);  // clears all but the blocks
  // On the process that has all ranks: the end of it.
  Status finish();

  const Summary &open() const { return open_; }
  const RunFacts &facts() const { return facts_; }  // of all ranks, after finish()
  const Vector<BlockReference> &references() const { return references_; }
  const Buffer &blocks() const { return blocks_; }  // that this process keeps
  void drop_blocks();                               // for measurements: as if they were elsewhere

 private:
  Status seal();
  Status seal_when_large();

  uint64_t owner_ = 0;
  uint64_t limit_ = kLimit;
  FunctionLookup functions_ = nullptr;
  Summary open_;
  RunFacts facts_;  // of the ranks before those of open_
  Vector<BlockReference> references_;
  Buffer blocks_;
  uint64_t dropped_bytes_ = 0;

  // Scratch of unite(), kept so that a million small ranks do not mean a million mappings.
  Summary right_;
  RunFacts right_facts_;
};

}  // namespace recorder
