// SPDX-License-Identifier: BSD-3-Clause
// The bytes come from the process's own spool, where others may have written: what makes no sense is an
// error.
#include "merge/grammar_walk.h"

namespace recorder {

bool GrammarWalk::fail() {
  if (status_.ok()) status_ = Status::corrupt("a stream's grammar is damaged");
  return false;
}

// What stands behind the rules: the symbols whose runs vary.
bool GrammarWalk::read_keys(Cursor *in) {
  uint64_t count = 0;
  uint64_t symbol = 0;
  uint64_t ignored = 0;
  if (in->at_end()) return true;
  if (!in->count(&count, 2)) return false;
  for (; count > 0; --count)
    if (!in->varint(&symbol) || !in->varint(&ignored) || !keys_.push(symbol)) return false;
  return in->at_end();
}

bool GrammarWalk::take_length(uint64_t symbol, uint64_t *length) {
  uint64_t key = 0;
  while (key < keys_.size() && keys_[key] != symbol) ++key;
  if (key == keys_.size() || !lengths_.next(static_cast<uint32_t>(key), length)) return false;
  if (listener_ != nullptr) listener_(listening_, static_cast<uint32_t>(key), *length);
  return true;
}

Status GrammarWalk::begin(Bytes body, Bytes counts) {
  body_ = body;
  status_ = Status::good();
  rules_.clear();
  stack_.clear();
  keys_.clear();
  Cursor in(body);
  uint64_t count = 0;
  if (!in.count(&count) || count == 0) fail();
  for (uint64_t i = 0; i < count && status_.ok(); ++i) {
    if (!rules_.push(in.offset())) return status_ = Status::no_memory("cannot walk a grammar");
    uint64_t symbols = 0;
    uint64_t ignored = 0;
    if (!in.count(&symbols, 2)) fail();
    for (uint64_t k = 0; k < symbols && status_.ok(); ++k)
      if (!in.varint(&ignored) || !in.varint(&ignored)) fail();
  }
  if (status_.ok() && (!read_keys(&in) || !lengths_.begin(counts, keys_.size()))) fail();
  if (status_.ok()) enter(0, 1);
  return status_;
}

bool GrammarWalk::enter(uint32_t rule, uint64_t times) {
  // No rule contains itself, so the stack is not deeper than there are rules.
  if (rule >= rules_.size() || stack_.size() > rules_.size() || times == 0) return fail();
  Frame frame{Cursor(body_), 0, rule, times - 1};
  if (!frame.rest.skip(rules_[rule]) || !frame.rest.varint(&frame.symbols)) return fail();
  if (stack_.push(frame)) return true;
  status_ = Status::no_memory("cannot walk a grammar");
  return false;
}

bool GrammarWalk::next(uint32_t *terminal, uint64_t *times) {
  while (status_.ok() && !stack_.empty()) {
    Frame &top = stack_.back();
    if (top.symbols == 0) {
      const Frame done = top;
      stack_.truncate(stack_.size() - 1);
      if (done.repeats > 0 && !enter(done.rule, done.repeats)) return false;
      continue;
    }
    --top.symbols;
    uint64_t word = 0;
    if (!top.rest.varint(&word) || !top.rest.varint(times) || word >> 1 > UINT32_MAX) return fail();
    if (*times == 0 && !take_length(word, times)) return fail();
    if (*times == 0) continue;
    if ((word & 1) == 0) {
      *terminal = static_cast<uint32_t>(word >> 1);
      return true;
    }
    if (!enter(static_cast<uint32_t>(word >> 1), *times)) return false;
  }
  return false;
}

}  // namespace recorder
