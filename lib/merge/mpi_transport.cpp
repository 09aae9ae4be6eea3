// SPDX-License-Identifier: BSD-3-Clause
// Rounds, agreement and the tree's messages. MPI counts are int, so nothing larger than one round travels at
// once.
#include "merge/mpi_transport.h"

namespace recorder {
namespace {

constexpr uint64_t kRound = uint64_t{1} << 30;
constexpr uint64_t kNothing = ~uint64_t{0};
constexpr int kTag = 1;

// The error numbers that a user can do something about.
int error_number_of(int code) {
  int kind = MPI_ERR_OTHER;
  if (RECORDER_PMPI(Error_class)(code, &kind) != MPI_SUCCESS) return 0;
  switch (kind) {
    case MPI_ERR_NO_SPACE:
      return ENOSPC;
    case MPI_ERR_QUOTA:
      return EDQUOT;
    case MPI_ERR_ACCESS:
      return EACCES;
    case MPI_ERR_READ_ONLY:
      return EROFS;
    case MPI_ERR_NO_SUCH_FILE:
      return ENOENT;
    case MPI_ERR_NO_MEM:
      return ENOMEM;
    case MPI_ERR_IO:
      return EIO;
    default:
      return 0;
  }
}

}  // namespace

int round_size(uint64_t left) { return static_cast<int>(left < kRound ? left : kRound); }

Status checked(int code, const char *what) {
  if (code == MPI_SUCCESS) return Status::good();
  return {Error::system, error_number_of(code), what};
}

MpiTransport::MpiTransport(MPI_Comm comm) : comm_(comm) {
  RECORDER_PMPI(Comm_rank)(comm_, &rank_);
  RECORDER_PMPI(Comm_size)(comm_, &size_);
}

Status MpiTransport::agree(Status mine) {
  int failed = mine.ok() ? size_ : rank_;
  int first = size_;
  if (RECORDER_PMPI(Allreduce)(&failed, &first, 1, MPI_INT, MPI_MIN, comm_) != MPI_SUCCESS)
    return {Error::system, 0, "MPI cannot agree on the trace"};
  if (first == size_) return Status::good();
  // Texts stay where they are; only the kind of failure is told to the others.
  int told[2] = {static_cast<int>(mine.error), mine.error_number};
  if (RECORDER_PMPI(Bcast)(told, 2, MPI_INT, first, comm_) != MPI_SUCCESS || first == rank_)
    return mine.ok() ? Status{Error::system, 0, "MPI cannot agree on the trace"} : mine;
  return {static_cast<Error>(told[0]), told[1], mine.ok() ? "cannot write the trace" : mine.what};
}

Status MpiTransport::sum_before(const uint64_t *mine, uint64_t *before, int count) {
  for (int i = 0; i < count; ++i) before[i] = 0;
  const int code = RECORDER_PMPI(Exscan)(mine, before, count, MPI_UINT64_T, MPI_SUM, comm_);
  if (rank_ == 0)  // the standard leaves its result undefined
    for (int i = 0; i < count; ++i) before[i] = 0;
  return checked(code, "MPI cannot place the ranks' times");
}

Status MpiTransport::broadcast(void *data, uint64_t size) {
  uint8_t *at = static_cast<uint8_t *>(data);
  Status status = Status::good();
  for (uint64_t left = size; left > 0;) {
    const int n = round_size(left);
    const Status sent = checked(RECORDER_PMPI(Bcast)(at, n, MPI_BYTE, 0, comm_), "MPI cannot broadcast");
    if (status.ok()) status = sent;
    at += n;
    left -= static_cast<uint64_t>(n);
  }
  return status;
}

// The size goes first and the receiver answers whether it has room: a rank without memory must not leave the
// sender blocked in a rendezvous.
Status MpiTransport::send(int to, const uint8_t *data, uint64_t size) {
  const char *what = "MPI cannot send the merged trace";
  int room = 0;
  if (RECORDER_PMPI(Send)(&size, 1, MPI_UINT64_T, to, kTag, comm_) != MPI_SUCCESS ||
      RECORDER_PMPI(Recv)(&room, 1, MPI_INT, to, kTag, comm_, MPI_STATUS_IGNORE) != MPI_SUCCESS)
    return {Error::system, 0, what};
  if (!room) return Status::good();  // the receiver knows and says so in the agreement
  for (uint64_t left = size; left > 0;) {
    const int n = round_size(left);
    if (RECORDER_PMPI(Send)(data, n, MPI_BYTE, to, kTag, comm_) != MPI_SUCCESS)
      return {Error::system, 0, what};
    data += n;
    left -= static_cast<uint64_t>(n);
  }
  return Status::good();
}

void MpiTransport::send_failure(int to) {
  uint64_t size = kNothing;
  RECORDER_PMPI(Send)(&size, 1, MPI_UINT64_T, to, kTag, comm_);
}

Status MpiTransport::receive(int from, Vector<uint8_t> *data) {
  const char *what = "MPI cannot receive the merged trace";
  uint64_t size = 0;
  if (RECORDER_PMPI(Recv)(&size, 1, MPI_UINT64_T, from, kTag, comm_, MPI_STATUS_IGNORE) != MPI_SUCCESS)
    return {Error::system, 0, what};
  if (size == kNothing) return {Error::system, 0, "another rank has no trace"};
  int room = data->resize(size) ? 1 : 0;
  if (RECORDER_PMPI(Send)(&room, 1, MPI_INT, from, kTag, comm_) != MPI_SUCCESS)
    return {Error::system, 0, what};
  if (!room) return Status::no_memory("cannot hold the merged trace");
  uint8_t *at = data->data();
  for (uint64_t left = size; left > 0;) {
    const int n = round_size(left);
    if (RECORDER_PMPI(Recv)(at, n, MPI_BYTE, from, kTag, comm_, MPI_STATUS_IGNORE) != MPI_SUCCESS)
      return {Error::system, 0, what};
    at += n;
    left -= static_cast<uint64_t>(n);
  }
  return Status::good();
}

}  // namespace recorder
