// SPDX-License-Identifier: BSD-3-Clause
// What the texts of random arguments have taught so far, for the side that writes them and the side that
// reads them (recorder-format(5), "Texts that are aside"): which texts there were, as a program often asks
// for the same files again, and with what the next one is likely to begin. No allocation, no library.
#pragma once

#include <cstdint>
#include <cstring>

#include "format/bytes.h"
#include "format/name_pattern.h"

namespace recorder {

// All zeros is one that has seen nothing. Large: it belongs into zeroed memory of its own.
class TextHistory {
 public:
  static constexpr uint32_t kMostText = NameFields::kMostText;
  // How a text is told, which is the first of its values.
  static constexpr uint64_t kInFull = 0, kLastOne = 1, kNumbers = 2;  // the latter plus the name's number
  static constexpr uint64_t kSeen = kNumbers + NameFields::kMostTemplates;  // plus the text's number
  // The values have elements as those of arrays do: the first 0, and then these. What a text has in common
  // with the last one of its argument, and its other bytes; or the numbers in it, of which the later ones
  // share one.
  static constexpr uint32_t kCommon = 1, kRest = 2, kFirstNumber = 3, kLastNumber = 7, kBytes = 8;
  static constexpr uint32_t number_element(uint32_t i) {
    return i < kLastNumber - kFirstNumber ? kFirstNumber + i : kLastNumber;
  }

  static uint32_t hash_of(Bytes text) {
    uint64_t h = 0x9E3779B97F4A7C15u;
    for (uint64_t i = 0; i < text.size; ++i) h = (h ^ text.data[i]) * 0x100000001B3u;
    return static_cast<uint32_t>(h ^ h >> 32);
  }

  static constexpr uint32_t kNone = 0xFFFFFFFF;
  // The number of the text among those that there were, or kNone.
  uint32_t find(Bytes text) const {
    const uint16_t number = places_[place_of(text)];
    return number != 0 ? number - 1u : kNone;
  }
  uint32_t count() const { return count_; }
  Bytes at(uint32_t number) const {
    return {texts_ + begins_[number], uint64_t{begins_[number + 1]} - begins_[number]};
  }
  // The last text of any argument, and of this one: `key` is any number that stands for it.
  Bytes last() const { return {last_, last_size_}; }
  Bytes last_of(uint64_t key) const {
    for (const Last &last : lasts_)
      if (last.key == key) return {last.text, last.size};
    return {};
  }

  // The text came, told in this way.
  void note(uint64_t key, Bytes text, uint64_t how) {
    if (how == kInFull) add(text);
    if (how >= kSeen) ++found_;
    memcpy(last_, text.data, text.size);
    last_size_ = static_cast<uint16_t>(text.size);
    // Of the other ways nobody asks for what came before.
    if (how == kInFull) note_last(key, text);
  }

 private:
  static constexpr uint32_t kMostTexts = 4096;
  static constexpr uint32_t kMostBytes = 160 * 1024;
  static constexpr uint32_t kPlaces = 2 * kMostTexts;
  static constexpr uint32_t kLasts = 16;
  struct Last {
    uint64_t key;  // 0 of none
    uint16_t size;
    uint8_t text[kMostText];
  };

  // Where it is, or would be.
  uint32_t place_of(Bytes text) const {
    uint32_t place = hash_of(text) & (kPlaces - 1);
    for (; places_[place] != 0; place = (place + 1) & (kPlaces - 1)) {
      const Bytes other = at(places_[place] - 1u);
      if (other.size == text.size && memcmp(other.data, text.data, text.size) == 0) break;
    }
    return place;
  }
  // Those that came first stay, as all of them come again if a program goes through more than there is room
  // for, unless most that come are others.
  void add(Bytes text) {
    ++added_;
    if (count_ == kMostTexts || begins_[count_] + text.size > kMostBytes) {
      if (added_ <= 2 * (found_ + kMostTexts)) return;
      memset(places_, 0, sizeof places_);
      count_ = added_ = found_ = 0;
    }
    const uint32_t place = place_of(text);
    memcpy(texts_ + begins_[count_], text.data, text.size);
    begins_[count_ + 1] = begins_[count_] + static_cast<uint32_t>(text.size);
    places_[place] = static_cast<uint16_t>(++count_);
  }
  void note_last(uint64_t key, Bytes text) {
    uint32_t i = 0;
    while (i + 1 < kLasts && lasts_[i].key != 0 && lasts_[i].key != key) ++i;
    Last &last = lasts_[i];  // the last place is that of the newest of all others
    last.key = key;
    last.size = static_cast<uint16_t>(text.size);
    memcpy(last.text, text.data, text.size);
  }

  uint32_t count_, added_, found_;
  uint16_t last_size_;
  uint8_t last_[kMostText];
  Last lasts_[kLasts];
  uint16_t places_[kPlaces];  // number of a text plus 1
  uint32_t begins_[kMostTexts + 1];
  uint8_t texts_[kMostBytes];
};

}  // namespace recorder
