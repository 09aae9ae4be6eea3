// SPDX-License-Identifier: BSD-3-Clause
// Which numbers of a signature count (see counted_numbers.h).
#include "session/counted_numbers.h"

#include <cstring>

#include "format/kind_walk.h"
#include "session/memory.h"
#include "session/plugins.h"

namespace recorder {

namespace {

constexpr uint32_t kMostElements = 32;  // of an argument, as for offsets
constexpr uint64_t kLongestKind = 512;

// Numbers that stand for constants do not count; those of variable argument lists do.
bool is_countable(const char *kind, uint64_t size) {
  if (strcmp(kind, "any") == 0 || strcmp(kind, "[any]") == 0) return true;
  const Contents contents = contents_of(kind, size);
  if (!contents.has(Contents::kNumber) || !contents.only_numbers()) return false;
  for (const char *other : {"offset", "flags", "mode"})
    if (memmem(kind, size, other, strlen(other)) != nullptr) return false;
  return true;
}

// Whether there is an offset among the values: that is remembered as numbers are, but before any of them.
struct OffsetFinder {
  bool found = false;
  void text(const uint8_t *, Bytes) {}
  void number(KindOp how, const uint8_t *, uint64_t) { found |= how == KindOp::offset; }
};

bool has_offset(Cursor in, Bytes code) {
  OffsetFinder finder;
  return !KindWalk<OffsetFinder>(&in, &finder).run(code) || finder.found;
}

// Takes the numbers of one signature after another argument, and writes it anew.
class Teller {
 public:
  Teller(OffsetTracks *tracks, LocalHandles *handles, uint64_t place, uint32_t fn, const Cursor &in,
         const uint8_t *signature, uint8_t *out)
      : tracks_(*tracks),
        handles_(*handles),
        place_(place),
        fn_(fn),
        in_(in),
        out_(out),
        copied_(signature) {}

  void begin_argument(uint32_t argument, bool counts) {
    argument_ = argument;
    counts_ = counts;
    element_ = 0;
  }
  void text(const uint8_t *, Bytes) {}
  void number(KindOp how, const uint8_t *from, uint64_t value) {
    if (!counts_ || how == KindOp::word || element_ == kMostElements) return;
    const uint32_t key = element_++ << 24 | fn_ << 8 | argument_;
    const auto v = static_cast<int64_t>(value);
    const uint32_t track = tracks_.choose_number(handles_, place_, key, v);
    int64_t before = 0;
    if (track == 0 || !handles_.remember(place_, LocalHandles::on_track(key, track), v, &before)) return;
    copy_until(from);
    *out_++ = static_cast<uint8_t>(format::kTrack + track);
    *out_++ = 0;
    out_ = put_varint(out_, zigzag(static_cast<int64_t>(value - static_cast<uint64_t>(before))));
    copied_ = in_.here();
    any_ = true;
  }
  bool any() const { return any_; }
  // Everything up to there is as it was.
  void copy_until(const uint8_t *end) {
    memcpy(out_, copied_, static_cast<size_t>(end - copied_));
    out_ += end - copied_;
  }
  const uint8_t *end() const { return out_; }

 private:
  OffsetTracks &tracks_;
  LocalHandles &handles_;
  const uint64_t place_;
  const uint32_t fn_;
  const Cursor &in_;
  uint8_t *out_;
  const uint8_t *copied_;  // as far as here
  bool any_ = false;
  uint32_t argument_ = 0;
  uint32_t element_ = 0;
  bool counts_ = false;
};

}  // namespace

void CountedNumbers::destroy() {
  if (functions_ != nullptr) Memory::unmap(functions_, kFunctions * sizeof(Function));
  functions_ = nullptr;
}

// The kinds of its values, and which may count. False when there is none, or too much of it.
bool CountedNumbers::compile(Function *function) {
  FunctionText text{};
  if (!describe_function(function->fn, &text) || text.nargs >= kMostArguments) return false;
  KindCode code(function->code, sizeof function->code);
  FunctionKinds kinds(text);
  for (uint32_t i = 0; i <= text.nargs; ++i) {
    const FunctionKinds::Value value = kinds.next();
    const uint64_t size = strlen(value.kind);
    if (size > kLongestKind || !code.add(value.kind, size)) return false;
    function->ends[i] = static_cast<uint16_t>(code.bytes().size);
    if (!value.is_whence() && is_countable(value.kind, size)) function->counting |= 1u << i;
  }
  function->values = static_cast<uint8_t>(text.nargs + 1);
  return function->counting != 0;
}

// In the place of the one with the least credit. nullptr while it has some, which it loses, as it may be
// called no more.
CountedNumbers::Function *CountedNumbers::make(uint32_t fn) {
  Function *function = at(fn, 0);
  for (uint32_t probe = 1; probe < kProbes; ++probe)
    if (at(fn, probe)->credit < function->credit) function = at(fn, probe);
  if (function->credit != 0) {
    --function->credit;
    return nullptr;
  }
  *function = Function{};
  function->fn = static_cast<uint16_t>(fn);
  if (!compile(function)) function->counting = 0;
  return function;
}

void CountedNumbers::is_new(uint32_t fn) {
  if (functions_ == nullptr) functions_ = static_cast<Function *>(Memory::map(kFunctions * sizeof(Function)));
  if (functions_ == nullptr) return;
  Function *function = find(fn);
  if (function == nullptr) function = make(fn);
  if (function == nullptr || function->counting == 0) return;
  const uint32_t credit = function->credit + uint32_t{kCredit};
  function->credit = credit < kMostCredit ? static_cast<uint8_t>(credit) : kMostCredit;
}

uint32_t CountedNumbers::tell(OffsetTracks *tracks, LocalHandles *handles, uint64_t place, Bytes signature,
                              uint8_t *out) {
  Cursor in(signature);
  uint64_t fn = 0;
  uint64_t head = 0;
  if (signature.size > kMostBytes || !in.varint(&fn) || !in.varint(&head) || (head & 1) != 0) return 0;
  Function &function = *find(static_cast<uint32_t>(fn));
  --function.credit;
  constexpr uint32_t kResult = 255;
  Teller teller(tracks, handles, place, static_cast<uint32_t>(fn), in, signature.data, out);
  uint32_t begin = 0;
  for (uint32_t i = 0; i < function.values; ++i) {
    const Bytes code = {function.code + begin, uint64_t{function.ends[i]} - begin};
    begin = function.ends[i];
    const bool counts = (function.counting >> i & 1) != 0 && !has_offset(in, code);
    teller.begin_argument(i + 1u == function.values ? kResult : i, counts);
    if (!KindWalk<Teller>(&in, &teller).run(code)) break;
  }
  if (!teller.any()) return 0;
  ++function.credit;
  teller.copy_until(signature.data + signature.size);
  return static_cast<uint32_t>(teller.end() - out);
}

}  // namespace recorder
