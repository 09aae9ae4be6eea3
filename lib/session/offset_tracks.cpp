// SPDX-License-Identifier: BSD-3-Clause
// Telling sequences of offsets from each other (see offset_tracks.h).
#include "session/offset_tracks.h"

#include "session/memory.h"

namespace recorder {

namespace {

uint64_t hash_of(uint64_t place, uint32_t key) { return mix(mix(mix(place) ^ key)); }

uint64_t distance_between(uint64_t a, uint64_t b) {
  const auto between = static_cast<int64_t>(a - b);
  return between < 0 ? uint64_t{0} - static_cast<uint64_t>(between) : static_cast<uint64_t>(between);
}

}  // namespace

void OffsetTracks::Sequence::meet(uint64_t value, uint32_t strays) {
  const auto number = static_cast<int64_t>(value);
  last = value;
  if (number < least) least = number;
  if (number > most) most = number;
  if (hits != UINT32_MAX) ++hits;
  seen = strays;
}

void OffsetTracks::destroy() {
  if (state_ != nullptr) Memory::unmap(state_, sizeof(State));
  state_ = nullptr;
}

// nullptr if it is not watched.
OffsetTracks::Watched *OffsetTracks::find(uint64_t place, uint32_t key) {
  const uint64_t home = hash_of(place, key);
  for (uint32_t probe = 0; probe < kProbes; ++probe) {
    Watched *watched = &state_->watched[(home + probe) & (kWatched - 1)];
    if (watched->place == place && watched->key == key) return watched;
  }
  return nullptr;
}

// Where it is noted that a signature has this difference, or number. Few are lost before there are thousands:
// which ones depends on the values, so that ranks would no longer behave alike.
OffsetTracks::Known OffsetTracks::known(uint64_t place, uint32_t key, uint64_t value) {
  const uint64_t hash = mix(hash_of(place, key) ^ value);
  const uint32_t mark = static_cast<uint32_t>(hash >> 32) | 1;
  uint32_t *at = nullptr;
  for (uint32_t probe = 0; probe < kKnownProbes; ++probe) {
    uint32_t *other = &state_->known[(hash + probe) & (kKnown - 1)];
    if (*other == mark) return {other, mark};
    if (at == nullptr && *other == 0) at = other;
  }
  if (at == nullptr) at = &state_->known[(hash + mark / 2 % kKnownProbes) & (kKnown - 1)];
  return {at, mark};
}

// In the place of what is worth least; nullptr while that is worth something.
OffsetTracks::Watched *OffsetTracks::watch(uint64_t place, uint32_t key) {
  if (Watched *watched = find(place, key)) return watched;
  const uint64_t home = hash_of(place, key);
  Watched *least = &state_->watched[home & (kWatched - 1)];
  for (uint32_t probe = 1; probe < kProbes; ++probe) {
    Watched *other = &state_->watched[(home + probe) & (kWatched - 1)];
    if (other->worth < least->worth) least = other;
  }
  if (least->worth != 0) {
    --least->worth;
    return nullptr;
  }
  *least = Watched{};
  least->place = place;
  least->key = key;
  least->worth = kFirstWorth;
  return least;
}

// The sequence that an offset which continues none is taken for: a new one as long as there are any, then one
// that has not been met for long where few are without proof, or the one without that comes closest.
OffsetTracks::Sequence *OffsetTracks::nearest(Watched *watched, uint64_t value) {
  if (watched->used < kTracks) return &watched->sequences[watched->used++];
  Sequence *closest = nullptr;
  Sequence *oldest = watched->sequences;
  uint32_t unproven = 0;
  for (Sequence &s : watched->sequences) {
    if (s.hits < kProof) ++unproven;
    if (s.hits < kProof &&
        (closest == nullptr || distance_between(value, s.last) < distance_between(value, closest->last)))
      closest = &s;
    if (watched->strays - s.seen > watched->strays - oldest->seen) oldest = &s;
  }
  if (unproven >= kFewest || watched->strays - oldest->seen < kForgotten) return closest;
  *oldest = Sequence{};
  return oldest;
}

// An offset whose difference is new: where it belongs. The track of a sequence that is proven by it, else 0.
uint32_t OffsetTracks::meet(Watched *watched, uint64_t value) {
  ++watched->strays;
  Sequence *sequence = nullptr;
  for (uint32_t i = 0; i < watched->used && sequence == nullptr; ++i) {
    Sequence &s = watched->sequences[i];
    if (s.hits < kProof && value - s.last == s.distance) sequence = &s;
  }
  if (sequence == nullptr) {
    sequence = nearest(watched, value);
    if (sequence == nullptr) return 0;
    const bool is_empty = sequence->seen == 0;
    const auto number = static_cast<int64_t>(value);
    *sequence = {value,          is_empty ? 0 : value - sequence->last, number, number, is_empty ? 0u : 1u,
                 watched->strays};
    return 0;
  }
  sequence->meet(value, watched->strays);
  return sequence->hits == kProof ? 1 + static_cast<uint32_t>(sequence - watched->sequences) : 0;
}

// The track of a proven sequence that goes on with this value.
uint32_t OffsetTracks::continued(const LocalHandles &handles, uint64_t place, uint32_t key, uint64_t value) {
  Watched *watched = find(place, key);
  for (uint32_t i = 0; watched != nullptr && i < watched->used; ++i) {
    Sequence &s = watched->sequences[i];
    if (s.hits < kProof) continue;
    const LocalHandles::Base base = handles.base_of(place, LocalHandles::on_track(key, i + 1));
    const uint64_t difference = value - static_cast<uint64_t>(base.offset);
    // A handle's first one is often where the first one of the handle before it was.
    if (difference != s.distance && !(base.is_first && difference == 0)) continue;
    s.meet(value, watched->strays);
    if (watched->worth < kMostWorth) ++watched->worth;
    return i + 1;
  }
  return 0;
}

// That of one which counted past this number before: as loops begin anew. Not at once again, as the number
// may belong to another one.
uint32_t OffsetTracks::begun_again(Watched *watched, int64_t number) {
  for (uint32_t i = 0; i < watched->used; ++i) {
    Sequence &s = watched->sequences[i];
    if (s.hits < 2 * kProof || number < s.least || number > s.most) continue;
    s.meet(static_cast<uint64_t>(number), watched->strays);
    s.hits = kProof;
    return i + 1;
  }
  return 0;
}

bool OffsetTracks::prepare(const LocalHandles &handles) {
  if (state_ == nullptr && handles.counts_offsets) state_ = static_cast<State *>(Memory::map(sizeof(State)));
  return state_ != nullptr;
}

uint32_t OffsetTracks::choose(const LocalHandles &handles, uint64_t place, uint32_t key, int64_t offset) {
  if (!prepare(handles)) return 0;
  const auto value = static_cast<uint64_t>(offset);
  if (const uint32_t track = continued(handles, place, key, value)) return track;
  const Known difference =
      known(place, key, value - static_cast<uint64_t>(handles.base_of(place, key).offset));
  if (difference.is()) return 0;
  Watched *watched = watch(place, key);
  const uint32_t track = watched != nullptr ? meet(watched, value) : 0;
  if (track == 0) difference.note();
  return track;
}

uint32_t OffsetTracks::choose_number(const LocalHandles &handles, uint64_t place, uint32_t key,
                                     int64_t number) {
  if (!prepare(handles)) return 0;
  const auto value = static_cast<uint64_t>(number);
  if (const uint32_t track = continued(handles, place, key, value)) return track;
  const Known itself = known(place, key, value);
  if (itself.is()) return 0;
  Watched *watched = watch(place, key);
  uint32_t track = watched != nullptr ? begun_again(watched, number) : 0;
  if (track == 0 && watched != nullptr) track = meet(watched, value);
  if (track == 0) itself.note();
  return track;
}

}  // namespace recorder
