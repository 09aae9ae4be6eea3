// SPDX-License-Identifier: BSD-3-Clause
// A block of numbers becomes tables and codes (see number_packer.h).
#include "merge/number_packer.h"

#include "format/varint.h"

namespace recorder {

using namespace packed;

namespace {

constexpr uint32_t kWordBits = 32;

// Bits before those that are there already: what is put last will be read first.
class CodeWriter {
 public:
  explicit CodeWriter(uint8_t *end) : at_(end) {}

  void put(uint64_t value, uint32_t bits) {
    if (bits > kWordBits) {
      put(value >> kWordBits, bits - kWordBits);
      value &= 0xFFFFFFFFu;
      bits = kWordBits;
    }
    word_ = word_ << bits | value;
    count_ += bits;
    if (count_ < kWordBits) return;
    count_ -= kWordBits;
    at_ -= 4;
    write_u32le(at_, static_cast<uint32_t>(word_ >> count_));
    word_ &= (uint64_t{1} << count_) - 1;
  }
  // The first byte. Where the first word is not full, its low bits are unused.
  const uint8_t *end(uint32_t *unused) {
    *unused = count_ != 0 ? kWordBits - count_ : 0;
    if (count_ == 0) return at_;
    at_ -= 4;
    write_u32le(at_, static_cast<uint32_t>(word_ << *unused));
    return at_;
  }

 private:
  uint8_t *at_;
  uint64_t word_ = 0;
  uint32_t count_ = 0;
};

// Whether a symbol that is used so often should have states of its own: without, each use costs some six bits
// more; with, the others have a state less, and the head is longer.
constexpr uint32_t kEscapeCost = 6;
constexpr uint32_t kShareCost = 8;
bool is_worth_share(uint64_t uses, uint64_t total) {
  return uses * kEscapeCost > kShareCost + total * 3 / 2 / kStates;
}

}  // namespace

Status NumberPacker::begin(Bytes before, ByteSink sink, void *self) {
  if (work_ == nullptr) work_ = static_cast<Work *>(Memory::map(sizeof *work_));
  if (work_ == nullptr) return Status::no_memory("no memory to compress the times");
  work_->contexts.clear();
  work_->groups.clear();
  count_ = 0;
  sink_ = sink;
  self_ = self;
  stored_ = 0;
  crc_ = 0;
  error_ = 0;
  give(before.data, before.size);
  return Status::good();
}

Status NumberPacker::end() {
  if (count_ != 0) put_block();
  return Status::from(error_, "cannot write compressed numbers");
}

void NumberPacker::give(const void *data, uint64_t size) {
  if (size == 0 || error_ != 0) return;
  crc_ = crc_of({static_cast<const uint8_t *>(data), size}, crc_);
  stored_ += size;
  error_ = sink_(self_, data, size);
}

void NumberPacker::add_context(uint32_t number, const NumberContext &context) {
  bool is_new;
  const uint32_t group = work_->groups.find(context.wider, &is_new);
  if (is_new) work_->group[group] = Group{0, kNone};
  work_->context[number] =
      Context{0, static_cast<uint16_t>(group), static_cast<uint8_t>(context.kind), kNone};
}

void NumberPacker::put_block() {
  assign_tables();
  count_uses();
  work_->head = {0, 0, 0, {}};
  put_number(tables_);
  for (uint32_t i = 0; i < tables_; ++i) make_table(i);
  put_number(work_->contexts.count());
  for (uint32_t i = 0; i < work_->contexts.count(); ++i) put_number(work_->context[i].table + 1u);
  Head &head = work_->head;
  if (head.count != 0) head.bytes[head.size++] = static_cast<uint8_t>(head.bits);
  const uint8_t *codes = nullptr;
  const uint64_t bits = put_codes(&codes);
  uint8_t sizes[kBlockHead];
  write_u32le(sizes, count_);
  write_u32le(sizes + 4, head.size);
  write_u32le(sizes + 8, static_cast<uint32_t>(bits));
  give(sizes, sizeof sizes);
  give(head.bytes, head.size);
  give(codes, (bits + kWordBits - 1) / kWordBits * 4);
  work_->contexts.clear();
  work_->groups.clear();
  count_ = 0;
}

void NumberPacker::assign_tables() {
  tables_ = 0;
  memset(kinds_, kNone, sizeof kinds_);
  const uint32_t contexts = work_->contexts.count();
  // Some are left for groups and kinds.
  constexpr uint32_t kMostOwn = kMostTables / 2, kMostOfGroups = kMostTables - kKinds;
  for (uint32_t i = 0; i < contexts; ++i) {
    Context &context = work_->context[i];
    if (context.count >= kWorth && tables_ < kMostOwn)
      context.table = static_cast<uint8_t>(tables_++);
    else
      work_->group[context.group].count += context.count;
  }
  for (uint32_t i = 0; i < contexts; ++i) {
    Context &context = work_->context[i];
    if (context.table != kNone) continue;
    Group &group = work_->group[context.group];
    if (group.table == kNone)
      group.table = group.count >= kWorth && tables_ < kMostOfGroups ? static_cast<uint8_t>(tables_++)
                                                                     : table_of_kind(context.kind);
    context.table = group.table;
  }
}

uint8_t NumberPacker::table_of_kind(uint32_t kind) {
  if (kinds_[kind] == kNone) kinds_[kind] = static_cast<uint8_t>(tables_++);
  return kinds_[kind];
}

void NumberPacker::count_uses() {
  for (uint32_t i = 0; i < tables_; ++i) memset(work_->uses[i], 0, sizeof work_->uses[i]);
  for (uint32_t i = 0; i < count_; ++i) {
    const Item &item = work_->items[i];
    ++work_->uses[work_->context[item.context].table][item.token];
  }
}

// Shares in the order of symbols, about as uses are; returns how many. Those that get none become the
// escape's.
uint32_t NumberPacker::share_out(uint32_t *uses, Share *shares) {
  uint64_t total = 0;
  for (uint32_t i = 0; i < kTokens; ++i) total += uses[i];
  uint64_t escapes = 0;
  uint32_t count = 0;
  for (uint32_t i = 0; i < kTokens; ++i) {
    if (uses[i] == 0) continue;
    // However flat the distribution is, half of the states are enough to tell symbols apart.
    if (is_worth_share(uses[i], total) && count < kStates / 2)
      shares[count++].symbol = static_cast<uint16_t>(i);
    else
      escapes += uses[i];
  }
  uses[kEscape] = static_cast<uint32_t>(escapes);
  if (escapes != 0) shares[count++].symbol = kEscape;
  uint32_t given = 0, largest = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t share = (uses[shares[i].symbol] * uint64_t{kStates} + total / 2) / total;
    shares[i].states = static_cast<uint16_t>(share != 0 ? share : 1);
    given += shares[i].states;
    if (shares[i].states > shares[largest].states) largest = i;
  }
  if (given <= kStates)
    shares[largest].states = static_cast<uint16_t>(shares[largest].states + kStates - given);
  // Rounding up gave too many: those that have most give them back.
  for (uint32_t least = kStates / 2; given > kStates; least /= 2)
    for (uint32_t i = 0; i < count && given > kStates; ++i)
      if (shares[i].states > least + 1) {
        --shares[i].states;
        --given;
      }
  return count;
}

// States of a symbol are counted from how many it has: the more it has, the fewer bits leave the state.
void NumberPacker::make_table(uint32_t number) {
  Share shares[kStates];
  const uint32_t count = share_out(work_->uses[number], shares);
  put_number(count);
  uint16_t symbols[kStates];
  strew(shares, count, symbols);
  Table &table = work_->tables[number];
  for (Coding &coding : table.symbols) coding = {0, 0};
  uint32_t first = 0, before = 0;
  uint16_t place[kSymbols];
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t states = shares[i].states, symbol = shares[i].symbol;
    put_number(symbol - before + 1);
    put_number(states);
    before = symbol;
    place[symbol] = static_cast<uint16_t>(first);
    const uint32_t most =
        kStateBits - (states == 1 ? 0 : 31 - static_cast<uint32_t>(__builtin_clz(states - 1)));
    table.symbols[symbol] = {(most << 16) - (states << most),
                             static_cast<int32_t>(first) - static_cast<int32_t>(states)};
    first += states;
  }
  for (uint32_t i = 0; i < kStates; ++i) table.next[place[symbols[i]]++] = static_cast<uint16_t>(kStates + i);
}

void NumberPacker::put_number(uint64_t number) {
  Head &head = work_->head;
  const uint32_t more = 63 - static_cast<uint32_t>(__builtin_clzll(number));
  head.bits |= ((number << 1 | 1) & ((uint64_t{2} << more) - 1)) << (head.count + more);
  head.count += 2 * more + 1;
  for (; head.count >= 8; head.count -= 8, head.bits >>= 8)
    head.bytes[head.size++] = static_cast<uint8_t>(head.bits);
}

// From the last number to the first, as they are read in the other direction. Returns how many bits.
uint64_t NumberPacker::put_codes(const uint8_t **codes) {
  uint8_t *const end = work_->codes + sizeof work_->codes;
  CodeWriter out(end);
  uint32_t states[2] = {kStates, kStates};
  for (uint32_t i = count_; i-- > 0;) {
    const Item &item = work_->items[i];
    const Table &table = work_->tables[work_->context[item.context].table];
    const uint32_t plain = plain_bits_of(item.token);
    if (plain != 0) out.put(plain_of(item.value, plain), plain);
    uint32_t symbol = item.token;
    if (__builtin_expect(table.symbols[symbol].bits == 0, 0)) {
      out.put(symbol, kTokenBits);
      symbol = kEscape;
    }
    uint32_t &state = states[i & 1];
    const Coding &coding = table.symbols[symbol];
    const uint32_t bits = (state + coding.bits) >> 16;
    out.put(state & ((1u << bits) - 1), bits);
    state = table.next[static_cast<int32_t>(state >> bits) + coding.next];
  }
  out.put(states[1] - kStates, kStateBits);
  out.put(states[0] - kStates, kStateBits);
  uint32_t unused;
  *codes = out.end(&unused);
  return static_cast<uint64_t>(end - *codes) * 8 - unused;
}

}  // namespace recorder
