// SPDX-License-Identifier: BSD-3-Clause
// The merge between processes: bytes of any size through MPI, one decision on all ranks. mpi_file.h writes
// their file; what the bytes mean is the merge's business.
#pragma once

#include <stdint.h>

#include "format/buffer.h"
#include "merge/mpi_api.h"
#include "session/status.h"

namespace recorder {

// On a communicator of our own whose error handler returns. Every method but send and receive is collective.
class MpiTransport {
 public:
  explicit MpiTransport(MPI_Comm comm);

  int rank() const { return rank_; }
  int size() const { return size_; }

  // The same answer on all ranks: good only if each passed a good status, else the status of the lowest rank
  // that failed. To be called before every branch that depends on a rank's own luck.
  Status agree(Status mine);
  // before[i] = the sum of mine[i] over the lower ranks.
  Status sum_before(const uint64_t *mine, uint64_t *before, int count);
  Status broadcast(void *data, uint64_t size);  // from rank 0

  Status send(int to, const uint8_t *data, uint64_t size);
  Status receive(int from, Vector<uint8_t> *data);
  // Tells the receiver, who waits in receive(), that nothing comes.
  void send_failure(int to);

  // A binomial tree in rank order: unite(bytes, size) is called with what the right neighbours have put
  // together, and pack(buffer) by a rank that hands its own on. Rank 0 ends with everything. A failure
  // travels to rank 0 instead of data, so that nobody waits for ever.
  template <class Unite, class Pack>
  Status reduce(Unite unite, Pack pack);

  MPI_Comm comm() const { return comm_; }

 private:
  MPI_Comm comm_;
  int rank_ = 0;
  int size_ = 1;
};

template <class Unite, class Pack>
Status MpiTransport::reduce(Unite unite, Pack pack) {
  Status mine = Status::good();
  for (int64_t step = 1; step < size_; step *= 2) {
    if (rank_ & step) {
      const int parent = static_cast<int>(rank_ - step);
      Buffer packed;
      if (mine.ok()) mine = pack(&packed);
      if (mine.ok() && packed.ok()) return send(parent, packed.data(), packed.size());
      send_failure(parent);
      return mine.ok() ? Status::no_memory("cannot pack the merged trace") : mine;
    }
    if (rank_ + step >= size_) continue;
    Vector<uint8_t> theirs;
    const Status got = receive(static_cast<int>(rank_ + step), &theirs);
    if (mine.ok()) mine = got;
    if (mine.ok()) mine = unite(theirs.data(), theirs.size());
  }
  return mine;
}

// What an MPI function returned; and as much of `left` bytes as one call moves.
Status checked(int code, const char *what);
int round_size(uint64_t left);

}  // namespace recorder
