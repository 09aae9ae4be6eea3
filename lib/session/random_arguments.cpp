// SPDX-License-Identifier: BSD-3-Clause
// Which argument it was that made a signature new (see random_arguments.h).
#include "session/random_arguments.h"

#include <cstring>

#include "format/cursor.h"
#include "format/kinds.h"
#include "session/memory.h"
#include "session/plugins.h"

namespace recorder {

namespace {

constexpr uint64_t kLongestKind = 1024;  // compiled

// Whether a value may go aside for what it differs in from another, and how much that weighs. Real numbers
// that recur are rare, and so are names whose numbers do. Texts that differ otherwise are counted for
// themselves.
enum Weight : uint32_t { kStays = 0, kPlain = 1, kRare = 8, kWholeText = 9 };
Weight both(Weight a, Weight b) {
  if (a == kStays || b == kStays) return kStays;
  return a < b ? b : a;
}

bool equal_bytes_until(const Cursor &a, const uint8_t *a_from, const Cursor &b, const uint8_t *b_from) {
  const auto size = static_cast<uint64_t>(a.here() - a_from);
  return size == static_cast<uint64_t>(b.here() - b_from) && memcmp(a_from, b_from, size) == 0;
}

// Values of kind any. Those of a list go aside together if all that differs in them are numbers.
Weight weigh_any(Cursor *a, Cursor *b, unsigned depth) {
  constexpr uint8_t kReal = 3, kText = 4, kPointer = 5, kList = 6;
  constexpr uint8_t kAny[] = {static_cast<uint8_t>(KindOp::any)};
  if (a->left() == 0 || b->left() == 0 || depth == 0) return kStays;
  const uint8_t *const a_from = a->here();
  const uint8_t *const b_from = b->here();
  const uint8_t tag = *a_from;
  if (tag != *b_from) return kStays;
  if (tag == kList) {
    uint64_t n = 0;
    uint64_t m = 0;
    if (!a->skip(1) || !b->skip(1) || !a->count(&n) || !b->count(&m) || n != m) return kStays;
    Weight weight = kPlain;
    for (; n > 0 && weight != kStays; --n) weight = both(weight, weigh_any(a, b, depth - 1));
    return weight;
  }
  if (!skip_value({kAny, sizeof kAny}, a) || !skip_value({kAny, sizeof kAny}, b)) return kStays;
  if (equal_bytes_until(*a, a_from, *b, b_from)) return kPlain;
  if (tag == 0 || tag == kText || tag == kPointer) return kStays;
  return tag == kReal ? kRare : kPlain;
}

// An argument that is such a value, or an array of them.
Weight weigh_list(const char *kind, Cursor a, Cursor b) {
  constexpr unsigned kDeepest = 3;
  if (strcmp(kind, "any") == 0) return weigh_any(&a, &b, kDeepest);
  uint64_t n = 0;
  uint64_t m = 0;
  if (strcmp(kind, "[any]") != 0 || !a.varint(&n) || !b.varint(&m) || n != m || n == 0) return kStays;
  if (((n - 1) & 1) != 0) return kStays;  // cut
  Weight weight = kPlain;
  for (n = (n - 1) >> 1; n > 0 && weight != kStays; --n) weight = both(weight, weigh_any(&a, &b, kDeepest));
  return weight;
}

// Names that are told by predecessors differ in numbers only. Several series of them, each a regular one, may
// be new for long.
Weight weigh_patterns(Cursor a, Cursor b) {
  uint64_t a_of = 0;
  uint64_t b_of = 0;
  if (!a.escape() || !b.escape() || !a.varint(&a_of) || !b.varint(&b_of)) return kStays;
  return a_of == b_of ? kRare : kPlain;
}

// Whether a text could go aside: it is neither null nor cut.
bool is_whole_text(Cursor in) {
  uint64_t head = 0;
  if (in.escape() || in.track() != 0) return true;
  return in.varint(&head) && head >= format::kTextHead && ((head - format::kTextHead) & 1) == 0;
}

Weight weigh_texts(const Cursor &a, const Cursor &b) {
  const Weight weight = weigh_patterns(a, b);
  if (weight != kStays) return weight;
  return is_whole_text(a) && is_whole_text(b) ? kWholeText : kStays;
}

// One value in both signatures.
struct Compared {
  bool sound;
  bool equal;
  Weight weight;
};

Compared compare_value(const char *kind, uint64_t size, Cursor *a, Cursor *b) {
  const Cursor a_begin = *a;
  const Cursor b_begin = *b;
  uint8_t room[kLongestKind];
  KindCode code(room, sizeof room);
  if (!code.add(kind, size) || !skip_value(code.bytes(), a) || !skip_value(code.bytes(), b))
    return {false, false, kStays};
  if (equal_bytes_until(*a, a_begin.here(), *b, b_begin.here())) return {true, true, kPlain};
  const Contents contents = contents_of(code.bytes());
  // Of handles there are a few, and what is random is so with each of them.
  if (contents.only(Contents::kHandle)) return {true, true, kPlain};
  if (contents.only(Contents::kText) && code.bytes().size == 1)
    return {true, false, weigh_texts(a_begin, b_begin)};
  if (contents.only_numbers_and_handles())
    return {true, false, contents.has(Contents::kReal) ? kRare : kPlain};
  return {true, false, weigh_list(kind, a_begin, b_begin)};
}

// Function, depth and how the call ended, which must be the same for a comparison to mean anything.
bool same_head(Cursor *a, Cursor *b, uint64_t *fn) {
  uint64_t values[2];
  if (!a->varint(fn) || !b->varint(&values[1]) || *fn != values[1]) return false;
  if (!a->varint(&values[0]) || !b->varint(&values[1]) || values[0] != values[1]) return false;
  if ((values[0] & 1) == 0) return true;
  return a->varint(&values[0]) && b->varint(&values[1]) && values[0] == values[1];
}

}  // namespace

RandomArguments::Watched *RandomArguments::find(uint32_t fn, bool make) {
  if (watched_ == nullptr && make)
    watched_ = static_cast<Watched *>(Memory::map(kMostWatched * sizeof(Watched)));
  if (watched_ == nullptr) return nullptr;
  uint32_t at = fn & (kMostWatched - 1);
  while (watched_[at].fn != 0 && watched_[at].fn != fn) at = (at + 1) & (kMostWatched - 1);
  if (watched_[at].fn == fn) return &watched_[at];
  if (!make || count_ == kMostWatched / 2) return nullptr;
  ++count_;
  watched_[at].fn = static_cast<uint16_t>(fn);
  return &watched_[at];
}

uint64_t RandomArguments::find_mask(uint32_t fn) const {
  uint32_t at = fn & (kMostWatched - 1);
  while (watched_[at].fn != 0 && watched_[at].fn != fn) at = (at + 1) & (kMostWatched - 1);
  return watched_[at].mask;
}

void RandomArguments::destroy() {
  if (watched_ != nullptr) Memory::unmap(watched_, kMostWatched * sizeof(Watched));
  watched_ = nullptr;
  count_ = 0;
  any_ = false;
}

void RandomArguments::is_known(uint32_t fn) {
  if (Watched *watched = find(fn, false)) ++watched->known;
}

void RandomArguments::is_new(Bytes signature) {
  uint64_t fn = 0;
  Cursor in(signature);
  if (!in.varint(&fn) || !format::is_call(fn) || signature.size > kMostBytes) return;
  Watched *watched = find(static_cast<uint32_t>(fn), true);
  if (watched == nullptr) return;
  if (watched->size != 0) give_points(watched, differences({watched->signature, watched->size}, signature));
  memcpy(watched->signature, signature.data, signature.size);
  watched->size = static_cast<uint16_t>(signature.size);
}

void RandomArguments::is_sample(Bytes signature) {
  uint64_t fn = 0;
  Cursor in(signature);
  if (!in.varint(&fn) || !format::is_call(fn) || signature.size > kMostBytes) return;
  // Some places are left to functions that make new signatures.
  Watched *watched = find(static_cast<uint32_t>(fn), count_ < kMostWatched / 4);
  if (watched == nullptr) return;
  const Differences different = differences({watched->sample, watched->sample_size}, signature);
  memcpy(watched->sample, signature.data, signature.size);
  watched->sample_size = static_cast<uint16_t>(signature.size);
  if (__builtin_popcount(different.arguments) > 2 || different.texts != 0) return;
  for (uint32_t i = 0; i < kMostArguments; ++i)
    if ((different.arguments >> i & 1) != 0 && ++watched->samples[i] == kEnoughSamples) set_aside(watched, i);
}

// The arguments that differ in two signatures of the same function, a bit for each; none where any of them
// could not go aside.
RandomArguments::Differences RandomArguments::differences(Bytes before, Bytes now) {
  Cursor a(before);
  Cursor b(now);
  uint64_t fn = 0;
  FunctionText text{};
  if (!same_head(&a, &b, &fn) || !describe_function(fn, &text) || text.nargs >= kMostArguments) return {};
  Differences different{};
  FunctionKinds kinds(text);
  for (uint32_t i = 0; i <= text.nargs; ++i) {
    const FunctionKinds::Value value = kinds.next();
    const Compared compared = compare_value(value.kind, strlen(value.kind), &a, &b);
    if (!compared.sound) return {};
    if (compared.equal) continue;
    if (compared.weight == kStays || value.is_whence()) return {};  // it would be new in any case
    if (compared.weight == kWholeText)
      different.texts |= 1u << i;
    else
      different.arguments |= 1u << i;
    if (compared.weight > different.weight) different.weight = compared.weight;
  }
  return different;
}

void RandomArguments::give_points(Watched *watched, Differences different) {
  // It would be new in any case.
  if (different.texts != 0) return count_texts(watched, different.texts);
  const uint32_t points = (__builtin_popcount(different.arguments) == 1 ? 2 : 1) * different.weight;
  bool is_enough = false;
  for (uint32_t i = 0; i < kMostArguments; ++i) {
    if ((different.arguments >> i & 1) == 0) continue;
    watched->points[i] += points;
    is_enough |= watched->points[i] >= kEnough + watched->known / 4;
  }
  if (!is_enough) return;
  watched->known = 0;
  // What differs nearly as often goes with it, as the length of a line that fprintf prints: it would make no
  // new signatures any more, but an order of them that nothing predicts.
  for (uint32_t i = 0; i < kMostArguments; ++i) {
    if (watched->points[i] < kEnough / 4) continue;
    // Should it be regular for a while, it will be found sooner the next time.
    watched->points[i] = kEnough - kEnough / 8;
    set_aside(watched, i);
  }
}

void RandomArguments::count_texts(Watched *watched, uint32_t different) {
  for (uint32_t i = 0; i < kMostArguments; ++i) {
    if ((different >> i & 1) == 0 || ++watched->texts[i] < kEnoughTexts) continue;
    watched->texts[i] = kEnoughTexts - kEnoughTexts / 8;
    watched->all_texts |= 1u << i;
    set_aside(watched, i);
  }
}

bool RandomArguments::takes_all_texts(uint32_t fn, uint32_t argument) {
  const Watched *watched = find(fn, false);
  return watched != nullptr && argument < kMostArguments && (watched->all_texts >> argument & 1) != 0;
}

void RandomArguments::set_aside(Watched *watched, uint32_t argument) {
  watched->samples[argument] = 0;
  watched->tracks[argument] = Track{};
  watched->mask |= uint64_t{1} << argument;
  any_ = true;
}

bool RandomArguments::is_regular(uint32_t fn, uint32_t argument, uint64_t value, bool is_offset) {
  Watched *watched = find(fn, false);
  if (watched == nullptr || argument >= kMostArguments) return false;
  Track &track = watched->tracks[argument];
  const uint64_t distance = value - track.last;
  const bool is_even = is_offset ? distance == track.distance : distance == 0;
  track.run = is_even ? track.run + 1 : 0;
  track.distance = distance;
  track.last = value;
  if (track.run != kRegular) return false;
  watched->mask &= ~(uint64_t{1} << argument);
  watched->all_texts &= ~(1u << argument);
  return true;
}

}  // namespace recorder
