// SPDX-License-Identifier: BSD-3-Clause
// The process's streams as the merge takes them. Taking it closes the segment of every stream, while the
// other threads wait at their next call for at most a few milliseconds.
#pragma once

#include "merge/image.h"
#include "session/ended_streams.h"
#include "session/mapped_spool.h"
#include "session/memory.h"
#include "session/session.h"

namespace recorder {

class Snapshot {
 public:
  Snapshot() = default;
  Snapshot(const Snapshot &) = delete;
  Snapshot &operator=(const Snapshot &) = delete;

  // The calling thread is inside Recorder (entered its stream, or a Guard). `only_new`: what came after the
  // last mark_written(). False without memory.
  bool take(bool only_new, const Provisional *last);
  const ProcessImage &image() const { return image_; }
  // What was taken is in a file that later calls are to be appended to.
  void mark_written();

 private:
  bool take_streams(bool only_new, const Provisional *last);
  struct Source;
  static Source source_of(const Stream &stream);
  static Source source_of(const EndedStream &stream);
  bool add_stream(const Source &from, bool only_new, const Provisional *last);
  // Of those that were taken, nullptr without calls.
  const StreamImage *taken(uint32_t thread) const;
  template <class AnyStream>
  void mark(AnyStream *stream, bool is_closed) const;
  void add_metadata(const char *key, const char *value);
  void describe_job();

  ProcessImage image_{};
  MappedSpool spool_;
  uint32_t stream_count_ = 0;
  Vector<StreamImage> streams_;
  Arena memory_;
  Pair metadata_[24];
};

}  // namespace recorder
