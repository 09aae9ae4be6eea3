// SPDX-License-Identifier: BSD-3-Clause
// The file of a merge that is small: rank 0 gathers it and writes it alone, with the methods of MpiFile.
// Opening a file through MPI takes each rank longer than all else at the end of a short run (Open MPI loads
// some twenty modules for the first one), and a parallel file system more than a small file is worth.
#pragma once

#include <stdint.h>

#include "format/buffer.h"
#include "merge/mpi_transport.h"
#include "merge/spooled_bytes.h"
#include "session/status.h"

namespace recorder {

class GatheredFile {
 public:
  // Whether a file of so many bytes, of so many ranks, is small.
  static bool takes(uint64_t size, int ranks) { return size <= kMostBytes && ranks <= kMostRanks; }

  // `fd` is rank 0's descriptor of the file, which stays the caller's.
  GatheredFile(MpiTransport *transport, int fd) : transport_(transport), fd_(fd) {}
  GatheredFile(const GatheredFile &) = delete;
  GatheredFile &operator=(const GatheredFile &) = delete;

  // Until close() nothing is told of failures, and nobody waits for others.
  Status open(const char *) { return Status::good(); }
  Status write(uint64_t offset, const uint8_t *data, uint64_t size);
  Status write(uint64_t offset, const SpooledBytes &bytes);
  // Collective and agreed. Afterwards the file holds what was written.
  Status close();
  Status verify(const char *) { return Status::good(); }

 private:
  static constexpr uint64_t kMostBytes = 1 << 20;
  static constexpr int kMostRanks = 4096;

  // Before each piece of `pieces_`.
  struct Head {
    uint64_t offset, size;
  };
  // Rank 0's.
  struct Gathered {
    Vector<int> sizes, places;  // of the ranks' pieces
    Vector<uint8_t> bytes;
  };

  bool first() const { return transport_->rank() == 0; }
  Status prepare(Gathered *all);
  Status gather(Gathered *all);
  Status write_pieces(const Vector<uint8_t> &all);
  Status write_piece(const Head &head, const uint8_t *data);

  MpiTransport *transport_;
  const int fd_;
  Status failed_ = Status::good();
  Buffer pieces_;  // of this rank
  Buffer again_;
};

}  // namespace recorder
