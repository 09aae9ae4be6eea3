// SPDX-License-Identifier: BSD-3-Clause
// A set of byte strings numbered in the order in which they first came. The merge knows signatures, grammars
// and everything else that ranks have in common by such numbers.
#pragma once

#include <cstdint>

#include "format/buffer.h"
#include "format/cursor.h"
#include "session/memory.h"

namespace recorder {

class Interner {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  // The number of `bytes`, which may be new; kNone when memory or numbers run out.
  uint32_t add(Bytes bytes);

  uint32_t count() const { return static_cast<uint32_t>(entries_.size()); }
  Bytes at(uint32_t id) const {
    const uint64_t from = entries_[id].offset;
    const uint64_t to = id + 1 < count() ? entries_[id + 1].offset : text_.size();
    return {text_.data() + from, to - from};
  }
  bool ok() const { return text_.ok() && entries_.ok() && slots_.ok(); }
  uint64_t bytes() const { return text_.size(); }

  void clear();  // keeps the memory
  void swap(Interner &other) noexcept;

  // Whether `other` has the same strings with the same numbers, or some of the last ones are missing there.
  bool begins_with(const Interner &other) const;

  void pack(Buffer *out) const;
  bool unpack(Cursor *in);  // into an empty one

 private:
  struct Entry {
    uint64_t offset;  // in text_; the string ends where the next one begins
    uint32_t hash;
  };

  bool grow();
  bool index();
  bool fill(uint64_t size);

  Buffer text_;
  Vector<Entry> entries_;
  Vector<uint32_t> slots_;  // id + 1 or 0; open addressing, a power of two, at most half full
  // What was unpacked has neither hashes nor slots before something is added: most of it is only read.
  bool indexed_ = true;
};

}  // namespace recorder
