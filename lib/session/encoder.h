// SPDX-License-Identifier: BSD-3-Clause
// Arguments become the bytes of a call signature (recorder-format(5)). The inline part is what numbers, offsets and
// known handles need; strings, new handles and arrays' ends are in encoder.cpp.
#pragma once

#include <cstdint>
#include <cstring>

#include "session/session.h"

namespace recorder {

// The handle that the call in progress closes: its entry is still the stream's, though the process already counts
// it as closed.
struct Closing {
  Class cls;
  uint64_t value;
  uint32_t index;  // of the entry, 0: none
};

// The stream's entry for a handle, bound to its slot by a @bind record if no call of the stream created it; nullptr
// for a descriptor that is not open, or without memory.
RECORDER_HIDDEN LocalHandles::Entry *ensure_bound(Stream &stream, Class cls, uint64_t value);

// Whether what the stream knows of a handle still holds.
RECORDER_HIDDEN bool recheck(Stream &stream, LocalHandles::Entry &entry);
inline bool is_fresh(Stream &stream, const LocalHandles::Entry &entry) {
  if (entry.cls == Class::FD)
    return entry.word == session.handles.descriptor(static_cast<int>(entry.value)).word;
  if (__builtin_expect(stream.handles.epoch == session.handles.epoch() && entry.epoch >= stream.handles.floor, 1))
    return true;
  return recheck(stream, const_cast<LocalHandles::Entry &>(entry));
}

class Encoder {
 public:
  static constexpr uint32_t kReturnValue = 255;
  static constexpr bool kIsRaw = false;

  Encoder(Stream &stream, Fn fn, uint32_t depth, bool failed, int error, Closing &closing)
      : stream_(stream), at_(stream.scratch()), closing_(closing), fn_(fn), failed_(failed) {
    varint(static_cast<uint16_t>(fn));
    varint(depth << 1 | (failed ? 1u : 0u));
    if (__builtin_expect(failed, 0)) varint(static_cast<uint64_t>(error));
  }

  uint32_t size() const { return static_cast<uint32_t>(at_ - stream_.scratch()); }

  void i(const char *, int64_t v) {
    next();
    varint(zigzag(v));
  }
  void u(const char *, uint64_t v) {
    next();
    varint(v);
  }
  void real(const char *, double v) {
    next();
    uint64_t bits;
    __builtin_memcpy(&bits, &v, sizeof bits);
    store64(at_, bits);
    at_ += 8;
  }
  void ptr(const char *, const void *p) {
    next();
    if (p == nullptr) varint(1);
    else varint(__builtin_expect(session.settings.store_pointers, 0) ? reinterpret_cast<uint64_t>(p) + 1 : 0);
  }
  void str(const char *, const char *s) {
    next();
    text(s, s != nullptr ? strlen(s) : 0);
  }
  void str(const char *, const char *s, uint64_t n) {
    next();
    text(s, n);
  }
  void path(const char *, const char *s) {
    next();
    if (s != nullptr) {
      if (s[0] != '/') note_cwd();
      named_ = true;
    }
    text(s, s != nullptr ? strlen(s) : 0);
  }
  void offset(const char *, int64_t v) {
    next();
    delta(argument_, v);
  }
  void ret_offset(const char *, int64_t v) {
    if (__builtin_expect(failed_, 0)) varint(zigzag(v));
    else delta(kReturnValue, v);
  }
  void fd(const char *, int v) {
    next();
    LocalHandles::Entry *entry = known(Class::FD, static_cast<uint64_t>(v));
    if (__builtin_expect(entry == nullptr, 0)) {
      varint(0);
      varint(zigzag(v));
      return;
    }
    use(entry);
  }
  void handle(const char *, Class cls, uint64_t value) {
    next();
    LocalHandles::Entry *entry = value != 0 ? known(cls, value) : nullptr;
    if (__builtin_expect(entry == nullptr, 0)) varint(0);
    else use(entry);
  }
  void new_fd(const char *, int v) {
    next();
    LocalHandles::Entry *entry = v >= 0 ? create(Class::FD, static_cast<uint64_t>(v)) : nullptr;
    varint(entry != nullptr ? uint64_t{entry->slot} + 1 : 0);
    varint(zigzag(v));
  }
  void new_handle(const char *, Class cls, uint64_t value) {
    next();
    LocalHandles::Entry *entry = value != 0 ? create(cls, value) : nullptr;
    varint(entry != nullptr ? uint64_t{entry->slot} + 1 : 0);
  }
  void map(const char *, const void *address);
  void new_map(const char *, const void *address, uint64_t length, int fd);

  // Number of elements that the caller must put, then end().
  uint64_t array(const char *, bool is_null, uint64_t n) {
    next();
    ++nesting_;
    return begin_array(is_null, n);
  }
  void open(const char *) {
    next();
    ++nesting_;
  }
  void end() { --nesting_; }
  void present(const char *) { *at_++ = 1; }
  void absent(const char *) {
    next();
    *at_++ = 0;
  }

  void any_absent(const char *) { tag(0); }
  void any_int(const char *, int64_t v) {
    tag(1);
    varint(zigzag(v));
  }
  void any_uint(const char *, uint64_t v) {
    tag(2);
    varint(v);
  }
  void any_real(const char *, double v) {
    tag(3);
    uint64_t bits;
    __builtin_memcpy(&bits, &v, sizeof bits);
    store64(at_, bits);
    at_ += 8;
  }
  void any_str(const char *, const char *s) {
    tag(4);
    text(s, s != nullptr ? strlen(s) : 0);
  }
  void any_ptr(const char *, const void *p) {
    tag(5);
    varint(p == nullptr ? 1 : session.settings.store_pointers ? reinterpret_cast<uint64_t>(p) + 1 : 0);
  }
  void any_list(const char *, uint64_t n) {
    tag(6);
    ++nesting_;
    varint(n);
  }

 private:
  // Arguments are counted at the top level only; elements and fields share their argument's number.
  void next() {
    if (nesting_ == 0) ++argument_;
  }
  void tag(uint8_t t) {
    next();
    *at_++ = t;
  }
  void varint(uint64_t v) { at_ = put_varint(at_, v); }
  void delta(uint32_t argument, int64_t v) {
    const uint32_t key = static_cast<uint32_t>(fn_) << 8 | argument;
    int64_t *previous = stream_.handles.previous(stream_.handles.at(first_), key);
    if (__builtin_expect(previous == nullptr, 0)) return stream_.lose();
    varint(zigzag(static_cast<int64_t>(static_cast<uint64_t>(v) - static_cast<uint64_t>(*previous))));
    *previous = v;
  }
  LocalHandles::Entry *known(Class cls, uint64_t value) {
    LocalHandles::Entry *entry = stream_.handles.find(cls, value);
    if (__builtin_expect(entry != nullptr && entry->bound && is_fresh(stream_, *entry), 1)) return entry;
    return meet(cls, value);
  }
  void use(LocalHandles::Entry *entry) {
    if (first_ == 0) {
      first_ = stream_.handles.index_of(entry);
      named_ = true;
    }
    varint(uint64_t{entry->slot} + 1);
  }
  uint64_t room() const {
    const uint64_t used = size();
    return used < Stream::kScratchSize - Stream::kScratchReserve ? Stream::kScratchSize - Stream::kScratchReserve - used : 0;
  }

  LocalHandles::Entry *meet(Class cls, uint64_t value);
  LocalHandles::Entry *create(Class cls, uint64_t value);
  void text(const char *s, uint64_t n);
  uint64_t begin_array(bool is_null, uint64_t n);
  void note_cwd();

  Stream &stream_;
  uint8_t *at_;
  uint32_t first_ = 0;  // entry of the first handle argument; entry 0 stands for none
  Closing &closing_;
  Fn fn_;
  bool failed_;
  bool named_ = false;  // the record tells the file of what it creates
  uint32_t argument_ = 0xFFFFFFFFu;  // index of the current argument
  uint32_t nesting_ = 0;
};

}  // namespace recorder
