// SPDX-License-Identifier: BSD-3-Clause
// Trace files on disk: created under a temporary name and renamed when they are complete; the whole trace of
// one process; and sections appended to a finished trace.
#pragma once

#include <cstdint>

#include "format/buffer.h"
#include "format/trace_writer.h"
#include "merge/functions.h"
#include "merge/image.h"
#include "session/status.h"

namespace recorder {

// What is at the path already: take its place, or fail with EEXIST.
enum class IfExists : uint8_t { replace, fail };

struct TraceOptions {
  FunctionLookup functions = nullptr;
  IfExists if_exists = IfExists::replace;
  int times_level = 2;          // zlib's, 0..9, of the times: exits wait for it (0.06 s for a million calls)
  Bytes clocks = {nullptr, 0};  // section clocks, where the merge has one; rank 0 only
  int sections_level = 6;       // of the other sections; 0 leaves them as they are
};

// A trace that is being written. Whoever is killed meanwhile leaves `<path>.<pid>.part` (or
// `<path>.<pid>-<n>.part`), which ends without a trailer, and never half a trace at `path`.
class TraceFile {
 public:
  TraceFile() = default;
  TraceFile(const TraceFile &) = delete;
  TraceFile &operator=(const TraceFile &) = delete;
  ~TraceFile() { abandon(); }

  // Also refuses a path at which something is that is not a file.
  Status create(const char *path, IfExists if_exists);
  int fd() const { return fd_; }
  const char *temporary_path() const { return reinterpret_cast<const char *>(temporary_.data()); }
  TraceSink sink() { return {write, this}; }

  Status commit();  // closes and renames
  void abandon();   // closes and removes; nothing after commit()

 private:
  static constexpr uint64_t kMostTemporary = 1000;

  static int write(void *self, const void *data, uint64_t size, uint64_t offset);
  bool name_temporary(const char *path, uint64_t attempt);
  Status put_in_place();
  const char *path() const { return reinterpret_cast<const char *>(path_.data()); }

  Buffer path_;
  Buffer temporary_;
  int fd_ = -1;
  bool exists_ = false;  // the temporary file
  IfExists if_exists_ = IfExists::replace;
};

// The complete trace of one process. The bytes go strictly forward and end with the trailer.
Status write_process_trace(const ProcessImage &image, const TraceOptions &options, TraceSink sink);
Status write_process_trace_file(const ProcessImage &image, const TraceOptions &options, const char *path);

// Adds the process's trace as a section `late` to a finished trace, whose other ranks may do the same at the
// same time. On failure the trace is as it was and the caller may write a file of its own.
Status append_late(const ProcessImage &image, const TraceOptions &options, const char *trace);

}  // namespace recorder
