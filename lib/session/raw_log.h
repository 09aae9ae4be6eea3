// SPDX-License-Identifier: BSD-3-Clause
// RECORDER_RAW_LOG: every call as it was, one JSON object a line, written without the tables and grammar that
// the trace goes through, so that the two can be compared. For tests; speed does not matter here.
#pragma once

#include <cstdint>

#include "core/reals.h"
#include "session/session.h"

namespace recorder {

// A sink of arguments like Encoder. Holds the log's lock from its construction to write().
class RawRecord {
 public:
  static constexpr bool kIsRaw = true;

  RawRecord(Stream &stream, Fn fn, uint32_t depth, int error, uint64_t start, uint64_t end);
  void write();

  void i(const char *name, int64_t v);
  void u(const char *name, uint64_t v);
  void real(const char *name, double v);
  void real(const char *name, float v) { real(name, widened(v)); }
  void ptr(const char *name, const void *p);
  void str(const char *name, const char *s);
  void str(const char *name, const char *s, uint64_t n);
  void path(const char *name, const char *s) { str(name, s); }
  void whence(int) {}
  void offset(const char *name, int64_t v) { i(name, v); }
  void ret_offset(const char *name, int64_t v) { i(name, v); }
  void fd(const char *name, int v) { i(name, v); }
  void new_fd(const char *name, int v) { i(name, v); }
  void no_fd(const char *name, int v) { i(name, v); }
  void handle(const char *name, Class cls, uint64_t value);
  void new_handle(const char *name, Class cls, uint64_t value) { handle(name, cls, value); }
  void handle_of(const char *name, uint8_t, Class cls, uint64_t value) { handle(name, cls, value); }
  void new_handle_of(const char *name, uint8_t, Class cls, uint64_t value) { handle(name, cls, value); }
  void map(const char *name, const void *address);
  void new_map(const char *name, const void *address, uint64_t, int) { map(name, address); }
  uint64_t array(const char *name, bool is_null, uint64_t n);
  void open(const char *name);
  void end();
  void present(const char *) {}
  void absent(const char *name);
  void any_absent(const char *name) { absent(name); }
  void any_int(const char *name, int64_t v) { i(name, v); }
  void any_uint(const char *name, uint64_t v) { u(name, v); }
  void any_offset(const char *name, int64_t v) { i(name, v); }
  void any_real(const char *name, double v) { real(name, v); }
  void any_real(const char *name, float v) { real(name, v); }
  void any_str(const char *name, const char *s) { str(name, s); }
  void any_str(const char *name, const char *s, uint64_t n) { str(name, s, n); }
  void any_ptr(const char *name, const void *p) { ptr(name, p); }
  void any_list(const char *name, uint64_t n) { array(name, false, n); }

 private:
  void key(const char *name);
  void quoted(const char *s, uint64_t n);

  static constexpr uint32_t kMaxNesting = 30;
  uint32_t nesting_;
  uint32_t is_array_;  // bit n: level n is an array, whose elements have no names
  bool null_[kMaxNesting + 2];
  bool first_;
  bool has_return_;
  bool withdrawable_;
};

namespace raw_log {
// Appends what is buffered to the log's file in the spool directory.
void flush();
// The streams are being taken for the trace, with the other threads frozen: what is logged by now is in it.
void mark();
// The log up to the mark becomes <trace>.raw.<rank>.<pid>.
void publish(const char *trace_path);
// The file in the spool directory goes.
void discard();
// The next record of this thread may have to be taken back, which rollback() does; others may log meanwhile.
void checkpoint();
void rollback();
// In fork's child.
void forget();
}  // namespace raw_log

}  // namespace recorder
