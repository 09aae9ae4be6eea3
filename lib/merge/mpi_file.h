// SPDX-License-Identifier: BSD-3-Clause
// The file of a merge: all ranks write it together, each its own ranges, and read them again before the file
// is taken for a trace.
//
// Not with MPI's collective writes. What we write is contiguous by rank already, so that they could only put
// small pieces together, and with several aggregators Open MPI's lose bytes: each reads and rewrites the gaps
// between its own parts of the range, which another one is writing. Here consecutive ranks hand small
// pieces to the first one of their group, who writes them as one; large pieces are written by who has them.
#pragma once

#include <stdint.h>

#include "format/buffer.h"
#include "merge/mpi_api.h"
#include "merge/mpi_transport.h"
#include "merge/spooled_bytes.h"
#include "session/status.h"

namespace recorder {

// All methods are collective and agreed: the same status on all ranks.
class MpiFile {
 public:
  explicit MpiFile(MpiTransport *transport) : transport_(transport) {}
  MpiFile(const MpiFile &) = delete;
  MpiFile &operator=(const MpiFile &) = delete;

  // Of a file that exists.
  Status open(const char *path);
  // Ranks may pass different offsets and sizes, also 0 bytes. Ranges do not overlap. On return the data may
  // change.
  Status write(uint64_t offset, const uint8_t *data, uint64_t size);
  Status write(uint64_t offset, const SpooledBytes &bytes);
  Status close();
  // After close(): whether what was written is what the file holds.
  Status verify(const char *path);

 private:
  static constexpr int kGroup = 32;               // ranks
  static constexpr uint64_t kSmall = 64 << 10;    // bytes that are handed to another rank
  static constexpr uint64_t kGathered = 1 << 20;  // bytes of a group that are written at once
  static constexpr uint64_t kReadAgain = 256 << 10;

  // A range that this process wrote.
  struct Piece {
    uint64_t offset;
    uint64_t size;
    uint32_t crc;
  };

  bool leads() const { return transport_->rank() % kGroup == 0; }
  Status open_alone(const char *path);
  Status gather(uint64_t offset, const uint8_t *data, uint64_t size);
  Status make_room(uint64_t offset, uint64_t size);
  Status hand_over(uint64_t offset, const uint8_t *data, uint64_t size);
  Status take_over(int from);
  Status flush();
  Status write_own(uint64_t offset, const uint8_t *data, uint64_t size);
  bool note(uint64_t offset, Bytes data);
  Status read_again(int fd, const Piece &piece);

  MpiTransport *transport_;
  MPI_File file_ = MPI_FILE_NULL;
  bool open_ = false;
  Vector<Piece> written_;
  Buffer gathered_;  // of a group, from gathered_at_ on
  uint64_t gathered_at_ = 0;
};

}  // namespace recorder
