// SPDX-License-Identifier: BSD-3-Clause
// Pieces that go to the spool and come back (see spooled_bytes.h).
#include "merge/spooled_bytes.h"

#include <cerrno>
#include <cstring>

namespace recorder {

SpooledBytes::~SpooledBytes() {
  for (const Kept &piece : pieces_) {
    if (piece.memory != nullptr)
      Memory::unmap(piece.memory, kPiece);
    else
      spool_->discard(spool_->self, piece.place, kPiece);
  }
}

int SpooledBytes::put(void *self, const void *data, uint64_t size) {
  SpooledBytes &to = *static_cast<SpooledBytes *>(self);
  const auto *from = static_cast<const uint8_t *>(data);
  while (size > 0) {
    const uint64_t room = kPiece - to.last_.size();
    const uint64_t some = size < room ? size : room;
    to.last_.put_bytes(from, some);
    from += some;
    size -= some;
    if (!to.last_.ok() || (to.last_.size() == kPiece && !to.keep())) return -ENOMEM;
  }
  return 0;
}

// A full disk is no reason to lose times that memory may have room for.
bool SpooledBytes::keep() {
  Kept piece{nullptr, 0};
  if (spool_ == nullptr || !spool_->store(spool_->self, last_.bytes(), &piece.place)) {
    piece.memory = static_cast<uint8_t *>(Memory::map(kPiece));
    if (piece.memory == nullptr) return false;
    memcpy(piece.memory, last_.data(), kPiece);
  }
  last_.clear();
  if (pieces_.push(piece)) return true;
  Memory::unmap(piece.memory, kPiece);
  return false;
}

SpooledBytes::Piece::Piece(const SpooledBytes &of, uint64_t number) {
  if (number > of.pieces_.size()) return;
  if (number == of.pieces_.size()) {
    bytes_ = of.last_.bytes();
    return;
  }
  const Kept &piece = of.pieces_[number];
  const uint8_t *data = piece.memory;
  if (data == nullptr) {
    data = of.spool_->map(of.spool_->self, piece.place, kPiece);
    ok_ = data != nullptr;
    mapped_by_ = ok_ ? of.spool_ : nullptr;
  }
  if (ok_) bytes_ = {data, kPiece};
}

SpooledBytes::Piece::~Piece() {
  if (mapped_by_ != nullptr) mapped_by_->unmap(mapped_by_->self, bytes_);
}

}  // namespace recorder
