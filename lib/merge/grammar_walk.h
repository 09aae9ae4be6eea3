// SPDX-License-Identifier: BSD-3-Clause
// The terminals of one CFG body in order, without writing them out: a stack as deep as the rules are nested.
#pragma once

#include <cstdint>

#include "format/bytes.h"
#include "format/cursor.h"
#include "session/memory.h"
#include "session/status.h"

namespace recorder {

class GrammarWalk {
 public:
  // The body stays the caller's, who keeps it. One walk after another keeps the memory.
  Status begin(Bytes body);
  // The next terminal and how often it occurs in a row; false at the end, or when status() is bad.
  bool next(uint32_t *terminal, uint64_t *times);
  Status status() const { return status_; }

 private:
  // Inside a rule: what is left of it, and how often it is still to be repeated after that.
  struct Frame {
    Cursor rest;
    uint64_t symbols;
    uint32_t rule;
    uint64_t repeats;
  };
  bool enter(uint32_t rule, uint64_t times);
  bool fail();

  Bytes body_ = {nullptr, 0};
  Vector<uint64_t> rules_;  // where each begins
  Vector<Frame> stack_;
  Status status_;
};

}  // namespace recorder
