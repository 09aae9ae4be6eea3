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

// Values of kind any: whether they differ in numbers only, and in real ones among them. Those of a list go
// aside together.
bool differ_in_numbers(Cursor *a, Cursor *b, unsigned depth, bool *reals) {
  constexpr uint8_t kReal = 3, kText = 4, kPointer = 5, kList = 6, kRealAside = 8;
  constexpr uint8_t kAny[] = {static_cast<uint8_t>(KindOp::any)};
  if (a->left() == 0 || b->left() == 0 || depth == 0) return false;
  const uint8_t *const a_from = a->here();
  const uint8_t *const b_from = b->here();
  const auto plain = [](uint8_t tag) { return tag == kRealAside ? kReal : tag; };
  const uint8_t tag = plain(*a_from);
  if (tag != plain(*b_from)) return false;
  if (tag == kList) {
    uint64_t n = 0;
    uint64_t m = 0;
    if (!a->skip(1) || !b->skip(1) || !a->count(&n) || !b->count(&m) || n != m) return false;
    for (; n > 0; --n)
      if (!differ_in_numbers(a, b, depth - 1, reals)) return false;
    return true;
  }
  if (!skip_value({kAny, sizeof kAny}, a) || !skip_value({kAny, sizeof kAny}, b)) return false;
  const auto size = static_cast<uint64_t>(a->here() - a_from);
  const bool equal = size == static_cast<uint64_t>(b->here() - b_from) && memcmp(a_from, b_from, size) == 0;
  *reals |= tag == kReal && !equal;
  return equal || (tag != 0 && tag != kText && tag != kPointer);
}

// An argument that is such a value, or an array of them.
bool differ_in_numbers(const char *kind, Cursor a, Cursor b, bool *reals) {
  constexpr unsigned kDeepest = 3;
  if (strcmp(kind, "any") == 0) return differ_in_numbers(&a, &b, kDeepest, reals);
  uint64_t n = 0;
  uint64_t m = 0;
  if (strcmp(kind, "[any]") != 0 || !a.varint(&n) || !b.varint(&m) || n != m || n == 0) return false;
  if (((n - 1) & 1) != 0) return false;  // cut
  for (n = (n - 1) >> 1; n > 0; --n)
    if (!differ_in_numbers(&a, &b, kDeepest, reals)) return false;
  return true;
}

// One value in both signatures: whether it is equal, and else whether they differ in numbers only.
struct Compared {
  bool sound;
  bool equal;
  bool numbers;
  bool reals;  // some of them
};

Compared compare_value(const char *kind, uint64_t size, Cursor *a, Cursor *b) {
  const Cursor a_begin = *a;
  const Cursor b_begin = *b;
  const uint8_t *const a_from = a->here();
  const uint8_t *const b_from = b->here();
  uint8_t room[kLongestKind];
  KindCode code(room, sizeof room);
  if (!code.add(kind, size) || !skip_value(code.bytes(), a) || !skip_value(code.bytes(), b))
    return {false, false, false, false};
  const auto n = static_cast<uint64_t>(a->here() - a_from);
  const bool equal = n == static_cast<uint64_t>(b->here() - b_from) && memcmp(a_from, b_from, n) == 0;
  bool reals = false;
  const bool numbers =
      !equal && (is_numeric_kind(kind, size) || differ_in_numbers(kind, a_begin, b_begin, &reals));
  return {true, equal, numbers, reals};
}

// Function, and depth and success, which must be the same for a comparison to mean anything.
bool same_head(Cursor *a, Cursor *b, uint64_t *fn) {
  uint64_t other = 0;
  uint64_t a_head = 0;
  uint64_t b_head = 0;
  return a->varint(fn) && b->varint(&other) && *fn == other && a->varint(&a_head) && b->varint(&b_head) &&
         a_head == b_head && (a_head & 1) == 0;
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
  const uint32_t different = differences({watched->sample, watched->sample_size}, signature).arguments;
  memcpy(watched->sample, signature.data, signature.size);
  watched->sample_size = static_cast<uint16_t>(signature.size);
  if (__builtin_popcount(different) > 2) return;
  for (uint32_t i = 0; i < kMostArguments; ++i)
    if ((different >> i & 1) != 0 && ++watched->samples[i] == kEnoughSamples) set_aside(watched, i);
}

// The arguments that differ in two signatures of the same function, a bit for each; none where others than
// numbers do.
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
    if (!compared.equal && (!compared.numbers || value.is_whence()))
      return {};  // it would be new in any case
    if (!compared.equal) different.arguments |= 1u << i;
    different.reals |= compared.reals;
  }
  return different;
}

void RandomArguments::give_points(Watched *watched, Differences different) {
  const uint32_t points =
      (__builtin_popcount(different.arguments) == 1 ? 2 : 1) * (different.reals ? kRealsWeigh : 1);
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
  return true;
}

}  // namespace recorder
