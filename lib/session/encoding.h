// SPDX-License-Identifier: BSD-3-Clause
// The rarer parts of encoding a call: handles that the stream meets or makes, texts, mappings, values that go
// aside (encoder.cpp). They take and give plain values: nothing holds the address of an Encoder, so that the
// compiler can keep it in registers.
#pragma once

#include <cstdint>
#include <cstring>

#include "session/session.h"

namespace recorder {

// The stream's entry for a handle, bound to its slot by a @bind record if no call of the stream created it;
// nullptr for a descriptor that is not open, or without memory.
RECORDER_HIDDEN LocalHandles::Entry *ensure_bound(Stream &stream, Class cls, uint64_t value);

// Where a piece of a signature ends, and how many elements of an array are to be put.
struct Encoded {
  uint8_t *at;
  uint64_t count;
};

RECORDER_HIDDEN LocalHandles::Entry *meet(Stream &stream, Class cls, uint64_t value);
RECORDER_HIDDEN LocalHandles::Entry *create(Stream &stream, Class cls, uint64_t value, bool named);
// Where a text in a signature ends, and whether its last bytes are the whole text, as they will be again for
// the same text.
struct EncodedText {
  uint8_t *at;
  bool lasts;
  bool whole;  // nothing of it is missing, nor told in another way
};
RECORDER_HIDDEN EncodedText encode_text(const uint8_t *begin, uint8_t *at, const char *s, uint64_t n);
// A text that may be a name with numbers in it.
RECORDER_HIDDEN EncodedText encode_name(Stream &stream, NamePatterns::Key key, const uint8_t *begin,
                                        uint8_t *at, const char *s, uint64_t n);
RECORDER_HIDDEN Encoded begin_array(const uint8_t *begin, uint8_t *at, bool is_null, uint64_t n);
RECORDER_HIDDEN void note_cwd(Stream &stream);
inline bool knows_cwd(const Stream &stream) {
  return stream.cwd_generation == session.cwd_generation.load(std::memory_order_acquire);
}
// The mapping that an address lies in, its entry and its first byte; nullptr if it is none of ours.
RECORDER_HIDDEN LocalHandles::Entry *find_map(Stream &stream, const void *address, uint64_t *start);
RECORDER_HIDDEN LocalHandles::Entry *create_map(Stream &stream, const void *address, uint64_t length,
                                                bool named);

// The track of an offset (OffsetTracks), without one under `key`.
RECORDER_HIDDEN uint32_t track_of(Stream &stream, uint64_t place, uint32_t key, int64_t offset);

// A value of a random argument, or of an element of it, into its place beside the signatures, where it may be
// told by its difference from a `plain` one before it. By the plain ones the argument may turn out to be
// regular, which offsets are at one distance and other numbers when they are equal.
RECORDER_HIDDEN void put_aside(Stream &stream, uint32_t fn, uint32_t argument, uint32_t element,
                               uint64_t value, uint64_t plain, bool is_offset);
// A text of a random argument, in the same way, or where it must stand else; with what encode_name() is
// given.
RECORDER_HIDDEN RandomTexts::Told::Where put_text_aside(Stream &stream, NamePatterns::Key key,
                                                        const uint8_t *begin, uint8_t *at, const char *s,
                                                        uint64_t n);
// Those of a call that was not encoded: forms.aside() of the words whose bits `which` has. The handle among
// them is created.
RECORDER_HIDDEN void put_asides(Stream &stream, Fn fn, uint32_t which);
// Whether create() would give the handle the entry of the word (WordForms::new_handle).
RECORDER_HIDDEN bool may_create(const Stream &stream, Class cls, uint64_t value, uint64_t word);
// Whether the text is the one that the word stands for in this signature.
RECORDER_HIDDEN bool is_text(const uint8_t *signature, uint64_t word, const char *s);
RECORDER_HIDDEN bool is_text(const uint8_t *signature, uint64_t word, const char *s, uint64_t n);
// Whether the call in progress closes this handle, which still has its entry.
RECORDER_HIDDEN bool is_closing(const Stream &stream, const LocalHandles::Entry &entry, Class cls,
                                uint64_t value);

// Whether what the stream knows of a handle still holds.
RECORDER_HIDDEN bool recheck(Stream &stream, LocalHandles::Entry &entry);
inline bool is_fresh(Stream &stream, const LocalHandles::Entry &entry) {
  if (entry.cls() == Class::FD)
    return entry.word == session.handles.descriptor(static_cast<int>(entry.value)).word;
  if (__builtin_expect(stream.handles.epoch == session.handles.epoch() && entry.epoch >= stream.handles.floor,
                       1))
    return true;
  return recheck(stream, const_cast<LocalHandles::Entry &>(entry));
}

}  // namespace recorder
