// SPDX-License-Identifier: BSD-3-Clause
// Which call caused which: calls nest by their depth, and come in the order in which they return, so that a
// call is the parent of everything deeper that came since the last call that was not. Works for loops that
// are gone through once as well.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "analysis/walk.h"

namespace recorder::analysis {

// Calls of one function below another call.
struct Below {
  uint32_t function;  // as its user numbers them
  uint64_t calls;
  uint64_t bytes;
  uint64_t unknown;  // transfers whose bytes are not known
  int64_t time_ns;
  int64_t outer_ns;  // of those that are in no other call of their layer
};

// What is needed of a call.
struct CallNode {
  uint32_t function;
  uint32_t layer;
  uint64_t depth;
  uint64_t times;  // how many calls it stands for
  uint64_t bytes;  // of each
  bool unknown;    // it moved bytes, but nobody knows how many
  bool counted;    // others are looked through: their children belong to whoever contains them
  bool is_io;
  Moment moment;    // of the first of them; 0 without times
  int64_t time_ns;  // in all of them
};

class CallTree {
 public:
  // Of which layer a function is, by its number; the numbers are those of CallNode.
  explicit CallTree(std::function<uint32_t(uint32_t)> layer_of) : layer_of_(std::move(layer_of)) {}

  // What is known of a call once it is there, valid until the next one: what its children did, and of a call
  // of depth 0 all that is now complete.
  struct Result {
    const std::vector<Below> *below;    // in one call, but with the times of all `times`; null: nothing
    int64_t children_ns;                // the durations of the children of all
    const std::vector<Below> *outside;  // complete, each for itself; null: nothing
    int64_t io_ns;                      // of what is complete: calls of I/O that are in no other such call
    bool alone;                         // the call itself is all that is complete, and `outside` is null
  };
  Result add(const CallNode &node) {
    if (node.depth == 0 && !pending_ && node.counted)
      return {nullptr, 0, nullptr, node.is_io ? node.time_ns : 0, true};
    return add_nested(node);
  }
  // Whether something is. If not, a call of depth 0 that is counted is alone and complete, and need not come.
  bool pending() const { return pending_; }
  // Calls whose parent never returned are complete, too.
  Result stream_ends();
  void loop_begins();
  void loop_ends(uint64_t times);

 private:
  // What is pending at one depth: calls of this depth and all below them.
  struct Level {
    uint64_t depth = 0;
    std::vector<Below> calls;
    int64_t roots_ns = 0;
    int64_t io_ns = 0;
    int64_t last_end_ns = 0;
    void clear();
    void add(const Level &other, uint64_t times);
  };
  // A loop that goes: what was pending before it, and the least depth of a call in it: everything deeper that
  // was pending has found its parent.
  struct Frame {
    std::vector<Level> before;
    uint64_t consumed = UINT64_MAX;
  };

  Result add_nested(const CallNode &node);
  void collect(uint64_t depth, int64_t start_ns, bool has_times);
  void collect_level(const Level &level, int64_t start_ns, bool has_times);
  static void put(std::vector<Level> &levels, const Level &level, uint64_t times);

  std::function<uint32_t(uint32_t)> layer_of_;
  std::vector<Level> levels_;  // by increasing depth
  std::vector<Frame> frames_;
  bool pending_ = false;  // something may be, here or in a frame
  Level below_;           // of the present call, then with it
  std::vector<Below> result_;
  Level outside_;  // complete
};

}  // namespace recorder::analysis
