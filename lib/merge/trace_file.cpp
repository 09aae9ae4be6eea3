// SPDX-License-Identifier: BSD-3-Clause
// Creating, completing and naming trace files; the single-process writer. late.cpp appends.
#include "merge/trace_file.h"

#include <cstring>

#include "merge/emit.h"
#include "merge/summary.h"
#include "merge/times.h"
#include "session/own_open.h"
#include "session/sys.h"

namespace recorder {
namespace {

void put_decimal(uint64_t value, Buffer *out) {
  char digits[20];
  unsigned n = 0;
  do digits[n++] = static_cast<char>('0' + value % 10);
  while ((value /= 10) != 0);
  while (n > 0) out->put_u8(static_cast<uint8_t>(digits[--n]));
}

int put_times(void *writer, const void *data, uint64_t size) {
  static_cast<TraceWriter *>(writer)->put({static_cast<const uint8_t *>(data), size});
  return 0;  // the writer keeps its failures
}

Status write_times(const ProcessImage &image, int level, TraceWriter *writer) {
  TimesPart times;
  Buffer index;
  writer->open(format::kTimes, format::Codec::none);
  if (Status s = times.compress(image, level, put_times, writer); !s.ok()) return s;
  if (Status s = writer->close(); !s.ok()) return s;
  if (Status s = times.make_index(0, &index); !s.ok()) return s;
  return writer->add(format::kTimesIndex, index.bytes(), format::Codec::none);
}

}  // namespace

Status TraceFile::create(const char *path, IfExists if_exists) {
  abandon();
  if_exists_ = if_exists;
  path_.clear();
  path_.put_bytes(path, strlen(path) + 1);
  if (!path_.ok()) return Status::no_memory("cannot create the trace");
  struct stat there;
  if (sys::stat(path, &there) == 0) {
    if (!S_ISREG(there.st_mode)) return {Error::argument, 0, "cannot create the trace: not a regular file"};
    if (if_exists == IfExists::fail) return Status::from(-EEXIST, "cannot create the trace");
  }
  // A process of the same number on another node may be writing one, or one that was killed may have left it.
  fd_ = -EEXIST;
  for (uint64_t attempt = 0; attempt < kMostTemporary && fd_ == -EEXIST; ++attempt) {
    if (!name_temporary(path, attempt)) return Status::no_memory("cannot create the trace");
    fd_ = open_own(temporary_path(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  }
  exists_ = fd_ >= 0;
  return Status::from(fd_, "cannot create the trace");
}

bool TraceFile::name_temporary(const char *path, uint64_t attempt) {
  temporary_.clear();
  temporary_.put_bytes(path, strlen(path));
  temporary_.put_u8('.');
  put_decimal(static_cast<uint64_t>(sys::getpid()), &temporary_);
  if (attempt != 0) {
    temporary_.put_u8('-');
    put_decimal(attempt, &temporary_);
  }
  temporary_.put_bytes(".part", sizeof ".part");
  return temporary_.ok();
}

int TraceFile::write(void *self, const void *data, uint64_t size, uint64_t offset) {
  return sys::pwrite_all(static_cast<TraceFile *>(self)->fd_, data, size, offset);
}

Status TraceFile::commit() {
  // Quotas and network file systems may find out only now that there is no room.
  const int closed = sys::close(fd_);
  fd_ = -1;
  Status status = Status::from(closed, "cannot write the trace");
  if (status.ok()) status = put_in_place();
  if (status.ok()) exists_ = false;
  abandon();
  return status;
}

Status TraceFile::put_in_place() {
  const char *what = "cannot rename the trace";
  if (if_exists_ == IfExists::replace) return Status::from(sys::rename(temporary_path(), path()), what);
  // A link never replaces, but not every file system has links.
  const int linked = sys::link(temporary_path(), path());
  if (linked == 0) {
    sys::unlink(temporary_path());
    return Status::good();
  }
  if (linked == -EEXIST) return Status::from(linked, what);
  const int claimed = open_own(path(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (claimed < 0) return Status::from(claimed, what);
  sys::close(claimed);
  return Status::from(sys::rename(temporary_path(), path()), what);
}

void TraceFile::abandon() {
  if (fd_ >= 0) sys::close(fd_);
  fd_ = -1;
  if (exists_) sys::unlink(temporary_path());
  exists_ = false;
}

Status write_process_trace(const ProcessImage &image, const TraceOptions &options, TraceSink sink) {
  Summary summary;
  TraceWriter writer(sink, options.sections_level);
  if (Status s = summary.add(image); !s.ok()) return s;
  if (Status s = writer.begin(); !s.ok()) return s;
  if (Status s = emit_summary(summary, options.functions, &writer); !s.ok()) return s;
  if (Status s = write_times(image, options.times_level, &writer); !s.ok()) return s;
  return writer.finish();
}

Status write_process_trace_file(const ProcessImage &image, const TraceOptions &options, const char *path) {
  TraceFile file;
  if (Status s = file.create(path, options.if_exists); !s.ok()) return s;
  if (Status s = write_process_trace(image, options, file.sink()); !s.ok()) return s;
  return file.commit();
}

}  // namespace recorder
