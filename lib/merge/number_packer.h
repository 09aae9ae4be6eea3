// SPDX-License-Identifier: BSD-3-Clause
// The writing side of packed numbers (format/packed_numbers.h): what the end of a run with many calls spends
// its time on, so each number is looked at twice, with a few dozen instructions, and that is all.
#pragma once

#include <cstdint>

#include "format/deflate.h"
#include "format/packed_numbers.h"
#include "session/memory.h"
#include "session/status.h"

namespace recorder {

// begin, any number of numbers, end; then again. What the sink refuses is told by end().
class NumberPacker {
 public:
  NumberPacker() = default;
  NumberPacker(const NumberPacker &) = delete;
  NumberPacker &operator=(const NumberPacker &) = delete;
  ~NumberPacker() { Memory::unmap(work_, sizeof *work_); }

  // The numbers' bytes come after `before`.
  Status begin(Bytes before, ByteSink sink, void *self);
  // Returns the value, for code that goes both ways.
  uint64_t code(const packed::NumberContext &context, uint64_t value) {
    bool is_new;
    const uint32_t number = work_->contexts.find(context.own, &is_new);
    if (__builtin_expect(is_new, 0)) add_context(number, context);
    ++work_->context[number].count;
    work_->items[count_] = {value, static_cast<uint16_t>(number),
                            static_cast<uint16_t>(packed::token_of(value))};
    if (__builtin_expect(++count_ == packed::kBlock, 0)) put_block();
    return value;
  }
  Status end();

  uint64_t stored_size() const { return stored_; }
  uint32_t crc() const { return crc_; }  // of the stored bytes; both are known after end()

 private:
  // Fewer numbers are not worth a table.
  static constexpr uint32_t kWorth = 512;
  static constexpr uint32_t kNone = 0xFF;

  struct Item {
    uint64_t value;
    uint16_t context;
    uint16_t token;
  };
  struct Context {
    uint32_t count;
    uint16_t group;
    uint8_t kind;
    uint8_t table;
  };
  struct Group {
    uint32_t count;
    uint8_t table;
  };
  // How a symbol changes the state: what gives the number of bits that leave it (0: it has no share), and
  // where what is left of it is looked up.
  struct Coding {
    uint32_t bits;
    int32_t next;
  };
  struct Table {
    uint16_t next[packed::kStates];
    Coding symbols[packed::kSymbols];
  };
  // Bits of the head, from the low end on.
  struct Head {
    uint64_t bits;
    uint32_t count;
    uint32_t size;
    uint8_t bytes[packed::kMostHead];
  };
  struct Work {
    packed::ContextIndex contexts, groups;
    Context context[packed::ContextIndex::kMost];
    Group group[packed::ContextIndex::kMost];
    Item items[packed::kBlock];
    uint32_t uses[packed::kMostTables][packed::kSymbols];
    Table tables[packed::kMostTables];
    Head head;
    uint8_t codes[packed::kMostCodes / 8 + 16];  // filled from its end
  };

  void add_context(uint32_t number, const packed::NumberContext &context);
  void put_block();
  void assign_tables();
  uint8_t table_of_kind(uint32_t kind);
  void count_uses();
  void make_table(uint32_t number);
  static uint32_t share_out(uint32_t *uses, packed::Share *shares);
  void put_number(uint64_t number);
  uint64_t put_codes(const uint8_t **codes);
  void give(const void *data, uint64_t size);

  Work *work_ = nullptr;
  uint32_t count_ = 0;
  uint32_t tables_ = 0;
  uint8_t kinds_[packed::kKinds] = {};
  ByteSink sink_ = nullptr;
  void *self_ = nullptr;
  uint64_t stored_ = 0;
  uint32_t crc_ = 0;
  int error_ = 0;
};

}  // namespace recorder
