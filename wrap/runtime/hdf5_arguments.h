// SPDX-License-Identifier: BSD-3-Clause
// What the wrappers generated from hdf5.sig use to record HDF5's arguments. All of it runs while the thread
// is inside Recorder; what asks the library is in hdf5_values.cpp.
#pragma once

#include "runtime/hdf5_values.h"

namespace recorder {

// ---- lengths ----

inline uint64_t h5_times(uint64_t count, int rank) {
  uint64_t product = 0;
  if (rank <= 0 || __builtin_mul_overflow(count, static_cast<uint64_t>(rank), &product)) return 0;
  return product;
}

// As many elements as were written into room for so many.
template <class Count, class Room>
uint64_t h5_least(Count count, Room room) {
  if (count <= 0 || room <= 0) return 0;
  const auto elements = static_cast<uint64_t>(count);
  const auto most = static_cast<uint64_t>(room);
  return elements < most ? elements : most;
}

template <class T>
uint64_t h5_count(const T *count) {
  return count != nullptr ? static_cast<uint64_t>(*count) : 0;
}

// Of an array of identifiers; 0 when there is none.
inline hid_t h5_first(const hid_t *ids, size_t count) { return ids != nullptr && count > 0 ? ids[0] : 0; }

// An array whose last element stands for all that would follow is cut short by a mark.
template <class T, class Mark>
uint64_t h5_until(const T *values, uint64_t count, Mark mark) {
  uint64_t n = 0;
  while (values != nullptr && n < count)
    if (values[n++] == mark) break;
  return n;
}

// Names in a list that commas separate.
inline uint64_t h5_names(const char *list) {
  if (list == nullptr || *list == '\0') return 0;
  uint64_t n = 1;
  while ((list = strchr(list, ',')) != nullptr) {
    ++n;
    ++list;
  }
  return n;
}

// ---- strings that HDF5 has written ----

// `written` is what the call reports, which may be more than there is room for, or the room itself when it
// reports nothing; 0 or less for nothing at all.
template <class Written>
size_t h5_text(const char *text, Written written, size_t room) {
  return text != nullptr ? strnlen(text, h5_least(written, room)) : 0;
}

inline const char *h5_chars(const void *buffer) { return static_cast<const char *>(buffer); }

// The library's own limit for the title of a table.
constexpr size_t kH5TitleRoom = 255;

// An image of one plane has no interlace mode, and nothing is written.
inline size_t h5_interlace_room(const hsize_t *planes, bool failed) {
  constexpr size_t kRoom = 16;  // "INTERLACE_PIXEL"
  return !failed && planes != nullptr && *planes > 1 ? kRoom : 0;
}

// ---- structures ----

// What an asynchronous call writes is there when it returns only if it was not made asynchronous.
template <class T>
T *h5_now(T *result, hid_t event_set) {
  return event_set == 0 ? result : nullptr;
}

template <class Info>
uint64_t h5_link_address(const Info *link) {
  return link->type == H5L_TYPE_HARD ? link->u.address : 0;
}
template <class Info>
uint64_t h5_link_size(const Info *link) {
  return link->type == H5L_TYPE_HARD ? 0 : link->u.val_size;
}

// A token is an address in the file, little-endian, where the file is an HDF5 file.
template <class Token>
uint64_t h5_token_value(const Token *token) {
  unsigned char bytes[8];
  static_assert(sizeof(Token) >= sizeof bytes, "");
  memcpy(bytes, token, sizeof bytes);
  uint64_t value = 0;
  for (unsigned i = sizeof bytes; i-- > 0;) value = value << 8 | bytes[i];
  return value;
}
template <class Info>
uint64_t h5_link_token(const Info *link) {
  return link->type == H5L_TYPE_HARD ? h5_token_value(&link->u.token) : 0;
}

// ---- records ----

template <class Sink>
void h5_type(Sink &sink, const char *name, hid_t type, bool failed) {
  const H5TypeFacts facts = h5_type_facts(type, failed);
  if (!facts.known) {
    sink.absent(name);
    return;
  }
  sink.present(name);
  sink.open(name);
  sink.i("class", facts.kind);
  sink.u("size", facts.size);
  sink.end();
}

#ifdef RECORDER_HDF5_MPI
template <class Sink>
void h5_hints(Sink &sink, const char *name, const H5FileAccess &access) {
  char key[MPI_MAX_INFO_KEY + 1];
  char value[MPI_MAX_INFO_VAL + 1];
  const uint64_t n = sink.array(name, !access.has_hints(), count_of(access.hints()));
  for (uint64_t k = 0; k < n; ++k) {
    const bool there = access.hint(static_cast<int>(k), key, value);
    sink.open("");
    sink.str("key", there ? key : nullptr);
    sink.str("value", there ? value : nullptr);
    sink.end();
  }
  sink.end();
}
#else
template <class Sink>
void h5_hints(Sink &sink, const char *name, const H5FileAccess &) {
  sink.array(name, true, 0);
  sink.end();
}
#endif

}  // namespace recorder
