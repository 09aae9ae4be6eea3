// SPDX-License-Identifier: BSD-3-Clause
// Pieces with their places, gathered by rank 0, written, and read again (see mpi_gathered_file.h).
#include "merge/mpi_gathered_file.h"

#include <string.h>

#include "merge/mpi_api.h"
#include "session/sys.h"

namespace recorder {
namespace {

constexpr char kNotWritten[] = "cannot write the trace";
constexpr char kNotGathered[] = "MPI cannot gather the trace";

}  // namespace

Status GatheredFile::write(uint64_t offset, const uint8_t *data, uint64_t size) {
  if (size == 0) return Status::good();
  const Head head = {offset, size};
  pieces_.put_bytes(&head, sizeof head);
  pieces_.put_bytes(data, size);
  if (!pieces_.ok() && failed_.ok()) failed_ = Status::no_memory(kNotWritten);
  return Status::good();
}

Status GatheredFile::write(uint64_t offset, const SpooledBytes &bytes) {
  for (uint64_t i = 0; i < bytes.pieces(); ++i) {
    const SpooledBytes::Piece piece(bytes, i);
    if (!piece.ok() && failed_.ok()) failed_ = Status::no_memory("cannot read the spool");
    if (!piece.ok()) break;
    const Status kept = write(offset, piece.bytes().data, piece.bytes().size);
    if (!kept.ok()) return kept;
    offset += piece.bytes().size;
  }
  return Status::good();
}

Status GatheredFile::close() {
  Gathered all;
  if (failed_.ok() && first()) failed_ = prepare(&all);
  if (Status s = transport_->agree(failed_); !s.ok()) return s;
  if (Status s = transport_->agree(gather(&all)); !s.ok()) return s;
  return transport_->agree(first() ? write_pieces(all.bytes) : Status::good());
}

Status GatheredFile::prepare(Gathered *all) {
  const auto ranks = static_cast<uint64_t>(transport_->size());
  constexpr uint64_t kMostPieces = 8;  // of a rank
  if (all->sizes.resize(ranks) && all->places.resize(ranks) &&
      all->bytes.reserve(kMostBytes + ranks * kMostPieces * sizeof(Head)))
    return Status::good();
  return Status::no_memory("cannot gather the trace");
}

Status GatheredFile::gather(Gathered *all) {
  const int mine = static_cast<int>(pieces_.size());
  int code = RECORDER_PMPI(Gather)(&mine, 1, MPI_INT, all->sizes.data(), 1, MPI_INT, 0, transport_->comm());
  if (code != MPI_SUCCESS) return checked(code, kNotGathered);
  uint64_t sum = 0;
  for (uint64_t i = 0; i < all->sizes.size(); ++i) {
    all->places[i] = static_cast<int>(sum);
    sum += static_cast<uint64_t>(all->sizes[i]);
  }
  all->bytes.resize(sum);  // which was reserved
  code = RECORDER_PMPI(Gatherv)(pieces_.data(), mine, MPI_BYTE, all->bytes.data(), all->sizes.data(),
                                all->places.data(), MPI_BYTE, 0, transport_->comm());
  return checked(code, kNotGathered);
}

Status GatheredFile::write_pieces(const Vector<uint8_t> &all) {
  Status status = Status::good();
  for (uint64_t at = 0; status.ok() && at < all.size();) {
    Head head;
    memcpy(&head, all.data() + at, sizeof head);
    at += sizeof head;
    status = write_piece(head, all.data() + at);
    at += head.size;
  }
  return status;
}

// As for MpiFile, what was written is only believed when it has been read again.
Status GatheredFile::write_piece(const Head &head, const uint8_t *data) {
  const int written = sys::pwrite_all(fd_, data, head.size, head.offset);
  if (written < 0) return Status::from(written, kNotWritten);
  again_.clear();
  uint8_t *const again = again_.extend(head.size);
  if (again == nullptr) return Status::no_memory(kNotWritten);
  const int got = sys::pread_all(fd_, again, head.size, head.offset);
  if (got < 0) return Status::from(got, kNotWritten);
  if (memcmp(again, data, head.size) != 0) return {Error::system, EIO, "the trace is not what was written"};
  return Status::good();
}

}  // namespace recorder
