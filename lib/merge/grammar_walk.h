// SPDX-License-Identifier: BSD-3-Clause
// The terminals of one CFG body in order, without writing them out: a stack as deep as the rules are nested.
#pragma once

#include <cstdint>

#include "format/bytes.h"
#include "format/cursor.h"
#include "merge/run_lengths.h"
#include "session/memory.h"
#include "session/status.h"

namespace recorder {

class GrammarWalk {
 public:
  // Told of each run that varies, where it begins.
  using RunListener = void (*)(void *self, uint32_t key, uint64_t length);
  void listen(RunListener listener, void *self) {
    listener_ = listener;
    listening_ = self;
  }
  // Body and lengths stay the caller's, who keeps them. One walk after another keeps the memory.
  Status begin(Bytes body, Bytes counts = {nullptr, 0});
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
  bool read_keys(Cursor *in);
  bool take_length(uint64_t symbol, uint64_t *length);

  Bytes body_ = {nullptr, 0};
  Vector<uint64_t> rules_;  // where each begins
  Vector<Frame> stack_;
  Vector<uint64_t> keys_;  // symbols whose runs vary
  RunLengths lengths_;
  RunListener listener_ = nullptr;
  void *listening_ = nullptr;
  Status status_;
};

}  // namespace recorder
