// SPDX-License-Identifier: BSD-3-Clause
// A rank's compressed times between their coding and their being written, which needs to know how many there
// are first. Only the last piece is in memory; the others are in the spool, as long as it has room.
#pragma once

#include <cstdint>

#include "format/buffer.h"
#include "merge/spool_access.h"
#include "session/memory.h"
#include "session/status.h"

namespace recorder {

class SpooledBytes {
 public:
  static constexpr uint64_t kPiece = uint64_t{1} << 20;

  SpooledBytes() = default;
  SpooledBytes(const SpooledBytes &) = delete;
  SpooledBytes &operator=(const SpooledBytes &) = delete;
  ~SpooledBytes();

  // nullptr: everything in memory. The spool outlives this object.
  void use(const SpoolAccess *spool) { spool_ = spool; }

  // A ByteSink whose self is a SpooledBytes.
  static int put(void *self, const void *data, uint64_t size);

  uint64_t pieces() const { return pieces_.size() + (last_.empty() ? 0 : 1); }
  // While it lives, the piece of this number, counted from 0, is in memory.
  class Piece {
   public:
    Piece(const SpooledBytes &of, uint64_t number);
    ~Piece();
    Piece(const Piece &) = delete;
    Piece &operator=(const Piece &) = delete;
    bool ok() const { return ok_; }
    Bytes bytes() const { return bytes_; }  // none beyond the last piece, and where it is not ok()

   private:
    const SpoolAccess *mapped_by_ = nullptr;
    Bytes bytes_ = {nullptr, 0};
    bool ok_ = true;
  };

 private:
  struct Kept {
    uint8_t *memory;  // nullptr: in the spool
    uint64_t place;
  };
  bool keep();  // the last piece, which is full

  const SpoolAccess *spool_ = nullptr;
  Vector<Kept> pieces_;  // full ones
  Buffer last_;
};

}  // namespace recorder
