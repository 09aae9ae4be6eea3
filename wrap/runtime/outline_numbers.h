// SPDX-License-Identifier: BSD-3-Clause
// Arrays of whole numbers of any size as they go to a sink (recorder_put_numbers of outline.h).
#pragma once

#include <cstdint>
#include <cstring>

#include "runtime/outline.h"
#include "session/encoder.h"
#include "session/matcher.h"

namespace recorder {

template <class T>
int64_t number_at(const void *data, uint64_t i) {
  T value;
  memcpy(&value, static_cast<const uint8_t *>(data) + i * sizeof(T), sizeof(T));
  return static_cast<int64_t>(value);
}

inline int64_t number_at(const void *data, uint64_t i, uint32_t what) {
  switch (what & ~(OutlineCall::kOffset | OutlineCall::kDisplacement)) {
    case 1:
      return number_at<uint8_t>(data, i);
    case 2:
      return number_at<uint16_t>(data, i);
    case 4:
      return number_at<uint32_t>(data, i);
    case 1 | OutlineCall::kSigned:
      return number_at<int8_t>(data, i);
    case 2 | OutlineCall::kSigned:
      return number_at<int16_t>(data, i);
    case 4 | OutlineCall::kSigned:
      return number_at<int32_t>(data, i);
    default:
      return number_at<int64_t>(data, i);
  }
}

// Whether displacements are those between addresses, in any order: in a file they ascend.
inline bool descends(const void *data, uint64_t n, uint32_t what) {
  for (uint64_t i = 1; i < n; ++i)
    if (number_at(data, i, what) < number_at(data, i - 1, what)) return true;
  return false;
}

template <class Sink>
bool put_apart(Sink &, const void *, uint64_t, uint32_t) {
  return false;
}
inline bool put_apart(Encoder &sink, const void *data, uint64_t n, uint32_t what) {
  if ((what & OutlineCall::kDisplacement) == 0 || !descends(data, n, what)) return false;
  uint64_t hash = n;
  for (uint64_t i = 0; i < n; ++i) hash = mix(hash ^ static_cast<uint64_t>(number_at(data, i, what)));
  if (!sink.takes_apart(static_cast<uint32_t>(mix(hash)))) return false;
  for (uint64_t i = 0; i < n; ++i) sink.apart(number_at(data, i, what));
  return true;
}

template <class Sink>
void put_numbers(Sink &sink, const char *name, const void *data, uint64_t n, uint32_t what) {
  const uint64_t count = sink.array(name, data == nullptr, n);
  if (put_apart(sink, data, count, what)) return sink.end();
  for (uint64_t i = 0; i < count; ++i) {
    const int64_t v = number_at(data, i, what);
    if ((what & OutlineCall::kOffset) != 0)
      sink.offset("", v);
    else if ((what & OutlineCall::kSigned) != 0)
      sink.i("", v);
    else
      sink.u("", static_cast<uint64_t>(v));
  }
  sink.end();
}

inline void put_elements(Matcher &sink, const uint8_t *at, uint64_t n, uint32_t what) {
  switch (what) {
    case 1:
      return sink.elements<uint8_t>(at, n);
    case 2:
      return sink.elements<uint16_t>(at, n);
    case 4:
      return sink.elements<uint32_t>(at, n);
    case 1 | OutlineCall::kSigned:
      return sink.elements<int8_t>(at, n);
    case 2 | OutlineCall::kSigned:
      return sink.elements<int16_t>(at, n);
    case 4 | OutlineCall::kSigned:
      return sink.elements<int32_t>(at, n);
    case 8:
    case 8 | OutlineCall::kSigned:
      return sink.elements<int64_t>(at, n);
    case 8 | OutlineCall::kOffset:
    case 8 | OutlineCall::kSigned | OutlineCall::kOffset:
      for (uint64_t i = 0; i < n; ++i) sink.offset("", number_at<int64_t>(at, i));
      return;
    default:
      for (uint64_t i = 0; i < n; ++i) sink.offset("", number_at(at, i, what));
  }
}

// Compared with words as they lie in memory, without asking for each what it is.
inline void put_numbers(Matcher &sink, const char *name, const void *data, uint64_t n, uint32_t what) {
  const uint64_t count = sink.array(name, data == nullptr, n);
  const auto *at = static_cast<const uint8_t *>(data);
  if (count != 0) put_elements(sink, at, count, what);
  sink.end();
}

}  // namespace recorder
