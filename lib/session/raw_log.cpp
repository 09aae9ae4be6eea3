// SPDX-License-Identifier: BSD-3-Clause
// The raw log (see raw_log.h).
#include "session/raw_log.h"

#include "session/plugins.h"
#include "session/quiet.h"
#include "session/text.h"

namespace recorder {

namespace {

constexpr uint64_t kBufferSize = 1 << 20;

// Lines collect here and go to a file beside the spool file, since the trace's name is known only at the end.
struct Log {
  Lock lock;
  char *buffer;
  uint64_t used;
  bool lost;
  uint64_t written;         // size of the file
  uint64_t mark;            // how much of the log publish() copies
  const Stream *leaver;     // whose next record may be taken back, nullptr when there is none
  uint64_t line, line_end;  // that record
  char path[Spool::kPathSize + 8];
};
Log log;

void put(const char *s, uint64_t n) {
  if (log.buffer == nullptr) log.buffer = static_cast<char *>(Memory::map(kBufferSize));
  if (log.buffer == nullptr || n > kBufferSize) {
    log.lost = true;
    return;
  }
  if (log.used + n > kBufferSize) raw_log::flush();
  memcpy(log.buffer + log.used, s, n);
  log.used += n;
}
void put(const char *s) { put(s, strlen(s)); }

uint64_t position() { return log.written + log.used; }

void put_number(uint64_t v) {
  char digits[32];
  Text text(digits, sizeof digits);
  put(text.number(v).c_str());
}

// Ticks to seconds, exactly, with nine decimals.
void put_seconds(uint64_t ticks) {
  uint64_t num, den;
  session.clock.ratio(&num, &den);
  const auto ns = static_cast<uint64_t>(static_cast<unsigned __int128>(ticks) * num / den);
  char digits[48];
  Text text(digits, sizeof digits);
  put(text.number(ns / 1000000000).put(".").number(ns % 1000000000, 9).c_str());
}

}  // namespace

namespace raw_log {

void flush() {
  if (log.used == 0) return;
  // A program that this one replaced by exec may have left a file of the same name.
  const int fresh = log.path[0] == '\0' ? O_TRUNC : 0;
  Text path(log.path, sizeof log.path);
  path.put(session.spool.path()).put(".raw");
  const NoWriteSignals quiet;
  const int fd = sys::open(log.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | fresh, 0600);
  if (fd < 0 || sys::write_all(fd, log.buffer, log.used) < 0) log.lost = true;
  if (fd >= 0) sys::close(fd);
  log.written += log.used;
  log.used = 0;
}

void mark() {
  if (!session.settings.raw_log) return;
  Locked hold(log.lock);
  log.mark = position();
}

void publish(const char *trace_path) {
  Locked hold(log.lock);
  flush();
  if (log.path[0] == '\0') return;
  static char target[Spool::kPathSize + 64];
  Text name(target, sizeof target);
  name.put(trace_path).put(".raw.").number(session.rank > 0 ? static_cast<uint64_t>(session.rank) : 0);
  name.put(".").number(session.pid);
  const int in = sys::open(log.path, O_RDONLY | O_CLOEXEC);
  const int out = sys::open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  uint64_t left = log.mark;
  while (in >= 0 && out >= 0 && left != 0) {
    const ssize_t n = sys::read(in, log.buffer, left < kBufferSize ? left : kBufferSize);
    if (n <= 0 || sys::write_all(out, log.buffer, static_cast<uint64_t>(n)) < 0) break;
    left -= static_cast<uint64_t>(n);
  }
  if (left != 0 || out < 0 || log.lost) say("the raw log is incomplete", target);
  if (in >= 0) sys::close(in);
  if (out >= 0) sys::close(out);
}

void discard() {
  if (log.path[0] != '\0') sys::unlink(log.path);
}

void checkpoint() {
  if (!session.settings.raw_log) return;
  Locked hold(log.lock);
  log.leaver = thread_state.stream;
}

// An empty line takes the record's place, as other threads' lines may follow it.
void rollback() {
  if (!session.settings.raw_log) return;
  Locked hold(log.lock);
  flush();
  const int fd = log.path[0] != '\0' ? sys::open(log.path, O_WRONLY | O_CLOEXEC) : -1;
  if (fd < 0) return;
  for (uint64_t at = log.line; at + 1 < log.line_end; ++at) sys::pwrite(fd, " ", 1, static_cast<int64_t>(at));
  log.line = log.line_end;
  sys::close(fd);
}

void forget() {
  log.lock.remake();
  log.used = log.written = log.mark = log.line = log.line_end = 0;
  log.leaver = nullptr;
  log.lost = false;
  log.path[0] = '\0';
}

}  // namespace raw_log

RawRecord::RawRecord(Stream &stream, Fn fn, uint32_t depth, int error, uint64_t start, uint64_t end)
    : nesting_(0), is_array_(0), first_(true), has_return_(false) {
  log.lock.lock();
  withdrawable_ = log.leaver == &stream;
  if (withdrawable_) log.line = position();
  FunctionText info{"", "", "", "", 0};
  describe_function(static_cast<uint16_t>(fn), &info);
  put("{\"rank\":");
  put_number(session.rank > 0 ? static_cast<uint64_t>(session.rank) : 0);
  put(",\"thread\":");
  put_number(stream.thread);
  put(",\"depth\":");
  put_number(depth);
  put(",\"layer\":\"");
  put(info.layer);
  put("\",\"func\":\"");
  put(info.name);
  put("\",\"tstart\":");
  put_seconds(start);
  put(",\"tend\":");
  put_seconds(end);
  put(",\"start_ticks\":");
  put_number(start);
  put(",\"end_ticks\":");
  put_number(end);
  put(",\"errno\":");
  if (error < 0) put("-");
  put_number(static_cast<uint64_t>(error < 0 ? -static_cast<int64_t>(error) : error));
  put(",\"args\":{");
  null_[0] = false;
}

void RawRecord::write() {
  put(has_return_ ? "}\n" : "},\"ret\":null}\n");
  if (withdrawable_) {
    log.line_end = position();
    log.leaver = nullptr;
  }
  log.lock.unlock();
}

void RawRecord::key(const char *name) {
  if (nesting_ == 0 && strcmp(name, "ret") == 0) {
    put("},\"ret\":");
    has_return_ = true;
    return;
  }
  if (!first_) put(",");
  first_ = false;
  if ((is_array_ >> nesting_ & 1) != 0) return;
  quoted(name, strlen(name));
  put(":");
}

void RawRecord::quoted(const char *s, uint64_t n) {
  put("\"", 1);
  for (uint64_t k = 0; k < n; ++k) {
    const auto c = static_cast<unsigned char>(s[k]);
    if (c == '"' || c == '\\') {
      put("\\", 1);
      put(s + k, 1);
    } else if (c >= 0x20 && c != 0x7f) {
      put(s + k, 1);
    } else {
      char escape[8] = "\\u00";
      escape[4] = "0123456789abcdef"[c >> 4];
      escape[5] = "0123456789abcdef"[c & 15];
      put(escape, 6);
    }
  }
  put("\"", 1);
}

void RawRecord::i(const char *name, int64_t v) {
  key(name);
  char digits[32];
  Text text(digits, sizeof digits);
  put(text.integer(v).c_str());
}

void RawRecord::u(const char *name, uint64_t v) {
  key(name);
  put_number(v);
}

// The bits, as there is no exact decimal form without libc's printf.
void RawRecord::real(const char *name, double v) {
  key(name);
  uint64_t bits;
  memcpy(&bits, &v, sizeof bits);
  char digits[32];
  Text text(digits, sizeof digits);
  put("{\"double\":\"");
  put(text.hex(bits).c_str());
  put("\"}");
}

void RawRecord::ptr(const char *name, const void *p) {
  key(name);
  if (!session.settings.store_pointers || p == nullptr) return put("null");
  char digits[32];
  Text text(digits, sizeof digits);
  put("\"");
  put(text.hex(reinterpret_cast<uint64_t>(p)).c_str());
  put("\"");
}

void RawRecord::str(const char *name, const char *s) { str(name, s, s != nullptr ? strlen(s) : 0); }

void RawRecord::str(const char *name, const char *s, uint64_t n) {
  key(name);
  if (s == nullptr)
    put("null");
  else
    quoted(s, n);
}

void RawRecord::handle(const char *name, Class, uint64_t value) {
  key(name);
  if (value == 0) return put("null");
  char digits[32];
  Text text(digits, sizeof digits);
  put("{\"handle\":\"");
  put(text.hex(value).c_str());
  put("\"}");
}

void RawRecord::map(const char *name, const void *address) {
  key(name);
  char digits[32];
  Text text(digits, sizeof digits);
  put("{\"map\":\"");
  put(text.hex(reinterpret_cast<uint64_t>(address)).c_str());
  put("\"}");
}

uint64_t RawRecord::array(const char *name, bool is_null, uint64_t n) {
  key(name);
  put(is_null ? "null" : "[");
  if (nesting_ < kMaxNesting) ++nesting_;
  is_array_ |= 1u << nesting_;
  null_[nesting_] = is_null;
  first_ = true;
  return is_null ? 0 : n;
}

void RawRecord::open(const char *name) {
  key(name);
  put("{");
  if (nesting_ < kMaxNesting) ++nesting_;
  is_array_ &= ~(1u << nesting_);
  null_[nesting_] = false;
  first_ = true;
}

void RawRecord::end() {
  if (!null_[nesting_]) put((is_array_ >> nesting_ & 1) != 0 ? "]" : "}");
  if (nesting_ != 0) --nesting_;
  first_ = false;
}

void RawRecord::absent(const char *name) {
  key(name);
  put("null");
}

}  // namespace recorder
