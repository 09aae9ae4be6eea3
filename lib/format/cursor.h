// SPDX-License-Identifier: BSD-3-Clause
// The reading side of every format of ours. Bytes may come from anywhere: each step says whether it could be
// made, and no step looks past the end.
#pragma once

#include <cstdint>

#include "format/bytes.h"
#include "format/format.h"
#include "format/varint.h"

namespace recorder {

// After a step that returned false the cursor stands where it stood before it, and the result is not touched.
class Cursor {
 public:
  Cursor() = default;
  Cursor(const uint8_t *data, uint64_t size) : begin_(data), at_(data), end_(data + size) {}
  explicit Cursor(Bytes bytes) : Cursor(bytes.data, bytes.size) {}

  uint64_t left() const { return static_cast<uint64_t>(end_ - at_); }
  uint64_t offset() const { return static_cast<uint64_t>(at_ - begin_); }
  bool at_end() const { return at_ == end_; }
  const uint8_t *here() const { return at_; }

  bool u8(uint8_t *value) {
    if (at_ == end_) return false;
    *value = *at_++;
    return true;
  }

  // False also for what does not fit into 64 bits.
  bool varint(uint64_t *value) {
    if (at_ != end_ && *at_ < 0x80) return *value = *at_++, true;
    uint64_t result = 0;
    const uint8_t *p = at_;
    for (unsigned shift = 0; p != end_ && shift < 64; shift += 7) {
      const uint8_t byte = *p++;
      const uint64_t bits = byte & 0x7f;
      if (shift == 63 && bits > 1) return false;
      result |= bits << shift;
      if (byte < 0x80) {
        at_ = p;
        *value = result;
        return true;
      }
    }
    return false;
  }

  // Takes the escape if it is next.
  bool escape() { return take(format::kEscape); }
  // Takes what stands for an offset that nothing is counted from, if it is next.
  bool apart() { return take(format::kApart); }

  // Takes the track of an offset or of a number that counts, if there is one: its number, or 0.
  uint8_t track() {
    uint8_t track = 0;
    return longer(format::kTrack + 1, format::kMostTracks, &track) ? static_cast<uint8_t>(track + 1)
                                                                   : uint8_t{0};
  }

  // Takes a slot that is told by its distance from the end (format::kSlotNear), if it is next.
  bool near_slot(uint8_t *distance) { return longer(format::kSlotNear, format::kMostFromEnd + 1, distance); }

  bool varint32(uint32_t *value) {
    const uint8_t *kept = at_;
    uint64_t wide;
    if (!varint(&wide)) return false;
    if (wide > UINT32_MAX) {
      at_ = kept;
      return false;
    }
    *value = static_cast<uint32_t>(wide);
    return true;
  }

  bool zigzag(int64_t *value) {
    uint64_t raw;
    if (!varint(&raw)) return false;
    *value = from_zigzag(raw);
    return true;
  }

  bool u32le(uint32_t *value) {
    if (left() < 4) return false;
    *value = read_u32le(at_);
    at_ += 4;
    return true;
  }
  bool u64le(uint64_t *value) {
    if (left() < 8) return false;
    *value = read_u64le(at_);
    at_ += 8;
    return true;
  }

  bool bytes(uint64_t size, Bytes *out) {
    if (size > left()) return false;
    *out = {at_, size};
    at_ += size;
    return true;
  }

  // varint length and bytes
  bool str(Bytes *out) {
    const uint8_t *kept = at_;
    uint64_t size;
    if (!varint(&size)) return false;
    if (bytes(size, out)) return true;
    at_ = kept;
    return false;
  }

  bool skip(uint64_t size) {
    Bytes ignored;
    return bytes(size, &ignored);
  }

  // A count of things that take at least `least` bytes each: what cannot be there is refused before anybody
  // allocates for it.
  bool count(uint64_t *value, uint64_t least = 1) {
    const uint8_t *kept = at_;
    uint64_t n;
    if (!varint(&n)) return false;
    if (n > left() / least) {
      at_ = kept;
      return false;
    }
    *value = n;
    return true;
  }

 private:
  bool take(const uint8_t (&bytes)[2]) {
    if (left() < sizeof bytes || at_[0] != bytes[0] || at_[1] != bytes[1]) return false;
    at_ += sizeof bytes;
    return true;
  }
  // Takes one of `count` small numbers from `least` on, if it is next in two bytes where one would do.
  bool longer(uint8_t least, uint8_t count, uint8_t *above) {
    if (left() < 2 || at_[0] < least || at_[0] >= least + count || at_[1] != 0) return false;
    *above = static_cast<uint8_t>(at_[0] - least);
    at_ += 2;
    return true;
  }

  const uint8_t *begin_ = nullptr;
  const uint8_t *at_ = nullptr;
  const uint8_t *end_ = nullptr;
};

}  // namespace recorder
