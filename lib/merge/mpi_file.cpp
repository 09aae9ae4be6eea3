// SPDX-License-Identifier: BSD-3-Clause
// Groups of ranks that write one range, and reading it again. See mpi_file.h for why.
#include "merge/mpi_file.h"

#include "format/deflate.h"
#include "session/sys.h"

namespace recorder {
namespace {

constexpr int kTag = 2;
constexpr char kNotWritten[] = "MPI cannot write the trace";
constexpr char kNotRead[] = "cannot read the trace again";

}  // namespace

Status MpiFile::open(const char *path) {
  // Each looks for itself first (a directory that is local to rank 0's node, say): MPI would wait for a
  // server that is gone, and its errors say less.
  Status mine = Status::from(sys::access(path, W_OK), "cannot open the trace on all ranks");
  if (mine.ok() && leads() && !gathered_.reserve(kGathered))
    mine = Status::no_memory("cannot write the trace");
  if (Status s = transport_->agree(mine); !s.ok()) return s;
  const Status opened = transport_->agree(open_alone(path));
  if (!opened.ok() && open_) RECORDER_PMPI(File_close)(&file_);
  open_ = opened.ok();
  return opened;
}

namespace {

// A communicator of this rank alone. Not MPI_COMM_SELF, whose attributes are being deleted.
bool make_alone(MPI_Comm *alone) {
  MPI_Group group;
  if (RECORDER_PMPI(Comm_group)(MPI_COMM_SELF, &group) != MPI_SUCCESS) return false;
  const int code = RECORDER_PMPI(Comm_create)(MPI_COMM_SELF, group, alone);
  RECORDER_PMPI(Group_free)(&group);
  if (code != MPI_SUCCESS) return false;
  RECORDER_PMPI(Comm_set_errhandler)(*alone, MPI_ERRORS_RETURN);
  return true;
}

}  // namespace

// Each rank for itself, as it also writes. ROMIO ends its work before the merge begins on those ranks that
// used it; a collective open would begin it anew on the others only, and these two kinds do not wait for the
// same.
Status MpiFile::open_alone(const char *path) {
  MPI_Comm alone;
  if (!make_alone(&alone)) return checked(MPI_ERR_OTHER, "MPI cannot open the trace");
  // Files take the error handler of MPI_FILE_NULL, which the application may have made fatal; it gets it
  // back.
  MPI_Errhandler theirs = MPI_ERRHANDLER_NULL;
  const bool kept = RECORDER_PMPI(File_get_errhandler)(MPI_FILE_NULL, &theirs) == MPI_SUCCESS;
  if (kept) RECORDER_PMPI(File_set_errhandler)(MPI_FILE_NULL, MPI_ERRORS_RETURN);
  // MPI's prototypes took char * before MPI 3.
  const int code =
      RECORDER_PMPI(File_open)(alone, const_cast<char *>(path), MPI_MODE_WRONLY, MPI_INFO_NULL, &file_);
  if (kept) RECORDER_PMPI(File_set_errhandler)(MPI_FILE_NULL, theirs);
  if (kept && theirs != MPI_ERRHANDLER_NULL) RECORDER_PMPI(Errhandler_free)(&theirs);
  RECORDER_PMPI(Comm_free)(&alone);  // the file has its own
  open_ = code == MPI_SUCCESS;
  if (open_) RECORDER_PMPI(File_set_errhandler)(file_, MPI_ERRORS_RETURN);
  return checked(code, "MPI cannot open the trace");
}

Status MpiFile::write(uint64_t offset, const uint8_t *data, uint64_t size) {
  const bool own = size > kSmall;
  const Status shared =
      leads() ? gather(offset, data, own ? 0 : size) : hand_over(offset, data, own ? 0 : size);
  const Status mine = own ? write_own(offset, data, size) : Status::good();
  return transport_->agree(mine.ok() ? shared : mine);
}

// Pieces by who has them, but the last one, which may be small and is handed over as anything else.
Status MpiFile::write(uint64_t offset, const SpooledBytes &bytes) {
  Status mine = Status::good();
  const uint64_t last = bytes.pieces() == 0 ? 0 : bytes.pieces() - 1;
  for (uint64_t i = 0; mine.ok() && i < last; ++i) {
    const SpooledBytes::Piece piece(bytes, i);
    mine = piece.ok() ? write_own(offset, piece.bytes().data, piece.bytes().size)
                      : Status::no_memory("cannot read the spool");
    offset += piece.bytes().size;
  }
  const SpooledBytes::Piece piece(bytes, last);
  if (mine.ok() && !piece.ok()) mine = Status::no_memory("cannot read the spool");
  const Status rest = write(offset, piece.bytes().data, mine.ok() ? piece.bytes().size : 0);
  return transport_->agree(mine.ok() ? rest : mine);
}

// All of the group are listened to, whatever happens, as they wait to be heard.
Status MpiFile::gather(uint64_t offset, const uint8_t *data, uint64_t size) {
  Status status = make_room(offset, size);
  gathered_.put_bytes(data, size);
  const int64_t end = int64_t{transport_->rank()} + kGroup;
  for (int from = transport_->rank() + 1; from < end && from < transport_->size(); ++from) {
    const Status taken = take_over(from);
    if (status.ok()) status = taken;
  }
  const Status written = flush();
  return status.ok() ? written : status;
}

Status MpiFile::hand_over(uint64_t offset, const uint8_t *data, uint64_t size) {
  const int to = transport_->rank() - transport_->rank() % kGroup;
  const uint64_t place[2] = {offset, size};
  int code = RECORDER_PMPI(Send)(place, 2, MPI_UINT64_T, to, kTag, transport_->comm());
  if (code == MPI_SUCCESS && size != 0)
    code = RECORDER_PMPI(Send)(data, static_cast<int>(size), MPI_BYTE, to, kTag, transport_->comm());
  return checked(code, kNotWritten);
}

Status MpiFile::take_over(int from) {
  uint64_t place[2] = {0, 0};
  MPI_Comm comm = transport_->comm();
  int code = RECORDER_PMPI(Recv)(place, 2, MPI_UINT64_T, from, kTag, comm, MPI_STATUS_IGNORE);
  if (code != MPI_SUCCESS || place[1] == 0) return checked(code, kNotWritten);
  const Status status = make_room(place[0], place[1]);
  uint8_t *const to = gathered_.extend(place[1]);
  code = RECORDER_PMPI(Recv)(to, static_cast<int>(place[1]), MPI_BYTE, from, kTag, comm, MPI_STATUS_IGNORE);
  return status.ok() ? checked(code, kNotWritten) : status;
}

// Afterwards `size` bytes, at most kSmall, fit behind what is there and belong there.
Status MpiFile::make_room(uint64_t offset, uint64_t size) {
  Status status = Status::good();
  if (gathered_.size() + size > kGathered || offset != gathered_at_ + gathered_.size()) status = flush();
  if (gathered_.empty()) gathered_at_ = offset;
  return status;
}

Status MpiFile::flush() {
  const Status status =
      gathered_.empty() ? Status::good() : write_own(gathered_at_, gathered_.data(), gathered_.size());
  gathered_.clear();
  return status;
}

Status MpiFile::write_own(uint64_t offset, const uint8_t *data, uint64_t size) {
  if (!note(offset, {data, size})) return Status::no_memory("cannot write the trace");
  while (size > 0) {
    const int n = round_size(size);
    MPI_Status moved;
    int count = 0;
    const int code = RECORDER_PMPI(File_write_at)(file_, static_cast<MPI_Offset>(offset),
                                                  const_cast<uint8_t *>(data), n, MPI_BYTE, &moved);
    if (code != MPI_SUCCESS) return checked(code, kNotWritten);
    if (RECORDER_PMPI(Get_count)(&moved, MPI_BYTE, &count) != MPI_SUCCESS || count != n)
      return {Error::system, ENOSPC, "MPI cannot write the whole trace"};
    offset += static_cast<uint64_t>(n);
    data += n;
    size -= static_cast<uint64_t>(n);
  }
  return Status::good();
}

bool MpiFile::note(uint64_t offset, Bytes data) {
  if (!written_.empty()) {
    Piece &last = written_[written_.size() - 1];
    if (last.offset + last.size == offset) {
      last.crc = crc_of(data, last.crc);
      last.size += data.size;
      return true;
    }
  }
  return written_.push({offset, data.size, crc_of(data)});
}

Status MpiFile::close() {
  if (!open_) return Status::good();
  open_ = false;
  return transport_->agree(checked(RECORDER_PMPI(File_close)(&file_), "MPI cannot close the trace"));
}

Status MpiFile::verify(const char *path) {
  Status mine = Status::good();
  if (!written_.empty()) {
    const int fd = sys::open(path, O_RDONLY | O_CLOEXEC);
    mine = Status::from(fd, kNotRead);
    for (uint64_t i = 0; mine.ok() && i < written_.size(); ++i) mine = read_again(fd, written_[i]);
    if (fd >= 0) sys::close(fd);
  }
  return transport_->agree(mine);
}

Status MpiFile::read_again(int fd, const Piece &piece) {
  uint32_t crc = 0;
  for (uint64_t done = 0; done < piece.size;) {
    const uint64_t n = piece.size - done < kReadAgain ? piece.size - done : kReadAgain;
    gathered_.clear();
    uint8_t *const to = gathered_.extend(n);
    if (!to) return Status::no_memory(kNotRead);
    const int got = sys::pread_all(fd, to, n, piece.offset + done);
    if (got < 0) return Status::from(got, kNotRead);
    crc = crc_of({to, n}, crc);
    done += n;
  }
  if (crc == piece.crc) return Status::good();
  return {Error::system, EIO, "the trace is not what was written"};
}

}  // namespace recorder
