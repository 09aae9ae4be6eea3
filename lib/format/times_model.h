// SPDX-License-Identifier: BSD-3-Clause
// What the times of a stream have taught so far, for the side that writes them and for the side that reads
// them: which numbers stand for a call's times, and a model for each in the context of the call.
// recorder-format(5), "Coded times", describes it.
#pragma once

#include <cstdint>
#include <cstring>

#include "format/range_coder.h"
#include "format/time_levels.h"
#include "format/varint.h"

namespace recorder {

// What the context of a call's times is made of.
struct TimedCall {
  uint32_t terminal;  // of the part, numbered by first use
  uint32_t function;
  uint64_t depth;
};

// A call's times as ticks since the process's start. What wraps around comes back when it is decoded.
struct CallTimes {
  uint64_t start;
  uint64_t end;
};

// Where the calls stand in time and in their tree. A call that contains the ones before it is told by how
// much it began before the first and ended after the last of them; any other by the gap to the end of the one
// before it and by its duration.
class TimeLine {
 public:
  explicit TimeLine(uint64_t last_end = 0) : last_end_(last_end) {}

  bool contains_last(const TimedCall &call) const { return level_of(call) < level_; }
  uint64_t last_end() const { return last_end_; }

  // first is signed; second is so where contains_last().
  struct Distances {
    int64_t first;
    uint64_t second;
  };
  Distances of(const TimedCall &call, const CallTimes &times) const {
    if (contains_last(call))
      return {static_cast<int64_t>(begun_[level_of(call)] - times.start), times.end - last_end_};
    return {static_cast<int64_t>(times.start - last_end_), times.end - times.start};
  }
  CallTimes times_of(const TimedCall &call, const Distances &d) const {
    const auto first = static_cast<uint64_t>(d.first);
    if (contains_last(call)) return {begun_[level_of(call)] - first, last_end_ + d.second};
    return {last_end_ + first, last_end_ + first + d.second};
  }

  void add(const TimedCall &call, const CallTimes &times) {
    const uint32_t level = level_of(call);
    for (uint32_t i = level_; i < level; ++i) begun_[i] = times.start;
    if (level < level_)
      for (uint32_t i = level; i > 0 && static_cast<int64_t>(begun_[i - 1] - times.start) > 0; --i)
        begun_[i - 1] = times.start;
    level_ = level;
    last_end_ = times.end;
  }

 private:
  static constexpr uint32_t kLevels = 64;
  static uint32_t level_of(const TimedCall &call) {
    return call.depth < kLevels ? static_cast<uint32_t>(call.depth) : kLevels;
  }

  uint64_t last_end_;
  uint32_t level_ = 0;       // of the last call
  uint64_t begun_[kLevels];  // of the levels below it: when the first call inside began that is not yet
                             // inside another
};

// The models of one stream. A context begins with the model of its function, and a function with one for all:
// it gets its own, a copy, when it has been there often enough to pay for what it then learns. Memory is
// bounded; contexts beyond it stay with their function's. All zeros is one that has seen nothing, and it is
// large: it belongs into zeroed memory of its own.
class TimesModel {
 public:
  // After the last part of the stream, or before the first: terminals are numbered afresh.
  void begin_part() {
    memset(contexts_, 0, sizeof contexts_);
    models_taken_ = blocks_taken_ = 0;
    last_terminal_ = kNoTerminal;
  }

  // Through an encoder the distances become bits; through a decoder, which ignores those that it is given,
  // they come back.
  template <class Coder>
  TimeLine::Distances code(Coder &coder, const TimedCall &call, bool contains_last,
                           const TimeLine::Distances &d) {
    const Models models = models_for(call, contains_last);
    const uint64_t first = number(coder, models.first, to_zigzag(d.first));
    const uint64_t second = contains_last ? to_zigzag(static_cast<int64_t>(d.second)) : d.second;
    const uint64_t other = number(coder, models.second, second);
    return {from_zigzag(first), contains_last ? static_cast<uint64_t>(from_zigzag(other)) : other};
  }

  // With levels for lengths: which one, as the rank among the context's usual ones or, when it is none of
  // these (rank kUsualLevels), by itself.
  static constexpr uint32_t kUsualLevels = 8;
  static constexpr uint32_t kExactly = 0;  // in place of a level, which is counted from 1
  struct UsualLevel {
    uint16_t level;  // 0 where there is none yet
    uint16_t uses;
  };
  struct LevelChoice {
    uint32_t rank;
    uint32_t level;
  };
  // choose_first and choose_second (usual levels, length) make the choice for an encoder; what they say to a
  // decoder is ignored.
  template <class Coder, class First, class Second>
  TimeLine::Distances code_levels(Coder &coder, const TimedCall &call, bool contains_last,
                                  const TimeLine::Distances &d, const TimeLevels &levels, First choose_first,
                                  Second choose_second) {
    const Models models = models_for(call, contains_last);
    const auto first = static_cast<int64_t>(
        level(coder, models.first, levels, choose_first, static_cast<uint64_t>(d.first)));
    return {first, level(coder, models.second, levels, choose_second, d.second)};
  }

 private:
  static constexpr uint32_t kNoTerminal = UINT32_MAX;
  static constexpr uint32_t kKinds = 4;
  static constexpr uint32_t kOften = 24;
  static constexpr uint32_t kContexts = 4096;
  static constexpr uint32_t kFunctions = 1024;
  static constexpr uint32_t kModels = 768;  // the general ones first, then functions', contexts' from the end
  static constexpr uint32_t kBlocks = 6144;  // those of kClasses first, which are everybody's, then the same
  static constexpr uint32_t kClasses = 64;
  static constexpr uint32_t kUpperBits = 5;
  static constexpr uint32_t kLowerBits = 2;  // clocks may count in steps; what is between is noise
  static constexpr uint32_t kUsual = 9;      // bits
  static constexpr uint32_t kLongest = 64;
  static constexpr uint32_t kRanksKnown = 4;
  static constexpr uint32_t kMostUses = 1000;
  static constexpr uint32_t kTrust = 30;  // how much a copy may believe in what it was copied from

  // The number of a context's model, 0 as long as it has none, and how often the context was there.
  struct Context {
    uint16_t model;
    uint16_t seen;
  };
  // The upper bits of the numbers of one length.
  struct Block {
    BitModel bits[1u << kUpperBits];
  };
  struct Model {
    BitModel length[kLongest];  // whether it is this one
    BitModel longer;            // than the usual
    BitModel lower[kLowerBits];
    uint16_t blocks[kClasses];
    uint16_t from;
    // With levels: the usual ones, and whether it is that of a rank, by the rank of the one before.
    UsualLevel usual[kUsualLevels];
    BitModel ranks[kRanksKnown][kUsualLevels];
    uint8_t last_rank;
  };

  static uint32_t hash(uint32_t a, uint32_t b) {
    const uint64_t h = (static_cast<uint64_t>(a) << 32 | b) * 0x9E3779B97F4A7C15u;
    return static_cast<uint32_t>(h >> 40);
  }

  struct Models {
    Model &first, &second;
  };
  Models models_for(const TimedCall &call, bool contains_last) {
    const uint32_t kind = contains_last ? 2 : 0;
    const uint32_t before = last_terminal_;
    last_terminal_ = call.terminal;
    Model &first = model_for(kind, call, before);
    return {first, model_for(kind + 1, call, kNoTerminal)};
  }

  Model &model_for(uint32_t kind, const TimedCall &call, uint32_t before) {
    const uint32_t at = hash(call.terminal * kKinds + kind, before) % kContexts;
    Context &context = contexts_[at];
    if (__builtin_expect(context.model != 0, 1)) return models_[context.model - 1];
    Context &function = functions_[(call.function * kKinds + kind) % kFunctions];
    const uint32_t its = own(function, kind, models_in_functions_, true);
    return models_[own(context, its, models_taken_, false)];
  }

  // The context's own model once it is worth one and there is room, until then the one it would copy.
  uint32_t own(Context &context, uint32_t from, uint32_t &taken, bool of_function) {
    if (context.model != 0) return context.model - 1u;
    if (context.seen < kOften) {
      ++context.seen;
      return from;
    }
    const uint32_t limit = of_function ? kModels / 4 : kModels - kModels / 4 - kKinds;
    if (taken == limit) return from;
    const uint32_t at = of_function ? kKinds + taken : kModels - 1 - taken;
    ++taken;
    Model &model = models_[at];
    const Model &old = models_[from];
    for (uint32_t i = 0; i < kLongest; ++i) model.length[i].start_from(old.length[i], kTrust);
    for (uint32_t i = 0; i < kLowerBits; ++i) model.lower[i].start_from(old.lower[i], kTrust);
    model.longer.start_from(old.longer, kTrust);
    memcpy(model.usual, old.usual, sizeof model.usual);
    for (uint32_t i = 0; i < kRanksKnown; ++i)
      for (uint32_t k = 0; k < kUsualLevels; ++k) model.ranks[i][k].start_from(old.ranks[i][k], kTrust);
    model.last_rank = old.last_rank;
    memset(model.blocks, 0, sizeof model.blocks);
    model.from = static_cast<uint16_t>(from);
    context.model = static_cast<uint16_t>(at + 1);
    return at;
  }

  // 0 is no block: class 0 has no upper bits.
  Block &block_for(Model &model, uint32_t cls) {
    if (__builtin_expect(model.blocks[cls] != 0, 1)) return blocks_[model.blocks[cls]];
    const auto index = static_cast<uint32_t>(&model - models_);
    uint32_t at = cls;
    if (index >= kKinds + kModels / 4) {
      if (blocks_taken_ < kBlocks / 2) at = kBlocks - 1 - blocks_taken_++;
    } else if (index >= kKinds && blocks_in_functions_ < kBlocks / 2 - kClasses) {
      at = kClasses + blocks_in_functions_++;
    }
    model.blocks[cls] = static_cast<uint16_t>(at);
    const uint32_t from = models_[model.from].blocks[cls];
    if (at >= kClasses)
      for (uint32_t i = 0; i < 1u << kUpperBits; ++i)
        blocks_[at].bits[i].start_from(blocks_[from != 0 ? from : cls].bits[i], kTrust);
    return blocks_[at];
  }

  // Outwards from the length that most have, one question at a time: few for what is short.
  template <class Coder>
  uint32_t length(Coder &coder, Model &model, uint32_t bits) {
    uint32_t at = kUsual;
    if (coder.code_decision(model.length[at], bits == at)) return at;
    if (coder.code_decision(model.longer, bits > at)) {
      while (++at < kLongest && !coder.code_decision(model.length[at], bits == at)) {
      }
    } else {
      while (--at > 0 && !coder.code_decision(model.length[at], bits == at)) {
      }
    }
    return at;
  }

  template <class Coder, class Choose>
  uint64_t level(Coder &coder, Model &model, const TimeLevels &levels, Choose choose, uint64_t value) {
    const LevelChoice chosen = choose(model.usual, value);
    BitModel *const ranks = model.ranks[model.last_rank];
    uint32_t rank = 0;
    {
      auto &&at_work = coder.at_work();
      while (rank < kUsualLevels && !at_work.code_decision(ranks[rank], chosen.rank == rank)) ++rank;
    }
    model.last_rank = static_cast<uint8_t>(rank < kRanksKnown ? rank : kRanksKnown - 1);
    if (rank < kUsualLevels) return levels.length(use(model, rank));
    const uint64_t coded = number(coder, model, chosen.level);
    if (coded == kExactly)
      return static_cast<uint64_t>(
          from_zigzag(number(coder, models_[kKinds - 1], to_zigzag(static_cast<int64_t>(value)))));
    UsualLevel &last = model.usual[kUsualLevels - 1];
    last.level = static_cast<uint16_t>(coded < levels.count() ? coded : levels.count());
    last.uses = 1;
    return levels.length(last.level - 1u);
  }

  // Keeps the levels in the order of their uses; returns that of the rank.
  static uint32_t use(Model &model, uint32_t rank) {
    UsualLevel *const at = &model.usual[rank];
    const UsualLevel now{at->level, static_cast<uint16_t>(at->uses + 1)};
    *at = now;
    if (now.uses == kMostUses)
      for (UsualLevel &each : model.usual) each.uses /= 2;
    else if (rank > 0 && now.uses > at[-1].uses) {
      *at = at[-1];
      at[-1] = now;
    }
    return now.level != kExactly ? now.level - 1u : 0;
  }

  template <class Coder>
  uint64_t number(Coder &whole, Model &model, uint64_t value) {
    auto &&coder = whole.at_work();
    const uint32_t bits = value == 0 ? 0 : 64 - static_cast<uint32_t>(__builtin_clzll(value));
    uint32_t left = length(coder, model, bits);
    const uint32_t cls = left < kClasses ? left : kClasses - 1;
    if (left < 2) return left;
    --left;
    const uint32_t upper = left < kUpperBits ? left : kUpperBits;
    left -= upper;
    uint64_t result = coder.code_tree(block_for(model, cls).bits, value >> left, upper);
    if (left > kLowerBits) {
      const uint32_t noise = left - kLowerBits;
      left = kLowerBits;
      result = result << noise | coder.code_raw(value >> left & ((uint64_t{1} << noise) - 1), noise);
    }
    while (left > 0) {
      --left;
      result = result << 1 | coder.code(model.lower[left], static_cast<uint32_t>(value >> left & 1));
    }
    return result;
  }

  uint32_t last_terminal_;
  uint32_t models_in_functions_, models_taken_;
  uint32_t blocks_in_functions_, blocks_taken_;
  Context contexts_[kContexts];
  Context functions_[kFunctions];
  Model models_[kModels];
  Block blocks_[kBlocks];
};

}  // namespace recorder
