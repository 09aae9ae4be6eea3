// SPDX-License-Identifier: BSD-3-Clause
// Appending to a finished trace. The old table stays where it is and becomes a gap: what is written before
// the new trailer is complete changes nothing that the old one refers to, and a failure cuts the file back.
#include <cstring>

#include "merge/trace_file.h"
#include "session/own_open.h"
#include "session/sys.h"

namespace recorder {
namespace {

constexpr uint64_t kMostTable = uint64_t{64} << 20;
constexpr int kTries =
    1000;  // of 10 ms: a rank whose host died with the lock must not hold up the others' exit

class OpenTrace {
 public:
  OpenTrace() = default;
  OpenTrace(const OpenTrace &) = delete;
  OpenTrace &operator=(const OpenTrace &) = delete;
  ~OpenTrace() {
    if (fd_ >= 0) sys::close(fd_);  // releases the lock
  }

  Status open(const char *path);
  Status append(const ProcessImage &image, const TraceOptions &options);

 private:
  static int write(void *self, const void *data, uint64_t size, uint64_t offset);
  Status lock();
  Status read_table();
  Status write_all(const ProcessImage &image, const TraceOptions &options);

  int fd_ = -1;
  uint64_t size_ = 0;  // of the file
  Buffer table_;       // the lines, without their number
  uint64_t count_ = 0;
  uint64_t added_ = 0;  // bytes of the new section so far
  uint32_t crc_ = 0;
};

Status OpenTrace::open(const char *path) {
  fd_ = open_own(path, O_RDWR | O_CLOEXEC);
  if (fd_ < 0) return Status::from(fd_, "cannot open the trace again");
  if (Status s = lock(); !s.ok()) return s;
  return read_table();
}

// A lock of the open file description, where the kernel has them: one of the process would be lost with the
// first close of the file anywhere in the application.
Status OpenTrace::lock() {
  struct flock whole = {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  int command = F_OFD_SETLK;
  for (int i = 0; i < kTries; ++i) {
    const int result = sys::fcntl(fd_, command, &whole);
    if (result == 0) return Status::good();
    if (result == -EINVAL && command == F_OFD_SETLK) {
      command = F_SETLK;
      continue;
    }
    if (result != -EAGAIN && result != -EACCES && result != -EINTR)
      return Status::from(result, "cannot lock the trace");
    const timespec pause = {0, 10 * 1000 * 1000};
    sys::nanosleep(&pause);
  }
  return {Error::busy, EAGAIN, "cannot lock the trace"};
}

Status OpenTrace::read_table() {
  const Status damaged = Status::corrupt("the trace to be continued is damaged");
  const int64_t end = sys::lseek(fd_, 0, SEEK_END);
  if (end < 0) return Status::from(end, "cannot read the trace again");
  size_ = static_cast<uint64_t>(end);
  if (size_ < format::kHeaderSize + format::kTrailerSize) return damaged;
  uint8_t trailer[format::kTrailerSize];
  if (const int r = sys::pread_all(fd_, trailer, sizeof trailer, size_ - sizeof trailer); r < 0)
    return Status::from(r, "cannot read the trace again");
  const uint64_t offset = read_u64le(trailer);
  const uint64_t bytes = read_u64le(trailer + 8);
  if (memcmp(trailer + 24, format::kTrailerMagic, 8) != 0 || bytes > kMostTable || offset > size_ ||
      bytes > size_ - offset)
    return damaged;
  Buffer whole;
  uint8_t *to = whole.extend(bytes);
  if (!to) return Status::no_memory("no memory to continue the trace");
  if (const int r = sys::pread_all(fd_, to, bytes, offset); r < 0)
    return Status::from(r, "cannot read the trace again");
  Cursor in(whole.bytes());
  if (crc_of(whole.bytes()) != read_u32le(trailer + 16) || !in.varint(&count_)) return damaged;
  table_.put_bytes(in.here(), in.left());
  return table_.ok() ? Status::good() : Status::no_memory("no memory to continue the trace");
}

int OpenTrace::write(void *self, const void *data, uint64_t size, uint64_t offset) {
  OpenTrace *trace = static_cast<OpenTrace *>(self);
  trace->crc_ = crc_of({static_cast<const uint8_t *>(data), size}, trace->crc_);
  trace->added_ = offset + size;
  return sys::pwrite_all(trace->fd_, data, size, trace->size_ + offset);
}

Status OpenTrace::append(const ProcessImage &image, const TraceOptions &options) {
  const Status status = write_all(image, options);
  if (!status.ok()) sys::ftruncate(fd_, static_cast<int64_t>(size_));
  return status;
}

Status OpenTrace::write_all(const ProcessImage &image, const TraceOptions &options) {
  if (Status s = write_process_trace(image, options, {write, this}); !s.ok()) return s;
  const Bytes name{reinterpret_cast<const uint8_t *>(format::kLate), sizeof format::kLate - 1};
  Buffer tail;
  tail.put_varint(count_ + 1);
  tail.put_bytes(table_.bytes());
  put_section({name, size_, added_, added_, format::Codec::none, crc_}, &tail);
  const uint64_t table = tail.size();
  uint8_t *trailer = tail.extend(format::kTrailerSize);
  if (!trailer) return Status::no_memory("no memory to continue the trace");
  put_trailer(size_ + added_, {tail.data(), table}, trailer);
  return Status::from(sys::pwrite_all(fd_, tail.data(), tail.size(), size_ + added_),
                      "cannot continue the trace");
}

}  // namespace

Status append_late(const ProcessImage &image, const TraceOptions &options, const char *trace) {
  OpenTrace open;
  if (Status s = open.open(trace); !s.ok()) return s;
  return open.append(image, options);
}

}  // namespace recorder
